"""What the fields of a table, a company, a deck and a step hold.

A field is declared once: its name, its kind with its range, and its meaning. Positions are written, read and checked by that; their JSON Schema
and the tables of docs/position.md are made of it. In memory areas, rooms, tiles and so on are indices into the ruleset's lists; what is
written names them by their ids. Seats count from 0 in memory, and from 1 in what is written, where 0 is nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import BadPosition
from .position_reading import JsonObject, require, require_range, seat_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from .ruleset import Ruleset

MOST_SEATS = 6
"""More than this no ruleset has, whatever its house values."""


class IdList:
    """The ids of one of a ruleset's lists; "" stands for -1. ``what`` is the noun for one of them."""

    __slots__ = ("ids", "what")

    def __init__(self, what: str, ids: list[str]) -> None:
        self.what = what
        self.ids = ids

    def id(self, number: int) -> str:
        return self.ids[number] if number >= 0 else ""

    def number(self, id: object, name: str) -> int:
        """Returns the number of an id; raises BadPosition for an unknown one. ``name`` is that of the field."""
        if not isinstance(id, str) or id not in self.ids:
            raise BadPosition(f"The position's {name!r} names the {self.what} {id!r}; there are: {', '.join(self.ids) or 'none'}.")
        return self.ids.index(id)


class PositionContext:
    """What the values of a position refer to: a ruleset, its lists of ids by what they name, and the number of seats."""

    __slots__ = ("ruleset", "seat_count", "lists")

    def __init__(self, ruleset: Ruleset, seat_count: int, lists: dict[str, list[str]]) -> None:
        self.ruleset = ruleset
        self.seat_count = seat_count
        self.lists = {what: IdList(what, ids) for what, ids in lists.items()}


class Kind:
    """What a field holds."""

    __slots__ = ()

    def write(self, value: Any, context: PositionContext) -> object:
        """Returns a value as it stands in a position; lists are copied."""
        raise NotImplementedError

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        """Returns the value that was written; raises BadPosition if it is of another kind or out of its range.

        ``name`` is the field's; ``start`` is its value at the start of the same game, which only a Row needs.
        """
        raise NotImplementedError

    def schema(self) -> JsonObject:
        """Returns the JSON Schema of what is written, which allows every ruleset with any house values."""
        raise NotImplementedError


class Number(Kind):
    """A whole number from ``least`` to ``most``, or to what ``limit`` returns for the ruleset; without both it has no upper bound here."""

    __slots__ = ("least", "most", "limit")

    def __init__(self, least: int, most: int | None = None, limit: Callable[[Ruleset], int] | None = None) -> None:
        self.least = least
        self.most = most
        self.limit = limit

    def write(self, value: Any, context: PositionContext) -> object:
        return value

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        if not isinstance(written, int) or isinstance(written, bool):
            raise BadPosition(f"The position's {name!r} must be a whole number, not {written!r}.")
        most = self.limit(context.ruleset) if self.limit is not None else self.most
        if most is None:
            require(written >= self.least, f"{name!r} must be at least {self.least}, not {written}")
        else:
            require_range([written], self.least, most, repr(name))
        return written

    def schema(self) -> JsonObject:
        bounds: JsonObject = {"minimum": self.least}
        if self.most is not None:
            bounds["maximum"] = self.most
        return {"type": "integer", **bounds}


class SeatNumber(Kind):
    """A seat; -1 is nobody, if that is allowed."""

    __slots__ = ("is_optional",)

    def __init__(self, *, is_optional: bool = False) -> None:
        self.is_optional = is_optional

    def write(self, value: Any, context: PositionContext) -> object:
        return seat_number(value)

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        if not isinstance(written, int) or isinstance(written, bool):
            raise BadPosition(f"The position's {name!r} must have whole numbers for seats, not {written!r}.")
        require_range([written], 0 if self.is_optional else 1, context.seat_count, f"a seat in {name!r}")
        return written - 1

    def schema(self) -> JsonObject:
        return {"type": "integer", "minimum": 0 if self.is_optional else 1, "maximum": MOST_SEATS}


class Id(Kind):
    """An index into the list of a ruleset called ``list_name``; -1 is none, if that is allowed."""

    __slots__ = ("list_name", "is_optional")

    def __init__(self, list_name: str, *, is_optional: bool = False) -> None:
        self.list_name = list_name
        self.is_optional = is_optional

    def write(self, value: Any, context: PositionContext) -> object:
        return context.lists[self.list_name].id(value)

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        if self.is_optional and written == "":
            return -1
        return context.lists[self.list_name].number(written, name)

    def schema(self) -> JsonObject:
        return {"$ref": "#/$defs/maybe_id" if self.is_optional else "#/$defs/id"}


class ListOf(Kind):
    """A list of any length; ``is_unique``: nothing is in it twice."""

    __slots__ = ("item", "is_unique")

    def __init__(self, item: Kind, *, is_unique: bool = False) -> None:
        self.item = item
        self.is_unique = is_unique

    def write(self, value: Any, context: PositionContext) -> object:
        item = self.item
        return [item.write(part, context) for part in value]

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        if not isinstance(written, list):
            raise BadPosition(f"The position's {name!r} must be a list, not {written!r}.")
        length = self.length(context, start)
        if length is not None and len(written) != length:
            raise BadPosition(f"The position's {name!r} must have {length} items, not {len(written)}.")
        values = [self.item.read(part, name, context) for part in written]
        require(not self.is_unique or all(value not in values[:place] for place, value in enumerate(values)), f"{name!r} has an item twice")
        return values

    def length(self, context: PositionContext, start: Any) -> int | None:
        """Returns the length that the list must have; None for any."""
        return None

    def schema(self) -> JsonObject:
        return {"type": "array", "items": self.item.schema(), **({"uniqueItems": True} if self.is_unique else {})}


