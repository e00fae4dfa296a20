"""A record replayed entry by entry: undos and looks at the past find the same positions as a replay from the start, at a low price."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, ruleset
from groundfloor.engine.cancellation import cancellation_check, raise_if_cancelled
from groundfloor.engine.history import EventHistory
from groundfloor.engine.journal import Journal
from groundfloor.engine.replay import Replay
from tests.support.samples import sampled


def match_with_undos(seed: int, share: float = 0.3, entries: int = 400) -> Match:
    dice = random.Random(seed)
    match = Match.new(ruleset("second"), ["Ann", "Ben", "Cleo"], {"deck": "preset"}, key=bytes(32))
    while not match.game.is_over and len(match.record.entries) < entries:
        possible = [seat for seat in range(3) if match.undoable_count(seat)]
        if possible and dice.random() < share:
            seat = dice.choice(possible)
            match.undo(seat, dice.randint(1, match.undoable_count(seat)))
        else:
            match.apply(dice.choice(match.game.legal_actions))
    return match


def undoing_again_and_again(times: int) -> Match:
    """Answers taken and undone at the end of a game of some length, deeper each time."""
    match = match_with_undos(1, share=0.0, entries=150)
    for _ in range(times):
        seat = match.game.asked_seat
        match.apply(match.game.legal_actions[-1])
        if match.undoable_count(seat):
            match.undo(seat)
    return match


class Count:
    """Counts the checkpoints that are passed; one before each entry that is applied."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(5), (0).__eq__))
def test_every_entry_leads_to_same_position_as_replay_from_start(seed: int) -> None:
    record = match_with_undos(seed).record
    replay = Replay(record)
    for number, entry in enumerate(record.entries, 1):
        replay.apply(entry)
        assert replay.game.position() == record.replay(until=number).position()
    assert replay.entries == record.active_entries()


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(5), (0).__eq__))
def test_past_is_same_as_replay_from_start(seed: int) -> None:
    record = match_with_undos(seed).record
    replay = Replay(record)
    for entry in record.entries:
        replay.apply(entry)
    for number in range(len(record.entries) + 1):
        assert replay.position_at(number).position() == record.replay(until=number).position()
    assert replay.game.position() == record.replay().position()


@pytest.mark.thorough
@pytest.mark.slow
def test_undos_apply_hardly_more_entries_than_record_has() -> None:
    """Replaying from the start at each undo would apply about 150 entries a time."""
    record = undoing_again_and_again(500).record
    undos = sum(1 for entry in record.entries if entry.undo_count)
    assert undos > 400
    with cancellation_check(count := Count()):
        EventHistory(record)
    assert count.count <= len(record.entries) + 100


def test_showing_the_past_applies_few_entries() -> None:
    record = undoing_again_and_again(200).record
    history = EventHistory(record)
    for number in (0, 100, 149, 200, len(record.entries) - 1):
        with cancellation_check(count := Count()):
            history.position_after(number)
        assert count.count <= 32


@pytest.mark.parametrize("seed", range(3))
def test_events_are_those_of_a_replay_from_start(seed: int) -> None:
    """What was undone is left out from then on, and nothing else."""
    record = match_with_undos(seed).record
    history = EventHistory(record)
    for number in (50, 150, len(record.entries)):
        journal = Journal()
        record.replay(until=number, journal=journal)
        seen = [history.events[index].event for index in history.visible_at(number)]
        told = [event for event in seen if event.kind != "MovesTakenBack"]
        assert [(event.kind, event.seat, event.facts) for event in told] == [
            (event.kind, event.seat, event.facts) for event in journal.events
        ]


def test_checkpoint_may_stop_a_replay() -> None:
    record = match_with_undos(0).record

    def stop() -> None:
        raise TimeoutError

    with cancellation_check(stop), pytest.raises(TimeoutError):
        record.replay()
    raise_if_cancelled()
    assert record.replay().position() == record.replay().position()
