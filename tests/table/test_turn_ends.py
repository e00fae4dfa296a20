"""The end of a turn in `online` at a table: a confirmation closes it, and nobody needs a move more than without it (RULES 9.1.1)."""

from __future__ import annotations

import pytest

from groundfloor import Match, ruleset
from groundfloor.table import Table
from groundfloor.table.errors import ConflictsWithDraft, NoDraft, UnknownCommand
from groundfloor.table.value import SeatValue, TableValue
from tests.support.played_tables import PlayedTable
from tests.support.turn_decisions import decision
from tests.support.typed_lines import run_line

KEY = b"k" * 32


def table_of(kind: str, money: int = 20) -> PlayedTable:
    """Returns a table where Ann, with so much money, is asked whether she hires, which of two markers she sells, or anything else."""
    rules = ruleset("online")
    match = Match.new(rules, ["Ann", "Ben", "Cleo"], {}, KEY)
    holders = tuple(SeatValue(seat, name, "", "", f"t{seat}") for seat, name in enumerate(("Ann", "Ben", "Cleo")))
    table = PlayedTable("t", match, TableValue("Table", holders))
    match.game = (decision(kind, rules, track=".AAA") if kind == "sell" else decision(kind, rules)).game
    table.history._replay.game = match.game
    match.game._state.players[0].money = money
    return table


def answers(table: PlayedTable, before: int) -> list[str]:
    return [str(entry) for entry in table.match.record.entries[before:]]


def test_a_confirmation_closes_the_turn() -> None:
    table = table_of("hire")
    before = table.version
    table.pick(0, "hire", table.version)
    assert table.draft(0).game.question_kind == "after_turn" and table.draft(0).after_closing is None
    table.confirm(0, table.version)
    assert answers(table, before) == ["1 hire", "1 end"] and table.asked == 1


def test_a_remodel_is_pencilled_after_the_decision_in_the_same_draft() -> None:
    table = table_of("hire")
    before = table.version
    for text in ("hire", "remodel training", "remodel assembly"):
        table.pick(0, text, table.version)
    assert table.draft(0).texts == ("hire", "remodel training", "remodel assembly")
    table.confirm(0, table.version)
    assert answers(table, before) == ["1 hire", "1 remodel training", "1 remodel assembly", "1 end"]


def test_the_next_decision_of_the_same_seat_goes_into_the_same_draft() -> None:
    table = table_of("sell")
    before = table.version
    for text in ("sell 2", "sell 3"):
        table.pick(0, text, table.version)
    assert table.draft(0).texts == ("sell 2", "end", "sell 3")
    table.confirm(0, table.version)
    assert answers(table, before) == ["1 sell 2", "1 end", "1 sell 3", "1 end"]


def test_taking_back_takes_the_decision_with_the_end_before_it() -> None:
    table = table_of("sell")
    for text in ("sell 2", "sell 3"):
        table.pick(0, text, table.version)
    table.take_back(0, table.version)
    assert table.draft(0).texts == ("sell 2",)
    table.take_back(0, table.version)
    assert table.value.drafts == {}


def test_an_auto_answer_closes_its_turn() -> None:
    table = table_of("hire")
    before = table.version
    table.set_preference(0, "skips_hiring", True)
    assert answers(table, before) == ["1 done", "1 end"] and table.asked == 1


def test_player_without_confirmation_may_remodel_repeatedly() -> None:
    """Who confirms at once may remodel more than once where the question stands already."""
    table = table_of("hire")
    table.apply(0, ("hire",), table.version)
    assert table.game.question_kind == "after_turn"
    table.set_preference(0, "confirms_itself", True)
    before = table.version
    for text in ("remodel training", "remodel assembly", "end"):
        table.pick(0, text, table.version)
    assert answers(table, before) == ["1 remodel training", "1 remodel assembly", "1 end"]


@pytest.mark.parametrize("confirms", [False, True], ids=["confirms", "confirms itself"])
@pytest.mark.parametrize("kind", ["hire", "marketing_type", "price", "sell", "drop", "fire"])
def test_a_remodel_chosen_before_the_decision_is_done_after_it(kind: str, confirms: bool) -> None:
    """Two choices."""
    table = table_of(kind)
    table.set_preference(0, "confirms_itself", confirms)
    before, decision = table.version, table.game._legal[0].text
    table.pick(0, "remodel training", table.version)
    assert table.version == before and table.draft(0).texts == () and table.draft(0).stored_texts == ("then remodel training",)
    table.pick(0, decision, table.version)
    if not confirms:
        assert table.draft(0).texts == (decision, "remodel training")
        table.confirm(0, table.version)
    assert answers(table, before)[:3] == [f"1 {decision}", "1 remodel training", "1 end"]


