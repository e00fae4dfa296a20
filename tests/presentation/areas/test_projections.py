"""What will come of an answer, in sentences: products and their chances, popularity, bonuses, improvements, meetings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from groundfloor.presentation.areas.advertising_agency import AgencyView
from groundfloor.presentation.board.buildings import buildings
from groundfloor.presentation.board.decision import asked_buttons
from groundfloor.presentation.board.phrases import chance_words
from groundfloor.presentation.board.spaces import Space
from tests.presentation.board.test_action_text import asked, said, view
from tests.support.table import Table


def test_price_says_when_it_sells_and_what_becomes_of_it_otherwise() -> None:
    """RULES IV.H.1: in a bracket the more popular owner's more expensive product sells first; 2 consumers come in 1 of 3 cases, 3 in the others."""
    table = Table().set(products="A12 C10 B6", factory="B", current="stable").go("factory")
    assert said(table, "price 10") == (
        "To sell, it takes 3 or more consumers: in 2 of 3 cases. Otherwise it drops to 8 at best, or is liquidated for 3. "
        "Sold before it: yours at 6, A at 12."
    )
    assert said(table, "price 16").startswith(
        "It can’t sell in this round: that takes 4 or more consumers. Otherwise it drops to 12 at best"
    )
    assert said(table, "price 8") == "It sells in every case. Sold before it: yours at 6."


def test_price_tells_what_others_in_the_factory_may_change() -> None:
    """RULES IV.E.1: whoever gets a price later may sell before."""
    table = Table().set(products="B6", factory="BA", popularity="A5 B3 C1", current="stable").go("factory")
    assert said(table, "price 10").startswith("It sells unless others sell first: then in 2 of 3 cases. Otherwise it drops")
    hints = {key.text: key.hint for key in asked_buttons(view(table))}
    assert hints["10"] == "sells unless others sell first: then 2 in 3 · else 8 or less"
    one_consumer = Table().set(factory="BA", popularity="A5 B3 C1", current="depression").go("factory")
    assert "; if others from the factory sell before it, in no case. Otherwise" in said(one_consumer, "price 8")
    assert said(Table("A B").set(factory="AA", current="boom", turned="stable_1").go("factory"), "price 6").startswith(
        "It sells in every case, whatever the others in the factory do."
    )


def test_factory_counts_the_products_that_come_before() -> None:
    """RULES IV.E.1, IV.H.1: B's product, which must go on sale, may take the only consumer unless A's is in the lowest bracket."""
    table = Table("A B").set(factory="B", popularity="A3 B1", current="recession").go("schedule")
    assert said(table, "factory").endswith(
        "1 product comes from the factory besides yours. If no more are added, whatever the others sell for, at 8 it sells in every case."
    )
    one_consumer = Table().set(factory="BCB", popularity="B3 C2 A1", current="depression").go("schedule")
    assert said(one_consumer, "factory").endswith(" If others sell first, no consumer is left for yours.")


def test_price_says_when_nothing_is_ahead() -> None:
    table = Table("A B").set(factory="A", current="recession").go("factory")
    assert said(table, "price 16") == "It sells in every case."
    assert said(table, "price 16", "de") == "Es wird auf jeden Fall verkauft."


def test_unsold_product_may_stay_in_a_niche_market() -> None:
    """RULES IV.H.3"""
    table = (
        Table("A B").set(products="B6 B8 B10", factory="A", current="recession").give("A", tenants="niche_market@training").go("factory")
    )
    assert "Otherwise it may stay where it is, or is liquidated for 3." in said(table, "price 16")


def test_drop_tells_the_chance_of_the_next_round() -> None:
    """RULES V.8: the next card's type is known."""
    table = Table("A B").set(round=3, products="A16 A12 B8", current="stable", front="stable_1", next="depression").go("retail_outlets")
    assert said(table, "drop 12 8") == "Next round it sells with 1 consumer or more: in 1 of 2 cases, as things stand."
    assert said(table, "drop 12 liquidation") == "It sells at once, without a consumer."


def test_chances_of_many_cases_are_said_in_percent() -> None:
    translations = view(Table().go("hire")).translations
    assert [chance_words(translations, Fraction(*pair)) for pair in ((0, 1), (1, 1), (7, 12), (9, 13), (99, 100))] == [
        "in no case",
        "in every case",
        "in 7 of 12 cases",
        "in 69 % of all cases",
        "in 99 % of all cases",
    ]


@pytest.mark.parametrize(
    ("option", "type", "said"),
    [
        ("great_depression", "depression", "0 (or the Great Depression) in 5 of 8 cases, 1 in 3 of 8 cases."),
        ("windfall", "boom", "2 in 3 of 8 cases, 3 in 3 of 8 cases, one for every product (Windfall) in 1 of 4 cases."),
        ("windfall", "stable", "1 in 2 of 3 cases, 2 in 1 of 3 cases."),
    ],
)
def test_consumers_to_come_name_the_special_card(option: str, type: str, said: str) -> None:
    """RULES 8.3"""
    table = Table("A B", **{option: "on"}).set(factory="A", current=type, turned="recession_1").go("factory")
    assert asked(table).startswith(f"Consumers: {said}")


