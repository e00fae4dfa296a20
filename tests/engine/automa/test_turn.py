"""Automas at the table, and their turns in the phases I to III (``RULES 8.1.1`` to ``8.1.5``)."""

from __future__ import annotations

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.errors import BadHouseValues, ImpossibleTable
from tests.support.table import Table


def turn(kind: str, row: str = "left", text: str = "", cubes: str = "") -> Table:
    """Returns the game after Pei alone has drawn a card of this kind in phase III, with this row of spaces taken."""
    table = Table("A pei").fill(row, text).set(cubes=cubes).give("A", time=0).give("P", time=1).cards("P", kind).go("schedule")
    return table.take(f"card {kind} 1 new")


@pytest.mark.parametrize(
    "seats",
    [
        ["automa:pei", "automa:hadid"],
        ["A", "B", "C", "D", "automa:pei"],
        ["A", "automa:pei", "automa:pei"],
        ["A", "automa:pei", "automa:gropius", "automa:hadid"],
    ],
)
def test_one_or_two_different_automas_play_with_one_to_three_humans(seats: list[str]) -> None:
    """RULES 8.1.1"""
    with pytest.raises(ImpossibleTable):
        new_game("second", seats)


def test_the_rules_for_the_total_number_of_players_hold() -> None:
    """RULES 8.1.1"""
    table = Table("A B pei hadid")
    assert len(table.row("sites")) == 6
    assert table.go("marketing_bonus").asked == "A bonus"


# 8.1.3


def test_an_automa_has_no_income() -> None:
    """RULES 8.1.3"""
    table = Table("A hadid").give("H", floors="investor", trained=4).go("income")
    assert (table["H"].money, table["H"].info, table["H"].time, table["H"].ceo_space) == (0, 0, 5, 5)


def test_an_automas_marker_makes_a_meeting_for_others() -> None:
    """RULES 8.1.3, IV.A.1"""
    table = Table("A pei").set(right="AP", left="PA").go("consulting_firm")
    assert (table["A"].info, table["P"].info, table["P"].reserve_time) == (30, 0, 20)


def test_an_automas_markers_count_for_majorities() -> None:
    """RULES 8.1.3, IV.B.2"""
    table = Table("A pei").set(boxes=("AAPP", "PPA", ""), popularity="A2 P1").go("advertising_agency")
    assert table.order == "P3 A2"


def test_an_automas_public_relations_does_nothing() -> None:
    """RULES 8.1.1, 8.1.3"""
    table = Table("A pei").set(popularity="P5 A1").give("P", tenants="public_relations").go("reorganize")
    assert table.order == "P4 A1"


def test_an_automa_gains_no_money_by_a_sale() -> None:
    """RULES 8.1.3"""
    table = Table("A pei").set(front="stable_1", products="P16").go("retail_outlets")
    assert (table["P"].money, table["P"].reserve_time, table.products) == (0, 21, "")


def test_an_automa_gains_no_money_by_a_buy_out() -> None:
    """RULES 8.1.3, IV.F.3"""
    table = Table("A pei").set(track=".......P", current="stable").go("stock_exchange")
    assert (table["P"].money, table["P"].reserve_time) == (0, 21)


# 8.1.4


@pytest.mark.parametrize(
    ("automa", "letter", "market", "hires"), [("gropius", "G", 1, 1), ("gropius", "G", 2, 0), ("pei", "P", 1, 0), ("hadid", "H", 1, 0)]
)
def test_only_gropius_hires_on_the_markets_first_space(automa: str, letter: str, market: int, hires: int) -> None:
    """RULES 8.1.4"""
    table = Table(f"A {automa}").set(market=market, popularity=f"{letter}2 A1").go("hire")
    assert (table[letter].ceo_space, table[letter].trained) == (1 + hires, hires)
    assert table.state.job_market == market + hires


def test_gropius_does_not_hire_after_somebody_has_moved_the_market() -> None:
    """RULES 8.1.4"""
    table = Table("A gropius").set(market=1, popularity="A2 G1").go("hire").take("hire")
    assert (table["G"].ceo_space, table.state.job_market) == (1, 2)


def test_gropius_hires_once() -> None:
    """RULES 8.1.4"""
    table = Table("A gropius").set(market=1, popularity="G2 A1").go("hire").set(market=1).go("hire")
    assert (table["G"].ceo_space, table.state.job_market) == (2, 1)


def test_a_factory_card_is_shuffled_into_gropius_deck() -> None:
    """RULES 8.1.4"""
    table = Table("A gropius").set(market=1, popularity="G2 A1").cards("G", "warehouse", "factory_1").go("hire")
    assert table.pile("G") == "warehouse factory"


def test_gropius_employee_is_trained_and_brings_markers() -> None:
    """RULES 8.1.4, V.3"""
    table = Table("A gropius").set(market=1, popularity="G2 A1").go("hire")
    assert table["G"].time == 4
    assert table.go("reorganize")["G"].time == 7


