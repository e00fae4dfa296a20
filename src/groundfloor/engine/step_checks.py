"""Checks of the steps in progress of a position that was read: they fit together and what lies on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .position_checks import require, require_range
from .state import CONDUCT, INCOME, OVER, SCHEDULE, SETUP

if TYPE_CHECKING:
    from .game import Game
    from .step import Step

ALL_SEATS = ("income", "hire", "schedule", "exchange", "retail")
"""Steps that go through all seats in the popularity order, which does not change meanwhile."""
ONE_SEAT = ("automa_turn",)
NO_SEATS = ("rounds", "agency", "reverse_agency", "factory", "liquidating_factory", "forecast")
AREAS = {
    "agency": "advertising_agency",
    "reverse_agency": "advertising_agency",
    "bonus": "marketing_bonus",
    "two_player_bonus": "marketing_bonus",
    "factory": "factory",
    "liquidating_factory": "factory",
    "exchange": "stock_exchange",
    "forecast": "economic_forecast",
    "retail": "retail_outlets",
    "construction": "construction_company",
    "remodeling_construction": "construction_company",
}
TURNS = {
    "income": "fire_for_money",
    "hire": "hire",
    "agency": "marketing_type",
    "bonus": "bonus",
    "factory": "price",
    "exchange": "sell",
    "retail": "drop",
    "reorganize": "fire",
}
"""The question that a turn of a step begins with, where such a turn can end with remodeling."""
CONSTRUCTION = ("construction", "remodeling_construction")


def check_steps(game: Game) -> None:
    """BadPosition if the stack of steps can't be."""
    state = game.state
    if not game.stack:
        require(state.phase == OVER and game.ruleset.ending.is_over(game), "a game without steps is over")
        return
    require(state.phase != OVER, "a game that is over has no steps")
    check_stack(game, [step.name for step in game.stack])
    for step in game.stack:
        check_step(game, step)
        check_marks(game, step)


def check_stack(game: Game, names: list[str]) -> None:
    """Set-up alone; or the rounds, in them the phase, and in that what the phase is at."""
    state = game.state
    if state.phase == SETUP:
        require(names == ["setup"], "in set-up there is no other step")
        return
    number = state.phase - INCOME
    phases = game.ruleset.phases
    require(2 <= len(names) <= 4 and names[:2] == ["rounds", phases[number].name], "the steps do not fit the phase")
    require(game.stack[0].at == (number + 1) % len(phases), "the rounds do not stand at the phase")
    if names[-1] == "after_turn":
        check_turn_end(game)
        names = names[:-1]
    inner = names[2:]
    if state.phase == CONDUCT:
        require(len(inner) == 1 and game.stack[1].at == state.area + 1, "the steps do not fit the area")
        area = AREAS.get(inner[0], game.ruleset.areas[state.area].id)
        require(area == game.ruleset.areas[state.area].id, f"{inner[0]} is no step of {game.ruleset.areas[state.area].id}")
    else:
        require(inner == [] or (state.phase == SCHEDULE and inner == ["automa_turn"]), "the steps do not fit the phase")


def check_turn_end(game: Game) -> None:
    """The end of somebody's turn stands above the step that the turn is of (``RULES 9.1.1``)."""
    under, step = game.stack[-2], game.stack[-1]
    kinds = game.ruleset.remodeling_turn_ends.kinds if game.ruleset.remodeling_turn_ends is not None else ()
    require(TURNS.get(under.name, "") in kinds, f"no turn of {under.name} ends with remodeling")
    require(not under.is_mid_decision(), "a turn does not end in the middle of a decision")
    seat = step.order[0] if step.order else -1
    if under.order:
        here = under.at % len(under.order)
        require(seat in (under.order[here], under.order[here - 1]), "a turn ends of a seat that was not on turn")


def check_step(game: Game, step: Step) -> None:
    """Whose turn it can be."""
    order, seats = step.order, game.state.popularity_order
    require_range(order, 0, len(seats) - 1, "a seat")
    require(len(set(order)) == len(order), f"{step.name} goes through no seat twice")
    require_range([step.at], 0, 100, "where a step stands")
    require_range([step.stage], 0, 9, "the stage of a step")
    if step.name in ALL_SEATS:
        require(order == seats, f"{step.name} goes through all seats in popularity order")
    elif step.name in NO_SEATS:
        require(order == [], f"{step.name} goes through no seats")
    elif step.name == "after_turn":
        require(len(order) == 1 and game.state.players[order[0]].deck is None, "a turn ends of one human")
    elif step.name in ONE_SEAT:
        require(len(order) == 1 and game.state.players[order[0]].deck is not None, f"{step.name} is of one Automa")
    elif step.name == "setup":
        automas = [seat for seat, automa in enumerate(game.automas) if automa is not None]
        require(order == automas + [seat for seat in range(len(seats)) if seat not in automas], "set-up goes through Automas, then humans")
        given = [game.state.players[seat].specialty >= 0 for seat in order]
        require(given == [place < step.at for place in range(len(order))], "set-up does not stand where the specialties do")
    elif step.name in ("bonus", "two_player_bonus"):
        takers = seats[:-1] if step.name == "bonus" else seats
        require(order == takers, "all but the least popular take a bonus, or both of two")
        taken = [seat for seat in game.state.bonus_takers if seat >= 0]
        require(sorted(taken) == sorted(order[: step.at + (step.stage == 1)]), "the bonuses taken do not fit who is on turn")


def check_marks(game: Game, step: Step) -> None:
    """What a step must remember."""
    marks, players = step.marks, len(game.state.players)
    if step.name == "hire":
        require(len(marks) == players, "hire remembers of each seat whether it is done")
        require_range(marks, 0, 1, "whether a seat is done")
    elif step.name == "automa_turn":
        require_range(marks, 0, len(game.ruleset.automa_cards) - 1, "a kind of card")
    elif step.name == "retail":
        require(len(marks) == len(game.state.retail_products), "retail remembers of each space whether its product stays")
        require_range(marks, 0, 1, "whether a product stays")
    elif step.name in CONSTRUCTION:
        require(len(marks) == players, "construction counts the markers of each seat")
        require_range(marks, 0, len(game.state.construction_queue), "the number of markers of a seat")
    else:
        require(marks == [], f"{step.name} remembers nothing")
