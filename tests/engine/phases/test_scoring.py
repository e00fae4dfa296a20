"""Scoring (RULES 5)."""

from __future__ import annotations

import pytest

from groundfloor.editions.build import build
from groundfloor.editions.second import SECOND
from groundfloor.engine.components import Value
from tests.support.table import Table


def test_a_remodeled_room_is_worth_two_covered_or_not() -> None:
    """RULES 5.1"""
    points = Table().give("A", remodeled="assembly training", tenants="niche_market@training").points("A")
    assert (points["room assembly"], points["room training"]) == (2, 2)


@pytest.mark.parametrize(
    ("tile", "points"),
    [
        ("human_resources", 3),
        ("internship_program", 3),
        ("network_admin", 3),
        ("niche_market", 3),
        ("premium_product", 3),
        ("public_relations", 3),
        ("tenant_improvement_achievement", 1),
    ],
)
def test_a_tenant_has_its_value(tile: str, points: int) -> None:
    """RULES 5.1, 6.2"""
    assert Table().give("A", tenants=f"{tile}@training").points("A")[f"tenant {tile}"] == points


@pytest.mark.parametrize(
    ("tile", "points"),
    [("empty_floor", 2), ("corner_office", 8), ("corporate_merger", 8)]
    + [(tile, 5) for tile in ("assembly_line", "conference_room", "construction_admin", "in_house_factory", "investor")]
    + [(tile, 5) for tile in ("it_department", "marketing_department", "online_store", "research_lab", "telecommunications")]
    + [(tile, 5) for tile in ("office_renovation", "executive", "improvement", "marketing", "production", "retention", "skyline")],
)
def test_a_floor_has_its_value(tile: str, points: int) -> None:
    """RULES 5.1, 6.3"""
    assert Table().give("A", floors=tile).points("A")[f"floor {tile}"] == points


@pytest.mark.parametrize(("money", "info", "sets"), [(2, 9, 0), (3, 3, 1), (9, 2, 0), (9, 8, 2), (20, 20, 6)])
def test_three_money_and_three_info_make_a_set(money: int, info: int, sets: int) -> None:
    """RULES 5.1"""
    assert Table().give("A", money=money, info=info).points("A") == {"sets sets": sets}


def test_most_prestige_wins() -> None:
    """RULES 5.2"""
    scores = Table().give("C", floors="skyline").give("B", floors="investor").game.scores()
    assert [(score.seat, score.rank, score.total) for score in scores] == [(2, 1, 12), (1, 2, 11), (0, 3, 6)]


def test_ties_go_to_the_more_popular() -> None:
    """RULES 5.2"""
    assert [score.seat for score in Table().set(popularity="B2 C1 A1").game.scores()] == [1, 2, 0]


@pytest.mark.parametrize(
    ("tile", "points", "given"),
    [
        ("tenant_improvement_achievement", 1, {"tenants": "tenant_improvement_achievement@training"}),
        ("tenant_improvement_achievement", 2, {"tenants": "network_admin@training tenant_improvement_achievement@training"}),
        (
            "tenant_improvement_achievement",
            3,
            {"tenants": "network_admin@empty_floor_1 niche_market@training tenant_improvement_achievement@assembly"},
        ),
        ("executive", 2, {"floors": "executive", "tenants": "tenant_improvement_achievement@training"}),
        ("executive", 4, {"floors": "executive skyline"}),
        ("executive", 6, {"floors": "executive corner_office corporate_merger"}),
        ("executive", 2, {"floors": "executive investor"}),
        ("improvement", 0, {"floors": "improvement"}),
        ("improvement", 2, {"floors": "improvement", "remodeled": "assembly training"}),
        ("improvement", 2, {"floors": "improvement", "remodeled": "assembly training", "tenants": "niche_market@training"}),
        ("improvement", 0, {"floors": "improvement", "tenants": "niche_market@training"}),
        *(("production", 3 * supply, {"floors": "production", "remodeled": "storage_closet", "supply": supply}) for supply in range(3)),
        ("retention", 1, {"floors": "retention"}),
        ("retention", 3, {"floors": "retention", "trained": 1, "untrained": 1}),
        ("retention", 5, {"floors": "retention", "untrained": 4}),
        ("skyline", 1, {"floors": "skyline", "tenants": "network_admin@training"}),
        ("skyline", 3, {"floors": "empty_floor skyline investor"}),
    ],
)
def test_an_achievement_counts_what_its_company_has(tile: str, points: int, given: dict[str, str | int]) -> None:
    """RULES 5.3 tenant_improvement_achievement, 5.3 executive, 5.3 improvement, 5.3 production, 5.3 retention, 5.3 skyline
    RULES 6.2 tenant_improvement_achievement, 6.3 executive, 6.3 improvement, 6.3 production, 6.3 retention, 6.3 skyline
    """
    assert Table().give("A", **given).points("A")[f"achievement {tile}"] == points  # type: ignore[arg-type]


