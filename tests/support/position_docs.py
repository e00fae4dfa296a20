"""The tables of docs/position.md and its schema, made of the declared fields: ``python -m tests.support position_docs`` writes both."""

from __future__ import annotations

import json
import re
from pathlib import Path

from groundfloor.engine.fields import MOST_SEATS, Field, object_schema
from groundfloor.engine.position import FORMAT, STEP_TYPES
from groundfloor.engine.seats import KNOWN_COLOURS
from groundfloor.engine.state import DECK_FIELDS, PLAYER_FIELDS, STATE_FIELDS
from groundfloor.engine.step import Step

FILE = Path(__file__).parents[2] / "docs/position.md"
SCHEMA_FILE = FILE.with_name("position.schema.json")
FIELD_TABLES = {"## `state`": STATE_FIELDS, "### A player": PLAYER_FIELDS, "### A deck": DECK_FIELDS}
"""The fields of a table by the heading above it."""


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
    FILE.write_text(document(), "utf-8")
    SCHEMA_FILE.write_text(schema(), "utf-8")
