"""The end of a turn in `online` at a table: a confirmation closes it, and nobody needs a move more than without it (RULES 9.1.1)."""

from __future__ import annotations

from groundfloor import Match, ruleset
from groundfloor.tables import Table
from groundfloor.tables.table import Chair
from tests.support.positions import hiring, started
from tests.support.turns import exchange

KEY = b"k" * 32


def table_of(kind: str) -> Table:
    """Ann is asked: whether she hires, or which of two markers she sells."""
    match = Match.new(ruleset("online"), ["Ann", "Ben", "Cleo"], {}, KEY)
    match.game = hiring(started("online")) if kind == "hire" else exchange(ruleset("online"), (-1, 0, 0, 0))
    chairs = tuple(Chair(seat, name, "", "", f"t{seat}") for seat, name in enumerate(("Ann", "Ben", "Cleo")))
    return Table("t", "Table", match, chairs)


def answers(table: Table, before: int) -> list[str]:
    """The entries since then."""
    return [str(entry) for entry in table.match.record.entries[before:]]


def test_a_confirmation_closes_the_turn() -> None:
    table = table_of("hire")
    before = table.version
    table.pick(0, "hire", table.version)
    assert table.sketch(0).game.kind == "after_turn" and table.sketch(0).beyond is None
    table.confirm(0, table.version)
    assert answers(table, before) == ["1 hire", "1 end"] and table.asked == 1


def test_a_remodel_is_pencilled_after_the_decision_in_the_same_draft() -> None:
    table = table_of("hire")
    before = table.version
    for text in ("hire", "remodel training", "remodel assembly"):
        table.pick(0, text, table.version)
    assert table.sketch(0).texts == ("hire", "remodel training", "remodel assembly")
    table.confirm(0, table.version)
    assert answers(table, before) == ["1 hire", "1 remodel training", "1 remodel assembly", "1 end"]


def test_the_next_decision_of_the_same_seat_goes_into_the_same_draft() -> None:
    table = table_of("sell")
    before = table.version
    for text in ("sell 2", "sell 3"):
        table.pick(0, text, table.version)
    assert table.sketch(0).texts == ("sell 2", "end", "sell 3")
    table.confirm(0, table.version)
    assert answers(table, before) == ["1 sell 2", "1 end", "1 sell 3", "1 end"]


def test_a_typed_decision_goes_into_the_same_draft_too() -> None:
    table = table_of("sell")
    table.command(0, "sell 2", table.version)
    table.command(0, "remodel tr", table.version)
    table.command(0, "do", table.version)
    assert table.sketch(0).texts == ("sell 2", "remodel training", "end", "done")


def test_taking_back_takes_the_decision_with_the_end_before_it() -> None:
    table = table_of("sell")
    for text in ("sell 2", "sell 3"):
        table.pick(0, text, table.version)
    table.take_back(0, table.version)
    assert table.sketch(0).texts == ("sell 2",)
    table.take_back(0, table.version)
    assert table.lines == {}


def test_undo_takes_back_the_decision_with_its_end() -> None:
    table = table_of("sell")
    table.pick(0, "sell 2", table.version)
    table.confirm(0, table.version)
    before = table.version
    assert table.undoable(0) == 2
    entries = table.match.record.entries
    assert table.game.kind == "sell" and [str(entry) for entry in entries[-2:]] == ["1 sell 2", "1 end"]
    live = table.match.record.live()
    assert live[-1].text == "end"
    table.match.undo = lambda seat, count=1: entries.append(type(entries[0])(seat, f"undo {count}", count))  # type: ignore[method-assign]
    table.undo(0, before)
    assert answers(table, before) == ["1 undo 2"]


def test_a_standing_answer_closes_its_turn() -> None:
    table = table_of("hire")
    before = table.version
    table.prefer(0, "skips_hiring", True)
    assert answers(table, before) == ["1 done", "1 end"] and table.asked == 1


def test_who_confirms_at_once_ends_the_turn_at_once() -> None:
    table = table_of("hire")
    table.prefer(0, "confirms_itself", True)
    before = table.version
    table.pick(0, "hire", table.version)
    assert answers(table, before) == ["1 hire", "1 end"]


def test_who_confirms_at_once_may_remodel_more_than_once_where_the_question_stands_already() -> None:
    table = table_of("hire")
    table.apply(0, ("hire",), table.version)
    assert table.game.kind == "after_turn"
    table.prefer(0, "confirms_itself", True)
    before = table.version
    for text in ("remodel training", "remodel assembly", "end"):
        table.pick(0, text, table.version)
    assert answers(table, before) == ["1 remodel training", "1 remodel assembly", "1 end"]
