"""Positions as plain data: what lies on the table, and the steps in progress (docs/position.md).

Its fields are declared: those of the table in ``state.py``, those of a step in its class (``fields.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .arguments import require_type
from .automa import AutomaTurn
from .city.advertising_agency import AgencyStep, ReverseAgencyStep
from .city.construction_company import ConstructionStep, RemodelingConstructionStep
from .city.economic_forecast import ForecastStep
from .city.factory import FactoryStep, LiquidatingFactoryStep
from .city.marketing_bonus import BonusStep, TwoPlayerBonusStep
from .city.retail_outlets import RetailStep
from .city.stock_exchange import ExchangeStep
from .company.improvements import place_name
from .company.remodeling import AfterTurn
from .errors import BadPosition
from .fields import PositionContext, read_fields, write_fields
from .phases.conduct import Conduct
from .phases.hire import Hire
from .phases.income import Income
from .phases.reorganize import Reorganize
from .phases.rounds import Rounds
from .phases.schedule import Schedule
from .phases.setup import Setup
from .position_reading import JsonObject, read_child, read_children, read_int, seat_number
from .state import FORECAST_TYPES, PLACES, STATE_FIELDS, State
from .step import Step

if TYPE_CHECKING:
    from .game import Game
    from .ruleset import Ruleset

FORMAT = 1
"""The format that is written and read."""


def position_context(ruleset: Ruleset, seat_count: int) -> PositionContext:
    """Returns what positions of such a table refer to."""
    lists: dict[str, list[str]] = {
        "area": [area.id for area in ruleset.areas],
        "room": [room.id for room in ruleset.rooms],
        "place": [place_name(ruleset, place) for place in range(PLACES)],
        "improvement": [tile.id for tile in ruleset.tiles],
        "specialty": [specialty.id for specialty in ruleset.specialties],
        "forecast card": [design.id for design in ruleset.designs],
        "forecast type": list(FORECAST_TYPES),
        "kind of Automa card": [card.id for card in ruleset.automa_cards],
        "Automa card": [card.name for card in ruleset.automa_deck],
        "era": [era.id for era in ruleset.eras],
        "event": [event.id for event in ruleset.events],
        "marketing type": [type.id for type in ruleset.agency.types],
        "bonus": [bonus.id for bonus in ruleset.bonus.bonuses],
    }
    return PositionContext(ruleset, seat_count, lists)


def position_of(game: Game) -> JsonObject:
    """Returns everything on the table, the steps in progress and what is asked, as ints, texts, lists and dicts."""
    context = position_context(game._ruleset, len(game.seats))
    asked: JsonObject | None = None
    if game.question is not None:
        asked = {"kind": game.question_kind, "seat": seat_number(game._asked_seat), "legal": [a.text for a in game._legal]}
    chance: JsonObject | None = None
    if game._chance is not None:
        outcomes = [o.text for o in game._chance.outcomes]
        chance = {"kind": game._chance.kind, "outcomes": outcomes, "weights": list(game._chance.weights)}
    return {
        "format": FORMAT,
        "ruleset": game._ruleset.name,
        "revision": game._ruleset.revision,
        "house": dict(game._ruleset.overrides),
        "options": dict(game.options),
        "seats": [{"name": s.name, "automa": s.automa, "colour": s.colour} for s in game.seats],
        "state": write_fields(game._state, STATE_FIELDS, context),
        "steps": [step.save(context) for step in game._steps],
        "question": asked,
        "chance": chance,
    }


def position_text(position: Mapping[str, object]) -> str:
    """Returns the canonical text of a position: JSON in ASCII, with sorted keys and without blanks.

    >>> from groundfloor import new_game, position_text
    >>> game = new_game("second", ["Ann", "Ben"])
    >>> position_text(game.position()) == position_text(game.copy().position())
    True
    """
    import json  # here, as it takes long to import

    require_type(position, (Mapping,), "A position is the plain data that Game.position() returns")
    return json.dumps(position, sort_keys=True, separators=(",", ":"))


def parse_position(text: str) -> JsonObject:
    """Returns the plain data of a position in JSON; raises BadPosition if it is none."""
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"The position is not JSON: {error}.") from error
    if not isinstance(data, dict):
        raise BadPosition("The position must be an object.")
    return data


def read_state(data: JsonObject, context: PositionContext, fresh: State) -> State:
    """Returns the table of a position; ``fresh`` is the same game's table at its start. Raises BadPosition."""
    format = read_int(data, "format")
    if format != FORMAT:
        raise BadPosition(f"The position's format is {format}; this version of groundfloor reads format {FORMAT}.")
    state = State()
    read_fields(state, STATE_FIELDS, read_child(data, "state"), context, fresh)
    return state


def ask_again(game: Game, data: JsonObject | None) -> None:
    """Asks the question or chance of a loaded position again; raises BadPosition if the position is not the one that was saved (None: any)."""
    game._chance = None
    game._asked_seat = -1
    game._legal = []
    try:
        if game._steps:
            game._steps[-1].advance(game)
        is_same = data is None or position_text(position_of(game)) == position_text(data)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
        raise BadPosition("The position is inconsistent: its last step can't go on.") from error
    if not is_same:
        raise BadPosition("The position is inconsistent: its question or chance is not the one that follows from the rest.")


STEP_TYPES: tuple[type[Step], ...] = (
    Setup,
    Rounds,
    Income,
    Hire,
    Schedule,
    AutomaTurn,
    Conduct,
    AgencyStep,
    BonusStep,
    FactoryStep,
    ExchangeStep,
    ForecastStep,
    RetailStep,
    ConstructionStep,
    ReverseAgencyStep,
    TwoPlayerBonusStep,
    LiquidatingFactoryStep,
    RemodelingConstructionStep,
    AfterTurn,
    Reorganize,
)


def read_steps(data: JsonObject, context: PositionContext) -> list[Step]:
    """Returns the steps of a position; raises BadPosition for an unknown one."""
    return [read_step(step, context) for step in read_children(data, "steps")]


def read_step(data: JsonObject, context: PositionContext) -> Step:
    for kind in STEP_TYPES:
        if kind.name == data.get("step"):
            step = kind()
            step.load(data, context)
            return step
    raise BadPosition(f"There is no step {data.get('step')!r}; there are: {', '.join(kind.name for kind in STEP_TYPES)}.")
