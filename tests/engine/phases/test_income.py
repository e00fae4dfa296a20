"""Phase I, receive income (RULES I)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


@pytest.mark.parametrize(("employees", "money"), [(1, 9), (2, 6), (3, 3), (4, 0)])
def test_the_ceos_space_says_the_money(employees: int, money: int) -> None:
    """RULES I.1"""
    assert Table().give("A", money=0, trained=employees - 1).go("income")["A"].money == money


@pytest.mark.parametrize(
    ("given", "money", "info", "time"),
    [
        ({}, 9, 0, 0),
        ({"untrained": 2}, 3, 0, 0),
        ({"trained": 4}, -3, 0, 0),
        ({"tenants": "network_admin@training"}, 9, 2, 0),
        ({"floors": "investor"}, 9 + 3, 0, 0),
        ({"floors": "it_department"}, 9, 4, 0),
        ({"specialty": "e_commerce"}, 9 + 1, 0, 0),
        ({"tenants": "internship_program@training"}, 9, 0, 1),
        ({"tenants": "internship_program@training", "stock": 0}, 9, 0, 0),
    ],
)
def test_employees_improvements_and_specialty_make_the_income(given: dict[str, str | int], money: int, info: int, time: int) -> None:
    """RULES I.1, I.2, 1.1, 6.2 network_admin, 6.2 internship_program, 6.3 investor, 6.3 it_department, 8.4 e_commerce"""
    player = Table().give("A", **given).go("income")["A"]  # type: ignore[arg-type]
    assert (player.money, player.info, player.time) == (20 + money, 20 + info, 4 + time)


def test_income_asks_nobody() -> None:
    """RULES I.1"""
    assert Table("A B C D E").go("income").is_done


def test_a_player_who_can_pay_may_not_fire() -> None:
    """RULES I.2: other money of the phase counts before."""
    for given in ({"money": 3}, {"money": 0, "floors": "investor"}):
        table = Table().give("A", trained=2, untrained=2, **given).go("income")
        assert table.is_done
        assert (table["A"].money, table["A"].employee_count) == (0, 5)


def test_a_player_who_cannot_pay_fires_instead() -> None:
    """RULES I.2"""
    table = Table().give("A", money=2, trained=2, untrained=2).go("income")
    assert table.asked == "A fire_for_money"
    assert table.legal == ["fire trained", "fire untrained"]
    table.take("fire untrained")
    assert (table["A"].money, table["A"].employee_count, table["A"].untrained, table.is_done) == (2, 4, 1, True)


def test_a_player_who_fires_still_receives_the_rest() -> None:
    """RULES I.2"""
    table = Table().give("A", money=1, trained=2, untrained=2, specialty="e_commerce", tenants="network_admin@assembly")
    table.go("income").take("fire trained")
    assert (table["A"].money, table["A"].info) == (2, 22)


def test_income_comes_in_popularity_order() -> None:
    """RULES I.1"""
    table = Table().set(popularity="B3 A2 C1").give("A", money=0, trained=2, untrained=2).give("B", money=0, trained=3, untrained=1)
    assert table.go("income").asked == "B fire_for_money"
    assert table.take("fire trained").asked == "A fire_for_money"


def test_with_one_kind_of_employee_nobody_asks_which_goes() -> None:
    """RULES I.3, 11.1"""
    table = Table().give("A", money=0, trained=4).go("income")
    assert table.is_done
    assert (table["A"].employee_count, table["A"].trained) == (4, 3)


@pytest.mark.parametrize(("time", "left"), [(8, 5), (3, 0), (2, 0), (0, 0)])
def test_a_trained_one_takes_up_to_three_available_markers_along(time: int, left: int) -> None:
    """RULES I.3"""
    table = Table().give("A", money=0, trained=2, untrained=2, time=time).go("income").take("fire trained")
    assert (table["A"].time, table["A"].reserve_time) == (left, 25 - left)


def test_an_untrained_one_takes_its_token_along() -> None:
    """RULES I.3"""
    table = Table().give("A", money=0, trained=2, untrained=2, time=8).go("income").take("fire untrained")
    assert (table["A"].time, table["A"].untrained, table["A"].trained, table["A"].employee_count) == (8, 1, 2, 4)


def test_the_marker_of_an_internship_comes_after_the_firing() -> None:
    """RULES I.1, I.2"""
    table = Table().give("A", money=0, trained=2, untrained=2, time=2, tenants="internship_program@training")
    assert table.go("income").take("fire trained")["A"].time == 1


def test_the_ceo_stays() -> None:
    """RULES I.3"""
    table = Table().give("A", trained=1).go("reorganize").take("fire trained")
    assert table["A"].employee_count == 1
    assert table.asked == "* back"


def test_internship_program_can_take_marker_of_fired_employee() -> None:
    """RULES I.1, I.3, 1.1; docs/rulings.md"""
    table = Table().give("A", money=0, time=4, stock=0, trained=2, untrained=2, tenants="internship_program@training").go("income")
    table.take("fire trained")
    assert (table["A"].time, table["A"].reserve_time) == (2, 2)
