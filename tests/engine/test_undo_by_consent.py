"""Undos by consent: entries that take back decisions of several seats, which no draw has followed."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, read_record, ruleset, verify
from groundfloor.engine.entry import CHANCE, Entry, entries_of_answers, undo_by_consent
from groundfloor.engine.errors import BadRecord, IllegalAction
from groundfloor.engine.replay import Replay

KEY = bytes(32)
SEATS = ["Ann", "Ben", "Cleo"]


def moved() -> tuple[Match, int, int]:
    """Returns a match in which two seats have done hiring, the first and the second of them."""
    match = Match.new(ruleset("second"), SEATS, {"deck": "preset"}, KEY)
    first = match.game.asked_seat
    match.apply("done")
    second = match.game.asked_seat
    match.apply("done")
    return match, first, second


def possible_undos(match: Match) -> list[tuple[int, int]]:
    """Returns the undos by consent that go back to one of each seat's last three answers: seat and number of entries."""
    counted = match.record.effective_entries()
    counts = ((seat, entries_of_answers(counted, seat, answers)) for seat in range(len(match.record.seats)) for answers in (1, 2, 3))
    return [(seat, count) for seat, count in counts if undo_by_consent(counted, seat, count) is not None]


def random_match(seed: int, entries: int = 300, share: float = 0.2) -> Match:
    dice = random.Random(seed)
    match = Match.new(ruleset("second"), SEATS, {"deck": "preset"}, KEY)
    while not match.game.is_over and len(match.record.entries) < entries:
        undos = possible_undos(match)
        seat = match.record.effective_entries()[-1].seat
        if undos and dice.random() < share:
            match.undo_by_consent(*dice.choice(undos))
        elif seat != CHANCE and match.undoable_count(seat) and dice.random() < share / 2:
            match.undo(seat)
        else:
            match.apply(dice.choice(match.game.legal_actions))
    return match


def test_an_undo_by_consent_goes_back_past_others_and_names_them() -> None:
    match, first, second = moved()
    before = Match.new(ruleset("second"), SEATS, {"deck": "preset"}, KEY).game.position()
    match.undo_by_consent(first, 2)
    assert str(match.record.entries[-1]) == f"{first + 1} undo 2 with {second + 1}"
    assert match.record.entries[-1].consenting_seats == [second]
    assert match.game.position() == before and match.game.asked_seat == first


def test_a_record_with_an_undo_by_consent_has_format_4_and_reads_back() -> None:
    match, first, _second = moved()
    assert match.record.format_version == 1
    match.undo_by_consent(first, 2)
    text = match.record.format()
    assert text.startswith("groundfloor record 4\n")
    assert read_record(text).format() == text and read_record(text).replay().position() == match.game.position()


def test_another_process_goes_on_by_the_line_of_an_undo_by_consent() -> None:
    match, first, second = moved()
    other, _, _ = moved()
    match.undo_by_consent(first, 2)
    other.extend([f"{first + 1} undo 2 with {second + 1}"])
    assert other.game.position() == match.game.position()


@pytest.mark.parametrize(
    ("undo", "reason"),
    [
        ("{first} undo 2 with {third}", "must be written '{first} undo 2 with {second}', with all others whose decisions it takes back"),
        ("{first} undo 2 with {second} {third}", "must be written"),
        ("{first} undo 2 with {second} {second}", "must be written"),
        ("{first} undo 02 with {second}", "past no draw"),
        ("{first} undo 2 with ", "at most 0 can be undone there"),
        ("{first} undo 1 with {second}", "goes back to an own decision"),
        ("{second} undo 1 with {first}", "goes back to an own decision"),
        ("{second} undo 2 with {first}", "goes back to an own decision"),
        ("{first} undo 3 with {second}", "past no draw"),
        ("{first} undo 99 with {second}", "past no draw"),
    ],
)
def test_an_undo_without_the_consent_of_exactly_those_who_moved_is_refused(undo: str, reason: str) -> None:
    match, first, second = moved()
    seats = {"first": first + 1, "second": second + 1, "third": ({0, 1, 2} - {first, second}).pop() + 1}
    text = match.record.format().replace("groundfloor record 1", "groundfloor record 4")
    with pytest.raises(BadRecord) as caught:
        read_record(f"{text}{undo.format(**seats)}\n")
    assert reason.format(**seats) in str(caught.value)


def test_older_formats_have_no_undo_by_consent() -> None:
    match, first, second = moved()
    for version in (1, 2, 3):
        text = match.record.format().replace("groundfloor record 1", f"groundfloor record {version}")
        with pytest.raises(BadRecord, match="at most 0 can be undone there"):
            read_record(f"{text}{first + 1} undo 2 with {second + 1}\n")


def test_no_undo_by_consent_goes_past_a_draw_or_comes_after_the_end() -> None:
    counted = [Entry(0, "done"), Entry(1, "done"), Entry(CHANCE, "front boom_1"), Entry(0, "done"), Entry(1, "done")]
    assert [undo_by_consent(counted, 0, count) is not None for count in range(6)] == [False, False, True, False, False, False]
    assert undo_by_consent(counted, 1, 1) is None
    match = random_match(1, 2000, 0.02)
    assert match.game.is_over
    for seat in range(3):
        with pytest.raises(IllegalAction, match="past no draw"):
            match.undo_by_consent(seat, 2)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_games_with_undos_by_consent_replay_to_the_same_position(seed: int) -> None:
    match = random_match(seed)
    assert match.record.format_version == 4
    record = read_record(match.record.format())
    assert record.format() == match.record.format()
    assert record.replay().position() == match.game.position() == match.record.replay().position()
    replay = Replay(record)
    for entry in record.entries:
        replay.apply(entry)
    assert replay.game.position() == match.game.position() and replay.entries == record.effective_entries()
    for number in range(0, len(record.entries), 40):
        assert replay.position_at(number).position() == record.replay(until=number).position()


def test_draws_of_a_game_with_undos_by_consent_are_verified() -> None:
    match = random_match(2, 2000, 0.02)
    assert match.record.format_version == 4
    assert verify(match.record) == match.record.draw_count()
