"""Projections of the city as plain data, counted by hand, and against what comes when the engine goes on and everybody else does nothing more."""

from __future__ import annotations

import random
from typing import Any

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.city.area_projections import (
    ConstructionProjection,
    ConsultingProjection,
    ExchangeProjection,
    MarketingProjection,
    WarehouseProjection,
    entered_place,
    missing_bookings,
)
from groundfloor.engine.city.retail_projection import count_sold_before, markers_waiting
from groundfloor.engine.city.stock_exchange import StockExchange
from groundfloor.engine.game import Game
from groundfloor.engine.state import FORECAST_TYPES
from tests.support.outcome_tree import after
from tests.support.table import Table, begin

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
    """RULES IV.E: markers in the factory are no products yet, but may sell before this one."""
    table = Table("A B C").set(products="A12 C8", factory="AB", current="recession").go("schedule")
    data = projected(table, "factory")
    assert (data["kind"], data["before"]) == ("factory", [1, 2])
    prices = [(each["price"], each["waiting"], each["needed_at_most"], each["stays"], each["is_next_round"]) for each in data["prices"]]
    assert prices == [(16, 2, 5, False, False), (10, 2, 4, False, False), (8, 2, 2, False, False), (6, 2, 2, False, False)]


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


# Stock exchange


@pytest.mark.parametrize("seed", range(40))
def test_stock_rises_and_pays_as_projected(seed: int) -> None:
    """RULES IV.F: this round's place and money, and those of the next round if it is kept."""
    dice = random.Random(seed)
    track = "".join(dice.choice("..BC") for _ in range(8))
    table = Table("A B C").set(
        track=track,
        listings="".join(dice.choice("..B") for _ in range(4)),
        current=dice.choice(FORECAST_TYPES),
        next=dice.choice(FORECAST_TYPES),
    )
    compared = 0
    for action in list(table.go("schedule").game._legal):
        if action.verb != "exchange":
            continue
        projection = table.game.projection(action)
        assert isinstance(projection, ExchangeProjection)
        then = table.game.copy()
        then.apply_own_effects(action)
        money = then._state.players[0].money
        begin(then, "stock_exchange")
        if not projection.now.space:
            assert then._state.players[0].money - money == projection.now.money and projection.kept is None
            continue
        assert then._state.exchange_track[projection.now.space - 1] == 0
        assert sale_money(then, projection.now.space) == projection.now.money
        assert projection.kept is not None
        then._state.current_forecast = then._state.next_forecast
        money = then._state.players[0].money
        begin(then, "stock_exchange")
        if projection.kept.space:
            assert sale_money(then, projection.kept.space) == projection.kept.money
        else:
            assert then._state.players[0].money - money == projection.kept.money
        compared += 1
    assert compared or "." not in track


def sale_money(game: Game, space: int) -> int:
    """Returns the money that the first player gains by selling the marker on a space."""
    while game.asked_seat != 0:
        game.apply("done")
    before = game._state.players[0].money
    then = game.copy()
    then.apply_own_effects(then.ruleset.action(f"sell {space}"))
    return then._state.players[0].money - before


# Advertising agency


@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("seed", range(20))
def test_agency_moves_everybody_as_projected(edition: str, seed: int) -> None:
    """RULES IV.B.2: order, spaces and the majority once a marker has chosen its type and no other one is left."""
    dice = random.Random(f"{edition} {seed}")
    boxes = tuple("".join(dice.choices("ABC", k=dice.randint(0, 6))) for _ in range(3))
    popularity = " ".join(
        f"{letter}{space}" for letter, space in zip("CAB", sorted(dice.choices(range(1, 10), k=3), reverse=True), strict=True)
    )
    table = Table("A B C", edition).set(boxes=boxes, popularity=popularity, desks="A").go_on("advertising_agency")
    game = table.game
    assert game.question_kind == "marketing_type"
    for action in game._legal:
        projection = game.projection(action)
        assert isinstance(projection, MarketingProjection) and not projection.undecided
        then = game.draft(action)
        box = then._state.marketing_boxes[action.operand]
        assert projection.is_sole == (box[0] > max(box[1:]))
        assert projection.is_sole or box[0] + projection.missing == max(box[1:]) + 1
        then = after(game, action.text)
        while then.question_kind == "after_turn" and then._state.area == game._state.area and then.asked_seat >= 0:
            then.apply("end")
        assert (then._state.popularity_order, then._state.popularity) == (projection.order, projection.spaces)
        assert (projection.rank, projection.space) == (then._state.popularity_order.index(0) + 1, then._state.popularity[0])
        gets_bonus = "marketing_bonus" in [area.id for area in game.ruleset.areas] and then._state.popularity_order[-1] != 0
        assert projection.gets_bonus == gets_bonus


