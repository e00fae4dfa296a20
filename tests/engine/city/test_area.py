"""What all areas of the city share: spaces that are taken in phase III (RULES III.5, 8.1.5)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


def placed(table: Table, area: str) -> int:
    rules = table.game.ruleset
    return rules.areas[rules.area(area)].place_automa(table.game, table.seat("P"))


@pytest.mark.parametrize(
    ("area", "name", "taken", "space", "row"),
    [
        ("consulting_firm", "left", "", 1, "P...."),
        ("consulting_firm", "left", "A.A", 2, "APA.."),
        ("factory", "factory", "AA", 3, "AAP...."),
        ("construction_company", "sites", "AAA.A", 4, "AAAPA."),
        ("construction_company", "sites", "AAAAAA", 0, "AAAAAA"),
        ("advertising_agency", "desks", "A...A", 4, "A..PA"),
        ("stock_exchange", "listings", "AAAA", 0, "AAAA"),
    ],
)
def test_an_automas_marker_goes_on_the_first_free_space(area: str, name: str, taken: str, space: int, row: str) -> None:
    """RULES 8.1.5"""
    table = Table("A B C pei").fill(name, taken)
    time = table["P"].time
    assert (placed(table, area), table.row(name)) == (space, row)
    assert table["P"].time == time - (1 if space else 0)


@pytest.mark.parametrize(
    ("name", "row", "text", "cost", "gains"),
    [
        ("factory", "AAAABBB", "factory", (1, 2, 2, 1), {"space": 0}),
        ("factory", "AAAABB", "factory", (1, 2, 2, 1), {"space": 7}),
        ("left", "AAABB", "consulting", (1, 6, 0, 0), {"space": 0, "info_if_left": 10}),
    ],
)
def test_in_a_full_area_a_marker_has_no_space(
    name: str, row: str, text: str, cost: tuple[int, int, int, int], gains: dict[str, int]
) -> None:
    """RULES III.5"""
    table = Table().fill(name, row).go("schedule")
    quote = table.game.quote(table.game.ruleset.action(text))
    assert ((quote.time, quote.money, quote.info, quote.supply), dict(quote.gains)) == (cost, gains)
    assert table.refused(text) == ("" if gains["space"] else "full")


def test_a_space_takes_a_time_marker() -> None:
    """RULES III.5"""
    table = Table().give("A", time=0).give("B", time=1)
    rules = table.game.ruleset
    task = rules.areas[rules.area("factory")].tasks[0]
    assert [task.blocked_reason(table.game, table[letter]) for letter in "AB"] == ["no_time", None]