def test_agency_shows_where_a_marker_lands() -> None:
    """RULES IV.B.2"""
    table = Table().set(boxes=("BBB", "A", ""), desks="AB").go("advertising_agency")
    assert said(table, "networking") == (
        "No step yet: you stay on space 2, rank 2 of 3. B has as many markers there, or more: 2 more would put you ahead. The type of 1 marker is still open."
    )
    assert [key.hint for key in asked_buttons(view(table))][::2] == [
        "0 steps, then space 2, rank 2 of 3 so far · B level or ahead",
        "2 steps, then space 4, rank 1 of 3 so far · you alone have the most",
    ]
    assert said(table, "broadcast").startswith("2 steps as things stand: you move to space 4, rank 1 of 3. You alone have the most")
    assert said(Table().set(boxes=("BBB", "A", "")).go("schedule"), "agency 1").endswith("Networking +0, Social media +2, Broadcast +2.")


def test_agency_leaves_out_types_that_cannot_be_paid_after_the_desk() -> None:
    """RULES III.B, IV.B.1: the desk leaves 1 money, and broadcast takes 2."""
    assert said(Table().give("A", money=2, info=9).go("schedule"), "agency 1").endswith(": Networking +1, Social media +1.")


def test_boxes_have_no_majority_between_this_count_and_the_next() -> None:
    """RULES IV.B.3"""
    marked = {}
    for kind in ("schedule", "construction_company"):
        table = Table().set(boxes=("BBB", "A", ""), sites="" if kind == "schedule" else "A").go(kind)
        shown = next(building.view for building in buildings(view(table)) if building.id == "advertising_agency")
        assert isinstance(shown, AgencyView)
        marked[kind] = [count.is_sole for board in shown.boards for count in board.counts]
    assert marked == {"schedule": [True, True], "construction_company": [False, False]}


def test_bonus_tells_time_and_prestige() -> None:
    """RULES V.3, 5.1"""
    table = Table().give("A", money=1, info=3).go("marketing_bonus")
    assert said(table, "bonus temp") == "5 time markers in the next round."
    assert said(table, "bonus money") == "1 more prestige point as things stand."
    assert said(table, "bonus info") == ""


def test_improvement_tells_what_it_brings_until_the_end() -> None:
    """RULES I.1, 5.1: three incomes follow round 4; its price takes a set."""
    table = Table("A B").set(sites="A", round=4).go("construction_company")
    assert said(table, "buy it_department").endswith(
        "In all 12 info with 3 incomes to come. Your score as things stand: +4, price included."
    )


def test_right_window_says_how_many_bookings_are_missing() -> None:
    """RULES IV.A.1"""
    table = Table().set(left="B", right="CCA").go("schedule")
    notes = [each for each in consulting_spaces(table) if each.id.startswith("right")]
    assert notes[0].tooltip.words.startswith("In phase IV a meeting here pays") and "must be booked" not in notes[0].tooltip.words
    assert "For that 1 more meeting must be booked." in notes[1].tooltip.words
    assert "For that 2 more meetings must be booked." in notes[2].tooltip.words


def consulting_spaces(table: Table) -> list[Space]:
    return list(next(view for view in buildings(view(table)) if view.id == "consulting_firm").spaces)


def test_price_buttons_draw_the_queue_of_sales() -> None:
    """RULES IV.H.1: whose products sell first, and for which of them a consumer comes surely, perhaps, or not at all."""
    table = Table().set(products="A12 C10 B6", factory="B", current="stable").go("factory")
    people = view(table).people
    queues = {key.text: key.queue for key in asked_buttons(view(table))}
    assert [each.colour for each in queues["10"]] == [people[seat].colour for seat in (1, 0, 1)]
    assert [each.consumer for each in queues["16"]] == ["sure", "sure", "possible", "none"]
    assert [each.is_new for each in queues["16"]] == [False, False, False, True]
    assert len(queues["8"]) == 2


def test_door_says_what_the_storage_closet_then_holds() -> None:
    """RULES IV.D: supply without room in the storage closet is discarded."""
    table = Table("A B").give("A", supply=0).go("schedule")
    assert said(table, "warehouse 1 money") == ("You gain this supply in phase IV; as things stand, your storage closet then holds 1 of 1.")
    table.take("warehouse 1 money", "end", "meeting_room 1", "end")
    assert said(table, "warehouse 2 money") == ""
    assert "Du bekommst diese Ware in Phase IV" in said(Table("A B").give("A", supply=0).go("schedule"), "warehouse 1 money", "de")


def test_construction_space_says_what_can_be_chosen_then_and_at_what_price() -> None:
    """RULES IV.I: in the order of the spaces each marker's owner may buy one improvement."""
    table = Table("A B").set(round=4).go("schedule")
    found = said(table, "construction")
    assert found.startswith("In phase IV you may buy one improvement, before everybody else. Whatever others do, you can then choose from ")
    assert found.endswith("11 floors (4 money and 4 info) and 6 tenant improvements (1 money and 1 info).")
    table.take("construction", "end")
    assert ", after A. If nothing is bought before, you can choose from" in said(table, "construction")


def test_construction_space_says_when_nothing_is_left_to_buy() -> None:
    table = Table("A B").set(round=1).go("schedule")
    table.game._state.copies_left[:] = [0] * len(table.game._state.copies_left)
    assert said(table, "construction").endswith("As things stand, there will be nothing on sale that you don’t already own.")
