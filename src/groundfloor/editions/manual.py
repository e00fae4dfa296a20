"""The reference manual: the first edition's flow with the second edition's floor tiles (``RULES 9.3``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundfloor.engine.seats import COLOURS

from . import city, second
from .evidence import assumed, derived, printed
from .first import FIRST_1

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Value


def without_sixth(value: Value) -> Value:
    """A forecast design of the first edition for 2 to 5 players."""
    content = value.value
    assert isinstance(content, tuple)
    type, consumers, unemployed, copies = content
    return assumed((type, consumers[:4], unemployed[:4], copies), "as in the first edition")


TILES = {key: value for key, value in second.VALUES.items() if key.startswith("floor.")}

VALUES: dict[str, Value] = {
    **{key: value for key, value in FIRST_1.values.items() if not key.startswith("floor.")},
    **{key: without_sixth(value) for key, value in FIRST_1.values.items() if key.startswith("forecast.") and key[-1].isdigit()},
    **TILES,
    "players": printed((2, 5)),
    "construction_company.spaces": assumed((4, 5, 6, 7), "2 to 5 players"),
    "floor.telecommunications.copies": derived(1, "31 floor tiles are printed"),
}

MANUAL_1 = replace(
    FIRST_1,
    name="manual",
    values=VALUES,
    city=tuple(city.liquidating_factory if maker is city.factory else maker for maker in FIRST_1.city),
    floors=second.FLOORS,
    colours=COLOURS,  # the manual names none
)
