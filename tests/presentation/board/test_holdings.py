"""What events change is what the position shows: whole games, added up event by event."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor import read_record
from groundfloor.presentation.board.news_steps import effect_of, holdings
from groundfloor.tables.history import EventHistory

GOLDEN = Path(__file__).parents[2] / "golden"
SAMPLE = (
    "everything",
    "first-6",
    "manual-two-player-bonus",
    "online-house",
    "second-5-random",
    "second-two-automas-random",
    "event-retainer",
)
"""Games of each ruleset, with all options, Automas, house values, and an event that pays for meetings that were cancelled."""


@pytest.mark.parametrize("name", SAMPLE)
def test_effects_of_events_add_up_to_what_people_hold(name: str) -> None:
    record = read_record((GOLDEN / f"{name}.gfr").read_text("utf-8"))
    history = EventHistory(record)
    history.update()
    people = [seat for seat, each in enumerate(record.seats) if not each.automa]
    before = {seat: holdings(history.position_after(4), seat) for seat in people}
    for entry in range(5, len(record.entries) + 1):
        game = history.position_after(entry)
        for seat in people:
            held = holdings(game, seat)
            for happened in history.events:
                if happened.entry == entry and happened.event.seat == seat:
                    held -= effect_of(happened.event)
            if not record.entries[entry - 1].undo_count and game.state.round:
                assert held == before[seat], (name, entry, seat)
            before[seat] = holdings(game, seat)
