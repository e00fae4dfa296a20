"""Positions in one line of text, as FEN is for chess (docs/position.md).

Words are separated by one blank: format, ruleset and revision, options, house values, seats, the table, a company each, and the steps. The fields
stand in the order in which they are declared (``state.py``, the class of a step), so none can be forgotten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import BadPosition, GroundfloorError
from .fields import ById, Field, Id, IdSet, Kind, ListOf, Part, PositionContext, SeatNumber
from .position import FORMAT, STEP_TYPES, position_context
from .seats import Seat
from .state import PLAYER_FIELDS, STATE_FIELDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Game
    from .position_reading import JsonObject
    from .ruleset import Ruleset

FORMAT_WORD = "gf1"
NONE = "-"
"""No option, no house value, no step; no thing (-1) among ids, and no deck."""
EMPTY = "."
"""An empty list."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters for the numbers from 0 to 61 in a list; a larger one is written in parentheses."""
TABLE_FIELDS = tuple(field for field in STATE_FIELDS if field.name != "players")
MAX_LENGTH = 20_000
"""The most characters of a line."""


def line_of(game: Game) -> str:
    """Returns the position of a game as one line."""
    import json  # here and below, as both take long to import
    from urllib.parse import quote

    state, rules = game._state, game._ruleset
    defaults = {option.name: option.values[0] for option in rules.options}
    options = [f"{name}={value}" for name, value in game.options.items() if value != defaults[name]]
    house = json.dumps(rules.overrides, separators=(",", ":")) if rules.overrides else ""
    seats = [",".join([seat.colour, quote(seat.name, safe=""), *([seat.automa] if seat.automa else [])]) for seat in game.seats]
    steps = [",".join([step.name, *write_values(step, step.fields)]) for step in game._steps]
    words = [FORMAT_WORD, f"{rules.name}.{rules.revision}", ",".join(options) or NONE, quote(house, safe="") or NONE, "/".join(seats)]
    words.append(",".join(write_values(state, TABLE_FIELDS)))
    words += [",".join(write_values(player, PLAYER_FIELDS)) for player in state.players]
    return " ".join([*words, ";".join(steps) or NONE])


def write_values(source: object, fields: tuple[Field, ...]) -> list[str]:
    return [write_value(getattr(source, field.name), field.kind) for field in fields]


def write_value(value: object, kind: Kind) -> str:
    """Returns a field's value as text: a whole number, a list with one character an item, or lists and parts of a deck joined by ``/``."""
    if isinstance(kind, Part):
        return NONE if value is None else "/".join(write_values(value, kind.fields))
    if isinstance(kind, IdSet):
        assert isinstance(value, list)
        return write_list(value)
    if isinstance(kind, ListOf | ById):
        assert isinstance(value, list)
        if isinstance(kind.item, ListOf | ById):
            inner = kind.item
            return "/".join([write_value(part, inner) for part in value]) or EMPTY
        return write_list([part + 1 for part in value] if isinstance(kind.item, SeatNumber) else value)
    assert isinstance(value, int)
    number = value + 1 if isinstance(kind, SeatNumber) else value
    return NONE if number < 0 else str(number)


def write_list(numbers: list[int]) -> str:
    return "".join([NONE if number < 0 else DIGITS[number] if number < len(DIGITS) else f"({number})" for number in numbers]) or EMPTY


