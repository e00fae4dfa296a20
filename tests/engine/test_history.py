"""The history of a match that is played: the same as that of its record, without applying anything twice."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, ruleset
from groundfloor.engine.cancellation import cancellation_check
from groundfloor.engine.history import EventHistory
from groundfloor.engine.record import Record

KEY = bytes(range(32))


def history_data(history: EventHistory) -> list[object]:
    """Returns all that a history says, as plain data."""
    count = len(history.phases_after) - 1
    events = [(noted.entry, noted.round, noted.phase, noted.event.as_dict(), noted.holdings) for noted in history.events]
    states = {
        seat: (state.popularity, [vars_of(player) for player in state.players]) for seat, state in history.states_after_own_entry.items()
    }
    return [
        events,
        history.phases_after[:],
        dict(history.own_entries),
        states,
        history.visible_at(count),
        history.undone_by(count),
        history.game.position(),
    ]


def vars_of(player: object) -> list[object]:
    return [getattr(player, name) for name in ("money", "info", "supply", "time", "floors", "tenants")]


def new_match() -> Match:
    return Match.new(ruleset("second"), ["Ann", "Ben", "Cleo"], {}, KEY)


def play(match: Match, dice: random.Random, times: int) -> None:
    """Plays, undoes, asks others for an undo and lets bots take seats, at random."""
    for _ in range(times):
        if match.game.is_over:
            return
        seat = dice.randrange(3)
        if dice.random() < 0.1:
            match.change_player(seat, "" if match.record.bots().get(seat) else "greedy")
        elif match.undoable_count(seat) and dice.random() < 0.3:
            match.undo(seat, dice.randint(1, match.undoable_count(seat)))
        else:
            match.apply(dice.choice(match.game.legal_actions))


@pytest.mark.parametrize("seed", range(4))
def test_history_that_goes_on_is_that_of_the_record(seed: int) -> None:
    match, dice = new_match(), random.Random(seed)
    history = match.keep_history()
    for _ in range(8):
        play(match, dice, 25)
        assert history_data(history) == history_data(EventHistory(match.record))
        assert match.game is history.game
    people = [seat for seat in range(3) if not match.record.bots().get(seat)]
    if people and not match.game.is_over:
        match.end(people[0], is_scored=bool(seed % 2))
        assert history_data(history) == history_data(EventHistory(match.record))
        assert history.events[-1].event.kind in ("PhaseBegan", "GameScored")


def test_history_goes_on_with_lines_that_another_process_has_stored() -> None:
    match, dice = new_match(), random.Random(3)
    play(match, dice, 40)
    text = match.record.format()
    other = Match.resume(Record.parse(text, ruleset), KEY, keeps_history=True)
    for _ in range(10):
        first = len(match.record.entries)
        play(match, dice, 12)
        other.extend([str(entry) for entry in match.record.entries[first:]])
        assert other.history is not None and history_data(other.history) == history_data(EventHistory(match.record))
        assert other.game.position() == match.game.position() and other.record.key == match.record.key


def test_match_goes_back_to_fewer_entries() -> None:
    match, dice = new_match(), random.Random(5)
    match.keep_history()
    play(match, dice, 60)
    before, count, key = history_data(match.keep_history()), len(match.record.entries), match.record.key
    play(match, dice, 9)
    match.shorten(count, key)
    assert history_data(match.keep_history()) == before and match.game is match.keep_history().game
    play(match, dice, 9)
    assert history_data(match.keep_history()) == history_data(EventHistory(match.record))


def test_moves_and_undos_replay_nothing_or_little() -> None:
    """A move is applied once; an undo begins at a checkpoint."""
    match, dice = new_match(), random.Random(1)
    match.keep_history()
    applied: list[int] = []
    while len(match.record.entries) < 120:
        with cancellation_check(lambda: applied.append(1)):
            match.apply(dice.choice(match.game.legal_actions))
    assert applied == []
    while not match.undoable_count(seat := match.game.asked_seat) or match.game.is_over:
        match.apply(match.game.legal_actions[0])
    with cancellation_check(lambda: applied.append(1)):
        match.undo(seat)
    assert len(applied) <= 32
