"""The tasks of the game board and their prices (``RULES III``)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


@pytest.mark.parametrize(("taken", "price"), [("", 6), ("B", 5), ("BB", 4), ("BBB", 4), ("BBBB", 3)])
def test_a_consulting_row_costs_its_money(taken: str, price: int) -> None:
    """RULES III.A"""
    table = Table().set(left=taken).give("A", money=price).go("schedule").take("consulting")
    assert (table["A"].money, table["A"].info, table["A"].time) == (0, 20, 3)


def test_a_consulting_row_must_be_paid() -> None:
    """RULES III.A"""
    assert Table().give("A", money=5).go("schedule").refused("consulting") == "no_money"


@pytest.mark.parametrize("space", range(1, 6))
def test_an_agency_space_costs_one_money_and_one_info(space: int) -> None:
    """RULES III.B"""
    table = Table().give("A", money=1, info=1).go("schedule").take(f"agency {space}")
    assert (table["A"].money, table["A"].info, table["A"].time) == (0, 0, 3)
    assert table.row("desks")[space - 1] == "A"


@pytest.mark.parametrize(("money", "info", "reason"), [(0, 1, "no_money"), (1, 0, "no_info")])
def test_an_agency_space_must_be_paid(money: int, info: int, reason: str) -> None:
    """RULES III.B"""
    assert Table().give("A", money=money, info=info).go("schedule").refused("agency 1") == reason


@pytest.mark.parametrize(("door", "money", "info"), [(1, 2, 1), (2, 3, 2), (3, 4, 3), (4, 5, 4)])
def test_a_warehouse_space_costs_money_or_info(door: int, money: int, info: int) -> None:
    """RULES III.D"""
    by_money = Table().give("A", money=money, info=0).go("schedule").take(f"warehouse {door} money")
    assert (by_money["A"].money, by_money["A"].info) == (0, 0)
    by_info = Table().give("A", money=0, info=info).go("schedule").take(f"warehouse {door} info")
    assert (by_info["A"].money, by_info["A"].info) == (0, 0)
    short = Table().give("A", money=money - 1, info=info - 1).go("schedule")
    assert (short.refused(f"warehouse {door} money"), short.refused(f"warehouse {door} info")) == ("no_money", "no_info")


def test_a_warehouse_space_needs_a_cube() -> None:
    """RULES III.D"""
    table = Table().set(cubes="0111").go("schedule")
    assert (table.refused("warehouse 1 money"), table.refused("warehouse 2 money")) == ("no_cube", "")


def test_a_factory_space_costs_two_money_two_info_and_a_supply() -> None:
    """RULES III.E"""
    table = Table().give("A", money=2, info=2, supply=1).go("schedule").take("factory")
    assert (table["A"].money, table["A"].info, table["A"].supply, table["A"].time) == (0, 0, 0, 3)


@pytest.mark.parametrize(("space", "money", "info"), [(1, 2, 1), (2, 1, 1), (3, 1, 0), (4, 0, 1)])
def test_an_exchange_space_costs_its_own_price(space: int, money: int, info: int) -> None:
    """RULES III.F"""
    table = Table().give("A", money=money, info=info).go("schedule").take(f"exchange {space}")
    assert (table["A"].money, table["A"].info, table.row("listings")[space - 1]) == (0, 0, "A")


@pytest.mark.parametrize(("money", "info", "reason"), [(1, 5, "no_money"), (5, 0, "no_info")])
def test_an_exchange_space_must_be_paid(money: int, info: int, reason: str) -> None:
    """RULES III.F"""
    assert Table().give("A", money=money, info=info).go("schedule").refused("exchange 1") == reason


@pytest.mark.parametrize(("seats", "spaces"), [("A B", 4), ("A B C", 5), ("A B C D", 6), ("A B C D E", 7)])
def test_a_construction_space_costs_four_money_and_four_info(seats: str, spaces: int) -> None:
    """RULES III.I"""
    table = Table(seats).give("A", money=4, info=4).go("schedule")
    assert len(table.row("sites")) == spaces
    table.take("construction")
    assert (table["A"].money, table["A"].info, table.row("sites")[0]) == (0, 0, "A")
