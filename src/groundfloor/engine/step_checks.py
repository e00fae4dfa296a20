"""Checks of the steps in progress of a position that was read: they fit each other and the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .company.turn_ends import AfterTurn
from .position_reading import require
from .state import CONDUCT, INCOME, OVER, SCHEDULE, SETUP

if TYPE_CHECKING:
    from .game import Game


def check_steps(game: Game) -> None:
    """Raises BadPosition if the stack of steps is impossible."""
    state = game.state
    if not game.stack:
        require(state.phase == OVER, "there are no steps, but the game is not over")
        return
    require(state.phase != OVER, "the game is over, but there are steps")
    check_stack(game, [step.name for step in game.stack])
    for step in game.stack:
        step.check(game)


def check_stack(game: Game, names: list[str]) -> None:
    """Checks the order of the steps: set-up alone; else the rounds, above them the phase, above that a step of the phase."""
    state = game.state
    if state.phase == SETUP:
        require(names == ["setup"], "set-up must be the only step")
        return
    number = state.phase - INCOME
    phases = game.ruleset.phases
    require(2 <= len(names) <= 4 and names[:2] == ["rounds", phases[number].name], "the steps do not match the phase")
    if names[-1] == "after_turn":
        check_turn_end(game)
        names = names[:-1]
    inner = names[2:]
    if state.phase == CONDUCT:
        require(len(inner) == 1, "the steps do not match the area")
        area = game.ruleset.areas[state.area].id
        require(game.stack[2].area_id == area, f"{inner[0]} is not a step of {area}")
    else:
        require(inner == [] or (state.phase == SCHEDULE and inner == ["automa_turn"]), "the steps do not match the phase")


def check_turn_end(game: Game) -> None:
    """Checks that the end of a turn lies above the step to which the turn belongs (``RULES 9.1.1``)."""
    under, step = game.stack[-2], game.stack[-1]
    kinds = game.ruleset.remodeling_turn_ends.kinds if game.ruleset.remodeling_turn_ends is not None else ()
    require(under.turn_question in kinds, f"turns of {under.name} do not end with remodeling")
    require(not under.is_mid_decision(), "a turn can't end in the middle of a decision")
    assert isinstance(step, AfterTurn)
    require(step.seat in (under.seats_on_turn() or [step.seat]), "the seat whose turn ends was not on turn")
