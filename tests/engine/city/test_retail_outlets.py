"""Area H, the retail outlets (RULES IV.H). ``depression_1`` has no consumer for two or three players."""

from __future__ import annotations

import pytest

from groundfloor.engine.city.retail_outlets import ProductSold
from groundfloor.engine.errors import UnknownAction
from groundfloor.engine.journal import Journal
from groundfloor.engine.position_projection import seats_to_come
from tests.support.table import Table


@pytest.mark.parametrize(("seats", "sold"), [("A B", 1), ("A B C", 2), ("A B C D", 3), ("A B C D E", 4)])
def test_the_card_says_how_many_buy(seats: str, sold: int) -> None:
    """RULES IV.H.1, 7.2"""
    table = Table(seats).set(front="stable_1", products="A16 A12 A10 A8 A6 A6").give("A", tenants="niche_market@training")
    stock = table["A"].reserve_time
    assert table.go("retail_outlets")["A"].reserve_time == stock + sold


def test_consumers_who_found_nothing_are_counted_in_their_event() -> None:
    """RULES IV.H.1; the card of five players has four consumers."""
    table = Table("A B C D E").set(front="stable_1", products="A16")
    table.game.journal = journal = Journal()
    table.go("retail_outlets")
    assert [event.as_dict() for event in journal.events if event.kind == "ConsumersLeft"] == [
        {"kind": "ConsumersLeft", "seat": 0, "rule": "IV.H.1", "facts": {"left": 3, "consumers": 4}}
    ]


def test_the_lowest_bracket_sells_first() -> None:
    """RULES IV.H.1"""
    table = Table("A B").set(front="stable_1", products="A16 A12 B8").go("retail_outlets")
    assert (table["A"].money, table["B"].money) == (20, 28)


def test_in_a_bracket_the_most_popular_owner_sells_first() -> None:
    """RULES IV.H.1"""
    table = Table("A B").set(front="stable_1", products="A12 B10", popularity="A2 B1").go("retail_outlets")
    assert (table["A"].money, table["B"].money) == (32, 20)


def test_of_an_owners_products_in_a_bracket_the_cheapest_sells_first() -> None:
    """RULES IV.H.1"""
    assert Table("A B").set(front="stable_1", products="A12 A10").go("retail_outlets")["A"].money == 30


def test_all_products_of_the_more_popular_sell_before_the_next_owners() -> None:
    """RULES IV.H.1"""
    table = Table().set(front="stable_1", products="A12 A10 B10", popularity="A2 B1 C1").go("retail_outlets")
    assert (table["A"].money, table["B"].money) == (42, 20)


@pytest.mark.parametrize(("tenants", "money"), [("", 36), ("premium_product@training", 38)])
def test_the_owner_gains_the_spaces_money(tenants: str, money: int) -> None:
    """RULES IV.H.1, 6.2 premium_product"""
    table = Table("A B").set(front="stable_1", products="A16").give("A", tenants=tenants).go("retail_outlets")
    assert (table["A"].money, table["A"].reserve_time, table.products) == (money, 21, "")


def test_a_covered_premium_product_adds_nothing() -> None:
    """RULES IV.I.4"""
    table = Table("A B").set(front="stable_1", products="A16").give("A", tenants="premium_product@training niche_market@training")
    assert table.go("retail_outlets")["A"].money == 36


def test_products_in_the_lowest_bracket_drop_to_liquidation() -> None:
    """RULES IV.H.2, 11.2"""
    table = Table("A B").set(front="depression_1", products="A8 B6").go("retail_outlets")
    assert table.is_done
    assert (table["A"].money, table["B"].money, table.products) == (23, 23, "")


def test_liquidation_pays_premium_product_too() -> None:
    """RULES IV.H.2, 6.2 premium_product"""
    table = Table("A B").set(front="depression_1", products="A8").give("A", tenants="premium_product@training")
    assert table.go("retail_outlets")["A"].money == 25


def test_a_product_drops_to_any_lower_bracket_or_liquidation() -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products="A16").go("retail_outlets")
    assert table.legal == [f"drop 16 {target}" for target in ("12", "10", "8", "6", "liquidation")]


@pytest.mark.parametrize(("price", "targets"), [("12", ["8", "6", "liquidation"]), ("10", ["8", "6", "liquidation"])])
def test_a_product_never_drops_within_its_bracket(price: str, targets: list[str]) -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products=f"A{price}").go("retail_outlets")
    assert table.legal == [f"drop {price} {target}" for target in targets]
    with pytest.raises(UnknownAction):
        table.take("drop 12 10")


def test_drops_go_from_the_lowest_bracket_up() -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products="A16 B12 A10", popularity="A2 B1").go("retail_outlets")
    assert table.asked == "A drop"
    assert table.refused("drop 16 12") == "not_turn_of_bracket"
    assert table.take("drop 10 6").legal == ["drop 12 8", "drop 12 6", "drop 12 liquidation"]
    assert table.asked == "B drop"
    assert table.take("drop 12 8").legal == ["drop 16 12", "drop 16 10", "drop 16 6", "drop 16 liquidation"]


def test_one_owner_drops_all_products_of_a_bracket_before_the_next() -> None:
    """RULES IV.H.2"""
    table = Table().set(front="depression_1", products="A12 B10 A10", popularity="B3 A2 C1").go("retail_outlets")
    assert table.asked == "B drop"
    assert table.take("drop 10 8").asked == "A drop"
    assert table.take("drop 10 6").asked == "A drop"