def test_a_house_value_leaves_gropius_employee_untrained() -> None:
    """RULES 8.1.4, V.3"""
    house = ruleset("second").with_overrides({"automa.gropius.trained_at_once": 0})
    table = Table("A gropius", house).set(market=1, popularity="G2 A1").go("hire")
    assert (table["G"].ceo_space, table["G"].trained, table["G"].untrained, table.state.job_market) == (2, 0, 1, 2)
    assert table.go("reorganize")["G"].time == 4


@pytest.mark.parametrize("value", [2, -1])
def test_an_employee_is_trained_at_once_or_not(value: int) -> None:
    """RULES 8.1.4"""
    with pytest.raises(BadHouseValues, match="from 0 to 1"):
        ruleset("online").with_overrides({"automa.gropius.trained_at_once": value})


def test_revision_1_has_no_value_for_gropius_employee() -> None:
    """RULES 8.1.4"""
    with pytest.raises(BadHouseValues, match="has no value"):
        ruleset("second", 1).with_overrides({"automa.gropius.trained_at_once": 0})
    table = Table("A gropius", ruleset("second", 1)).set(market=1, popularity="G2 A1").go("hire")
    assert (table["G"].trained, table["G"].untrained) == (1, 0)


# 8.1.5


@pytest.mark.parametrize(
    ("kind", "row", "before", "after"),
    [
        ("consulting_firm", "left", "", "P...."),
        ("consulting_firm", "left", "A.A", "APA.."),
        ("advertising_agency", "desks", "", "....P"),
        ("advertising_agency", "desks", "A..AA", "A.PAA"),
        ("advertising_agency", "desks", "..AAA", ".PAAA"),
        ("advertising_agency", "desks", ".AAAA", "PAAAA"),
        ("warehouse", "doors", "", "P..."),
        ("warehouse", "doors", "A", "AP.."),
        ("factory", "factory", "A", "AP....."),
        ("construction_company", "sites", "A", "AP.."),
        ("stock_exchange", "listings", "", "..P."),
        ("stock_exchange", "listings", "..A.", ".PA."),
        ("stock_exchange", "listings", ".AA.", "PAA."),
        ("stock_exchange", "listings", "AAA.", "AAAP"),
    ],
)
def test_the_marker_goes_on_the_best_space_of_the_cards_area(kind: str, row: str, before: str, after: str) -> None:
    """RULES 8.1.5"""
    table = turn(kind, row, before)
    assert (table.row(row), table["P"].time) == (after, 0)


def test_a_warehouse_space_without_a_cube_is_not_usable() -> None:
    """RULES 8.1.5"""
    assert turn("warehouse", cubes="0011").row("doors") == "..P."


def test_an_automa_pays_nothing() -> None:
    """RULES 8.1.3"""
    table = turn("factory")
    assert (table["P"].money, table["P"].info, table["P"].supply) == (0, 0, 0)


def test_without_a_usable_space_the_next_card_is_turned_over() -> None:
    """RULES 8.1.5"""
    table = Table("A pei").set(factory="AAAAAAA").give("A", time=0).give("P", time=1).cards("P", "factory warehouse").go("schedule")
    table.take("card factory 1 new")
    assert (table.asked, table["P"].time) == ("* card", 1)
    table.take("card warehouse 1 new")
    assert (table.row("doors"), table.is_done) == ("P...", True)


def test_if_each_kind_has_failed_the_marker_stays_at_home() -> None:
    """RULES 8.1.5"""
    table = turn("factory", "factory", "AAAAAAA")
    assert table.is_done
    assert (table["P"].time, table["P"].spent_time) == (0, 1)


def test_an_office_card_keeps_the_marker_at_home() -> None:
    """RULES 8.1.5"""
    table = Table("A pei").give("A", time=0).give("P", time=1).cards("P", "automa_office").go("schedule")
    assert table.is_done
    assert (table["P"].time, table["P"].spent_time, table["P"].reserve_time) == (0, 1, 24)


def test_revealed_cards_are_discarded_when_the_turn_ends() -> None:
    """RULES 8.1.5"""
    table = Table("A pei").set(factory="AAAAAAA").give("A", time=0).give("P", time=1)
    table.cards("P", "factory warehouse consulting_firm").go("schedule").take("card factory 1 new", "card warehouse 2 new")
    deck = table["P"].deck
    assert deck is not None
    assert (table.pile("P"), table.words(deck.discard), deck.revealed) == ("consulting_firm", "factory_1 warehouse_2", [])


def test_an_automa_takes_one_task_a_turn() -> None:
    """RULES 8.1.5, III.1"""
    table = Table("A pei").set(popularity="P2 A1").cards("P", "factory warehouse").go("schedule").take("card factory 1 new")
    assert (table.asked, table["P"].time) == ("A schedule", 3)
