"""What is new to a seat since it last looked or moved."""

from __future__ import annotations

from groundfloor.engine.events import Event
from groundfloor.table import last_looked, news, state_when_looked
from groundfloor.table.creation import create_guided_table
from tests.support.opened_tables import opened, scheduling, seat_asked
from tests.support.played_tables import PlayedTable


def new_events(table: PlayedTable, seat: int) -> list[Event]:
    return [table.history.events[index].event for index in news(table, seat)]


def kinds(table: PlayedTable, seat: int) -> list[str]:
    return [event.kind for event in new_events(table, seat)]


def test_nothing_is_new_to_a_seat_that_has_not_looked_yet() -> None:
    table = opened("Ann", "Ben")
    assert last_looked(table, 0) is None and news(table, 0) == [] and state_when_looked(table, 0) is None


def test_moves_of_others_are_new_until_they_are_seen() -> None:
    table = scheduling("Ann", "Ben")
    asked = seat_asked(table)
    other = 1 - asked
    table.mark_seen(other, table.version)
    before = table.version
    table.apply(asked, ("agency 1", "end"), before)
    assert "MarkerPlaced" in kinds(table, other) and kinds(table, asked) == []
    state = state_when_looked(table, other)
    assert state is not None and state.agency_desks[0] == -1 and table.game._state.agency_desks[0] == asked
    table.mark_seen(other, table.version)
    assert kinds(table, other) == []


def test_own_move_counts_as_looking() -> None:
    table = scheduling("Ann", "Ben")
    asked = seat_asked(table)
    table.apply(asked, ("agency 1", "end"), table.version)
    assert kinds(table, 1 - asked) != []
    table.apply(1 - asked, ("agency 2", "end"), table.version)
    assert kinds(table, 1 - asked) == []


def test_what_automas_do_after_own_move_is_new() -> None:
    table = scheduling("Ann", "pei")
    table.apply(0, ("agency 1", "end"), table.version)
    seats = {event.seat for event in new_events(table, 0)}
    assert 1 in seats
    table.mark_seen(0, table.version)
    assert news(table, 0) == []


def test_what_follows_from_own_last_answer_is_new_but_not_the_answer() -> None:
    """The first round of the guided game ends with the price of a product: the sale, time and income of the seat are news to it."""
    table = PlayedTable.of(create_guided_table("Ann", "", lambda number: bytes(range(number)))[0])
    for text in ("done", "factory", "research_testing info", "consulting", "agency 1", "networking", "price 16"):
        table.apply(0, (text,), table.version)
        if table.game.question_kind == "after_task":
            table.apply(0, ("end",), table.version)
    own = [event.kind for event in new_events(table, 0) if event.seat == 0]
    assert own == ["ProductSold", "TimeTaken", "PopularityFaded", "IncomeReceived"]


def test_phase_that_own_answer_begins_is_new() -> None:
    table = opened("Ann", "Ben")
    first = seat_asked(table)
    table.apply(first, ("done",), table.version)
    table.apply(1 - first, ("done",), table.version)
    assert kinds(table, 1 - first) == ["PhaseBegan"]


def test_version_to_come_cannot_be_seen() -> None:
    table = scheduling("Ann", "Ben")
    table.mark_seen(0, 10_000)
    assert last_looked(table, 0) == table.version
    table.mark_seen(0, 0)
    assert last_looked(table, 0) == table.version


def test_undone_moves_are_not_new() -> None:
    table = scheduling("Ann", "Ben")
    asked = seat_asked(table)
    table.mark_seen(1 - asked, table.version)
    table.apply(asked, ("agency 1", "end"), table.version)
    table.undo(asked, table.version)
    assert kinds(table, 1 - asked) == ["MovesTakenBack"]