def parse_line(text: str, find: Callable[[str, int], Ruleset]) -> JsonObject:
    """Returns the plain data of a position in one line, without question and chance, which follow from the rest; BadPosition if it is none."""
    import json
    from urllib.parse import unquote

    words = text.split(" ")
    if words[0] != FORMAT_WORD or len(words) < 9 or len(text) > MAX_LENGTH:
        raise BadPosition(f"A position in one line begins with {FORMAT_WORD} and has at least 9 words, separated by one blank each.")
    name, _, revision = words[1].rpartition(".")
    options = {} if words[2] == NONE else dict([pair(option) for option in words[2].split(",")])
    try:
        house = {} if words[3] == NONE else json.loads(unquote(words[3]))
    except (ValueError, RecursionError) as error:
        raise BadPosition("The position's house values are not JSON.") from error
    if not isinstance(house, dict):
        raise BadPosition("The position's house values must be an object.")
    seats = [parse_seat(word) for word in words[4].split("/")]
    if len(words) != len(seats) + 7:
        raise BadPosition(f"A position in one line has a word for each company; with {len(seats)} seats it has {len(seats) + 7} words.")
    rules = find(name, parse_int(revision, "revision")).with_overrides(house)
    try:
        normalized = rules.normalize_options(options, len(seats))
    except GroundfloorError as error:
        raise BadPosition(str(error)) from error
    context = position_context(rules.with_options(normalized), len(seats))
    state = parse_fields(words[5].split(","), TABLE_FIELDS, context)
    state["players"] = [parse_fields(word.split(","), PLAYER_FIELDS, context) for word in words[6:-1]]
    return {
        "format": FORMAT,
        "ruleset": name,
        "revision": parse_int(revision, "revision"),
        "house": house,
        "options": normalized,
        "seats": [{"name": seat.name, "automa": seat.automa, "colour": seat.colour} for seat in seats],
        "state": state,
        "steps": [] if words[-1] == NONE else [parse_step(word, context) for word in words[-1].split(";")],
    }


def pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def parse_seat(text: str) -> Seat:
    from urllib.parse import unquote

    parts = text.split(",")
    if not 2 <= len(parts) <= 3:
        raise BadPosition(f"A seat is written COLOUR,NAME or COLOUR,NAME,AUTOMA, not {text!r:.80}.")
    return Seat(unquote(parts[1]), parts[2] if len(parts) == 3 else "", parts[0])


def parse_step(text: str, context: PositionContext) -> JsonObject:
    parts = text.split(",")
    for kind in STEP_TYPES:
        if kind.name == parts[0]:
            return {"step": kind.name, **parse_fields(parts[1:], kind.fields, context)}
    raise BadPosition(f"There is no step {parts[0]!r:.80}; there are: {', '.join([kind.name for kind in STEP_TYPES])}.")


def parse_fields(parts: list[str], fields: tuple[Field, ...], context: PositionContext) -> JsonObject:
    """Returns fields as plain data."""
    if len(parts) != len(fields):
        raise BadPosition(f"The position has {len(parts)} fields where it must have {len(fields)}, from {fields[0].name!r} on.")
    data: JsonObject = {}
    for part, field in zip(parts, fields, strict=True):
        try:
            data[field.name] = parse_value(part, field.kind, field.name, context)
        except (LookupError, ValueError) as error:
            raise BadPosition(f"The position's {field.name!r} can't be {part!r:.80}.") from error
    return data


def parse_value(text: str, kind: Kind, name: str, context: PositionContext) -> object:
    """Returns the plain data of a field."""
    if isinstance(kind, Part):
        return None if text == NONE and kind.is_optional else parse_fields(text.split("/"), kind.fields, context)
    return kind.write(parse_memory(text, kind, name), context)


def parse_memory(text: str, kind: Kind, name: str) -> object:
    """Returns the value of a field in memory."""
    if isinstance(kind, ListOf | ById) and isinstance(kind.item, ListOf | ById):
        inner = kind.item
        return [] if text == EMPTY else [parse_memory(part, inner, name) for part in text.split("/")]
    if isinstance(kind, ListOf | ById | IdSet):
        is_seats = not isinstance(kind, IdSet) and isinstance(kind.item, SeatNumber)
        return [number - 1 for number in parse_list(text)] if is_seats else parse_list(text)
    if isinstance(kind, Id) and text == NONE:
        return -1
    number = parse_int(text, name)
    return number - 1 if isinstance(kind, SeatNumber) else number


def parse_list(text: str) -> list[int]:
    """Returns the numbers of a list with one character an item; raises ValueError for another character."""
    numbers: list[int] = []
    rest = "" if text == EMPTY else text
    while rest:
        if rest[0] == "(":
            inner, end, rest = rest[1:].partition(")")
            if not end:
                raise ValueError("A number in parentheses has no end.")
            numbers.append(parse_int(inner, "list"))
        else:
            numbers.append(-1 if rest[0] == NONE else DIGITS.index(rest[0]))
            rest = rest[1:]
    return numbers


def parse_int(text: str, name: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 7):
        raise BadPosition(f"The position's {name!r} must be a whole number, not {text!r:.80}.")
    return int(text)
