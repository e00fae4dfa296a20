"""Phase V, reorganize (RULES V)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


def test_markers_on_player_boards_go_to_the_stock() -> None:
    """RULES V.1"""
    table = Table("A B").give("A", time=5, floors="conference_room", money=0).give("B", time=0).go("schedule")
    table.take("meeting_room 1", "conference_room", "meeting_room 1", "meeting_room 1")
    assert table["A"].reserve_time == 20
    table.go("reorganize")
    assert (table["A"].time, table["A"].reserve_time, table["A"].room_markers, table["A"].floor_uses) == (4, 21, [0] * 6, [0])


def test_markers_set_aside_go_to_the_stock() -> None:
    """RULES V.1, III.2"""
    table = Table().give("A", stock=0).go("reorganize")
    assert (table["A"].spent_time, table["A"].time, table["A"].reserve_time) == (0, 4, 21)


def test_what_stays_on_the_game_board() -> None:
    """RULES V.1"""
    table = Table().set(right="AB", boxes=("AB", "C", ""), products="A12 B6", track="A.C").go("reorganize")
    assert (table.row("right"), table.box(0), table.box(1), table.products) == ("AB...", "AB", "C", "A12 B6")
    assert table.row("track") == "A.C....."


def test_players_may_fire_in_popularity_order() -> None:
    """RULES V.2"""
    table = Table().set(popularity="C3 A2 B1").give("A", trained=1).give("C", untrained=1).go("reorganize")
    assert [table.asked, table.take("done").asked, table.take("done").asked] == ["C fire", "A fire", "* back"]


def test_any_number_may_be_fired() -> None:
    """RULES V.2, 11.2"""
    table = Table().give("A", trained=1, untrained=2).go("reorganize")
    assert table.legal == ["fire trained", "fire untrained", "done"]
    table.take("fire untrained", "fire trained", "fire untrained")
    assert (table["A"].employee_count, table.asked) == (1, "* back")


@pytest.mark.parametrize(
    ("given", "answer", "reason"), [("trained", "fire untrained", "no_untrained"), ("untrained", "fire trained", "no_trained")]
)
def test_only_own_employees_can_be_fired(given: str, answer: str, reason: str) -> None:
    """RULES V.2, I.3"""
    table = Table().give("A", trained=int(given == "trained"), untrained=int(given == "untrained")).go("reorganize")
    assert (table.refused(answer), table.refused("hire")) == (reason, "not_asked")


def test_firing_a_trained_one_takes_no_marker_for_none_is_available() -> None:
    """RULES I.3, V.2"""
    table = Table().give("A", trained=1).go("reorganize").take("fire trained")
    assert (table["A"].time, table["A"].reserve_time) == (4, 21)


@pytest.mark.parametrize(("trained", "untrained", "time"), [(0, 0, 4), (1, 0, 7), (2, 2, 10), (0, 3, 4), (4, 0, 16)])
def test_the_ceo_brings_four_markers_and_each_trained_employee_three(trained: int, untrained: int, time: int) -> None:
    """RULES V.3"""
    table = Table().give("A", trained=trained, untrained=untrained).go("reorganize")
    while table.asked == "A fire":
        table.take("done")
    assert (table["A"].time, table["A"].reserve_time) == (time, 25 - time)


def test_a_temp_brings_one_more() -> None:
    """RULES V.3"""
    table = Table().set(bonuses="....A").go("reorganize")
    assert [table[letter].time for letter in "ABC"] == [5, 4, 4]


def test_no_more_markers_come_than_the_stock_has() -> None:
    """RULES V.3, 1.1"""
    table = Table().set(boxes=("A" * 20, "", "")).give("A", trained=1).go("reorganize").take("done")
    assert (table["A"].time, table["A"].reserve_time) == (5, 0)


def test_markers_on_the_game_board_do_not_count() -> None:
    """RULES V.3"""
    assert Table().set(right="AAAAA").go("reorganize")["A"].time == 4


def test_bonuses_are_given_back() -> None:
    """RULES V.4"""
    assert Table().set(bonuses="AB").go("reorganize").row("bonuses") == "....."


def test_everybody_goes_one_space_left() -> None:
    """RULES V.6"""
    assert Table().set(popularity="A9 C5 B2").go("reorganize").order == "A8 C4 B1"


def test_a_stack_goes_left_as_it_is() -> None:
    """RULES V.6"""
    assert Table().set(popularity="B5 A5 C4").go("reorganize").order == "B4 A4 C3"


def test_the_least_popular_moves_first() -> None:
    """RULES V.6, 3.2"""
    assert Table().set(popularity="B3 A2 C1").go("reorganize").order == "B2 A1 C1"


def test_an_owner_of_public_relations_does_not_move() -> None:
    """RULES V.6, 6.2 public_relations"""
    table = Table().set(popularity="A5 B5 C1").give("B", tenants="public_relations@training")
    assert table.go("reorganize").order == "B5 A4 C1"


def test_a_covered_public_relations_does_not_help() -> None:
    """RULES V.6, IV.I.4"""
    table = Table().set(popularity="A5 B2 C1").give("A", tenants="public_relations@training niche_market@training")
    assert table.go("reorganize").order == "A4 B1 C1"


@pytest.mark.parametrize(
    ("seats", "front", "market", "then"),
    [
        ("A B", "stable_1", 6, 5),
        ("A B C", "stable_1", 6, 4),
        ("A B C", "depression_1", 9, 5),
        ("A B C D E", "depression_1", 4, 1),
        ("A B", "boom_1", 6, 6),
    ],
)
def test_the_job_market_goes_left_by_the_unemployed(seats: str, front: str, market: int, then: int) -> None:
    """RULES V.7"""
    assert Table(seats).set(front=front, market=market).go("reorganize").state.job_market == then


def test_the_next_card_becomes_the_current_one_face_down() -> None:
    """RULES V.8"""
    table = Table().set(front="stable_1", next="boom").go("reorganize").take("back depression")
    assert (table.state.current_forecast, table.state.next_forecast) == (3, 0)
    table.state.round += 1
    assert table.state.revealed_design == -1


def test_the_round_marker_goes_on() -> None:
    """RULES V.9"""
    table = Table().set(front="stable_1").go_on("reorganize").take("back boom")
    assert (table.state.round, table.asked) == (3, "A hire")


@pytest.mark.parametrize(("round", "stage"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3), (7, 3)])
def test_later_stages_come_on_sale_before_rounds_three_and_six(round: int, stage: int) -> None:
    """RULES V.9, 2.6"""
    table = Table().set(round=round, sites="A").give("A", money=9, info=9).go("construction_company")
    on_sale = {1: "buy network_admin training", 2: "buy investor", 3: "buy skyline"}
    assert {number for number, text in on_sale.items() if not table.refused(text)} == set(range(1, stage + 1))
