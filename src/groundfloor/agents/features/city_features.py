"""The features that are the same for all companies: the round, the question, the forecast, and what is free in the city."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from groundfloor.engine.state import CONDUCT, OVER

from .common_facts import AREAS, MAX_CONSUMERS, ROLES, ROWS, TRACK, clip

if TYPE_CHECKING:
    from groundfloor.engine.game import Game

    from .common_facts import CommonFacts, RulesetTables

MAX_ROUNDS: Final = 8
FEWEST_SEATS: Final = 2
MAX_SEATS: Final = 6
FORECASTS: Final = 4
STAGES: Final = 3
SPACES: Final = 12
DOORS: Final = 4
"""Spaces of the warehouse, and spaces where markers wait for the exchange."""
QUESTION_KINDS: Final = (
    "schedule",
    "hire",
    "after_task",
    "buy",
    "price",
    "sell",
    "drop",
    "fire",
    "marketing_type",
    "bonus",
    "bonus_room",
    "tenant",
    "after_turn",
    "after_buy",
    "bonuses",
    "fire_for_money",
)
QUESTIONS: Final[dict[str, int]] = {kind: place for place, kind in enumerate(QUESTION_KINDS)}
DRAWS: Final[dict[str, int]] = {"front": 0, "back": 1, "card": 2, "improvement": 3}


def add_one_of(number: int, count: int, features: list[int]) -> None:
    """Appends ``count`` features of which the one with this number is 1."""
    for other in range(count):
        features.append(1 if other == number else 0)


def add_city(game: Game, seat: int, tables: RulesetTables, facts: CommonFacts, features: list[int]) -> None:
    """Appends the features of the city in the order of ``city_names``; ``seat`` only says which player's turn is its own."""
    add_time(game, seat, tables, facts, features)
    add_forecast(game, facts, features)
    add_spaces(game, features)
    add_outlets_and_improvements(game, tables, facts, features)


def city_names() -> list[str]:
    return [
        *[f"{seats} seats" for seats in range(FEWEST_SEATS, MAX_SEATS + 1)],
        "Automas",
        *[f"{rounds} rounds left" for rounds in range(MAX_ROUNDS + 1)],
        *[f"stage {stage + 1}" for stage in range(STAGES)],
        "floors until the game ends early",
        *[f"phase {phase}" for phase in range(OVER + 1)],
        *[f"conducts {area}" for area in AREAS],
        "own question",
        "question of another seat",
        *[f"draw {kind}" for kind in DRAWS],
        *[f"question {kind}" for kind in QUESTIONS],
        "remodels between turns",
        "money of an employee",
        *[f"forecast {kind}" for kind in range(FORECASTS)],
        *[f"next forecast {kind}" for kind in range(FORECASTS)],
        *[f"cards left {kind}" for kind in range(FORECASTS)],
        "forecast is face up",
        *[f"percent for {number} consumers" for number in range(1, MAX_CONSUMERS + 1)],
        *[f"{side} row {row + 1} taken" for row in range(ROWS) for side in ("left", "right")],
        "desks free",
        *[f"warehouse space {space + 1} has supply" for space in range(DOORS)],
        *[f"exchange space {space + 1} free" for space in range(DOORS)],
        *[f"track space {space + 1} taken" for space in range(TRACK)],
        "factory spaces free",
        "markers in the factory",
        "construction spaces free",
        "markers at construction",
        *[f"retail space {space + 1} free" for space in range(SPACES)],
        *[f"retail space {space + 1} open" for space in range(SPACES)],
        "products",
        *[f"on sale: {role.replace('_', ' ')}" for role in ROLES],
    ]


def add_time(game: Game, seat: int, tables: RulesetTables, facts: CommonFacts, features: list[int]) -> None:
    state = game._state
    ruleset = game.ruleset
    add_one_of(len(state.players) - FEWEST_SEATS, MAX_SEATS - FEWEST_SEATS + 1, features)
    automas, floors = 0, 0
    for player in state.players:
        if player.deck is not None:
            automas += 1
        if len(player.floors) > floors:
            floors = len(player.floors)
    features.append(automas)
    add_one_of(min(facts.rounds_left, MAX_ROUNDS), MAX_ROUNDS + 1, features)
    add_one_of(ruleset.stage(state.round) - 1, STAGES, features)
    features.append(clip(tables.last_floor - floors) if tables.last_floor else HIGH_FLOOR)
    add_one_of(state.phase, OVER + 1, features)
    add_one_of(tables.area_slots[state.area] if state.phase == CONDUCT and state.area >= 0 else -1, len(AREAS), features)
    asked = game.asked_seat
    features.append(1 if asked == seat else 0)
    features.append(1 if asked >= 0 and asked != seat else 0)
    add_one_of(DRAWS.get(game.chance.kind, -1) if game.chance is not None else -1, len(DRAWS), features)
    add_one_of(QUESTIONS.get(game.question_kind, -1) if asked >= 0 else -1, len(QUESTIONS), features)
    features.append(1 if ruleset.remodeling_turn_ends is not None else 0)
    features.append(clip(ruleset.job_market_prices[state.job_market - 1]))


HIGH_FLOOR: Final = 9
"""Floors until the game ends early, where it can't."""


def add_forecast(game: Game, facts: CommonFacts, features: list[int]) -> None:
    state = game._state
    add_one_of(state.current_forecast, FORECASTS, features)
    add_one_of(state.next_forecast, FORECASTS, features)
    for count in state.forecast_deck:
        features.append(clip(count))
    features.append(1 if state.revealed_design >= 0 else 0)
    for chance in facts.chances:
        features.append(chance)


def add_spaces(game: Game, features: list[int]) -> None:
    """Appends what is taken and what is free in the areas where markers are scheduled."""
    state = game._state
    left, right = state.consulting_left, state.consulting_right
    for row in range(ROWS):
        features.append(1 if row < len(left) and left[row] >= 0 else 0)
        features.append(1 if row < len(right) and right[row] >= 0 else 0)
    features.append(state.agency_desks.count(-1))
    for door in range(DOORS):
        has_supply = door < len(state.warehouse_supply) and state.warehouse_supply[door] > 0 and state.warehouse_markers[door] < 0
        features.append(1 if has_supply else 0)
    for space in range(DOORS):
        features.append(1 if space < len(state.exchange_queue) and state.exchange_queue[space] < 0 else 0)
    for space in range(TRACK):
        features.append(1 if space < len(state.exchange_track) and state.exchange_track[space] >= 0 else 0)
    free = state.factory_queue.count(-1)
    features.append(free)
    features.append(len(state.factory_queue) - free)
    free = state.construction_queue.count(-1)
    features.append(free)
    features.append(len(state.construction_queue) - free)


def add_outlets_and_improvements(game: Game, tables: RulesetTables, facts: CommonFacts, features: list[int]) -> None:
    products = game._state.retail_products
    outlets = tables.outlets
    seats = len(game._state.players)
    is_open = [1 if space < len(products) and outlets.from_players[space] <= seats else 0 for space in range(SPACES)]
    for space in range(SPACES):
        features.append(1 if is_open[space] and products[space] < 0 else 0)
    for space in range(SPACES):
        features.append(is_open[space])
    features.append(len(facts.sales))
    copies = [0] * len(ROLES)
    stage = game.ruleset.stage(game._state.round)
    for tile, count in enumerate(game._state.copies_left):
        if game.ruleset.tiles[tile].stage <= stage:
            copies[tables.roles[tile]] += count
    for count in copies:
        features.append(clip(count))
