"""The floors with a task (RULES 6.3)."""

from __future__ import annotations

import pytest

from tests.support.table import Table

BROADCAST = 2
FLOORS = [
    ("assembly_line", 1, 0, 2),
    ("conference_room", 2, 0, 2),
    ("construction_admin", 3, 0, 3),
    ("in_house_factory", 2, 1, 2),
    ("marketing_department", 2, 0, 2),
    ("online_store", 3, 1, 2),
    ("research_lab", 1, 1, 3),
    ("telecommunications", 1, 0, 3),
    ("office_renovation", 2, 0, 3),
]


def owner(floor: str, time: int = 12, supply: int = 1) -> Table:
    """Returns a table with player A alone, who has a floor and neither money nor info for remodels."""
    table = Table("A B").give("B", time=0).give("A", floors=floor, time=time, money=0, info=0, supply=supply)
    return table.go("schedule")


def first(table: Table, floor: str) -> str:
    """Returns the first legal action of a floor."""
    return next(text for text in table.legal if text.startswith(floor))


@pytest.mark.parametrize(("floor", "time", "supply", "uses"), FLOORS, ids=[floor[0] for floor in FLOORS])
def test_a_floor_takes_its_markers_and_supply(floor: str, time: int, supply: int, uses: int) -> None:
    """RULES 6.3, III.1"""
    table = owner(floor)
    table.take(first(table, floor))
    assert (table["A"].time, table["A"].supply) == (12 - time, 1 - supply)
    assert table["A"].floor_uses == [1]


@pytest.mark.parametrize(("floor", "time", "supply", "uses"), FLOORS, ids=[floor[0] for floor in FLOORS])
def test_a_floor_works_so_many_times_a_round(floor: str, time: int, supply: int, uses: int) -> None:
    """RULES 6.3, III.4"""
    table = owner(floor)
    action = "office_renovation training" if floor == "office_renovation" else floor
    for _ in range(uses):
        assert table.give("A", supply=1, time=9).go("schedule").refused(action) == ""
        table.take(first(table, floor))
    assert table.give("A", supply=1, time=9).go("schedule").refused(action) == "used_up"


@pytest.mark.parametrize(("floor", "time", "supply", "uses"), FLOORS, ids=[floor[0] for floor in FLOORS])
def test_a_floor_needs_its_markers_and_supply(floor: str, time: int, supply: int, uses: int) -> None:
    """RULES 6.3, III.6"""
    action = "office_renovation training" if floor == "office_renovation" else floor
    assert Table().give("A", floors=floor, time=time).go("schedule").refused(action) == ""
    if time > 1:
        assert Table().give("A", floors=floor, time=time - 1).go("schedule").refused(action) == "no_time"
    if supply:
        assert Table().give("A", floors=floor, time=time, supply=0).go("schedule").refused(action) == "no_supply"


@pytest.mark.parametrize(
    ("floor", "money", "info", "supply"),
    [
        ("assembly_line", 0, 0, 1),
        ("conference_room", 0, 5, 0),
        ("online_store", 6, 0, -1),
        ("research_lab", 3, 3, -1),
        ("telecommunications", 0, 3, 0),
    ],
)
def test_a_floor_gives_money_info_or_supply(floor: str, money: int, info: int, supply: int) -> None:
    """RULES 6.3 assembly_line, 6.3 conference_room, 6.3 online_store, 6.3 research_lab, 6.3 telecommunications"""
    player = owner(floor, supply=max(0, -supply)).take(floor)["A"]
    assert (player.money, player.info, player.supply) == (money, info, max(0, supply))


def test_construction_admin_places_marker_from_stock() -> None:
    """RULES 6.3 construction_admin"""
    table = owner("construction_admin", time=4)
    table.set(sites="B.B").go("schedule").take("construction_admin")
    assert (table.row("sites"), table["A"].reserve_time, table["A"].time) == ("BAB.", 20, 1)
    assert (table["A"].money, table["A"].info) == (0, 0)


def test_in_house_factory_places_marker_from_stock() -> None:
    """RULES 6.3 in_house_factory"""
    table = owner("in_house_factory", time=4).set(factory="B").go("schedule").take("in_house_factory")
    assert (table.row("factory"), table["A"].reserve_time, table["A"].supply) == ("BA.....", 20, 0)


def test_marketing_department_sends_a_marker_from_the_stock_into_broadcast() -> None:
    """RULES 6.3 marketing_department"""
    table = owner("marketing_department", time=4).take("marketing_department")
    assert (table.box(BROADCAST), table["A"].reserve_time) == ("A", 20)


@pytest.mark.parametrize("floor", ["construction_admin", "in_house_factory", "marketing_department"])
def test_a_floor_that_places_a_marker_needs_one_in_the_stock(floor: str) -> None:
    """RULES 1.1, 6.3"""
    assert Table().give("A", floors=floor, stock=0).go("schedule").refused(floor) == "no_stock"
    assert Table().give("A", floors=floor, stock=1).go("schedule").refused(floor) == ""


def test_office_renovation_remodels_a_room_for_nothing() -> None:
    """RULES 6.3 office_renovation"""
    table = owner("office_renovation")
    table.take("office_renovation storage_closet")
    assert (table.rooms("A"), table["A"].supply, table["A"].money, table["A"].info) == (["storage_closet"], 2, 0, 0)


def test_the_uses_begin_anew_each_round() -> None:
    """RULES III.4, V.1"""
    table = owner("online_store", time=4).take("online_store")
    assert table["A"].floor_uses == [1]
    assert table.go("reorganize")["A"].floor_uses == [0]
