"""Area F, the stock exchange (RULES IV.F)."""

from __future__ import annotations

import pytest

from groundfloor.engine.journal import Journal
from tests.support.table import Table

MULTIPLES = (0, 1, 2, 4, 3, 3, 2, 2)
TYPES = ("depression", "recession", "stable", "boom")


def test_an_entering_marker_takes_the_first_space() -> None:
    """RULES IV.F.1"""
    table = Table().set(listings="A", current="depression").go("stock_exchange")
    assert (table.row("track"), table.row("listings")) == ("A.......", "....")


def test_an_entering_marker_pushes_the_unbroken_run_above() -> None:
    """RULES IV.F.1"""
    table = Table().set(listings="A", track="BC.B", current="depression").go("stock_exchange")
    assert table.row("track") == "ABCB...."


def test_a_gap_ends_the_run() -> None:
    """RULES IV.F.1"""
    assert Table().set(listings="A", track=".BC", current="depression").go("stock_exchange").row("track") == "ABC....."


def test_markers_enter_one_by_one_in_the_order_of_the_spaces() -> None:
    """RULES IV.F.1"""
    table = Table("A B C D").set(listings="DCBA", current="depression").go("stock_exchange")
    assert table.row("track") == "ABCD...."


def test_a_marker_that_is_pushed_off_the_track_is_bought_out() -> None:
    """RULES IV.F.1, IV.F.3"""
    table = Table().set(listings="A", track="BBBBBBBC", current="depression").go("stock_exchange")
    assert table.row("track") == "ABBBBBBB"
    assert (table["C"].money, table["C"].reserve_time) == (20, 21)


@pytest.mark.parametrize("letter", "ABC")
def test_whoever_is_pushed_off_the_track_gets_the_marker_back(letter: str) -> None:
    """RULES IV.F.1, IV.F.3"""
    table = Table("A B C D").set(listings="D", track=f"DDDDDDD{letter}", current="boom").go("stock_exchange")
    assert (table[letter].money, table[letter].reserve_time) == (26, 21)


def test_marker_pushed_off_the_track_writes_event_with_its_price() -> None:
    """RULES IV.F.3"""
    table = Table().set(listings=".A", track="BBBBBBBC", current="stable")
    table.game.journal = journal = Journal()
    table.go("stock_exchange")
    entered, bought = [event.as_dict() for event in journal.events][:2]
    assert entered == {"kind": "StockEntered", "seat": 1, "rule": "IV.F.1", "facts": {"listing": 2, "pushed": [2, 2, 2, 2, 2, 2, 2, 3]}}
    facts = {"money": 4, "reason": "pushed", "multiple": 2, "type": "stable", "pay": 2}
    assert bought == {"kind": "StockBoughtOut", "seat": 3, "rule": "IV.F.3", "facts": facts}


@pytest.mark.parametrize(
    ("type", "track"), [("depression", "A.B....."), ("recession", ".A.B...."), ("stable", "..A.B..."), ("boom", "...A.B..")]
)
def test_all_markers_move_up_by_the_forecast(type: str, track: str) -> None:
    """RULES IV.F.2"""
    assert Table().set(track="A.B", current=type).go("stock_exchange").row("track") == track


@pytest.mark.parametrize(("type", "money"), [("recession", 2), ("stable", 4), ("boom", 6)])
def test_beyond_the_last_space_twice_the_types_money_is_paid(type: str, money: int) -> None:
    """RULES IV.F.3"""
    table = Table().set(track=".......A", current=type).go("stock_exchange")
    assert (table["A"].money, table["A"].reserve_time, table.row("track")) == (20 + money, 21, "........")


@pytest.mark.parametrize(("start", "bought"), [(5, 0), (6, 1), (7, 1), (8, 1)])
def test_only_what_moves_beyond_the_last_space_is_bought_out(start: int, bought: int) -> None:
    """RULES IV.F.3"""
    table = Table().set(track="." * (start - 1) + "A", current="boom").go("stock_exchange")
    assert table["A"].money - 20 == 6 * bought


def test_the_furthest_is_bought_out_first() -> None:
    """RULES IV.F.3"""
    table = Table().set(track="......AB", current="stable")
    table.game.journal = journal = Journal()
    table.go("stock_exchange")
    assert [event.seat for event in journal.events if event.kind == "StockBoughtOut"] == [1, 0]


@pytest.mark.parametrize(("space", "type"), [(space, type) for type in range(4) for space in range(1 + type, 9)])
def test_a_sale_pays_the_spaces_multiple_of_the_types_money(space: int, type: int) -> None:
    """RULES IV.F.4"""
    table = Table().set(track="." * (space - type - 1) + "A", current=TYPES[type]).go("stock_exchange")
    stock = table["A"].reserve_time
    assert table.take(f"sell {space}")["A"].money == 20 + MULTIPLES[space - 1] * type
    assert table["A"].reserve_time == stock + 1


def test_players_sell_in_popularity_order() -> None:
    """RULES IV.F.4"""
    table = Table().set(track="ABC", popularity="B3 C2 A1").go("stock_exchange")
    assert [table.asked, table.take("done").asked, table.take("done").asked] == ["B sell", "C sell", "A sell"]


def test_any_number_of_markers_may_be_sold_one_at_a_time() -> None:
    """RULES IV.F.4, 11.2"""
    table = Table().set(track="AABA", current="recession").go("stock_exchange")
    assert table.legal == ["done", "sell 2", "sell 3", "sell 5"]
    table.take("sell 2", "sell 5")
    assert table.asked == "A sell"
    assert table.refused("sell 2") == table.refused("sell 4") == "not_yours"
    assert table.take("done").asked == "B sell"
    assert table["A"].money == 20 + 1 + 3


def test_nobody_must_sell() -> None:
    """RULES IV.F.4"""
    table = Table().set(track="A", current="stable").go("stock_exchange").take("done")
    assert (table.is_done, table.row("track")) == (True, "..A.....")


def test_after_the_last_marker_nothing_is_asked() -> None:
    """RULES IV.F.4, 11.1"""
    assert Table().set(track="A", current="stable").go("stock_exchange").take("sell 3").is_done


def test_gaps_stay() -> None:
    """RULES IV.F.4"""
    assert Table().set(track="ABA", current="recession").go("stock_exchange").take("sell 2", "done", "done").row("track") == "..BA...."


def test_in_a_depression_markers_may_be_removed_for_nothing() -> None:
    """RULES IV.F.4"""
    table = Table().set(track="...A", current="depression").go("stock_exchange").take("sell 4")
    assert (table["A"].money, table["A"].reserve_time) == (20, 21)
