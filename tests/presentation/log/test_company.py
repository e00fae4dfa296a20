"""Sentences of the log about a company."""

from __future__ import annotations

import pytest

from groundfloor import new_game
from groundfloor.engine.events import Event
from groundfloor.presentation.log.event_text import format_event
from groundfloor.presentation.translations import translations


@pytest.mark.parametrize(
    ("area", "sentence"),
    [
        ("factory", "Ann took factory space 2 with the Construction Admin for 3 time markers."),
        ("construction_company", "Ann took construction space 2 with the Construction Admin for 3 time markers."),
        ("warehouse", "Ann took space 2 of the Warehouse with the Construction Admin for 3 time markers."),
    ],
)
def test_marker_placed_by_a_floor_names_floor_and_area(area: str, sentence: str) -> None:
    """RULES 6.3; an area without a sentence of its own has a general one."""
    facts: dict[str, int | str] = {"floor": "construction_admin", "area": area, "space": 2, "time": 3}
    assert format_event(Event("FloorUsed", 0, "6.3", facts), new_game("second", ["Ann", "Ben"]), translations("en"))[0] == sentence
