"""Area B, the advertising agency (RULES IV.B)."""

from __future__ import annotations

import pytest

from tests.support.table import Table

NETWORKING, SOCIAL_MEDIA, BROADCAST = range(3)


def test_the_owners_choose_from_the_top_to_the_bottom() -> None:
    """RULES IV.B.1"""
    table = Table().set(desks="C.AB", popularity="A3 B2 C1").go("advertising_agency")
    asked = [table.asked]
    for _ in range(2):
        asked.append(table.take("networking").asked)
    assert asked == ["C marketing_type", "A marketing_type", "B marketing_type"]


@pytest.mark.parametrize(("type", "price"), [("networking", 0), ("social_media", 1), ("broadcast", 2)])
def test_a_type_has_its_price_in_money_and_in_info(type: str, price: int) -> None:
    """RULES IV.B.1"""
    table = Table().set(desks="A").go("advertising_agency").take(type)
    assert (table["A"].money, table["A"].info) == (20 - price, 20 - price)


@pytest.mark.parametrize(
    ("money", "info", "types"),
    [(2, 2, ["networking", "social_media", "broadcast"]), (1, 5, ["networking", "social_media"]), (5, 1, ["networking", "social_media"])],
)
def test_types_that_cannot_be_paid_are_no_choice(money: int, info: int, types: list[str]) -> None:
    """RULES IV.B.1"""
    assert Table().set(desks="A").give("A", money=money, info=info).go("advertising_agency").legal == types


def test_the_reason_against_a_type_is_the_missing_money_or_info() -> None:
    """RULES IV.B.1"""
    table = Table().set(desks="A").give("A", money=1, info=9).go("advertising_agency")
    assert (table.refused("broadcast"), table.refused("social_media"), table.refused("factory")) == ("no_money", "", "not_asked")
    assert Table().set(desks="A").give("A", money=9, info=1).go("advertising_agency").refused("broadcast") == "no_info"


def test_a_player_who_can_pay_nothing_is_not_asked() -> None:
    """RULES IV.B.1, 11.1"""
    assert Table().set(desks="A").give("A", money=0).go("advertising_agency").is_done


@pytest.mark.parametrize(("type", "markers"), [("networking", 2), ("social_media", 1), ("broadcast", 1)])
def test_networking_brings_one_more_from_the_stock(type: str, markers: int) -> None:
    """RULES IV.B.1"""
    table = Table().set(desks="AB").go("advertising_agency")
    stock = table["A"].reserve_time
    table.take(type)
    assert table.state.marketing_boxes[("networking", "social_media", "broadcast").index(type)][0] == markers
    assert table["A"].reserve_time == stock - (markers - 1)
    assert table.row("desks") == ".B..."


def test_networking_brings_none_out_of_an_empty_stock() -> None:
    """RULES IV.B.1, 1.1"""
    table = Table().set(desks="AB").give("A", stock=0).go("advertising_agency").take("networking")
    assert table.box(NETWORKING) == "A"


@pytest.mark.parametrize(
    ("type", "markers", "steps"),
    [(0, 1, 0), (0, 2, 0), (0, 3, 1), (0, 5, 1), (0, 6, 2), (1, 1, 0), (1, 2, 1), (1, 3, 1), (1, 4, 2), (2, 1, 1), (2, 2, 2)],
)
def test_a_group_of_markers_is_worth_a_space(type: int, markers: int, steps: int) -> None:
    """RULES IV.B.2"""
    boxes = ["", "", ""]
    boxes[type] = "AB" * markers
    table = Table().set(boxes=(boxes[0], boxes[1], boxes[2])).go("advertising_agency")
    assert table.state.popularity == [1 + steps, 1 + steps, 1]


@pytest.mark.parametrize(
    ("box", "spaces"), [("A", [2, 1, 1]), ("AAB", [2, 1, 1]), ("AAABB", [3, 1, 1]), ("AB", [1, 1, 1]), ("AABB", [1, 1, 1])]
)
def test_the_sole_most_are_worth_one_space_more(box: str, spaces: list[int]) -> None:
    """RULES IV.B.2"""
    assert Table().set(boxes=(box, "", "")).go("advertising_agency").state.popularity == spaces


def test_a_player_advances_as_one_move() -> None:
    """RULES IV.B.2"""
    table = Table().set(boxes=("", "", "A"), desks="B").go("advertising_agency")
    moves = [event.facts for event in table.told("networking") if event.seat == 0 and event.kind == "PopularityGained"]
    assert [(move["steps"], move["moved"]) for move in moves] == [(2, 2)]


def test_the_types_follow_each_other() -> None:
    """RULES IV.B.2"""
    assert Table().set(boxes=("A", "B", "C"), popularity="A1 B1 C1").go("advertising_agency").order == "C3 B2 A2"


@pytest.mark.parametrize(
    ("boxes", "left"),
    [
        (("AAAAABBBB", "", ""), ("B", "", "")),
        (("AAAABBBB", "", ""), ("AB", "", "")),
        (("", "AAABBB", ""), ("", "AB", "")),
        (("", "", "AABB"), ("", "", "")),
        (("AABB", "AB", ""), ("AABB", "AB", "")),
        (("A", "B", "C"), ("", "", "")),
    ],
)
def test_full_groups_leave_and_the_rest_stays(boxes: tuple[str, str, str], left: tuple[str, str, str]) -> None:
    """RULES IV.B.3"""
    table = Table().set(boxes=boxes).go("advertising_agency")
    assert (table.box(NETWORKING), table.box(SOCIAL_MEDIA), table.box(BROADCAST)) == left


def test_markers_that_leave_go_to_the_stock() -> None:
    """RULES IV.B.3"""
    table = Table().set(boxes=("AAAAABBBB", "", "")).go("advertising_agency")
    assert (table["A"].reserve_time, table["B"].reserve_time) == (21, 20)


def test_markers_leave_even_if_the_track_had_no_room() -> None:
    """RULES IV.B.3, 3.3"""
    table = Table().set(boxes=("AAAABBBB", "", ""), popularity="A9 B8 C1").go("advertising_agency")
    assert (table.box(NETWORKING), table.order) == ("AB", "B9 A9 C1")
