"""Reading records: what is taken, and the line and reason of what is not."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundfloor import Match, read_record, ruleset, verify
from groundfloor.engine.errors import BadRecord, IllegalAction
from groundfloor.engine.record import CHANCE, MAX_TEXT_LENGTH, PURPOSES, Entry, day_in_header, entries_of_answers, purpose_of
from groundfloor.engine.seats import COLOURS

KEY = b"k" * 32


def played(seed: int, seats: tuple[str, ...] = ("Ann", "automa:pei"), entries: int = 10_000) -> Match:
    """Returns a game by dice, with undos, until it is over or has so many entries."""
    dice = random.Random(seed)
    match = Match.new(ruleset(), list(seats), {"deck": dice.choice(("random", "preset"))}, KEY)
    while not match.game.is_over and len(match.record.entries) < entries:
        seat = match.game.asked_seat
        match.apply(dice.choice(match.game.legal_actions))
        if match.undoable_count(seat) and dice.random() < 0.2:
            match.undo(seat, dice.randint(1, match.undoable_count(seat)))
    return match


OVER = played(1).record.format()
RUNNING = played(2, entries=40).record.format()
LINES = RUNNING.splitlines()
FIRST = LINES.index("") + 1


def changed(line: int, text: str) -> str:
    """Returns the running record with another line, numbered from 1."""
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]]) + "\n"


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("Windows line ends", lambda text: text.replace("\n", "\r\n")),
        ("a byte order mark", lambda text: "\ufeff" + text),
        ("blanks at the ends", lambda text: text.replace("\n", " \t\n")),
        ("empty lines between and after", lambda text: text.replace("\n* ", "\n\n\n* ") + "\n\n"),
        ("no last line end", lambda text: text.rstrip()),
    ],
)
def test_changes_that_editors_make_to_texts_do_no_harm(what: str, change: Callable[[str], str]) -> None:
    for text in (OVER, RUNNING):
        assert read_record(change(text)).format() == text, what


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, "", "begins with 'groundfloor record 1'"),
        (1, "Groundfloor record 1", "begins with 'groundfloor record 1'"),
        (1, "groundfloor record 2", "this version of groundfloor reads format 1"),
        (1, "groundfloor record ٣", "begins with"),
        (2, "", "this line must name the ruleset"),
        (2, "ruleset second", "this line must name the ruleset"),
        (2, "ruleset third 1", "There is no ruleset 'third'"),
        (2, "ruleset second 77", "Revision 77 of second is newer"),
        (2, "ruleset second " + "9" * 100, "this line must name the ruleset"),
        (3, "option deck marked", "can be random, preset, not 'marked'"),
        (3, "option weather fine", "has no option 'weather'"),
        (3, "option", "has no option"),
        (3, "colour red", "house, option, seat, hash, table or branch"),
        (4, "seat 2 human red Ann", "this line must name a seat, such as"),
        (4, "seat 1 human red", "this line must name a seat, such as"),
        (4, "seat 1 robot red Ann", "has no Automa 'robot'"),
        (4, "seat 1 human mauve Ann", "'mauve' is not a seat colour"),
        (4, "seat 1 human red A\x07nn", "printable characters"),
        (4, f"seat 1 human red {'A' * 41}", "1 to 40"),
        (6, "hash 12 1", "64 hexadecimal digits"),
        (6, f"hash {'a' * 64} 0", "64 hexadecimal digits"),
        (6, f"hash {'A' * 64} 1", "64 hexadecimal digits"),
        (6, f"hash {'²' * 64} 1", "64 hexadecimal digits"),
        (FIRST + 1, "factory", "begins with a seat from 1 to 2 or"),
        (FIRST + 1, "0 factory", "begins with a seat from 1 to 2 or"),
        (FIRST + 1, "3 factory", "begins with a seat from 1 to 2 or"),
        (FIRST + 1, "１ factory", "begins with a seat from 1 to 2 or"),
        (FIRST + 1, "1 factry", "Did you mean factory"),
        (FIRST + 1, "1 Factory", "'Factory' must be written 'factory'"),
        (FIRST + 1, "1", "'' is not an action"),
        (FIRST + 1, "1 undo 1", "at most 0 can be undone there"),
        (FIRST + 1, "1 undo 0", "at most 0 can be undone there"),
        (FIRST + 1, "1 undo -1", "at most 0 can be undone there"),
        (FIRST + 1, "1 undo " + "9" * 100, "at most 0 can be undone there"),
        (FIRST + 1, "1 undo ¹", "at most 0 can be undone there"),
        (FIRST + 1, "key 0g", "an even number of hexadecimal digits"),
        (FIRST + 1, "key abc", "an even number of hexadecimal digits"),
        (FIRST + 1, "1 " + "x" * 500, "at most 200 characters"),
    ],
)
def test_each_error_names_its_line_and_reason(line: int, text: str, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(changed(line, text))
    assert str(caught.value).startswith(f"Line {line}: ") and reason in str(caught.value)


def test_an_impossible_table_is_reported_at_the_end_of_the_header() -> None:
    with pytest.raises(BadRecord, match=f"Line {FIRST}: the table is not possible: Two seats have the same colour"):
        read_record(changed(5, LINES[4].replace("blue", "red")))
    with pytest.raises(BadRecord, match="the table is not possible: A table has 2 to 5 seats, not 0"):
        read_record("groundfloor record 1\nruleset second 1\n")


def test_an_empty_text_is_no_record() -> None:
    for text in ("", "\n", "\ufeff", "\r\n\r\n", "\x00"):
        with pytest.raises(BadRecord, match="Line 1: a record begins with"):
            read_record(text)


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("day", "the city of a day names its date, such as 'table day 2026-11-22', not ''."),
        ("day 2026-02-30", "the city of a day names its date, such as 'table day 2026-11-22', not '2026-02-30'."),
        ("day 20261122", "the city of a day names its date, such as 'table day 2026-11-22', not '20261122'."),
        ("day 2026-11-22 2026-11-23", "the city of a day names its date, such as 'table day 2026-11-22', not '2026-11-22 2026-11-23'."),
        ("practice 2026-11-22", "a table line for practice has no further words, not '2026-11-22'."),
        ("guided 1", "a table line for guided has no further words, not '1'."),
    ],
)
def test_table_line_has_a_date_for_the_city_of_a_day_only(table: str, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(f"groundfloor record 1\nruleset second 1\ntable {table}\n")
    assert str(caught.value) == f"Line 3: {reason}"


def test_header_names_the_day_of_the_city_of_a_day_only() -> None:
    header, rest = "groundfloor record 1\nruleset second 1", "seat 1 human red Ann\nseat 2 pei blue Pei\n"
    assert day_in_header(f"{header}\ntable day 2026-11-22\n{rest}") == "2026-11-22"
    assert day_in_header(f"{header}\ntable practice\n{rest}") == day_in_header(f"{header}\n{rest}") == ""


def test_header_names_the_purpose_of_a_table() -> None:
    header, rest = "groundfloor record 1\nruleset second 1", "seat 1 human red table day\nseat 2 pei blue Pei\n"
    assert [purpose_of(f"{header}\ntable {purpose}\n{rest}") for purpose in PURPOSES] == list(PURPOSES)
    assert purpose_of(f"{header}\ntable day 2026-11-22\n{rest}") == "day" and purpose_of(f"{header}\n{rest}") == ""


def test_doubled_header_lines_are_refused() -> None:
    with pytest.raises(BadRecord, match="Line 4: option deck is given twice"):
        read_record(changed(3, f"{LINES[2]}\n{LINES[2]}"))
    with pytest.raises(BadRecord, match="Line 7: a record has only one hash"):
        read_record(changed(6, f"{LINES[5]}\n{LINES[5]}"))


def test_nothing_follows_the_key() -> None:
    end = len(OVER.splitlines())
    with pytest.raises(BadRecord, match=f"Line {end + 1}: the key must be the last line"):
        read_record(OVER + "1 factory\n")


def test_a_key_needs_its_hash() -> None:
    with pytest.raises(BadRecord, match="the header has no hash of it"):
        read_record("\n".join(line for line in OVER.splitlines() if not line.startswith("hash ")))


def test_an_entry_after_the_end_of_the_game_is_found_by_replaying() -> None:
    lines = OVER.splitlines()
    text = "\n".join([*lines[:-1], "1 factory", lines[-1]])
    with pytest.raises(BadRecord, match=rf"Line {len(lines)} \(1 factory\): the game was already over"):
        read_record(text).replay()


def test_a_wrong_entry_is_named_by_its_line_even_after_undos() -> None:
    match = Match.new(ruleset(), ["Ann", "Ben"], {}, KEY)
    seat = match.game.asked_seat
    match.apply("done")
    match.undo(seat)
    text = match.record.format()
    line = len(text.splitlines()) + 1
    for wrong, reason in (
        ("* front stable_1", "nothing is drawn here"),
        (f"{2 - seat} hire", f"it is seat {seat + 1}'s turn"),
        (f"{seat + 1} factory", "not one of the possible answers"),
    ):
        with pytest.raises(BadRecord) as caught:
            read_record(f"{text}{wrong}\n").replay()
        assert str(caught.value).startswith(f"Line {line} ({wrong}): ") and reason in str(caught.value)


def test_an_undo_reaches_back_to_chance_or_another_seat_only() -> None:
    match = Match.new(ruleset(), ["Ann", "Ben"], {}, KEY)
    first = match.game.asked_seat + 1
    text = match.record.format() + f"{first} done\n"
    with pytest.raises(BadRecord, match="is not possible: at most 1 can be undone there"):
        read_record(text + f"{first} undo 2\n")
    with pytest.raises(BadRecord, match="is not possible: at most 0 can be undone there"):
        read_record(text + f"{3 - first} undo 1\n")
    with pytest.raises(BadRecord, match="is not possible: at most 0 can be undone there"):
        read_record(text + f"{first} undo 1\n{first} undo 1\n")
    assert len(read_record(text + f"{first} undo 1\n").active_entries()) == len(match.record.entries)


@pytest.mark.slow
def test_huge_texts_are_refused_or_read_quickly() -> None:
    with pytest.raises(BadRecord, match="at most 4000000 characters"):
        read_record(RUNNING + "\n" * MAX_TEXT_LENGTH)
    head = "\n".join(LINES[:FIRST]) + "\n"
    many = 100_000
    record = read_record(head + "1 done\n" * many + "1 undo 1\n" * many)
    assert len(record.entries) == 2 * many and record.active_entries() == []


def test_when_the_key_has_been_shown_nothing_can_be_undone() -> None:
    match = played(1)
    assert match.game.is_over and match.record.key
    assert [match.undoable_count(seat) for seat in range(2)] == [0, 0]
    with pytest.raises(IllegalAction, match="0 of your decisions"):
        match.undo(0)


def test_a_record_continued_with_another_key_holds_for_the_new_draws_only() -> None:
    record = read_record(RUNNING)
    drawn = record.draw_count()
    match = Match.resume(record, b"another key, of thirty-two bytes")
    assert match.record.first_committed_draw == drawn + 1 and match.record.key == ""
    dice = random.Random(3)
    while not match.game.is_over:
        match.apply(dice.choice(match.game.legal_actions))
    again = read_record(match.record.format())
    assert verify(again) == again.draw_count() - drawn > 0


def test_a_part_of_a_finished_record_does_not_show_the_key() -> None:
    record = read_record(OVER)
    assert record.prefix(None).key == record.key and record.prefix(len(record.entries) - 1).key == ""


names = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=40)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.lists(names, min_size=2, max_size=3, unique_by=str.casefold).filter(lambda found: not any(n.startswith("automa:") for n in found)),
    st.sampled_from(["", "automa:pei", "automa:gropius", "automa:hadid"]),
    st.integers(0, 60),
    st.integers(0, 10_000),
)
def test_every_record_reads_back(people: list[str], automa: str, entries: int, seed: int) -> None:
    seats = (*people, automa) if automa and automa.removeprefix("automa:") not in [name.casefold() for name in people] else tuple(people)
    match = played(seed, seats, entries)
    text = match.record.format()
    record = read_record(text)
    assert record.format() == text
    assert [(e.seat, e.text, e.undo_count) for e in record.entries] == [(e.seat, e.text, e.undo_count) for e in match.record.entries]
    assert [(s.name, s.automa, s.colour) for s in record.seats] == [(s.name, s.automa, s.colour) for s in match.record.seats]
    assert all(seat.colour in COLOURS for seat in record.seats)
    assert record.replay().position() == match.game.position()


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(30, 300, 30))])
def test_a_damaged_record_is_read_or_refused_with_its_line(first: int) -> None:
    for seed in range(first, first + 30):
        check_damaged(seed)


def check_damaged(seed: int) -> None:
    """Damages a record by dice: it is refused with the number of the line, or reads back as it is written."""
    dice = random.Random(seed)
    text = dice.choice((OVER, RUNNING))
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text))
        piece = dice.choice(["", "\n", " ", "0", "9" * 30, "*", "undo 1", "\x00", "é", "key ", text[: dice.randrange(60)]])
        text = text[:at] + piece + text[at + dice.choice((0, 1, 1, 5, 200)) :]
    try:
        record = read_record(text)
        record.replay()
    except BadRecord as error:
        assert str(error).startswith("Line ") and str(error).endswith((".", "?"))
    else:
        assert read_record(record.format()).format() == record.format()


ENTRIES = [Entry(0, "factory"), Entry(CHANCE, "front boom_1"), Entry(1, "end"), Entry(0, "end"), Entry(CHANCE, "back stable")]
"""Two answers of the first seat and one of the second, with draws."""


@pytest.mark.parametrize(("seat", "answers", "count"), [(0, 1, 2), (0, 2, 5), (1, 1, 3)])
def test_answers_are_taken_back_with_all_that_came_after_them(seat: int, answers: int, count: int) -> None:
    assert entries_of_answers(ENTRIES, seat, answers) == count


@pytest.mark.parametrize(("seat", "answers"), [(0, 3), (1, 2), (2, 1)])
def test_more_answers_than_a_seat_has_given_are_no_entries(seat: int, answers: int) -> None:
    assert entries_of_answers(ENTRIES, seat, answers) == 0
