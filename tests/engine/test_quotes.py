"""Price and effect of the answers to each question, as the engine says them to whoever shows them."""

from __future__ import annotations

import pytest

from groundfloor.engine.actions import Quote
from groundfloor.engine.city.advertising_agency import AdvertisingAgency
from tests.support.table import Table


def quoted(table: Table, text: str) -> Quote:
    return table.game.quote(table.game.ruleset.action(text))


def price(quote: Quote) -> tuple[int, int, int, int]:
    """Returns time, money, info and supply."""
    return quote.time, quote.money, quote.info, quote.supply


@pytest.mark.parametrize(
    ("text", "cost", "resolves_in"),
    [
        ("consulting", (1, 6, 0, 0), "consulting_firm"),
        ("agency 3", (1, 1, 1, 0), "advertising_agency"),
        ("warehouse 4 info", (1, 0, 4, 0), "warehouse"),
        ("factory", (1, 2, 2, 1), "factory"),
        ("exchange 1", (1, 2, 1, 0), "stock_exchange"),
        ("construction", (1, 4, 4, 0), "construction_company"),
        ("assembly", (3, 0, 0, 0), ""),
        ("research_testing info", (1, 0, 0, 1), ""),
        ("advertising networking", (1, 0, 0, 0), "advertising_agency"),
        ("in_house_factory", (2, 0, 0, 1), "factory"),
        ("construction_admin", (3, 0, 0, 0), "construction_company"),
        ("office_renovation training", (2, 0, 0, 0), ""),
        ("remodel storage_closet", (0, 3, 3, 0), ""),
        ("end", (0, 0, 0, 0), ""),
    ],
)
def test_a_task_has_its_price_and_the_area_in_which_it_counts(text: str, cost: tuple[int, int, int, int], resolves_in: str) -> None:
    table = Table().give("A", floors="in_house_factory construction_admin office_renovation").go("schedule")
    assert (price(quoted(table, text)), quoted(table, text).resolves_in) == (cost, resolves_in)


@pytest.mark.parametrize(
    ("name", "row", "text", "gains"),
    [
        ("sites", "BBBBB", "construction_admin", {}),
        ("factory", "AAAABBB", "factory", {"space": 0}),
        ("factory", "AAAABB", "factory", {"space": 7}),
        ("left", "AAABB", "consulting", {"space": 0, "info_if_left": 10}),
    ],
)
def test_a_task_in_a_full_place_has_no_space(name: str, row: str, text: str, gains: dict[str, int]) -> None:
    """RULES III.5"""
    table = Table().fill(name, row).give("A", floors="construction_admin").go("schedule")
    assert dict(quoted(table, text).gains) == gains
    assert table.refused(text) == ("" if gains.get("space") else "full")


def test_hiring_says_the_income_before_and_after() -> None:
    table = Table().go("hire")
    assert price(quoted(table, "hire")) == (0, 5, 5, 0)
    assert dict(quoted(table, "hire").gains) == {"employee": 1, "income_now": 9, "income_then": 6}
    assert price(quoted(table, "done")) == (0, 0, 0, 0)


def test_firing_says_the_income_before_and_after() -> None:
    table = Table().give("A", money=0, trained=2, untrained=2).go("income")
    assert dict(quoted(table, "fire trained").gains) == {"income_now": -3, "income_then": 0}
    table = Table().give("A", trained=1).go("reorganize")
    assert dict(quoted(table, "fire trained").gains) == {"income_now": 6, "income_then": 9}
    assert quoted(table, "done").gains == ()


@pytest.mark.parametrize(("tenants", "money"), [("", 12), ("premium_product@training", 14)])
def test_a_retail_price_says_what_the_product_would_sell_for(tenants: str, money: int) -> None:
    table = Table().set(factory="A").give("A", tenants=tenants).go("factory")
    assert (quoted(table, "price 12").gains, quoted(table, "price 12").resolves_in) == ((("money_if_sold", money),), "retail_outlets")


