"""The journal: each event with what every company holds after it, of the whole game and of no copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor import new_game, read_record
from groundfloor.engine.journal import Holdings, Journal, holdings_of
from groundfloor.engine.phases.scoring import scores

GOLDEN = Path(__file__).parents[1] / "golden"
SAMPLE = (
    "everything",
    "first-6",
    "manual-two-player-bonus",
    "online-house",
    "second-5-random",
    "second-two-automas-random",
    "event-retainer",
    "gropius-untrained",
)
"""Games of each ruleset, with all options, Automas, house values, and an event that pays for meetings that were cancelled."""


@pytest.mark.parametrize("name", SAMPLE)
def test_event_changes_what_its_own_seat_holds_and_nobody_else(name: str) -> None:
    """An effect that came after its event would be seen at the next one, which is about another seat or about all."""
    record = read_record((GOLDEN / f"{name}.gfr").read_text("utf-8"))
    journal = Journal()
    record.replay(journal=journal)
    changes = 0
    for before, noted in zip(journal.entries, journal.entries[1:], strict=False):
        for seat, (old, new) in enumerate(zip(before.holdings, noted.holdings, strict=True)):
            if seat == noted.event.seat:
                changes += old != new
            else:
                assert old[:5] == new[:5], (name, noted, seat)
    assert changes > 100


@pytest.mark.parametrize("name", SAMPLE)
def test_last_event_of_each_entry_has_what_position_has(name: str) -> None:
    record = read_record((GOLDEN / f"{name}.gfr").read_text("utf-8"))
    journal = Journal()
    last = 0
    for game, _, number in record.positions(journal):
        if last and journal.entries and journal.entries[-1].entry == last:
            noted = journal.entries[-1]
            assert noted.holdings == holdings_of(game), (name, number)
            assert (noted.round, noted.phase) == (game._state.round, game._state.phase) or noted.event.kind == "GameScored"
            assert [held.prestige for held in noted.holdings] == [score.total for score in sorted(scores(game), key=lambda each: each.seat)]
        last = number


def test_what_has_not_changed_is_kept_once() -> None:
    game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    game.journal = journal = Journal()
    for outcome in ("specialty 1 retail", "specialty 2 web_based", "popularity 1 2"):
        game.apply(outcome)
    first, second = journal.entries[:2]
    assert [noted.event.seat for noted in (first, second)] == [0, 1]
    assert first.holdings[0] is second.holdings[0] and first.holdings[1] is not second.holdings[1]


def test_copy_has_no_journal() -> None:
    game = new_game("second", ["Ann", "Ben"], {"deck": "preset"})
    game.journal = Journal()
    game.copy().apply("specialty 1 retail")
    assert game.copy().journal is None and game.journal.entries == []


def test_events_of_setup_come_before_the_first_entry() -> None:
    record = read_record((GOLDEN / "second-two-automas-random.gfr").read_text("utf-8"))
    journal = Journal()
    record.replay(journal=journal)
    numbers = [noted.entry for noted in journal.entries]
    assert numbers == sorted(numbers) and numbers[-1] == len(record.entries)
    assert isinstance(journal.entries[0].holdings[0], Holdings)
