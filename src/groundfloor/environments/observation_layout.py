"""What each entry of an observation is: its name, the highest value it can have, and the value by which a learner divides it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from groundfloor.engine.kinds import QuestionKind
from groundfloor.engine.state import FORECAST_TYPES, PLACES, ROOMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundfloor.engine.game import Game
    from groundfloor.engine.ruleset import Ruleset

OBSERVATION_VERSION = 1
"""Rises whenever a name, the order or the meaning of an entry changes."""
HIGHEST = 255
"""The highest value of any entry; a larger number is shown as this one."""
PHASES = ("setup", "income", "hire", "schedule", "conduct", "reorganize", "over")
QUESTIONS = tuple(kind for kind in get_args(QuestionKind) if kind)
STEP_LEVELS = 3
"""How many of the steps in progress are shown: a phase, an area in it, the end of a turn in that."""
PRESET_CARDS = 10
"""How many cards of a preset forecast deck are shown."""


@dataclass(frozen=True)
class ObservationEntry:
    """One entry of an observation: its name, its highest value, and a usual high value, for scaling.

    >>> from groundfloor.environments import TableKind
    >>> TableKind.of("second", 2).encoder.entries[0]
    ObservationEntry(name='round', high=7, usual=7)
    """

    name: str
    high: int = 1
    usual: int = 1


def count(name: str, high: int = HIGHEST, usual: int = 0) -> ObservationEntry:
    return ObservationEntry(name, high, usual or min(high, 10))


def flags(prefix: str, names: Iterable[str]) -> list[ObservationEntry]:
    """Returns an entry for each name, 1 if it applies and 0 if not."""
    return [ObservationEntry(f"{prefix}.{name}") for name in names]


def seat_names(players: int) -> tuple[str, ...]:
    """Returns the names of seats as an observation has them: the observer, then the others clockwise.

    >>> seat_names(3)
    ('own', 'next_1', 'next_2')
    """
    return ("own", *(f"next_{number}" for number in range(1, players)))


def spaces(prefix: str, length: int, seats: Sequence[str]) -> list[ObservationEntry]:
    """Returns the entries of a row of spaces: for each space a flag for each seat that may have it."""
    return [ObservationEntry(f"{prefix}.{number}.{seat}") for number in range(1, length + 1) for seat in seats]


def layout(game: Game) -> tuple[ObservationEntry, ...]:
    """Returns the entries of an observation of a table, in their order; ``game`` is the table at its start."""
    rules, state = game.ruleset, game.state
    seats = seat_names(len(state.players))
    found = general_entries(rules, seats)
    found += [entry for name in ("left", "right") for entry in spaces(f"consulting.{name}", len(state.consulting_left), seats)]
    found += spaces("agency.desk", len(state.agency_desks), seats)
    found += [count(f"agency.box_{box}.{seat}", HIGHEST, 4) for box in range(1, len(state.marketing_boxes) + 1) for seat in seats]
    found += spaces("bonus", len(state.bonus_takers), seats)
    found += spaces("warehouse", len(state.warehouse_markers), seats)
    found += flags("warehouse.supply", map(str, range(1, len(state.warehouse_supply) + 1)))
    found += spaces("factory", len(state.factory_queue), seats)
    found += spaces("exchange.queue", len(state.exchange_queue), seats)
    found += spaces("exchange.track", len(state.exchange_track), seats)
    found += spaces("retail", len(state.retail_products), seats)
    found += spaces("construction", len(state.construction_queue), seats)
    found += forecast_entries(rules)
    found += [count(f"on_sale.{tile.id}", HIGHEST, 2) for tile in rules.tiles]
    for level in range(STEP_LEVELS):
        found += step_entries(f"step_{level + 1}", seats, marks_shown(game))
    for seat in seats:
        found += player_entries(rules, seat)
    return tuple(found + automa_entries(game, seats))


def general_entries(rules: Ruleset, seats: Sequence[str]) -> list[ObservationEntry]:
    found = [count("round", len(rules.stage_by_round), len(rules.stage_by_round))]
    found += flags("phase", PHASES)
    found += flags("area", [area.id for area in rules.areas])
    found += flags("question", QUESTIONS)
    found += flags("asked", seats)
    found += spaces("popularity_order", len(seats), seats)
    found += [count("job_market", HIGHEST, len(rules.job_market_prices))]
    found += flags("era", [era.id for era in rules.eras])
    return found + flags("event", [event.id for event in rules.events])


def forecast_entries(rules: Ruleset) -> list[ObservationEntry]:
    found = flags("forecast.current", FORECAST_TYPES) + flags("forecast.next", FORECAST_TYPES)
    found += [count(f"forecast.deck.{name}", HIGHEST, 4) for name in FORECAST_TYPES]
    found += flags("forecast.revealed", [design.id for design in rules.designs])
    found += [count(f"forecast.seen.{design.id}", HIGHEST, 2) for design in rules.designs]
    return found + [ObservationEntry(f"forecast.preset.{card}.{name}") for card in range(1, PRESET_CARDS + 1) for name in FORECAST_TYPES]


def marks_shown(game: Game) -> int:
    """Returns how many marks of a step are shown: a step has one for each seat or for each space of the retail outlets."""
    return max(len(game.state.retail_products), len(game.state.players))


def step_entries(prefix: str, seats: Sequence[str], marks: int) -> list[ObservationEntry]:
    """Returns the entries for a step in progress (docs/position.md)."""
    found = spaces(f"{prefix}.order", len(seats), seats)
    found += [count(f"{prefix}.at"), count(f"{prefix}.stage", HIGHEST, 2)]
    return found + [count(f"{prefix}.mark.{number}", HIGHEST, 1) for number in range(1, marks + 1)]


def player_entries(rules: Ruleset, seat: str) -> list[ObservationEntry]:
    found = [count(f"{seat}.{name}", HIGHEST, usual) for name, usual in NUMBERS]
    found += flags(f"{seat}.specialty", [specialty.id for specialty in rules.specialties])
    found += flags(f"{seat}.remodeled", [room.id for room in rules.rooms])
    found += [count(f"{seat}.markers.{room.id}", HIGHEST, 2) for room in rules.rooms]
    found += flags(f"{seat}.covered", [*(room.id for room in rules.rooms), *(f"empty_floor_{n}" for n in range(1, PLACES - ROOMS + 1))])
    found += [count(f"{seat}.owns.{tile.id}", HIGHEST, 1) for tile in rules.tiles]
    found += [count(f"{seat}.place.{tile.id}", HIGHEST, 8) for tile in rules.tiles]
    return found + [count(f"{seat}.uses.{tile.id}", HIGHEST, 2) for tile in rules.tiles if not tile.is_tenant]


NUMBERS = (
    ("money", 30),
    ("info", 30),
    ("supply", 3),
    ("time", 15),
    ("reserve_time", 25),
    ("spent_time", 15),
    ("ceo_space", 5),
    ("trained", 4),
    ("untrained", 4),
    ("popularity", 9),
)
"""The numbers of a company, with a usual high value."""


def automa_entries(game: Game, seats: Sequence[str]) -> list[ObservationEntry]:
    """Returns the entries for the Automas, clockwise from the observer; none at a table without Automas."""
    rules = game.ruleset
    found: list[ObservationEntry] = []
    cards = [rules.automa_deck[code].name for code in shown_cards(rules)]
    for number in range(1, sum(automa is not None for automa in game.automas) + 1):
        found += flags(f"automa_{number}.is", [entrepreneur.id for entrepreneur in rules.entrepreneurs])
        found += flags(f"automa_{number}.seat", seats)
        found.append(ObservationEntry(f"automa_{number}.hired"))
        found += [count(f"automa_{number}.{pile}.{card}", HIGHEST, 2) for pile in ("pile", "discard", "revealed") for card in cards]
    if found:
        found += [count(f"automa_cards.seen.{card}", HIGHEST, 2) for card in cards]
        found.append(count("automa_cards.offices_left", HIGHEST, 4))
    return found


def shown_cards(rules: Ruleset) -> list[int]:
    """Returns the codes of the Automa cards that there can be: unseen ones, and each design of a kind with several."""
    found = []
    for card in rules.automa_deck:
        designs = len(card.kind.corners)
        if card.design == 0 or (designs > 1 and card.design <= designs):
            found.append(card.code)
    return found
