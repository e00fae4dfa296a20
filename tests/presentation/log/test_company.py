"""Sentences of the log about a company."""

from __future__ import annotations

import pytest

from groundfloor import new_game
from groundfloor.engine.company.rooms import FloorUsed
from groundfloor.engine.events import TaskResult
from groundfloor.engine.kinds import AreaId
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
def test_marker_placed_by_a_floor_names_floor_and_area(area: AreaId, sentence: str) -> None:
    """RULES 6.3; an area without a sentence of its own has a general one."""
    event = FloorUsed(0, "6.3", "construction_admin", use=1, time=3, supply=0, result=TaskResult(area=area, space=2))
    assert format_event(event, new_game("second", ["Ann", "Ben"]), translations("en"))[0] == sentence