@pytest.mark.parametrize(("space", "points"), [(1, 2), (3, 2), (4, 4), (6, 4), (7, 6), (9, 6)])
def test_marketing_counts_popularity_levels(space: int, points: int) -> None:
    """RULES 5.3 marketing, 6.3 marketing"""
    points_of = Table().give("A", floors="marketing").set(popularity=f"A{space} B1 C1").points("A")
    assert points_of["achievement marketing"] == points


@pytest.mark.parametrize("floor", ["corner_office", "corporate_merger"])
def test_the_plain_achievements_have_only_their_value(floor: str) -> None:
    """RULES 5.3 corner_office, 5.3 corporate_merger, 6.3 corner_office, 6.3 corporate_merger"""
    table = Table().give("A", floors=floor)
    assert table.points("A") == {f"floor {floor}": 8, "sets sets": 6}
    achievement = table.game.ruleset.tiles[table.game.ruleset.tile(floor)].achievement
    assert achievement is not None and achievement.count(table.game, 0) == 0


# Automas


def test_an_automa_has_no_sets() -> None:
    """RULES 8.1.8"""
    table = Table("A pei").give("P", money=30, info=30, floors="investor", tenants="network_admin", remodeled="assembly")
    assert table.points("P") == {"floor investor": 5, "tenant network_admin": 3, "room assembly": 2}


@pytest.mark.parametrize(
    ("tile", "points"), [("executive", 6), ("skyline", 7), ("improvement", 6), ("marketing", 6), ("production", 6), ("retention", 5)]
)
def test_an_automas_achievement_floor_counts_at_its_most(tile: str, points: int) -> None:
    """RULES 8.1.8"""
    assert Table("A pei").give("P", floors=tile).points("P") == {f"floor {tile}": 5, f"achievement {tile}": points}


@pytest.mark.parametrize(("each", "bonus"), [(0, 5), (1, 0), (0, 0)])
def test_an_automas_bonus_does_not_depend_on_what_the_floor_counts(each: int, bonus: int) -> None:
    """RULES 8.1.8"""
    house = {"floor.improvement": each, "automa.bonus.improvement": bonus}
    rules = build(SECOND.valued({key: Value(number, "assumed", "") for key, number in house.items()}))
    table = Table("A pei", rules).give("P", floors="improvement", remodeled="assembly")
    assert sum(table.points("P").values()) == 5 + 2 + bonus


def test_an_automas_tenant_achievement_counts_what_it_owns() -> None:
    """RULES 8.1.8"""
    points = Table("A pei").give("P", tenants="network_admin tenant_improvement_achievement").points("P")
    assert (points["tenant tenant_improvement_achievement"], points["achievement tenant_improvement_achievement"]) == (1, 2)


def test_hadids_internship_program_counts() -> None:
    """RULES 8.1.1, 8.1.8"""
    assert Table("A hadid").points("H") == {"tenant internship_program": 3}


def test_row_of_a_score_has_the_items_of_its_code_only() -> None:
    """RULES 5.1"""
    score = Table("A B").give("A", remodeled="assembly training", tenants="niche_market@training").game.scores()[0]
    assert [item.what for item in score.row("room")] == ["assembly", "training"]
    assert [item.what for item in score.row("tenant")] == ["niche_market"]
    assert score.row("achievement") == []
