"""Area E, the factory (RULES IV.E)."""

from __future__ import annotations

import pytest

from groundfloor.engine.journal import Journal
from tests.support.table import Table

OUTLETS = {2: "16 12 10 8 6 6", 3: "16 12 10 10 8 8 6 6 6", 4: "16 12 12 10 10 10 8 8 6 6 6 6", 5: "16 12 12 10 10 10 8 8 6 6 6 6"}


def test_the_owners_are_asked_in_the_order_of_the_numbers() -> None:
    """RULES IV.E.1"""
    table = Table().set(factory="CAB", popularity="A3 B2 C1").go("factory")
    asked = [table.asked]
    for _ in range(2):
        asked.append(table.take("price 6").asked)
    assert asked == ["C price", "A price", "B price"]


def test_a_marker_moves_to_a_free_space() -> None:
    """RULES IV.E.1"""
    table = Table().set(factory="AB").go("factory").take("price 12", "price 16")
    assert (table.row("factory"), table.products) == (".......", "B16 A12")


@pytest.mark.parametrize("players", OUTLETS)
def test_the_open_spaces_follow_the_number_of_players(players: int) -> None:
    """RULES IV.E.1"""
    table = Table("A B C D E"[: 2 * players - 1])
    for price in OUTLETS[players].split():
        table.set(factory="A").go("factory")
        if not table.is_done:
            table.take(f"price {price}")
    assert table.products == " ".join(f"A{price}" for price in OUTLETS[players].split())
    assert table.set(factory="B").go("factory").is_done and table["B"].money == 23


@pytest.mark.parametrize(
    ("products", "price", "reason"), [("B12", 12, "no_space_at_price"), ("B12", 10, ""), ("B16", 16, "no_space_at_price")]
)
def test_a_price_without_a_free_space_is_no_choice(products: str, price: int, reason: str) -> None:
    """RULES IV.E.1"""
    assert Table("A B").set(factory="A", products=products).go("factory").refused(f"price {price}") == reason


def test_liquidation_is_no_choice_while_a_space_is_free() -> None:
    """RULES IV.E.2"""
    table = Table("A B").set(factory="A").go("factory")
    assert table.legal == ["price 16", "price 12", "price 10", "price 8", "price 6"]
    assert table.refused("drop 12 liquidation") == "not_asked"


@pytest.mark.parametrize(("tenants", "money"), [("", 23), ("premium_product@training", 25)])
def test_without_a_free_space_a_product_is_liquidated(tenants: str, money: int) -> None:
    """RULES IV.E.2, 6.2 premium_product"""
    table = Table("A B").set(factory="A", products="B16 B12 B10 B8 B6 B6").give("A", tenants=tenants).go("factory")
    assert table.is_done
    assert (table["A"].money, table["A"].reserve_time) == (money, 21)


def test_liquidation_has_no_limit() -> None:
    """RULES IV.E.2"""
    table = Table("A B").set(factory="ABABAB", products="B16 B12 B10 B8 B6 B6").go("factory")
    assert (table["A"].money, table["B"].money) == (29, 29)


def test_a_full_factory_is_emptied_in_the_order_of_the_numbers() -> None:
    """RULES IV.E.1"""
    table = Table("A B C D E").set(factory="ABCDEAB").go("factory")
    asked = [table.asked]
    for _ in range(6):
        asked.append(table.take(table.legal[-1]).asked)
    assert asked == [f"{letter} price" for letter in "ABCDEAB"]
    assert table.take("price 16").is_done


def test_product_liquidated_without_space_writes_event() -> None:
    """RULES IV.E.2"""
    table = Table("A B").set(factory="A", products="B16 B12 B10 B8 B6 B6")
    table.game.journal = journal = Journal()
    table.go("factory")
    assert [event.as_dict() for event in journal.events] == [
        {"kind": "ProductLiquidated", "seat": 1, "rule": "IV.E.2", "facts": {"price": 0, "money": 3, "free": []}}
    ]
