"""Phase II, hire employees (RULES II)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


def test_the_circle_repeats_among_those_who_are_not_done() -> None:
    """RULES II.1"""
    table = Table().set(market=1).go("hire")
    asked = [table.asked]
    for answer in ("hire", "done", "hire", "hire", "done"):
        asked.append(table.take(answer).asked)
    assert asked == ["A hire", "B hire", "C hire", "A hire", "C hire", "A hire"]


def test_done_is_final() -> None:
    """RULES II.1"""
    assert Table("A B").go("hire").take("done", "hire").asked == "B hire"


def test_hiring_is_in_popularity_order() -> None:
    """RULES II.1"""
    assert Table().set(popularity="C4 B2 A1").go("hire").asked == "C hire"


@pytest.mark.parametrize(("market", "price"), list(enumerate((2, 3, 3, 4, 4, 5, 5, 6, 7), 1)))
def test_the_job_market_says_the_price_in_money_and_in_info(market: int, price: int) -> None:
    """RULES II.2"""
    table = Table().set(market=market).go("hire").take("hire")
    assert (20 - table["A"].money, 20 - table["A"].info) == (price, price)


@pytest.mark.parametrize(("market", "price"), [(9, 4), (6, 2), (2, 0), (1, 0)])
def test_human_resources_takes_three_off_but_never_pays(market: int, price: int) -> None:
    """RULES II.2, 6.2 human_resources"""
    table = Table().set(market=market).give("A", tenants="human_resources@training").go("hire").take("hire")
    assert (20 - table["A"].money, 20 - table["A"].info) == (price, price)


def test_the_market_goes_right_and_the_ceo_up() -> None:
    """RULES II.2"""
    table = Table().set(market=4).give("A", trained=1).go("hire").take("hire")
    assert (table.state.job_market, table["A"].employee_count, table["A"].trained, table["A"].untrained) == (5, 3, 1, 1)


def test_the_market_stays_on_its_last_space() -> None:
    """RULES II.2"""
    assert Table().set(market=9).go("hire").take("hire").state.job_market == 9


def test_nobody_hires_a_sixth_employee() -> None:
    """RULES II.3"""
    table = Table("A B").give("A", trained=3).set(market=1).go("hire").take("hire")
    assert table["A"].employee_count == 5
    assert table.take("done").is_done


@pytest.mark.parametrize(("money", "info", "asked"), [(5, 5, "A hire"), (4, 5, "B hire"), (5, 4, "B hire")])
def test_a_player_who_cannot_hire_is_done_without_being_asked(money: int, info: int, asked: str) -> None:
    """RULES II.3"""
    assert Table("A B").set(market=6).give("A", money=money, info=info).go("hire").asked == asked


def test_only_hiring_is_asked() -> None:
    """RULES II.1"""
    table = Table("A B").go("hire")
    assert table.refused("hire") == ""
    assert table.refused("factory") == "not_asked"
