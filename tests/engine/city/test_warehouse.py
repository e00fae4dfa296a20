"""Area D, the warehouse (RULES IV.D, V.5)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


def test_each_marker_brings_the_supply_beside_it() -> None:
    """RULES IV.D"""
    table = Table().set(doors="A..B").give("A", supply=0).give("B", supply=0).go("warehouse")
    assert [table[letter].supply for letter in "ABC"] == [1, 1, 1]
    assert table.state.warehouse_supply == [0, 1, 1, 0]


def test_the_markers_go_to_the_stock() -> None:
    """RULES IV.D"""
    table = Table().set(doors="AA.B").go("warehouse")
    assert (table.row("doors"), table["A"].reserve_time, table["B"].reserve_time) == ("....", 21, 21)


@pytest.mark.parametrize(("remodeled", "had", "fetched", "kept"), [("", 1, "A", 1), ("", 0, "AA", 1), ("storage_closet", 1, "AA", 2)])
def test_supply_without_a_place_is_discarded(remodeled: str, had: int, fetched: str, kept: int) -> None:
    """RULES IV.D"""
    table = Table().set(doors=fetched).give("A", supply=had, remodeled=remodeled).go("warehouse")
    assert table["A"].supply == kept
    assert sum(table.state.warehouse_supply) == 4 - len(fetched)


@pytest.mark.parametrize(
    ("cubes", "then"), [("1111", [1, 1, 1, 1]), ("0101", [0, 1, 1, 1]), ("0110", [0, 1, 1, 1]), ("0111", [1, 1, 1, 1])]
)
def test_a_supply_comes_on_the_most_expensive_space_without_one(cubes: str, then: list[int]) -> None:
    """RULES V.5"""
    assert Table().set(cubes=cubes).go("reorganize").state.warehouse_supply == then