def test_a_marketing_type_says_its_markers_steps_and_majority() -> None:
    table = Table().set(desks="A", boxes=("A", "BA", "")).go("advertising_agency")
    assert dict(quoted(table, "networking").gains) | {"markers": 2, "steps": 2, "sole": 1} == dict(quoted(table, "networking").gains)
    assert price(quoted(table, "broadcast")) == (0, 2, 2, 0)


@pytest.mark.parametrize(
    ("bonus", "gains"),
    [("remodel", {"remodel": 1}), ("supply", {"supply": 1}), ("money", {"money": 2}), ("info", {"info": 2}), ("temp", {"temp": 1})],
)
def test_a_bonus_says_what_it_brings(bonus: str, gains: dict[str, int]) -> None:
    assert dict(quoted(Table().go("marketing_bonus"), f"bonus {bonus}").gains) == gains


def test_the_room_of_a_bonus_costs_one_and_one() -> None:
    table = Table().go("marketing_bonus").take("bonus remodel")
    assert price(quoted(table, "remodel storage_closet")) == (0, 1, 1, 0)
    assert dict(quoted(table, "remodel storage_closet").gains) == {"prestige": 2, "supply": 1}
    assert price(quoted(table, "none")) == (0, 0, 0, 0)


def test_a_sale_at_the_exchange_says_its_money() -> None:
    table = Table().set(track="..A", current="recession").go("stock_exchange")
    assert (dict(quoted(table, "sell 4").gains), quoted(table, "done").gains) == ({"money": 4}, ())


def test_a_drop_says_its_money_now_or_later() -> None:
    table = Table().set(front="depression_1", products="A12").give("A", tenants="niche_market@training premium_product@assembly")
    table.go("retail_outlets")
    assert dict(quoted(table, "drop 12 8").gains) == {"money_if_sold": 10}
    assert dict(quoted(table, "drop 12 liquidation").gains) == {"money": 5}
    assert (quoted(table, "drop 12 stay").gains, quoted(table, "drop 12 stay").resolves_in) == ((), "retail_outlets")


def test_a_purchase_says_its_price_and_prestige() -> None:
    table = Table().set(sites="A").go("construction_company")
    assert price(quoted(table, "buy network_admin training")) == (0, 1, 1, 0)
    assert (price(quoted(table, "buy empty_floor")), dict(quoted(table, "buy empty_floor").gains)) == ((0, 4, 4, 0), {"prestige": 2})
    assert price(quoted(table, "none")) == (0, 0, 0, 0)
    table.take("buy empty_floor")
    assert price(quoted(table, "take network_admin")) == (0, 0, 0, 0)


def test_where_nobody_is_asked_a_quote_is_empty() -> None:
    assert Table().go("economic_forecast").game.quote(Table().game.ruleset.action("hire")).as_dict() == Quote().as_dict()


@pytest.mark.parametrize("area", ["advertising_agency", "marketing_bonus", "retail_outlets", "construction_company"])
def test_a_quote_of_no_answer_to_the_question_is_empty(area: str) -> None:
    table = Table().set(front="depression_1", boxes=("AA", "B", ""), products="A16 B12", desks="A", sites="A").go(area)
    assert table.game.asked_seat >= 0
    for action in table.game.ruleset.actions:
        refusal = table.game.refusal(action)
        if refusal is not None and refusal.code == "not_asked":
            assert table.game.quote(action).as_dict() == Quote().as_dict()


@pytest.mark.parametrize("boxes", [("AAB", "BC", "C"), ("", "", ""), ("AAABBB", "AABB", "ABC")])
def test_the_agency_says_where_players_would_land(boxes: tuple[str, str, str]) -> None:
    table = Table().set(boxes=boxes, popularity="B4 A3 C1")
    agency = next(area for area in table.game.ruleset.areas if isinstance(area, AdvertisingAgency))
    landings = agency.landings(table.state, table.state.marketing_boxes, len(table.game.ruleset.popularity_levels))
    assert table.order == "B4 A3 C1"
    table.go("advertising_agency")
    assert landings == (table.state.popularity_order, table.state.popularity)
