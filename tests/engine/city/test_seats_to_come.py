"""Who is asked after whom in areas that go through their spaces (RULES IV.B, IV.E, IV.I): each seat once, in the order of the markers."""

from __future__ import annotations

import pytest

from groundfloor.engine.projections import seats_to_come
from tests.support.table import Table


def to_come(table: Table) -> str:
    """Returns who is asked and what, and the letters of the seats that follow."""
    return f"{table.asked}: {' '.join(table.letters[seat] for seat in seats_to_come(table.game))}"


@pytest.mark.parametrize(
    ("edition", "area", "row", "first", "after"),
    [
        ("second", "advertising_agency", "desks", "B marketing_type: A C", "A marketing_type: C B"),
        ("first", "advertising_agency", "desks", "C marketing_type: B A", "B marketing_type: A"),
        ("second", "factory", "factory", "B price: A C", "A price: C B"),
        ("second", "construction_company", "sites", "B buy: A C", "A buy: C B"),
        ("online", "construction_company", "sites", "B buy: A C", "A buy: C B"),
    ],
)
def test_markers_are_asked_in_their_order(edition: str, area: str, row: str, first: str, after: str) -> None:
    table = Table("A B C", edition).fill(row, "BACB" if edition != "first" else "ABC").go(area)
    assert to_come(table) == first
    table.take("none" if row == "sites" else table.legal[0])
    assert to_come(table) == after


def test_buyer_of_an_empty_floor_is_asked_before_the_next_space() -> None:
    """RULES IV.I.6"""
    table = Table("A B C").set(sites="BAC").give("B", money=90, info=90).go("construction_company").take("buy empty_floor")
    assert to_come(table) == "B tenant: A C"


def test_last_marker_is_followed_by_nobody() -> None:
    for area, row in (("advertising_agency", "desks"), ("factory", "factory"), ("construction_company", "sites")):
        for edition in ("second", "first"):
            assert to_come(Table("A B C", edition).fill(row, "A").go(area)).endswith(": ")