def test_two_remodels_wait_in_the_order_in_which_they_were_chosen() -> None:
    table = table_of("hire")
    table.set_preference(0, "confirms_itself", True)
    before = table.version
    for text in ("remodel training", "remodel assembly", "remodel training", "done"):
        table.pick(0, text, table.version)
    assert answers(table, before) == ["1 done", "1 remodel training", "1 remodel assembly", "1 end"]


def test_a_waiting_remodel_is_kept_with_the_table() -> None:
    table = table_of("hire")
    table.pick(0, "remodel training", table.version)
    again = Table("t", table.match, table.value)
    assert [action.text for action in again.draft(0).deferred] == ["remodel training"]


def test_a_waiting_remodel_is_taken_back() -> None:
    table = table_of("hire")
    for text in ("remodel training", "remodel assembly"):
        table.pick(0, text, table.version)
    table.take_back(0, table.version)
    assert table.draft(0).stored_texts == ("then remodel training",)
    table.take_back(0, table.version)
    assert table.value.drafts == {}
    with pytest.raises(NoDraft, match="No move is pencilled in"):
        table.take_back(0, table.version)


def test_a_waiting_remodel_cannot_be_confirmed_without_the_decision() -> None:
    table = table_of("hire")
    table.pick(0, "remodel training", table.version)
    with pytest.raises(NoDraft, match="comes after your decision"):
        table.confirm(0, table.version)
    assert table.draft(0).stored_texts == ("then remodel training",)


def test_a_typed_remodel_waits_too() -> None:
    table = table_of("hire")
    run_line(table, 0, "rem tr", table.version)
    run_line(table, 0, "h", table.version)
    assert table.draft(0).texts == ("hire", "remodel training")


def test_decision_that_makes_remodel_unaffordable_is_refused() -> None:
    """Nothing pencilled is dropped unsaid; ``done`` would leave enough."""
    table = table_of("hire")
    price = table.game.quote(table.game.ruleset.action("hire")).money
    table.game._state.players[0].money = price + table.game.ruleset.remodeling.money - 1
    table.set_preference(0, "confirms_itself", True)
    before = table.version
    table.pick(0, "remodel training", table.version)
    with pytest.raises(ConflictsWithDraft):
        table.pick(0, "hire", table.version)
    assert table.draft(0).stored_texts == ("then remodel training",) and answers(table, before) == []
    table.take_back(0, table.version)
    table.pick(0, "hire", table.version)
    assert answers(table, before) == ["1 hire"]


def test_a_remodel_that_stays_unaffordable_does_not_wait() -> None:
    table = table_of("hire", money=0)
    assert table.draft(0).deferrable == ()
    with pytest.raises(UnknownCommand):
        table.pick(0, "remodel training", table.version)


def test_a_remodel_that_only_the_decision_pays_for_waits() -> None:
    table = table_of("drop", money=0)
    for text in ("remodel training", "drop 12 liquidation"):
        table.pick(0, text, table.version)
    assert table.draft(0).texts == ("drop 12 liquidation", "remodel training")


def test_a_remodel_waits_for_both_halves_of_a_decision() -> None:
    """The bonus remodels one room, the waiting remodel another one, at the usual price."""
    table = table_of("bonus")
    table.set_preference(0, "confirms_itself", True)
    before = table.version
    for text in ("remodel training", "bonus remodel"):
        table.pick(0, text, table.version)
    assert table.draft(0).stored_texts == ("bonus remodel", "then remodel training") and answers(table, before) == []
    assert not table.draft(0).allows(1, "remodel training")
    table.pick(0, "remodel assembly", table.version)
    assert answers(table, before) == ["1 bonus remodel", "1 remodel assembly", "1 remodel training", "1 end"]


def test_a_remodel_waits_while_a_choice_is_begun() -> None:
    table = table_of("bonus")
    table.set_preference(0, "confirms_itself", True)
    for text in ("bonus", "remodel training"):
        table.pick(0, text, table.version)
    assert (table.draft(0).partial, table.draft(0).stored_texts) == ("bonus", ("then remodel training",))
    table.take_back(0, table.version)
    assert (table.draft(0).partial, table.draft(0).stored_texts) == ("", ("then remodel training",))
