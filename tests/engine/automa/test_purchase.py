"""What Automas get at the construction company (RULES 8.1.7)."""

from __future__ import annotations

import pytest

from tests.support.table import Table

TENANTS = {
    1: ["human_resources", "internship_program", "network_admin"],
    2: ["niche_market", "premium_product", "public_relations"],
    3: ["tenant_improvement_achievement"],
}
FLOORS = {
    1: ["empty_floor"],
    2: ["assembly_line", "conference_room", "construction_admin", "in_house_factory", "investor", "it_department"]
    + ["marketing_department", "online_store", "research_lab", "telecommunications"],
    3: ["office_renovation"],
}
ACHIEVEMENTS = ["corner_office", "corporate_merger", "executive", "improvement", "marketing", "production", "retention", "skyline"]


def offered(round: int, current: str, sites: str = "P", *sold: list[str]) -> list[str]:
    """Returns the improvements among which chance decides for the first marker that is asked about; one alone is taken unasked."""
    table = Table("A pei").set(round=round, current=current, sites=sites, sale=" ".join(f"{tile}=0" for tiles in sold for tile in tiles))
    table.go("construction_company")
    if table.asked == "* improvement" and not table["P"].floors:
        assert set(table.odds.values()) == {1}
        return [text.removeprefix("improvement ") for text in table.odds]
    return table.tiles("P")


@pytest.mark.parametrize("current", ["boom", "stable"])
def test_in_boom_and_stable_a_random_floor_of_the_stage(current: str) -> None:
    """RULES 8.1.7"""
    assert offered(3, current) == FLOORS[2]
    assert offered(1, current)[-1] == "empty_floor"


@pytest.mark.parametrize("current", ["recession", "depression"])
def test_in_other_economies_a_random_tenant_of_the_stage(current: str) -> None:
    """RULES 8.1.7"""
    assert offered(2, current) == TENANTS[1]
    assert offered(5, current) == TENANTS[2]


def test_the_second_marker_of_a_round_gets_a_tenant() -> None:
    """RULES 8.1.7"""
    table = Table("A pei").set(round=4, current="boom", sites="PAP").go("construction_company").take("improvement investor")
    table.take("none")
    assert list(table.odds) == [f"improvement {tile}" for tile in TENANTS[2]]


@pytest.mark.parametrize("current", ["boom", "stable", "recession", "depression"])
def test_in_stage_three_a_random_achievement_with_every_marker(current: str) -> None:
    """RULES 8.1.7"""
    table = Table("A pei").set(round=6, current=current, sites="PP").go("construction_company")
    assert list(table.odds) == [f"improvement {tile}" for tile in ACHIEVEMENTS]
    table.take("improvement skyline")
    assert list(table.odds) == [f"improvement {tile}" for tile in ACHIEVEMENTS if tile != "skyline"]


def test_with_no_floor_left_a_tenant_of_the_stage() -> None:
    """RULES 8.1.7"""
    assert offered(3, "boom", "P", FLOORS[2]) == TENANTS[2]


def test_with_no_tenant_left_a_floor_of_the_stage() -> None:
    """RULES 8.1.7"""
    assert offered(3, "recession", "P", TENANTS[2]) == FLOORS[2]


def test_with_neither_left_the_earlier_stage_follows_the_same_rule() -> None:
    """RULES 8.1.7"""
    assert offered(3, "recession", "P", TENANTS[2], FLOORS[2]) == TENANTS[1]
    assert offered(3, "boom", "P", TENANTS[2], FLOORS[2], TENANTS[1]) == FLOORS[1]
    assert offered(3, "boom", "P", TENANTS[2], FLOORS[2], FLOORS[1]) == TENANTS[1]


def test_with_nothing_left_an_automa_gets_nothing() -> None:
    """RULES 8.1.7"""
    table = Table("A pei").set(sites="P", sale=" ".join(f"{tile}=0" for tile in TENANTS[1] + FLOORS[1])).go("construction_company")
    assert (table.is_done, table.tiles("P"), table["P"].reserve_time, table.row("sites")) == (True, [], 21, "....")


def test_in_stage_three_office_renovation_then_the_tenant_achievement() -> None:
    """RULES 8.1.7"""
    assert offered(6, "boom", "P", ACHIEVEMENTS) == ["office_renovation"]
    assert offered(6, "boom", "P", ACHIEVEMENTS, FLOORS[3]) == ["tenant_improvement_achievement"]


@pytest.mark.parametrize(("current", "tiles"), [("boom", FLOORS[2]), ("recession", TENANTS[2])])
def test_after_stage_three_the_earlier_ones_by_their_rule(current: str, tiles: list[str]) -> None:
    """RULES 8.1.7"""
    assert offered(6, current, "P", ACHIEVEMENTS, FLOORS[3], TENANTS[3]) == tiles


def test_after_stage_three_a_second_marker_gets_a_tenant_of_stage_two() -> None:
    """RULES 8.1.7"""
    table = Table("A pei").set(
        round=6, current="boom", sites="PP", sale=" ".join(f"{tile}=0" for tile in [*ACHIEVEMENTS, "office_renovation"])
    )
    table.go("construction_company")
    assert table.tiles("P") == ["tenant_improvement_achievement"]
    assert list(table.odds) == [f"improvement {tile}" for tile in TENANTS[2]]


def test_it_never_gets_what_it_owns() -> None:
    """RULES 8.1.7, IV.I.3"""
    table = Table("A B C pei").set(round=2, current="recession", sites="P").give("P", tenants="network_admin").go("construction_company")
    assert list(table.odds) == ["improvement human_resources", "improvement internship_program"]


def test_an_empty_floor_brings_a_random_tenant_on_sale_that_it_lacks() -> None:
    """RULES 8.1.7, IV.I.6"""
    table = Table("A pei").set(
        round=3, current="stable", sites="P", sale=" ".join(f"{tile}=0" for tile in FLOORS[2] + TENANTS[2] + TENANTS[1][:1])
    )
    table.go("construction_company")
    assert table.tiles("P") == ["empty_floor"]
    assert list(table.odds) == [f"improvement {tile}" for tile in TENANTS[1][1:]]
    table.take("improvement network_admin")
    assert (table.tiles("P"), table.is_done) == (["network_admin", "empty_floor"], True)


def test_an_empty_floor_without_such_a_tenant_brings_none() -> None:
    """RULES 8.1.7, IV.I.6"""
    table = (
        Table("A pei")
        .set(round=2, current="stable", sites="P", sale=" ".join(f"{tile}=0" for tile in TENANTS[1]))
        .go("construction_company")
    )
    assert (table.tiles("P"), table.is_done) == (["empty_floor"], True)


def test_an_automa_pays_nothing_and_its_marker_goes_to_the_stock() -> None:
    """RULES 8.1.3, 8.1.7"""
    table = Table("A pei").set(round=3, current="boom", sites="P").go("construction_company").take("improvement investor")
    assert (table["P"].money, table["P"].reserve_time, table.row("sites")) == (0, 21, "....")
    investor = table.game.ruleset.tile("investor")
    assert table.state.copies_on_sale[investor] == 0
