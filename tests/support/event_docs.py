"""The table of docs/events.md and its schema, made of the classes of events: ``python -m tests.support event_docs`` writes both."""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import msgspec

from groundfloor.engine import kinds
from groundfloor.engine.events import EVENTS, Event, TaskResult

FILE = Path(__file__).parents[2] / "docs/events.md"
SCHEMA_FILE = FILE.with_name("events.schema.json")
HEAD = "| event | seat | rules | fields | when |\n| --- | --- | --- | --- | --- |\n"
NOT_OWN = ("seat", "rule", "automatic")


def row(kind: type[Event]) -> str:
    """Returns the row of a class: its docstring says when it happens and, after a colon, what the fields are."""
    text = " ".join((kind.__doc__ or "").split()).removesuffix(".")
    when, _, told = text.partition(": ``")
    own = [each for each in fields(kind) if each.name not in NOT_OWN]
    described = f"``{told}" if told else ", ".join(f"``{each.name}``" for each in own)
    assert set(re.findall(r"``(\w+)``", described)) >= {each.name for each in own}, f"{kind.__name__} does not say what its fields are."
    for each in own:
        mark = "?" if "None" in str(each.type) else ""
        described = described.replace(f"``{each.name}``", f"`{each.name}{mark}` {type_name(str(each.type))}".rstrip(), 1)
    cells = [f"`{kind.__name__}`", "yes" if kind.has_seat else "no", ", ".join(kind.rules) or "none", described.replace("``", "`"), when]
    return f"| {' | '.join(cells)} |\n"


def type_name(annotation: str) -> str:
    """Returns the type of a field where it is neither a number nor a text."""
    if annotation.startswith("tuple[tuple"):
        return "(list of pairs)"
    return "(list)" if annotation.startswith("tuple") else "(flag)" if annotation == "bool" else ""


def table() -> str:
    """Returns the table of all kinds of events, in the order of their names."""
    return HEAD + "".join(row(EVENTS[name]) for name in sorted(EVENTS))


def results() -> str:
    return " ".join((TaskResult.__doc__ or "").split()).replace("``", "`")


def document() -> str:
    before, _, _ = FILE.read_text("utf-8").partition("## What a task did")
    before, _, _ = before.partition(HEAD)
    return f"{before}{table()}\n## What a task did\n\n{results()}\n"


def fact_schemas(kind: type[Event | TaskResult]) -> Iterator[tuple[str, dict[str, object], bool]]:
    """Yields the name and schema of each fact, and whether it is always there; those of a task's result stand beside the others."""
    types = typing.get_type_hints(kind, localns=vars(typing) | vars(kinds))
    for each in fields(kind):
        members = [member for member in typing.get_args(types[each.name]) if member is not type(None)]
        if types[each.name] is TaskResult:
            yield from fact_schemas(TaskResult)
        elif each.name not in NOT_OWN:
            is_optional = each.default is None
            yield each.name, msgspec.json.schema(typing.Union[tuple(members)] if is_optional else types[each.name]), not is_optional  # noqa: UP007


def event_schema(kind: type[Event]) -> dict[str, object]:
    """Returns the schema of ``as_dict()`` of a class."""
    facts = list(fact_schemas(kind))
    properties = {
        "kind": {"const": kind.__name__},
        "seat": {"type": "integer", "minimum": 1} if kind.has_seat else {"const": 0},
        "rule": {"enum": list(kind.rules or ("",))},
        "facts": {
            "type": "object",
            "properties": {name: found for name, found, _ in facts} | {"automatic": {"const": True}},
            "required": [name for name, _, is_required in facts if is_required],
            "additionalProperties": False,
        },
    }
    described = " ".join((kind.__doc__ or "").replace("``", "").split())
    return {"type": "object", "description": described, "properties": properties, "required": [*properties], "additionalProperties": False}


def schema() -> str:
    """Returns the JSON Schema of all kinds of events."""
    content = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An event of groundfloor",
        "description": "Explained in docs/events.md.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in sorted(EVENTS)],
        "$defs": {name: event_schema(EVENTS[name]) for name in sorted(EVENTS)},
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(document(), "utf-8")
    SCHEMA_FILE.write_text(schema(), "utf-8")
