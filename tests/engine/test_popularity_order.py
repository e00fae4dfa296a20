"""Popularity order and the track (RULES 3)."""

from __future__ import annotations

from tests.support.table import Table


def test_the_marker_furthest_right_comes_first() -> None:
    """RULES 3.1"""
    assert Table().set(boxes=("", "", "C"), popularity="A3 B2 C1").go("advertising_agency").order == "C3 A3 B2"
    assert Table().set(boxes=("", "", "C"), popularity="A4 B2 C1").go("advertising_agency").order == "A4 C3 B2"


def test_on_one_space_the_top_marker_comes_first() -> None:
    """RULES 3.1"""
    table = Table().set(popularity="C2 A2 B1").go("hire")
    assert table.asked == "C hire"
    assert table.take("done").asked == "A hire"
    assert table.take("done").asked == "B hire"


def test_a_marker_that_comes_from_the_left_goes_on_top() -> None:
    """RULES 3.2"""
    assert Table().set(boxes=("", "A", ""), popularity="B2 C2 A1").go("advertising_agency").order == "A2 B2 C2"


def test_a_marker_that_comes_from_the_right_goes_on_top() -> None:
    """RULES 3.2"""
    table = Table().set(popularity="B3 A2 C1").give("A", tenants="public_relations@training")
    assert table.go("reorganize").order == "B2 A2 C1"


def test_a_marker_stops_on_the_last_space() -> None:
    """RULES 3.3"""
    assert Table().set(boxes=("", "", "AA"), popularity="B9 A8 C1").go("advertising_agency").order == "A9 B9 C1"


def test_a_marker_on_the_last_space_keeps_its_place_in_the_stack() -> None:
    """RULES 3.3"""
    assert Table().set(boxes=("", "", "A"), popularity="B9 A9 C1").go("advertising_agency").order == "B9 A9 C1"


def test_markers_on_the_first_space_keep_their_places_in_the_stack() -> None:
    """RULES 3.3"""
    assert Table().set(popularity="C1 A1 B1").go("reorganize").order == "C1 A1 B1"


def test_the_order_of_a_phase_is_the_one_it_began_with() -> None:
    """RULES 3.4"""
    table = Table("A B C").set(popularity="B2 A1 C1").go("hire")
    table.state.popularity_order.reverse()
    asked = [table.asked]
    for _ in range(2):
        asked.append(table.take("done").asked)
    assert asked == ["B hire", "A hire", "C hire"]


def test_each_marketing_type_takes_the_order_of_its_own_moment() -> None:
    """RULES 3.4, IV.B.2"""
    table = Table("A B").set(boxes=("AAABBB", "AABB", ""), popularity="A1 B1")
    assert table.go("advertising_agency").order == "A3 B3"


def test_the_order_of_an_area_is_that_of_its_beginning() -> None:
    """RULES 3.4"""
    table = Table().set(boxes=("", "", "C"), popularity="A1 B1 C1", track="ABC", current="stable").go_on("conduct")
    assert table.order.startswith("C3")
    assert table.asked == "C bonus"
