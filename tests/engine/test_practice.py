"""Games for practice: everything can be undone, and the same draws come again."""

from __future__ import annotations

import pytest

from groundfloor import Match, read_record, ruleset, verify
from groundfloor.engine.errors import BadRecord, IllegalAction
from groundfloor.engine.record import entries_of_answers
from tests.support.play import play_match

KEY = b"a key of practice"


def practice() -> Match:
    return Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, KEY, "practice")


def test_undo_goes_past_draws_which_come_again() -> None:
    match = play_match(practice(), 3, 6)
    before, entries = match.game.position(), match.record.effective_entries()
    match.undo(0, entries_of_answers(entries, 0, 6))
    assert len([entry for entry in match.record.effective_entries() if entry.seat == 0]) == 0
    play_match(match, 3, 6)
    assert match.game.position() == before
    assert [str(entry) for entry in match.record.effective_entries()] == [str(entry) for entry in entries]


def test_other_games_undo_no_draw() -> None:
    match = play_match(Match.new(ruleset("second"), ["Ann", "automa:pei"], {}, KEY), 3, 6)
    with pytest.raises(IllegalAction):
        match.undo(0, len(match.record.effective_entries()) - 1)


def test_record_says_what_it_is_for() -> None:
    match = play_match(practice(), 3, 6)
    match.undo(0, entries_of_answers(match.record.effective_entries(), 0, 3))
    text = match.record.format()
    assert text.startswith("groundfloor record 2\n") and "\ntable practice\n" in text
    read = read_record(text)
    assert read.format() == text and read.replay().position() == match.game.position()
    assert Match.new(ruleset("second"), ["Ann", "Ben"], {}, KEY).record.format().startswith("groundfloor record 1\n")


def test_end_can_be_undone_and_draws_still_verified() -> None:
    match = play_match(practice(), 3, 1000)
    assert match.game.is_over and match.record.key
    match.undo(0, entries_of_answers(match.record.effective_entries(), 0, 2))
    assert not match.game.is_over and not match.record.key
    play_match(match, 3, 1000)
    assert verify(read_record(match.record.format())) == match.record.draw_count()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("groundfloor record 1\nruleset second 1\ntable practice\n", "a header has lines"),
        ("groundfloor record 2\nruleset second 1\ntable fun\n", "a table is one of practice, guided"),
        ("groundfloor record 2\nruleset second 1\ntable guided\ntable guided\n", "a header has lines"),
    ],
)
def test_wrong_table_line_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        read_record(text)


def test_undo_begins_with_an_own_answer() -> None:
    """Undone is a decision with all that came after it: no draw alone."""
    match = play_match(practice(), 3, 3)
    text = match.record.format()
    count = entries_of_answers(match.record.effective_entries(), 0, 1)
    assert read_record(f"{text}1 undo {count}\n").replay().question_kind
    with pytest.raises(BadRecord, match="can be undone there"):
        read_record(f"{text}1 undo 999\n")
