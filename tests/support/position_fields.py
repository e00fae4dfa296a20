"""What is made of the declared fields of positions: methods of engine/state.py, engine/snapshot.py, the tables of docs/position.md and its schema.

``python -m tests.support position_fields`` writes all of them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from groundfloor.engine.fields import MOST_SEATS, ById, Field, IdSet, Kind, ListOf, Number, Part, object_schema
from groundfloor.engine.position import FORMAT, STEP_TYPES
from groundfloor.engine.seats import KNOWN_COLOURS
from groundfloor.engine.state import BONUSES, DECK_FIELDS, PLAYER_FIELDS, STATE_FIELDS
from groundfloor.engine.step import Step

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs/position.md"
SCHEMA_FILE = FILE.with_name("position.schema.json")
FIELD_TABLES = {"## `state`": STATE_FIELDS, "### A player": PLAYER_FIELDS, "### A deck": DECK_FIELDS}
"""The fields of a table by the heading above it."""

WRITTEN = "# Written by python -m tests.support position_fields."

STATE_FILE = ROOT / "src/groundfloor/engine/state.py"
SNAPSHOT_FILE = STATE_FILE.with_name("snapshot.py")
BONUS_FIELDS = tuple(Field(name, Number(0), "") for name in BONUSES)
CLASSES = {"Deck": DECK_FIELDS, "Player": PLAYER_FIELDS + BONUS_FIELDS, "State": STATE_FIELDS}
"""The fields of a class of engine/state.py by its name."""


def type_of(kind: Kind) -> str:
    """Returns the type of a field of this kind in memory."""
    if isinstance(kind, Part):
        return f"{kind.make.__name__} | None" if kind.is_optional else kind.make.__name__
    if isinstance(kind, ListOf | ById):
        return f"list[{type_of(kind.item)}]"
    return "list[int]" if isinstance(kind, IdSet) else "int"


def start_of(kind: Kind) -> str:
    """Returns the value of such a field in a new object: the least number, nobody, none, or an empty list; 0 or nothing for each of as many ids."""
    if isinstance(kind, ById | IdSet) and kind.size:
        return f"[{(kind.default or 0) if isinstance(kind, ById) else 0}] * {kind.size}"
    if type_of(kind).startswith("list"):
        return "[]"
    return "None" if isinstance(kind, Part) else str(kind.least) if isinstance(kind, Number) else "-1"


def copy_of(name: str, kind: Kind) -> str:
    """Returns the expression for a copy of a field that shares no list and no object with the original."""
    if isinstance(kind, Part):
        return f"{name}.copy() if {name} is not None else None"
    if type_of(kind) in ("int", "list[int]"):
        return name if type_of(kind) == "int" else f"{name}[:]"
    is_nested = type_of(kind) == "list[list[int]]"
    return f"[{'part[:]' if is_nested else 'part.copy()'} for part in {name}]"


def constructor(name: str, fields: tuple[Field, ...]) -> str:
    """Returns the constructor of a class: each attribute is set in both branches, so that compiled code can read it without a check."""
    lines = [f"    def __init__(self, other: {name} | None = None) -> None:"]
    lines += [f"        {WRITTEN}", "        if other is None:"]
    lines += [f"            self.{field.name}: {type_of(field.kind)} = {start_of(field.kind)}" for field in fields]
    lines += ["            return"]
    lines += [f"        self.{field.name} = {copy_of(f'other.{field.name}', field.kind)}" for field in fields]
    return "".join(f"{line}\n" for line in lines)


def key_of(name: str, kind: Kind) -> str:
    """Returns the expression for what a key has of a field."""
    if isinstance(kind, Part):
        return f"{name}.key() if {name} is not None else None"
    if type_of(kind) in ("int", "list[int]"):
        return name if type_of(kind) == "int" else f"tuple({name})"
    is_nested = type_of(kind) == "list[list[int]]"
    return f"tuple([{'tuple(part)' if is_nested else 'part.key()'} for part in {name}])"


def key_method(fields: tuple[Field, ...]) -> str:
    """Returns the method that makes a tuple of everything that a position has of an object."""
    lines = ["    def key(self) -> tuple[object, ...]:", '        """Returns all fields as ints and tuples."""']
    lines += [f"        {WRITTEN}", "        return ("]
    lines += [f"            {key_of(f'self.{field.name}', field.kind)}," for field in fields]
    return "".join(f"{line}\n" for line in [*lines, "        )"])


def snapshot_type_of(kind: Kind) -> str:
    """Returns the type of a field of this kind in a snapshot."""
    if isinstance(kind, Part):
        return f"{kind.make.__name__}Snapshot | None" if kind.is_optional else f"{kind.make.__name__}Snapshot"
    if isinstance(kind, ListOf | ById):
        return f"tuple[{snapshot_type_of(kind.item)}, ...]"
    return "tuple[int, ...]" if isinstance(kind, IdSet) else "int"


def snapshot_of(name: str, kind: Kind) -> str:
    """Returns the expression for what a snapshot has of a field."""
    return key_of(name, kind).replace(".key()", ".snapshot()")


def snapshot_method(name: str, fields: tuple[Field, ...]) -> str:
    """Returns the method that makes a snapshot of an object."""
    lines = [f"    def snapshot(self) -> {name}Snapshot:", '        """Returns all fields as they are now, to be read only."""']
    lines += [f"        {WRITTEN}", f"        return {name}Snapshot("]
    lines += [f"            {snapshot_of(f'self.{field.name}', field.kind)}," for field in fields]
    return "".join(f"{line}\n" for line in [*lines, "        )"])


def snapshot_module() -> str:
    """Returns the text of engine/snapshot.py with the fields of its classes."""
    text = SNAPSHOT_FILE.read_text("utf-8")
    for name, fields in CLASSES.items():
        before, head, rest = text.partition(f"class {name}Snapshot(NamedTuple):\n")
        doc, comment, rest = rest.partition(f"    {WRITTEN}\n")
        rest = rest[rest.index("\n    def ") :]
        text = before + head + doc + comment + "".join(f"    {field.name}: {snapshot_type_of(field.kind)}\n" for field in fields) + rest
    return text


def state_module() -> str:
    """Returns the text of engine/state.py with the constructors, keys and snapshots that follow from its fields."""
    text = STATE_FILE.read_text("utf-8")
    for name, fields in CLASSES.items():
        before, head, rest = text.partition(f"class {name}:\n")
        in_positions = tuple(field for field in fields if field.name not in BONUSES)
        methods = {"__init__": constructor(name, fields), "key": key_method(in_positions), "snapshot": snapshot_method(name, fields)}
        for method, written in methods.items():
            start = rest.index(f"    def {method}(")
            end = rest.index("\n    def ", start)
            rest = rest[:start] + written + rest[end:]
        text = before + head + rest
    return text


def field_table(fields: tuple[Field, ...]) -> str:
    return "| field | is |\n| --- | --- |\n" + "".join(f"| `{field.name}` | {field.meaning} |\n" for field in fields)


def step_table() -> str:
    rows = [
        f"| `{kind.name}` | {' '.join(f'`{field.name}`: {field.meaning}.' for field in kind.fields) or 'none'} |\n" for kind in STEP_TYPES
    ]
    return "| step | fields |\n| --- | --- |\n" + "".join(rows)


def with_table(text: str, heading: str, table: str) -> str:
    """Returns a document with another first table below a heading."""
    before, _, section = text.partition(f"{heading}\n")
    return before + f"{heading}\n" + re.sub(r"^(\|.*\n)+", lambda _: table, section, count=1, flags=re.MULTILINE)


def document() -> str:
    text = FILE.read_text("utf-8")
    for heading, fields in FIELD_TABLES.items():
        text = with_table(text, heading, field_table(fields))
    return with_table(text, "## `steps`", step_table())


def reference(name: str) -> dict[str, object]:
    return {"$ref": f"#/$defs/{name}"}


def maybe(name: str) -> dict[str, object]:
    return {"anyOf": [{"type": "null"}, reference(name)]}


def strict_object(properties: dict[str, object]) -> dict[str, object]:
    return {"type": "object", "additionalProperties": False, "required": [*properties], "properties": properties}


def step_schema(kind: type[Step]) -> dict[str, object]:
    fields = object_schema(kind.fields)["properties"]
    assert isinstance(fields, dict)
    return strict_object({"step": {"const": kind.name}, **fields})


ANSWERS = {"type": "array", "items": reference("text"), "minItems": 2, "uniqueItems": True}
POSITION = strict_object(
    {
        "format": {"const": FORMAT},
        "ruleset": reference("id"),
        "revision": {"type": "integer", "minimum": 1},
        "house": {
            "type": "object",
            "description": "House values by their keys.",
            "propertyNames": {"type": "string", "pattern": "^[a-z0-9_.]+$"},
            "additionalProperties": reference("value"),
        },
        "options": {"type": "object", "propertyNames": reference("id"), "additionalProperties": reference("id")},
        "seats": {"type": "array", "items": reference("seat"), "minItems": 2, "maxItems": MOST_SEATS},
        "state": reference("state"),
        "steps": {"type": "array", "items": reference("step"), "maxItems": 4},
        "question": maybe("question"),
        "chance": maybe("chance"),
    }
)
VALUE = {"anyOf": [{"type": "integer"}, {"type": "array", "items": reference("value")}]}


def schema() -> str:
    """Returns the JSON Schema of a position."""
    definitions = {
        "id": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "maybe_id": {"type": "string", "pattern": "^[a-z0-9_]*$", "description": "An id, or an empty text: none."},
        "text": {"type": "string", "pattern": "^[a-z0-9_]+( [a-z0-9_]+)*$"},
        "value": VALUE,
        "seat": strict_object(
            {
                "name": {"type": "string", "minLength": 1, "maxLength": 40},
                "automa": reference("maybe_id"),
                "colour": {"enum": list(KNOWN_COLOURS)},
            }
        ),
        "question": strict_object(
            {
                "kind": reference("id"),
                "seat": {"type": "integer", "minimum": 1, "maximum": MOST_SEATS, "description": "From 1."},
                "legal": ANSWERS,
            }
        ),
        "chance": strict_object(
            {
                "kind": reference("id"),
                "outcomes": ANSWERS,
                "weights": {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2},
            }
        ),
        "state": object_schema(STATE_FIELDS),
        "player": object_schema(PLAYER_FIELDS),
        "deck": object_schema(DECK_FIELDS),
        "step": {"anyOf": [step_schema(kind) for kind in STEP_TYPES]},
    }
    content = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of groundfloor",
        "description": "Explained in docs/position.md.",
        **POSITION,
        "$defs": definitions,
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    STATE_FILE.write_text(state_module(), "utf-8")
    SNAPSHOT_FILE.write_text(snapshot_module(), "utf-8")
    FILE.write_text(document(), "utf-8")
    SCHEMA_FILE.write_text(schema(), "utf-8")
