"""The trace of a record: all that another program needs to check each rule, one object a line (docs/record.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .company.improvements import place_name
from .position_reading import seat_number
from .record import CANCEL
from .state import FORECAST_TYPES, PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .game import Game
    from .position_reading import JsonObject
    from .record import Entry, Record
    from .ruleset import Tile

FORMAT = 1


def trace(record: Record) -> Iterator[JsonObject]:
    """Yields the header, an object for each question and each chance outcome that counts, and last the scores.

    A record that ends in the middle of a game has no scores, nor has one that was cancelled by agreement.
    """
    line = header(record)
    for count, (game, entry, _) in enumerate(record.positions(), 1):
        yield line | {"position": game.position()}
        if entry is not None:
            line = question_or_chance(game, entry, count)
    if game.is_over and record.ending != CANCEL:
        scores = [score.as_dict() for score in game.scores()]
        yield {"kind": "scores", "scores": scores, "ranking": [score["seat"] for score in scores], "key": record.key}


def header(record: Record) -> JsonObject:
    """Returns the header: the ruleset with all its values and parts, seats and options."""
    ruleset = record.game_ruleset
    values: JsonObject = {}
    for key, value in ruleset.values.items():
        values[key] = {"value": value.value, "status": value.status, "evidence": value.evidence}
    return {
        "kind": "header",
        "format": FORMAT,
        "ruleset": ruleset.name,
        "revision": ruleset.revision,
        "house": dict(ruleset.overrides),
        "options": dict(record.options),
        "seats": [{"name": s.name, "automa": s.automa, "colour": s.colour} for s in record.seats],
        "hash": record.key_hash,
        "from": record.first_committed_draw,
        "values": values,
        "phases": ["setup", *(phase.name for phase in ruleset.phases), "over"],
        "areas": [area.id for area in ruleset.areas],
        "types": list(FORECAST_TYPES),
        "rooms": [room.id for room in ruleset.rooms],
        "places": [place_name(ruleset, place) for place in range(PLACES)],
        "tiles": [tile_line(tile) for tile in ruleset.tiles],
        "specialties": [specialty.id for specialty in ruleset.specialties],
        "designs": [design.id for design in ruleset.designs],
        "cards": [card.id for card in ruleset.automa_cards],
        "eras": [era.id for era in ruleset.eras],
        "events": [card.id for card in ruleset.events],
    }


def tile_line(tile: Tile) -> JsonObject:
    kind = "tenant" if tile.is_tenant else "floor"
    is_achievement = int(tile.achievement is not None)
    return {
        "id": tile.id,
        "kind": kind,
        "stage": tile.stage,
        "prestige": tile.prestige,
        "achievement": is_achievement,
        "single": int(tile.is_single),
    }


def question_or_chance(game: Game, entry: Entry, number: int) -> JsonObject:
    """Returns the question with all legal answers, or the chance with outcomes and weights, and what was taken."""
    state = game._state
    area = game._ruleset.areas[state.area].id if state.area >= 0 else ""
    line: JsonObject = {"n": number, "round": state.round, "phase": state.phase, "area": area}
    if game._chance is not None:
        outcomes = [outcome.text for outcome in game._chance.outcomes]
        line |= {"seat": 0, "kind": game._chance.kind, "outcomes": outcomes, "weights": list(game._chance.weights)}
    else:
        line |= {"seat": seat_number(game._asked_seat), "kind": game.question_kind, "legal": [action.text for action in game._legal]}
    line["taken"] = entry.text
    return line
