"""What projections of the city say as plain data, in positions in which each number can be counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.city.area_projections import entered_place, missing_bookings
from groundfloor.engine.city.retail_projection import count_sold_before, markers_waiting
from groundfloor.engine.city.stock_exchange import StockExchange
from tests.support.table import Table

NO_CONSUMER = "depression_1"
"""A front without a consumer for two or three players."""


def projected(table: Table, text: str) -> dict[str, Any]:
    projection = table.game.projection(table.game.ruleset.action(text))
    assert projection is not None
    return projection.as_dict()


def marketing(table: Table, text: str, *fields: str) -> list[object]:
    data = projected(table, text)
    return [data[field] for field in fields]


# Advertising agency


def test_desk_says_what_each_type_would_bring() -> None:
    """RULES IV.B.1: A and B still choose for their desks; at networking a second marker comes along."""
    table = Table("A B C D").set(boxes=("AABBC", "", "C"), desks="AB", popularity="D5 A3 C2 B1").go("schedule")
    data = projected(table, "agency 3")
    networking, social_media, broadcast = data["types"]
    assert data == {"kind": "agency", "types": [networking, social_media, broadcast]}
    assert networking == {
        "kind": "marketing",
        "type": "networking",
        "markers": 2,
        "steps": 0,
        "is_sole": False,
        "rival": 1,
        "missing": 1,
        "order": [4, 3, 1, 2],
        "spaces": [3, 1, 4, 5],
        "rank": 1,
        "gets_bonus": True,
        "undecided": 2,
    }
    assert [social_media[field] for field in ("is_sole", "rival", "missing", "undecided")] == [True, None, 0, 2]
    assert [broadcast[field] for field in ("is_sole", "rival", "missing", "undecided")] == [False, 3, 1, 2]


def test_room_counts_the_desks_that_still_choose() -> None:
    """RULES 6.1: its one marker makes three beside the two of A and B: two are missing to be ahead."""
    table = Table("A B C D").set(boxes=("AABBC", "", "C"), desks="AB", popularity="D5 A3 C2 B1").go("schedule")
    assert marketing(table, "advertising networking", "markers", "rival", "missing", "undecided") == [1, 1, 2, 2]


def test_type_counts_the_desks_that_choose_after_it() -> None:
    """RULES IV.B.1: A chooses; B and A come after it. Whoever is sole leader misses nothing; in a tie another seat is the rival."""
    table = Table("A B C D").set(boxes=("AABBC", "BBB", "C"), desks="ABA", popularity="D5 A3 C2 B1").go("advertising_agency")
    assert marketing(table, "networking", "is_sole", "missing", "undecided") == [True, 0, 2]
    assert marketing(table, "social_media", "is_sole", "rival", "missing", "gets_bonus") == [False, 2, 3, False]
    assert marketing(table, "broadcast", "is_sole", "rival", "missing", "rank") == [False, 3, 1, 2]


@pytest.mark.parametrize(("seats", "gets_bonus"), [("A B", False), ("A B C", True)])
def test_two_players_take_no_bonus(seats: str, gets_bonus: bool) -> None:
    """RULES IV.C: A will be the most popular."""
    table = Table(seats).set(desks="A").go("advertising_agency")
    assert marketing(table, "broadcast", "rank", "gets_bonus") == [1, gets_bonus]


# Consulting firm


def test_meeting_says_who_gains_now_and_what_it_takes() -> None:
    """RULES IV.A: the second row, beside A; in the last round the marker gains nothing later."""
    table = Table("A B C").set(left="A", right="CA").go("schedule")
    row = {"kind": "consulting", "row": 2, "info": 10, "bookings": 2, "consolation": 0}
    assert projected(table, "consulting") == {**row, "beside": 1, "is_last": False}
    table = Table("A B C").set(round=7, left="A", right="C").go("schedule")
    assert projected(table, "consulting") == {**row, "beside": None, "is_last": True}


def test_meeting_misses_bookings_of_any_seat() -> None:
    """RULES IV.A: the fourth row needs four bookings; A and B have one each."""
    table = Table("A B C").set(left="AB")
    assert [missing_bookings(table.state, row) for row in range(4)] == [0, 0, 1, 2]


# Warehouse and construction company


@pytest.mark.parametrize(
    ("doors", "supply", "door", "kept", "held"), [(".A.", 1, 1, 1, 2), (".A.", 1, 3, 0, 2), (".B.", 0, 3, 1, 1), ("A..", 0, 2, 1, 2)]
)
def test_door_brings_what_the_closet_has_space_for(doors: str, supply: int, door: int, kept: int, held: int) -> None:
    """RULES IV.D: doors are conducted in their order; the remodeled closet holds two."""
    table = Table("A B C").set(doors=doors, cubes="1111").give("A", supply=supply, remodeled="storage_closet").go("schedule")
    assert projected(table, f"warehouse {door} money") == {"kind": "warehouse", "kept": kept, "held": held, "capacity": 2}


def test_construction_says_who_chooses_first_and_the_prices() -> None:
    """RULES IV.I: the first floor, and three tenants of the first stage."""
    table = Table("A B C").set(sites="AB").go("schedule")
    assert projected(table, "construction") == {
        "kind": "construction",
        "before": [1, 2],
        "money": 4,
        "info": 4,
        "tenant_money": 1,
        "tenant_info": 1,
        "floors": 1,
        "tenants": 3,
    }


def test_construction_leaves_out_who_chooses_later() -> None:
    """RULES IV.I: the first space is free."""
    table = Table("A B C").set(sites=".B").go("schedule")
    assert projected(table, "construction")["before"] == []


# Stock exchange


def test_stock_says_its_value_now_and_if_it_is_kept() -> None:
    """RULES IV.F: each boom raises it by three spaces and pays three times the multiple."""
    table = Table("A B C").set(track="A..B", listings="B", current="boom", next="boom").go("schedule")
    assert projected(table, "exchange 2") == {
        "kind": "exchange",
        "now": {"type": 3, "space": 4, "multiple": 4, "money": 12},
        "kept": {"type": 3, "space": 7, "multiple": 2, "money": 6},
    }


@pytest.mark.parametrize(("round", "kept"), [(2, {"type": 3, "space": 0, "multiple": 2, "money": 6}), (7, None)])
def test_stock_is_bought_out_beyond_the_last_space(round: int, kept: dict[str, int] | None) -> None:
    """RULES IV.F.3; after the last round nothing is kept."""
    table = Table("A B C").set(round=round, track="...A", current="stable", next="boom").go("stock_exchange")
    assert projected(table, "sell 6") == {"kind": "exchange", "now": {"type": 2, "space": 6, "multiple": 3, "money": 6}, "kept": kept}


@pytest.mark.parametrize(("track", "later", "place"), [([-1] * 8, 2, 2), ([1] * 8, 2, 2), ([1] * 8, 8, 8)])
def test_marker_is_pushed_by_those_that_enter_after_it(track: list[int], later: int, place: int) -> None:
    """RULES IV.F.1: beyond the last place it is bought out."""
    exchange = next(area for area in ruleset("second").areas if isinstance(area, StockExchange))
    assert entered_place(exchange, track, [0] + [1] * later, 0) == place


def test_next_round_of_unknown_type_gives_stock_no_value() -> None:
    table = Table("A B C").set(track="....A", current="stable")
    table.state.next_forecast = -1
    assert projected(table.go("stock_exchange"), "sell 7")["kept"] is None


# Retail outlets


def test_price_says_all_that_is_known_of_the_product() -> None:
    """RULES IV.H: A's cheaper product and C's, who is more popular, sell before; A and C wait and may both go before it.

    Premium Product adds two to each price; Niche Market lets the product stay.
    """
    table = Table("A B C").set(products="A6 C12", factory="BAC", popularity="C5 B3 A1", current="recession")
    table.give("B", tenants="premium_product@training niche_market@storage_closet").go("factory")
    assert projected(table, "price 10") == {
        "kind": "retail",
        "price": 10,
        "money": 12,
        "ahead": [{"price": 6, "seat": 1}, {"price": 12, "seat": 3}],
        "waiting": 2,
        "needed": 3,
        "needed_at_most": 5,
        "consumers": [[1, 2], [2, 4]],
        "chance": [0, 1],
        "least_chance": [0, 1],
        "drops": [8, 6],
        "liquidation": 5,
        "stays": True,
        "is_next_round": False,
    }
    assert [projected(table, "price 8")[field] for field in ("needed", "needed_at_most", "chance", "least_chance")] == [
        1,
        2,
        [1, 1],
        [2, 3],
    ]


def test_factory_says_whose_prices_come_first() -> None:
    """RULES IV.E: markers in the factory are no products yet."""
    table = Table("A B C").set(products="A12 C8", factory="AB", current="recession").go("schedule")
    data = projected(table, "factory")
    assert (data["kind"], data["before"]) == ("factory", [1, 2])
    prices = [(each["price"], each["waiting"], each["needed_at_most"], each["stays"], each["is_next_round"]) for each in data["prices"]]
    assert prices == [(16, 0, 3, False, False), (10, 0, 2, False, False), (8, 0, 1, False, False), (6, 0, 1, False, False)]


@pytest.mark.parametrize(
    ("popularity", "products", "factory", "price", "needed", "needed_at_most"),
    [
        pytest.param("A5 B3 C1", "B8 B8 C6 C6", "ABB", 12, 5, 6, id="one-lower-space-is-free"),
        pytest.param("B5 A3 C1", "B8 B8 C6 C6 B6", "AAA", 10, 6, 7, id="one-own-space-is-as-cheap"),
        pytest.param("B5 A3 C1", "B8 B8 C6 C6 B6 C12", "AAB", 10, 6, 7, id="one-space-beside-for-own-and-rival"),
        pytest.param("B5 A3 C1", "B8 C6 B6 C16 C12", "AAA", 10, 4, 6, id="one-beside-and-one-lower"),
    ],
)
def test_waiting_markers_go_before_as_far_as_spaces_are_free(
    popularity: str, products: str, factory: str, price: int, needed: int, needed_at_most: int
) -> None:
    """RULES IV.H.1"""
    table = Table("A B C").set(popularity=popularity, products=products, factory=factory, current="boom").go("factory")
    data = projected(table, f"price {price}")
    assert (data["needed"], data["needed_at_most"]) == (needed, needed_at_most)


@pytest.mark.parametrize(("factory", "waiting"), [("A", 0), ("AAB", 2), ("", 0)])
def test_markers_of_all_seats_wait_behind_the_one_that_is_asked(factory: str, waiting: int) -> None:
    """RULES IV.E"""
    assert markers_waiting(Table("A B C").set(factory=factory).game) == waiting


def test_own_product_at_the_same_price_sells_before() -> None:
    """RULES IV.H.1: of two alike one is the first."""
    table = Table("A B C").set(products="A10", factory="A").go("factory")
    assert projected(table, "price 10")["ahead"] == [{"price": 10, "seat": 1}]


def test_product_that_stays_is_not_ahead_of_itself() -> None:
    """RULES IV.H.2, 6.2 niche_market: neither it nor the more expensive one of its owner sells before it in the next round."""
    table = Table("A B C").set(products="B16 B12", front=NO_CONSUMER, next="boom", popularity="B3 A2 C1")
    table.give("B", tenants="niche_market@training").go("retail_outlets")
    data = projected(table, "drop 12 stay")
    assert (data["price"], data["ahead"], data["needed"], data["stays"], data["is_next_round"]) == (12, [], 1, True, True)


def test_dropped_product_frees_its_space() -> None:
    """RULES IV.H.2: B's 12 stands at 8 then; nothing is left at 12."""
    table = Table("A B C").set(products="B12 C16", front=NO_CONSUMER, next="boom").go("retail_outlets")
    table.take("drop 12 8")
    assert projected(table, "drop 16 10")["ahead"] == [{"price": 8, "seat": 2}]


@pytest.mark.parametrize(("round", "has_next"), [(7, True), (2, False)])
def test_drop_without_a_known_next_round_has_no_projection(round: int, has_next: bool) -> None:
    """RULES 5.1"""
    table = Table("A B").set(round=round, products="A12", front=NO_CONSUMER, next="boom")
    if not has_next:
        table.state.next_forecast = -1
    table.go("retail_outlets")
    assert table.game.projection(table.game.ruleset.action("drop 12 8")) is None


def test_products_sold_before_leave_out_the_product_itself() -> None:
    """RULES IV.H.1: the lowest bracket first, in it the most popular seat, of it the cheapest product."""
    table = Table("A B C").set(products="A16 A12 B10 C8", popularity="B3 A2 C1")
    prices, products = table.game.ruleset.outlets.prices, table.state.retail_products
    before = {
        prices[space]: count_sold_before(table.game, table.game.ruleset.outlets, space)
        for space, owner in enumerate(products)
        if owner >= 0
    }
    assert before == {16: 3, 12: 2, 10: 1, 8: 0}
