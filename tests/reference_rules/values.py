"""The printed, derived and assumed numbers of all rulesets (``values.toml``), under the keys that a trace's header uses (VALUES)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

Value = int | tuple["Value", ...]
"""A number, or numbers in a row."""
TYPES = ("depression", "recession", "stable", "boom")


def frozen(value: object) -> Value:
    """Returns a value as JSON and TOML have it, with tuples in the place of lists."""
    if isinstance(value, list | tuple):
        return tuple(frozen(part) for part in value)
    assert isinstance(value, int)
    return value


PARTS: dict[str, dict[str, Value]] = {
    part: {key: frozen(value) for key, value in values.items()}
    for part, values in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")).items()
}
SECOND = PARTS["common"] | PARTS["second_tiles"] | PARTS["automas"] | PARTS["options"] | PARTS["second"]
FIRST = PARTS["common"] | PARTS["first"]


def for_five(values: Mapping[str, Value]) -> dict[str, Value]:
    """Returns the values without the numbers that only a sixth player needs, and without the tile that only the first edition has."""
    found: dict[str, Value] = {**values, "players": (2, 5), "construction_company.spaces": (4, 5, 6, 7)}
    for key, value in values.items():
        if key.startswith("forecast.") and isinstance(value, tuple) and isinstance(value[1], tuple) and isinstance(value[2], tuple):
            found[key] = (value[0], value[1][:4], value[2][:4], value[3])
    del found["floor.accounting_department"]
    return found


PRINTED = {"second": SECOND, "online": SECOND | PARTS["online"], "first": FIRST, "manual": for_five(FIRST) | PARTS["second_tiles"]}
"""Each ruleset's values."""