def test_seats_to_come_are_the_less_popular_owners_in_their_order() -> None:
    """RULES IV.H.2: in each bracket the owners drop from the most popular on; the next bracket begins with the most popular again."""
    table = Table().set(front="depression_1", products="A16 A12 B10 C10", popularity="B3 A2 C1").go("retail_outlets")
    to_come = []
    for answer in ("drop 10 8", "drop 12 6", "drop 10 liquidation", "drop 16 12"):
        to_come.append((table.asked, [table.letters[seat] for seat in seats_to_come(table.game)]))
        table.take(answer)
    assert to_come == [("B drop", ["A", "C"]), ("A drop", ["C"]), ("C drop", []), ("A drop", ["C"])] and table.is_done


def test_the_owner_chooses_which_product_drops_first() -> None:
    """RULES IV.H.2, 11.2"""
    table = Table().set(front="depression_1", products="A12 A10").go("retail_outlets")
    assert table.legal == [f"drop {price} {target}" for price in ("12", "10") for target in ("8", "6", "liquidation")]
    assert table.refused("drop 8 liquidation") == "no_product"
    assert table.refused("factory") == "not_asked"
    assert table.take("drop 10 8").legal == ["drop 12 8", "drop 12 6", "drop 12 liquidation"]


def test_a_space_freed_just_before_can_be_used() -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products="A16 B12 B8 B6 B6").go("retail_outlets")
    assert "drop 12 8" in table.legal
    assert "drop 16 12" in table.take("drop 12 8").legal


def test_a_dropped_product_does_not_drop_again() -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products="A16").go("retail_outlets").take("drop 16 12")
    assert (table.is_done, table.products) == (True, "A12")


def test_dropping_to_liquidation_sells_at_once() -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products="A16").go("retail_outlets").take("drop 16 liquidation")
    assert (table["A"].money, table["A"].reserve_time, table.products) == (23, 21, "")


def test_when_liquidation_is_the_only_target_nothing_is_asked() -> None:
    """RULES 11.2"""
    table = Table("A B").set(front="depression_1", products="A12 B8 B6 B6", popularity="A2 B1")
    table.give("B", tenants="niche_market@training").go("retail_outlets").take("drop 8 stay", "drop 6 stay", "drop 6 stay")
    assert table.is_done
    assert (table["A"].money, table.products) == (23, "B8 B6 B6")


def test_a_space_that_is_taken_is_no_target() -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products="A12 B8").give("B", tenants="niche_market@training")
    table.go("retail_outlets").take("drop 8 stay")
    assert (table.refused("drop 12 8"), table.refused("drop 12 6")) == ("no_space_at_price", "")


def test_a_closed_space_is_no_target() -> None:
    """RULES IV.H.2"""
    table = Table("A B").set(front="depression_1", products="A16 B10 B12", popularity="A2 B1").give("B", tenants="niche_market@training")
    table.go("retail_outlets").take("drop 12 stay", "drop 10 stay")
    assert table.legal == ["drop 16 8", "drop 16 6", "drop 16 liquidation"]


def test_niche_market_lets_any_product_stay() -> None:
    """RULES IV.H.3, 6.2 niche_market"""
    table = Table("A B").set(front="depression_1", products="A12 A6").give("A", tenants="niche_market@training").go("retail_outlets")
    assert table.legal == ["drop 6 liquidation", "drop 6 stay"]
    table.take("drop 6 stay", "drop 12 stay")
    assert (table.is_done, table.products) == (True, "A12 A6")


def test_niche_market_may_let_some_stay_and_others_drop() -> None:
    """RULES IV.H.3"""
    table = Table().set(front="depression_1", products="A10 A10").give("A", tenants="niche_market@training").go("retail_outlets")
    assert table.take("drop 10 stay", "drop 10 8").products == "A10 A8"


def test_without_niche_market_nothing_stays() -> None:
    """RULES IV.H.3"""
    assert Table("A B").set(front="depression_1", products="A12").go("retail_outlets").refused("drop 12 stay") == "no_niche"


def test_a_covered_niche_market_lets_nothing_stay() -> None:
    """RULES IV.H.3, IV.I.4"""
    table = Table("A B").set(front="depression_1", products="A12").give("A", tenants="niche_market@training human_resources@training")
    assert table.go("retail_outlets").refused("drop 12 stay") == "no_niche"


def test_a_product_that_stayed_sells_in_a_later_round() -> None:
    """RULES IV.H.3"""
    table = Table("A B").set(front="depression_1", products="A6").give("A", tenants="niche_market@training").go("retail_outlets")
    table.take("drop 6 stay").set(front="stable_1").go("retail_outlets")
    assert table["A"].money == 26


def test_staying_product_writes_event_with_free_prices() -> None:
    """RULES IV.H.3"""
    table = Table("A B").set(front="depression_1", products="A12 A10 B8").give("A", tenants="niche_market@training")
    told = [event.as_dict() for event in table.go("retail_outlets").told("drop 10 stay")]
    assert told == [{"kind": "ProductStayed", "seat": 1, "rule": "IV.H.3", "facts": {"price": 10, "free": [8, 6]}}]


def test_a_product_that_stays_is_marked_at_its_space() -> None:
    """RULES IV.H.3"""
    table = Table("A B").set(front="depression_1", products="A16 A12 A10").give("A", tenants="niche_market@training")
    steps = table.go("retail_outlets").take("drop 12 stay").game.position()["steps"]
    assert isinstance(steps, list) and steps[-1]["is_settled"] == [0, 1, *[0] * 10]


def test_sale_writes_event_with_owners_of_products_behind() -> None:
    """RULES IV.H.1"""
    table = Table("A B C D").set(front="recession_1", products="A12 C10 D10", popularity="C4 B3 A2 D1")
    table.game.journal = journal = Journal()
    table.go("retail_outlets")
    told = [event for event in journal.events if isinstance(event, ProductSold)]
    assert [(event.price, event.behind) for event in told] == [(10, (0, 3)), (12, (3,))]
