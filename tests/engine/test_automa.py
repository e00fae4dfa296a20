"""The Automas: their cards, their turns in phase III, and what they do when areas are conducted (RULES 8.1)."""

from __future__ import annotations

import pytest

from groundfloor import new_game, ruleset
from groundfloor.engine.errors import BadHouseValues, ImpossibleTable
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
    assert (table["H"].money, table["H"].info, table["H"].time, table["H"].employee_count) == (0, 0, 5, 5)


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
    assert (table[letter].employee_count, table[letter].trained) == (1 + hires, hires)
    assert table.state.job_market == market + hires


def test_gropius_does_not_hire_after_somebody_has_moved_the_market() -> None:
    """RULES 8.1.4"""
    table = Table("A gropius").set(market=1, popularity="A2 G1").go("hire").take("hire")
    assert (table["G"].employee_count, table.state.job_market) == (1, 2)


def test_gropius_hires_once() -> None:
    """RULES 8.1.4"""
    table = Table("A gropius").set(market=1, popularity="G2 A1").go("hire").set(market=1).go("hire")
    assert (table["G"].employee_count, table.state.job_market) == (2, 1)


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
    assert (table["G"].employee_count, table["G"].trained, table["G"].untrained, table.state.job_market) == (2, 0, 1, 2)
    assert table.go("reorganize")["G"].time == 4


@pytest.mark.parametrize("value", [2, -1])
def test_an_employee_is_trained_at_once_or_not(value: int) -> None:
    """RULES 8.1.4"""
    with pytest.raises(BadHouseValues, match="from 0 to 1"):
        ruleset("online").with_overrides({"automa.gropius.trained_at_once": value})


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
