"""Area A, the consulting firm (RULES IV.A)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.table import Table


@pytest.mark.parametrize(("left", "info"), [("A", 30), ("B", 30), ("", 20), (".B", 20)])
def test_a_meeting_takes_place_if_the_left_space_of_its_row_is_occupied(left: str, info: int) -> None:
    """RULES IV.A.1"""
    assert Table().set(right="A", left=left).go("consulting_firm")["A"].info == info


def test_each_row_is_a_meeting_of_its_own() -> None:
    """RULES IV.A.1"""
    table = Table().set(right="AAB.A", left="BCC").go("consulting_firm")
    assert [table[letter].info for letter in "ABC"] == [40, 30, 20]


def test_the_right_column_goes_to_the_stock_and_the_left_one_slides() -> None:
    """RULES IV.A.2"""
    table = Table().set(right="AB", left="B.C").go("consulting_firm")
    assert (table.row("left"), table.row("right")) == (".....", "B.C..")
    assert [table[letter].reserve_time for letter in "ABC"] == [21, 20, 20]


def test_a_marker_pays_a_round_after_it_was_placed() -> None:
    """RULES IV.A.2"""
    table = Table().set(left="A").go("consulting_firm")
    assert table["A"].info == 20
    assert table.set(left="B").go("consulting_firm")["A"].info == 30


def test_an_empty_row_above_does_not_keep_a_meeting_from_taking_place() -> None:
    """RULES IV.A.1"""
    table = Table().set(right=".A.B", left=".C.C").go("consulting_firm")
    assert [table[letter].info for letter in "ABC"] == [30, 30, 20]


def test_a_row_that_costs_nothing_is_open_to_those_who_have_nothing() -> None:
    """RULES III.5"""
    table = Table(edition=ruleset().with_overrides({"consulting_firm.prices": [2, 0, 0, 0, 0]}))
    assert table.give("A", money=0).go("schedule").refused("consulting") == "no_money"
    assert table.set(left="B").go("schedule").refused("consulting") == ""
