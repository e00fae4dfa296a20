"""An Automa's deck (RULES 8.1.2, 11.4)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.table import Table

NETWORKING, SOCIAL_MEDIA, BROADCAST = range(3)
BRACKETS = {"16": 0, "12-10": 1, "8-6": 2}


def test_a_fresh_deck_may_show_each_kind_and_each_design() -> None:
    """RULES 8.1.2, 11.4"""
    table = Table("A pei").give("A", time=0).go("schedule")
    kinds = ["consulting_firm", "advertising_agency", "warehouse", "factory", "stock_exchange", "construction_company"]
    expected = {f"card {kind} {design} new": 2 for kind in kinds for design in (1, 2)}
    assert table.odds == expected | {"card automa_office": 4}


def test_hadids_two_factories_are_twice_as_likely() -> None:
    """RULES 11.4"""
    odds = Table("A hadid").give("A", time=0).go("schedule").odds
    assert odds["card factory 1 new"] == 2 * odds["card warehouse 1 new"]


def test_a_design_that_others_have_seen_is_less_likely() -> None:
    """RULES 11.4"""
    table = Table("A pei hadid").give("A", time=0).give("H", time=0)
    table.cards("P", "factory").cards("H", "warehouse", "factory_1")
    assert table.go("schedule").odds == {"card factory 1 new": 1, "card factory 2 new": 2}


def test_a_known_card_comes_with_its_own_design() -> None:
    """RULES 11.4"""
    table = Table("A pei").give("A", time=0).cards("P", "factory_2 warehouse").go("schedule")
    assert table.odds == {"card factory 2": 4, "card warehouse 1 new": 2, "card warehouse 2 new": 2}


def test_a_known_and_an_unseen_card_of_a_kind_are_told_apart() -> None:
    """RULES 11.4"""
    table = Table("A hadid").give("A", time=0).cards("H", "factory factory_1").go("schedule")
    assert table.odds == {"card factory 1": 3, "card factory 1 new": 1, "card factory 2 new": 2}


def test_the_deck_is_shuffled_whole_at_the_start_of_a_round() -> None:
    """RULES 8.1.2"""
    table = Table("A pei").set(front="stable_1").cards("P", "factory", "warehouse_1 automa_office")
    table.go_on("reorganize").take("back boom")
    assert table.state.round == 3
    assert table.pile("P") == "warehouse_1 factory automa_office"


def test_in_phase_four_cards_are_drawn_on() -> None:
    """RULES 8.1.2"""
    table = Table("A pei").set(desks="P").cards("P", "factory warehouse", "consulting_firm_1").go("advertising_agency")
    assert list(table.odds) == ["card warehouse 1 new", "card warehouse 2 new", "card factory 1 new", "card factory 2 new"]
    table.take("card factory 1 new")
    deck = table["P"].deck
    assert deck is not None
    assert (table.pile("P"), table.words(deck.discard)) == ("warehouse", "consulting_firm_1 factory_1")


def test_after_the_last_card_all_are_shuffled_with_it() -> None:
    """RULES 8.1.2"""
    table = Table("A pei").set(desks="P").cards("P", "factory", "consulting_firm_1 automa_office").go("advertising_agency")
    table.take("card factory 2 new")
    deck = table["P"].deck
    assert deck is not None
    assert (table.pile("P"), deck.discard, deck.revealed) == ("consulting_firm_1 factory_2 automa_office", [], [])


def test_cards_revealed_earlier_in_the_turn_are_shuffled_too() -> None:
    """RULES 8.1.2"""
    table = Table("A pei").set(factory="AAAAAAA", sites="AAAA").give("A", time=0).give("P", time=2)
    table.cards("P", "factory construction_company", "warehouse_1").go("schedule").take(
        "card factory 1 new", "card construction_company 2 new"
    )
    assert table.pile("P") == "warehouse_1 factory_1 construction_company_2"


def test_at_the_start_of_stage_three_a_construction_card_is_added() -> None:
    """RULES 8.1.2, V.9"""
    table = Table("A pei").set(round=5).cards("P", "factory").go("reorganize").take("back boom")
    assert table.pile("P") == "factory construction_company"
    table = Table("A pei").set(round=2).cards("P", "factory").go("reorganize").take("back boom")
    assert table.pile("P") == "factory"


def test_after_each_improvement_an_office_card_is_added() -> None:
    """RULES 8.1.2"""
    table = Table("A pei").set(sites="P", current="recession").cards("P", "factory", "warehouse_1").go("construction_company")
    table.take("improvement network_admin")
    assert (table.pile("P"), table.state.office_cards_left) == ("factory automa_office", 2)


def test_no_office_card_is_added_once_the_supply_has_none() -> None:
    """RULES 8.1.2"""
    table = Table("A pei").set(sites="P", current="recession").cards("P", "factory")
    table.state.office_cards_left = 0
    table.go("construction_company").take("improvement network_admin")
    assert (table.pile("P"), table.state.office_cards_left) == ("factory", 0)


def test_the_free_tenant_of_an_empty_floor_adds_no_card() -> None:
    """RULES 8.1.2"""
    table = Table("A pei").set(sites="P", current="stable").cards("P", "factory").go("construction_company")
    assert table.asked == "* improvement"
    table.take("improvement network_admin")
    assert (table.tiles("P"), table.pile("P")) == (["network_admin", "empty_floor"], "factory automa_office")


@pytest.mark.parametrize(
    ("card", "corners"),
    [
        ("consulting_firm", [(NETWORKING, "12-10"), (BROADCAST, "8-6")]),
        ("advertising_agency", [(SOCIAL_MEDIA, "12-10"), (BROADCAST, "16")]),
        ("warehouse", [(NETWORKING, "8-6"), (SOCIAL_MEDIA, "12-10")]),
        ("factory", [(NETWORKING, "12-10"), (SOCIAL_MEDIA, "8-6")]),
        ("stock_exchange", [(BROADCAST, "12-10"), (NETWORKING, "8-6")]),
        ("construction_company", [(SOCIAL_MEDIA, "16"), (BROADCAST, "12-10")]),
        ("automa_office", [(NETWORKING, "8-6")]),
    ],
)
def test_the_corners_of_the_cards(card: str, corners: list[tuple[int, str]]) -> None:
    """RULES 8.1.6"""
    kind = next(kind for kind in ruleset().automa_cards if kind.id == card)
    assert list(kind.corners) == [(type, BRACKETS[bracket]) for type, bracket in corners]
    assert kind.copies == (4 if card == "automa_office" else 2)
