"""The table of docs/events.md, made of the classes of events: ``python -m tests.support event_table`` writes it."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from groundfloor.engine.events import EVENTS, Event, TaskResult

FILE = Path(__file__).parents[2] / "docs/events.md"
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


if __name__ == "__main__":
    FILE.write_text(document(), "utf-8")
