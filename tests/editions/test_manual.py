"""What `manual` does differently from `first`, paragraph by paragraph of RULES 9.3, each with both sides."""

from __future__ import annotations

from groundfloor import ruleset
from tests.support.table import Table


def test_9_3_1_two_to_five_play() -> None:
    assert ruleset("first").player_range == (2, 6) and ruleset("manual").player_range == (2, 5)


def test_9_3_1_the_floors_are_those_of_the_second_edition() -> None:
    first, manual, second = ([tile.id for tile in ruleset(rules).tiles if not tile.is_tenant] for rules in ("first", "manual", "second"))
    assert manual == second != first
    assert sum(1 if tile.is_single else 2 for tile in ruleset("manual").tiles if not tile.is_tenant) == 31
    values, others = ruleset("manual").values, ruleset("second").values
    assert all(value.value == others[key].value for key, value in values.items() if key.startswith("floor."))


def test_9_3_1_tenants_and_specialties_are_those_of_the_first() -> None:
    first, manual = ruleset("first"), ruleset("manual")
    assert [tile.id for tile in manual.tiles if tile.is_tenant] == [tile.id for tile in first.tiles if tile.is_tenant]
    assert [specialty.id for specialty in manual.specialties] == [specialty.id for specialty in first.specialties]
    assert manual.values["tenant.human_resources"].value == (2, 2)


def test_9_3_2_a_product_may_be_liquidated_although_outlets_are_free() -> None:
    for edition in ("first", "manual"):
        table = Table("A B C", edition).set(factory="AB").give("A", tenants="premium_product@training").go("factory")
        assert ("price liquidation" in table.legal) == (edition == "manual")
    assert dict(table.game.quote(table.game.ruleset.action("price liquidation")).gains) == {"money": 5}
    stock = table["A"].reserve_time
    table.take("price liquidation")
    assert (table["A"].money, table["A"].reserve_time, table.products, table.asked) == (20 + 3 + 2, stock + 1, "", "B price")
    assert table.take("price 12").products == "B12"


def test_9_3_2_with_no_outlet_free_nobody_is_asked() -> None:
    products = "B16 B12 B12 B10 B10 B10 B8 B8 B6 B6 B6 B6"
    for edition in ("first", "manual"):
        table = Table("A B C", edition).set(factory="A", products=products).go("factory")
        assert (table.is_done, table["A"].money) == (True, 23)


def test_9_3_3_all_else_is_as_in_the_first_edition() -> None:
    first, manual = ruleset("first").values, ruleset("manual").values
    different = {key for key in first.keys() & manual.keys() if first[key].value != manual[key].value}
    by_players = {"players", "construction_company.spaces"} | {key for key in first if key.startswith("forecast.") and key[-1].isdigit()}
    assert different - by_players == {"floor.construction_admin", "floor.marketing_department"}
    assert {key for key in first.keys() ^ manual.keys() if not key.startswith("floor.")} == set()
    for key in by_players - {"players", "construction_company.spaces"}:
        whole, part = first[key].value, manual[key].value
        assert isinstance(whole, tuple) and isinstance(part, tuple)
        assert part == (whole[0], whole[1][:4], whole[2][:4], whole[3])