class Row(ListOf):
    """A list of the length that it has at the start of the game, such as the spaces of an area."""

    __slots__ = ()

    def length(self, context: PositionContext, start: Any) -> int | None:
        return len(start)


class PerSeat(ListOf):
    """A list with an item for each seat."""

    __slots__ = ()

    def length(self, context: PositionContext, start: Any) -> int | None:
        return context.seat_count

    def schema(self) -> JsonObject:
        return {**super().schema(), "minItems": 2, "maxItems": MOST_SEATS}


class ById(Kind):
    """A list with an item for each id of a list of the ruleset, written as an object by ids.

    Items that are ``default`` are left out there; None: all are written. ``size`` is the number of ids if all rulesets have as many, else 0.
    """

    __slots__ = ("list_name", "item", "default", "size")

    def __init__(self, list_name: str, item: Kind, default: int | None = None, size: int = 0) -> None:
        self.list_name = list_name
        self.item = item
        self.default = default
        self.size = size

    def write(self, value: Any, context: PositionContext) -> object:
        item, default = self.item, self.default
        pairs = zip(context.lists[self.list_name].ids, value, strict=True)
        return {id: item.write(part, context) for id, part in pairs if default is None or part != default}

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        if not isinstance(written, dict):
            raise BadPosition(f"The position's {name!r} must be an object.")
        ids = context.lists[self.list_name]
        for id in written:
            ids.number(id, name)
        values: list[object] = []
        for id in ids.ids:
            if id in written or self.default is None:
                values.append(self.item.read(written.get(id), name, context))
            else:
                values.append(self.default)
        return values

    def schema(self) -> JsonObject:
        return {"type": "object", "propertyNames": {"$ref": "#/$defs/id"}, "additionalProperties": self.item.schema()}


class IdSet(Kind):
    """A list of 1 and 0 for each of ``size`` ids of a list of the ruleset, written as a list of those that have 1, in the ruleset's order."""

    __slots__ = ("list_name", "size")

    def __init__(self, list_name: str, size: int) -> None:
        self.list_name = list_name
        self.size = size

    def write(self, value: Any, context: PositionContext) -> object:
        return [id for id, is_in in zip(context.lists[self.list_name].ids, value, strict=True) if is_in]

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        if not isinstance(written, list):
            raise BadPosition(f"The position's {name!r} must be a list of ids, not {written!r}.")
        ids = context.lists[self.list_name]
        numbers = [ids.number(id, name) for id in written]
        return [int(number in numbers) for number in range(len(ids.ids))]

    def schema(self) -> JsonObject:
        return {"type": "array", "items": {"$ref": "#/$defs/id"}, "uniqueItems": True}


class Part(Kind):
    """An object with fields of its own, made by ``make``; ``name`` is that of its schema. None, if that is allowed."""

    __slots__ = ("name", "fields", "make", "is_optional")

    def __init__(self, name: str, fields: tuple[Field, ...], make: Callable[[], object], *, is_optional: bool = False) -> None:
        self.name = name
        self.fields = fields
        self.make = make
        self.is_optional = is_optional

    def write(self, value: Any, context: PositionContext) -> object:
        return None if value is None else write_fields(value, self.fields, context)

    def read(self, written: object, name: str, context: PositionContext, start: Any = None) -> object:
        if written is None and self.is_optional:
            return None
        if not isinstance(written, dict):
            raise BadPosition(f"The position's {name!r} must have objects, not {written!r}.")
        made = self.make()
        read_fields(made, self.fields, written, context)
        return made

    def schema(self) -> JsonObject:
        reference: JsonObject = {"$ref": f"#/$defs/{self.name}"}
        return {"anyOf": [{"type": "null"}, reference]} if self.is_optional else reference


class Field:
    """A field: its name, what it holds, and what it means, in Markdown."""

    __slots__ = ("name", "kind", "meaning")

    def __init__(self, name: str, kind: Kind, meaning: str) -> None:
        self.name = name
        self.kind = kind
        self.meaning = meaning


def names_of(fields: tuple[Field, ...]) -> tuple[str, ...]:
    return tuple(field.name for field in fields)


def write_fields(source: object, fields: tuple[Field, ...], context: PositionContext) -> JsonObject:
    """Returns the fields of an object as plain data."""
    return {field.name: field.kind.write(getattr(source, field.name), context) for field in fields}


def read_fields(target: object, fields: tuple[Field, ...], data: JsonObject, context: PositionContext, start: object = None) -> None:
    """Sets the fields of an object from plain data; ``start`` is the same object at the start of the game, which only a Row needs.

    Raises BadPosition for a value of another kind or out of its range.
    """
    for field in fields:
        first = getattr(start, field.name) if start is not None else None
        setattr(target, field.name, field.kind.read(data.get(field.name), field.name, context, first))


def object_schema(fields: tuple[Field, ...]) -> JsonObject:
    """Returns the JSON Schema of an object with these fields and no others."""
    properties: JsonObject = {field.name: {"description": field.meaning.replace("`", ""), **field.kind.schema()} for field in fields}
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}
