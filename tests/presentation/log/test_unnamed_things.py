"""The log tells of areas, rooms and cards that it has no name for: by their ids."""

from __future__ import annotations

from typing import Any

import pytest

from groundfloor import ruleset
from groundfloor.engine.city.area import MarkerPlaced
from groundfloor.engine.company.rooms import FloorUsed, RoomUsed
from groundfloor.engine.events import Event, TaskResult
from groundfloor.engine.game import Game
from groundfloor.engine.phases.setup import EventBegan, SpecialtyReceived
from groundfloor.presentation.log.event_text import format_event
from groundfloor.presentation.translations import translations

ARTIFICIAL: Any = "artificial"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (SpecialtyReceived(0, "2.6", specialty="artificial"), "artificial"),
        (
            RoomUsed(0, "6.1", room="artificial", task="", time=1, supply=0, result=TaskResult(gained_money=2, room="artificial")),
            "used the artificial: 2 money",
        ),
        (MarkerPlaced(0, "III.5", area=ARTIFICIAL, space=3, money=2, info=0, supply=0), "space 3 of the artificial for 2 money"),
        (FloorUsed(0, "6.3", floor="f", use=0, time=1, supply=0, result=TaskResult(area=ARTIFICIAL, space=3)), "space 3 of the artificial"),
        (EventBegan(-1, "8.5", event="artificial"), "artificial"),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_things_without_a_name_are_told_by_their_ids(event: Event, sentence: str) -> None:
    """A new area, room or card needs no sentence to be told of."""
    game = Game(ruleset("second"), ("Ann", "Ben"))
    assert sentence in format_event(event, game, translations("en"))[0]
    assert "artificial" in format_event(event, game, translations("de"))[0]