# Consulting firm


@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("booked", range(5))
def test_meeting_takes_place_with_so_many_bookings(edition: str, booked: int) -> None:
    """RULES IV.A: this round for the marker beside, next round for the marker itself."""
    table = Table("A B C", edition).set(left="B" * booked, right="CCCCC").go("schedule")
    projection = table.game.projection(table.game.ruleset.action("consulting"))
    assert isinstance(projection, ConsultingProjection)
    assert (projection.row, projection.beside) == (booked + 1, 2)
    firm = table.game.ruleset.areas[table.game.ruleset.area("consulting_firm")]
    then = table.game.draft(table.game.ruleset.action("consulting"))
    info = then._state.players[2].info
    firm.conduct(then)
    assert then._state.players[2].info - info == projection.info * (booked + 1)
    for bookings in range(6):
        later = then.copy()
        later._state.consulting_left[:bookings] = [1] * bookings
        assert (missing_bookings(later._state, booked) == 0) == (bookings >= projection.bookings)
        before = later._state.players[0].info
        firm.conduct(later)
        assert later._state.players[0].info - before == (projection.info if bookings >= projection.bookings else projection.consolation)


# Warehouse


@pytest.mark.parametrize("seed", range(30))
def test_door_brings_supply_as_projected(seed: int) -> None:
    """RULES IV.D: what is kept of it, and the supply once the warehouse is conducted."""
    dice = random.Random(seed)
    doors = "".join(dice.choice("..AB") for _ in range(4))
    table = Table("A B C", dice.choice(NAMES)).set(doors=doors, cubes="1111")
    table.give("A", supply=dice.randrange(3), remodeled=dice.choice(("", "storage_closet")))
    for action in list(table.go("schedule").game._legal):
        if action.verb != "warehouse":
            continue
        projection = table.game.projection(action)
        assert isinstance(projection, WarehouseProjection)
        then = table.game.copy()
        then.apply_own_effects(action)
        without = then.copy()
        without._state.warehouse_markers[action.operand] = -1
        held = [supply_after_warehouse(each) for each in (then, without)]
        assert held[0] == projection.held
        assert held[0] - held[1] in (0, projection.kept)
        assert projection.kept or doors.count("A") >= projection.capacity - table["A"].supply


def supply_after_warehouse(game: Game) -> int:
    """Returns the supply of the first player once the warehouse is conducted."""
    then = game.copy()
    warehouse = then.ruleset.areas[then.ruleset.area("warehouse")]
    warehouse.conduct(then)
    return then._state.players[0].supply


# Construction company


@pytest.mark.parametrize("seed", range(20))
def test_construction_space_offers_what_was_projected(seed: int) -> None:
    """RULES IV.I: who chooses first, the prices, and what is on sale, if nothing is bought before it."""
    dice = random.Random(seed)
    edition = dice.choice(NAMES)
    table = Table("A B C", edition).set(sites="".join(dice.choice(("", "B", "BC"))), sale="human_resources=0")
    table.give("A", money=90, info=90)
    game = table.go("schedule").game
    action = game.ruleset.action("construction")
    projection = game.projection(action)
    assert isinstance(projection, ConstructionProjection)
    then = game.copy()
    then.apply_own_effects(action)
    begin(then, "construction_company")
    first = []
    while then.asked_seat != 0:
        first.append(then.asked_seat)
        then.apply("none")
    assert first == projection.before
    bought = [action for action in then._legal if action.verb == "buy"]
    floors = [each for each in bought if not then.ruleset.tiles[each.operand].is_tenant]
    tenants = {each.operand for each in bought if then.ruleset.tiles[each.operand].is_tenant}
    assert (len(floors), len(tenants)) == (projection.floors, projection.tenants)
    for each in bought:
        quote = then.quote(each)
        is_floor = each in floors
        price = (projection.money, projection.info) if is_floor else (projection.tenant_money, projection.tenant_info)
        assert (quote.money, quote.info) == price
