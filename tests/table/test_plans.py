"""Plans of a round: kept for a seat alone, changed at any time, and turned into the draft step by step."""

from __future__ import annotations

from random import Random

import pytest

from groundfloor.server.database.store import Store
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table import BadPlan, NewTable, NoDraft, NotYourTurn, SeatRequest, StaleVersion, Table
from groundfloor.table.errors import Ambiguous, UnknownCommand
from tests.support.opened_tables import scheduling, seat_asked, seats_of
from tests.support.played_tables import PlayedTable, operation
from tests.support.typed_lines import change_plan


def planned(table: Table, seat: int) -> tuple[str, ...]:
    return table.value.notes_of(seat).plan


def reasons(table: PlayedTable, seat: int) -> list[str]:
    """Returns the reason against each step that is not in the draft, "" for a possible one."""
    tried = table.plan(seat).tried
    assert tried is not None
    return [str(step.refusal or "") for step in tried.steps]


def test_steps_are_added_moved_and_dropped_while_somebody_else_plays() -> None:
    table = scheduling("Ann", "Ben")
    other = seats_of(table)[1]
    for command in ("add fac", "add consulting", "add warehouse 1 money", "up 3", "move 1 3", "down 2 consulting"):
        change_plan(table, other, command, table.version)
    assert planned(table, other) == ("warehouse 1 money", "factory", "consulting")
    change_plan(table, other, "drop 2 factory", -1)
    assert planned(table, other) == ("warehouse 1 money", "consulting")
    change_plan(table, other, "clear", -1)
    assert planned(table, other) == ()


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("drop 1 factory", BadPlan),
        ("drop 9", BadPlan),
        ("drop x", BadPlan),
        ("move 1", BadPlan),
        ("sing", BadPlan),
        ("add", BadPlan),
        ("add xyz", UnknownCommand),
        ("add warehouse 1", Ambiguous),
        ("add end", UnknownCommand),
    ],
)
def test_impossible_change_says_why_and_changes_nothing(command: str, error: type[Exception]) -> None:
    table = scheduling("Ann", "Ben")
    other = seats_of(table)[1]
    table.set_plan(other, ["consulting", "agency 1"])
    with pytest.raises(error):
        change_plan(table, other, command, table.version)
    assert planned(table, other) == ("consulting", "agency 1")


def test_plan_has_limited_length_and_no_end_of_turn() -> None:
    table = scheduling("Ann", "Ben")
    with pytest.raises(BadPlan, match="at most 20 steps"):
        table.set_plan(0, ["factory"] * 21)
    with pytest.raises(BadPlan, match="can’t be planned"):
        table.set_plan(0, ["end"])


def test_move_of_another_seat_strikes_out_step() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    table.set_plan(other, ["agency 1", "meeting_room 1"])
    assert reasons(table, other) == ["", ""]
    table.apply(asked, ("agency 1",), table.version)
    assert reasons(table, other) == ["Not possible: that space is taken.", ""]
    assert table.plan(other).next_step() == "meeting_room 1"


def test_next_step_becomes_draft_and_leaves_plan_when_confirmed() -> None:
    table = scheduling("Ann", "Ben")
    asked = seats_of(table)[0]
    table.set_plan(asked, ["remodel training", "meeting_room 1", "consulting"])
    change_plan(table, asked, "next", table.version)
    change_plan(table, asked, "next", table.version)
    assert table.draft(asked).texts == ("remodel training", "meeting_room 1")
    assert table.plan(asked).in_draft == {0, 1}
    with pytest.raises(NoDraft, match="pencilled in already"):
        change_plan(table, asked, "next", table.version)
    table.confirm(asked, table.version)
    assert planned(table, asked) == ("consulting",)


def test_step_that_is_taken_back_stays_planned() -> None:
    table = scheduling("Ann", "Ben")
    asked = seats_of(table)[0]
    table.set_plan(asked, ["consulting"])
    change_plan(table, asked, "next", table.version)
    table.take_back(asked, table.version)
    assert planned(table, asked) == ("consulting",) and not table.plan(asked).in_draft


def test_next_step_needs_turn_version_and_possible_step() -> None:
    table = scheduling("Ann", "Ben")
    asked, other = seats_of(table)
    table.set_plan(other, ["consulting"])
    with pytest.raises(NotYourTurn):
        change_plan(table, other, "next", table.version)
    with pytest.raises(StaleVersion):
        change_plan(table, asked, "next", table.version - 1)
    with pytest.raises(NoDraft, match="No step"):
        change_plan(table, asked, "next", table.version)


def test_plan_is_gone_when_game_is_over() -> None:
    table = scheduling("Ann", "Ben")
    table.set_plan(0, ["consulting"])
    while not table.game.is_over:
        table.set_plan(0, ["consulting"])
        last = table.game.legal_actions[-1].text
        table.apply(seat_asked(table), (last,), table.version)
    assert planned(table, 0) == () and table.plan(0).tried is None
    with pytest.raises(NotYourTurn):
        table.set_plan(0, ["consulting"])


def test_plan_survives_restart_and_failed_operation(store: Store) -> None:
    service = TableService(store, lambda: "now", Random(1).randbytes)
    game_id = service.add(service.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))))).game_id
    with operation(service, game_id) as table:
        table.set_plan(1, ["consulting", "factory"])
        table.mark_seen(1, 0)
    with pytest.raises(BadPlan), operation(service, game_id) as table:
        table.set_plan(1, [])
        table.set_plan(0, ["nonsense"])
    assert planned(service.table(game_id), 1) == ("consulting", "factory")
    again = TableService(store, lambda: "now", Random(1).randbytes).table(game_id)
    assert (planned(again, 1), again.value.notes_of(1).seen, planned(again, 0)) == (("consulting", "factory"), 0, ())
