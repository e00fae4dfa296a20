"""Lines that are typed at a table: moves, in full or in short, and commands that change it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from groundfloor.presentation.typed_moves.typed_lines import read_line
from groundfloor.table.errors import StaleVersion, UnknownCommand
from groundfloor.table.operations import AddPlannedMove, Confirm, DraftNextPlannedMove, Operation, Pick, SetGuide, StartPlan, TakeBack, Undo
from tests.support.opened_tables import opened, scheduling, seat_asked
from tests.support.typed_lines import run_line


@pytest.mark.parametrize(
    ("typed", "language", "operation"),
    [
        ("fac", "en", lambda version: Pick("factory", version)),
        ("", "en", lambda version: Confirm(version)),
        ("ok", "de", lambda version: Confirm(version)),
        ("zurück", "de", lambda version: TakeBack(version)),
        ("undo", "en", lambda version: Undo(version)),
        ("plan add fac at most 3", "en", lambda version: AddPlannedMove("factory at most 3")),
        ("plan next", "en", lambda version: DraftNextPlannedMove(version)),
        ("plan start", "en", lambda version: StartPlan()),
        ("guide skip", "en", lambda version: SetGuide("next")),
    ],
)
def test_a_line_means_one_operation(typed: str, language: str, operation: Callable[[int], Operation]) -> None:
    table = scheduling("Ann", "Ben")
    assert read_line(table, seat_asked(table), typed, table.version, language) == operation(table.version)


def test_a_move_at_another_version_is_stale() -> None:
    table = scheduling("Ann", "Ben")
    with pytest.raises(StaleVersion):
        read_line(table, seat_asked(table), "factory", table.version - 1)


@pytest.mark.parametrize(("typed", "sentence"), [("save", "command of the terminal"), ("guide dance", "next, leave, resume")])
def test_what_cannot_be_done_at_a_table_says_so(typed: str, sentence: str) -> None:
    table = scheduling("Ann", "Ben")
    with pytest.raises(UnknownCommand, match=sentence):
        read_line(table, seat_asked(table), typed, table.version)


def test_rest_of_an_unfinished_choice_is_typed_alone() -> None:
    """Another move may be typed in its place."""
    table = scheduling("Ann", "Ben")
    seat = seat_asked(table)
    run_line(table, seat, "D3", table.version, "de")
    assert table.draft(seat).partial == "warehouse 3"
    run_line(table, seat, "geld", table.version, "de")
    assert table.draft(seat).texts == ("warehouse 3 money",)
    run_line(table, seat, "d2", table.version, "de")
    run_line(table, seat, "e", table.version, "de")
    assert table.draft(seat).texts == ("factory",)


def test_yes_and_no_answer_the_question_while_nothing_is_pencilled_in() -> None:
    """Where something is, they confirm it or take it back."""
    table = opened("Ann", "Ben")
    seat = seat_asked(table)
    run_line(table, seat, "nein", table.version, "de")
    assert table.draft(seat).texts == ("done",)
    run_line(table, seat, "nein", table.version, "de")
    assert table.draft(seat).texts == ()
    run_line(table, seat, "ja", table.version, "de")
    assert table.draft(seat).texts == ("hire",)
    version = table.version
    run_line(table, seat, "ja", version, "de")
    assert table.version > version


def test_commands_confirm_too() -> None:
    table = scheduling("Ann", "Ben")
    seat, version = seat_asked(table), table.version
    run_line(table, seat, "consulting", version)
    run_line(table, seat, "confirm", version)
    assert table.version == version + 2
