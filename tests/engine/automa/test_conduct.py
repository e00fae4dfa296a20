"""Automas in phases IV and V, and at the end (``RULES 8.1.6``, ``8.1.8``)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.table import Table

NETWORKING, SOCIAL_MEDIA, BROADCAST = range(3)


# 8.1.6


@pytest.mark.parametrize(
    ("card", "type", "markers"), [("factory 1", NETWORKING, "PP"), ("factory 2", SOCIAL_MEDIA, "P"), ("consulting_firm 2", BROADCAST, "P")]
)
def test_the_next_card_says_the_marketing_type(card: str, type: int, markers: str) -> None:
    """RULES 8.1.6, 8.1.3"""
    table = Table("A pei").set(desks="PA").cards("P", "factory consulting_firm warehouse").go("advertising_agency").take(f"card {card} new")
    assert (table.box(type), table.asked) == (markers, "A marketing_type")


@pytest.mark.parametrize(
    ("taken", "rooms", "got", "remodeled"),
    [
        (".....", "", "P....", ["advertising"]),
        (".....", "advertising", "P....", ["advertising", "assembly"]),
        ("A....", "", "A...P", []),
        (".....", "advertising assembly meeting_room research_testing storage_closet training", "....P", []),
        ("A...B", "", "AP..B", []),
    ],
)
def test_an_automa_takes_the_first_possible_bonus(taken: str, rooms: str, got: str, remodeled: list[str]) -> None:
    """RULES 8.1.6"""
    table = Table("A B pei").set(popularity="P3 A2 B1", bonuses=taken).give("P", remodeled=rooms).go("marketing_bonus")
    assert table.row("bonuses") == got
    assert not remodeled or table.rooms("P") == remodeled
    assert (table["P"].money, table["P"].info, table["P"].supply) == (0, 0, 0)


@pytest.mark.parametrize(
    ("answers", "row"),
    [
        (("bonus remodel", "none", "bonus temp", "bonus money"), "APC.B"),
        (("bonus remodel", "none", "bonus temp", "bonus supply"), "ACP.B"),
        (("bonus remodel", "none", "bonus supply", "bonus money"), "ABC.P"),
    ],
)
def test_after_remodel_and_temp_come_supply_and_money(answers: tuple[str, ...], row: str) -> None:
    """RULES 8.1.6"""
    table = Table("A B C pei hadid").set(popularity="A5 B4 C3 P2 H1")
    assert table.go("marketing_bonus").take(*answers).row("bonuses") == row


def test_an_automas_temp_brings_a_marker() -> None:
    """RULES 8.1.6, V.3"""
    assert Table("A B pei").set(bonuses="....P").go("reorganize")["P"].time == 5


def test_an_automas_cube_goes_to_the_stock() -> None:
    """RULES 8.1.6"""
    table = Table("A pei").set(doors=".P").go("warehouse")
    assert (table.state.warehouse_supply, table["P"].supply, table["P"].reserve_time) == ([1, 0, 1, 1], 0, 21)


@pytest.mark.parametrize(
    ("current", "factory", "products"), [("boom", "P", ""), ("boom", "PP", ""), ("stable", "P", ""), ("boom", "P", "A6")]
)
def test_few_products_go_to_the_most_expensive_space(current: str, factory: str, products: str) -> None:
    """RULES 8.1.6"""
    table = Table("A pei").set(current=current, factory=factory, products=products).go("factory")
    assert table.is_done
    assert table.products.startswith("P16")


@pytest.mark.parametrize(
    ("current", "factory", "products"), [("boom", "PPP", ""), ("stable", "PA", ""), ("boom", "PP", "A6"), ("depression", "P", "")]
)
def test_many_products_go_where_the_next_card_says(current: str, factory: str, products: str) -> None:
    """RULES 8.1.6"""
    table = Table("A pei").set(current=current, factory=factory, products=products).go("factory")
    assert table.asked == "* card"


@pytest.mark.parametrize("edition", ["second", "online"])
@pytest.mark.parametrize(
    ("option", "turned", "asked"), [("off", "", ""), ("on", "", "* card"), ("on", "great_depression", ""), ("on", "depression_1", "* card")]
)
def test_nothing_is_guaranteed_to_sell_while_the_great_depression_may_come(edition: str, option: str, turned: str, asked: str) -> None:
    """RULES 8.3, 8.1.6; with four players a depression has at least one consumer."""
    table = Table("A B C pei", edition, great_depression=option)
    table.set(current="depression", factory="P", turned=turned).go("factory")
    assert table.asked == asked if asked else table.is_done and table.products == "P16"


@pytest.mark.parametrize("current", ["recession", "stable", "boom"])
def test_great_depression_keeps_guarantees_of_other_types(current: str) -> None:
    """RULES 8.3, 8.1.6"""
    table = Table("A B C pei", great_depression="on", windfall="on").set(current=current, factory="P").go("factory")
    assert table.is_done and table.products == "P16"


def test_automas_of_revision_1_ignore_the_great_depression() -> None:
    """RULES 8.3 as it was read first"""
    table = Table("A B C pei", ruleset("second", 1), great_depression="on").set(current="depression", factory="P").go("factory")
    assert table.is_done and table.products == "P16"


@pytest.mark.parametrize(
    ("card", "products", "price"),
    [
        ("factory 1", "", 12),
        ("factory 1", "A12", 10),
        ("factory 2", "", 8),
        ("factory 2", "A8", 6),
        ("construction_company 1", "", 16),
        ("factory 1", "A12 A10", 8),
        ("factory 1", "A12 A10 A8", 6),
        ("factory 1", "A12 A10 A8 A6 A6", 16),
        ("factory 2", "A8 A6 A6", 12),
        ("factory 2", "A12 A10 A8 A6 A6", 16),
        ("construction_company 1", "A16", 12),
        ("construction_company 1", "A16 A12 A10", 8),
    ],
)
def test_the_cards_bracket_then_lower_ones_then_higher_ones(card: str, products: str, price: int) -> None:
    """RULES 8.1.6"""
    table = Table("A pei").set(current="depression", factory="P", products=products).cards("P", "factory construction_company warehouse")
    table.go("factory").take(f"card {card} new")
    assert f"P{price}" in table.products.split()


def test_product_without_free_space_is_liquidated_undrawn() -> None:
    """RULES 8.1.6"""
    table = Table("A pei").set(factory="P", products="A16 A12 A10 A8 A6 A6").go("factory")
    assert table.is_done
    assert (table["P"].money, table["P"].reserve_time) == (0, 21)


@pytest.mark.parametrize(
    ("current", "track"), [("boom", "........"), ("stable", "........"), ("recession", ".PP....."), ("depression", "PP......")]
)
def test_an_automa_sells_all_its_stocks_in_boom_and_stable(current: str, track: str) -> None:
    """RULES 8.1.6"""
    table = Table("A pei").set(current=current, track="PP").go("stock_exchange")
    assert (table.row("track"), table["P"].money) == (track, 0)
    assert table.is_done


@pytest.mark.parametrize(
    ("products", "then"),
    [
        ("P16", "P12"),
        ("P12", "P8"),
        ("P8", ""),
        ("P16 A12", "A12 P10"),
        ("P16 A12 A10", "A12 A10 P8"),
        ("P16 A12 A10 A8", "A12 A10 A8 P6"),
        ("P16 A12 A10 A8 A6 A6", "A12 A10 A8 A6 A6"),
    ],
)
def test_automa_product_drops_to_next_bracket_with_space(products: str, then: str) -> None:
    """RULES 8.1.6"""
    table = Table("A pei").set(front="depression_1", products=products).give("A", tenants="niche_market@training").go("retail_outlets")
    while table.asked == "A drop":
        table.take(next(text for text in table.legal if text.endswith("stay")))
    assert table.products == then


# 8.1.8


def test_an_automa_never_fires() -> None:
    """RULES 8.1.8"""
    assert Table("A gropius").give("G", trained=1).go("reorganize").asked == "* back"


def test_hadid_takes_five_markers_each_round() -> None:
    """RULES 8.1.1, V.3"""
    assert Table("A hadid").go("reorganize")["H"].time == 5
