"""Area I, the construction company (RULES IV.I), and what Automas get there (RULES 8.1.7)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from groundfloor.engine.city.construction_company import TENANT, ConstructionStep
from groundfloor.engine.position import position_context
from tests.support.table import Table

STAGE_1 = ("human_resources", "internship_program", "network_admin")


def test_the_owners_buy_in_the_order_of_the_numbers() -> None:
    """RULES IV.I.1"""
    table = Table().set(sites="CAB", popularity="A3 B2 C1").go("construction_company")
    assert [table.asked, table.take("none").asked, table.take("none").asked] == ["C buy", "A buy", "B buy"]


def test_a_marker_buys_one_improvement_and_goes_to_the_stock() -> None:
    """RULES IV.I.1"""
    table = Table().set(sites="AB").go("construction_company").take("buy network_admin training")
    assert (table.row("sites"), table["A"].reserve_time, table.asked) == (".B...", 21, "B buy")
    assert table.tiles("A") == ["network_admin"]


def test_buying_is_optional() -> None:
    """RULES IV.I.1"""
    table = Table().set(sites="A").go("construction_company").take("none")
    assert (table["A"].money, table["A"].reserve_time, table.tiles("A")) == (20, 21, [])


def test_two_markers_buy_twice() -> None:
    """RULES IV.I.1"""
    table = Table().set(sites="AA").go("construction_company").take("buy network_admin training", "buy human_resources training")
    assert table.tiles("A") == ["network_admin", "human_resources"]


def test_a_tenant_improvement_costs_one_and_one() -> None:
    """RULES IV.I.2"""
    table = Table().set(sites="A").give("A", money=1, info=1).go("construction_company").take("buy network_admin training")
    assert (table["A"].money, table["A"].info) == (0, 0)


@pytest.mark.parametrize(("owned", "price"), list(enumerate((4, 6, 8, 10, 12, 14, 16))))
def test_a_floor_costs_two_more_of_each_for_each_floor_of_the_building(owned: int, price: int) -> None:
    """RULES IV.I.2"""
    floors = ("investor", "it_department", "assembly_line", "skyline", "marketing", "retention")[:owned]
    table = Table().set(sites="A").give("A", floors=" ".join(floors), money=price, info=price).go("construction_company")
    assert table.refused("buy empty_floor") == ""
    table.take("buy empty_floor")
    assert (table["A"].money, table["A"].info) == (0, 0)


@pytest.mark.parametrize(
    ("money", "info", "action", "reason"),
    [
        (3, 4, "buy empty_floor", "no_money"),
        (4, 3, "buy empty_floor", "no_info"),
        (4, 4, "buy empty_floor", ""),
        (0, 1, "buy network_admin training", "no_money"),
        (1, 0, "buy network_admin training", "no_info"),
    ],
)
def test_an_improvement_must_be_paid(money: int, info: int, action: str, reason: str) -> None:
    """RULES IV.I.2"""
    table = Table().set(sites="AB").give("A", money=money, info=info)
    if money and info:
        assert table.go("construction_company").refused(action) == reason
    else:
        assert table.go("construction_company").asked == "B buy"


def test_tenants_and_remodels_do_not_make_floors_more_expensive() -> None:
    """RULES IV.I.2"""
    table = Table().set(sites="A").give("A", tenants="network_admin@training", remodeled="assembly").go("construction_company")
    assert table.take("buy empty_floor")["A"].money == 16


@pytest.mark.parametrize(
    ("floors", "tenants", "action"),
    [
        ("empty_floor", "", "buy empty_floor"),
        ("", "network_admin@training", "buy network_admin assembly"),
        ("", "network_admin@training human_resources@training", "buy network_admin assembly"),
    ],
)
def test_nobody_owns_an_improvement_twice(floors: str, tenants: str, action: str) -> None:
    """RULES IV.I.3"""
    table = Table("A B C D").set(sites="A").give("A", floors=floors, tenants=tenants).go("construction_company")
    assert table.refused(action) == "already_yours"


def test_what_is_sold_out_or_of_a_later_stage_is_not_on_sale() -> None:
    """RULES IV.I.1, 2.6"""
    table = Table().set(sites="A", sale="network_admin=0").go("construction_company")
    assert table.refused("buy network_admin training") == "sold_out"
    assert table.refused("buy investor") == table.refused("buy niche_market training") == "later_stage"
    assert table.refused("buy human_resources training") == ""
    assert table.refused("factory") == "not_asked"


@pytest.mark.parametrize(("seats", "reason"), [("A B C", "sold_out"), ("A B C D", "")])
def test_a_second_copy_is_there_only_with_four_or_more(seats: str, reason: str) -> None:
    """RULES 2.6"""
    table = Table(seats).set(sites="AB").go("construction_company").take("buy network_admin training")
    assert table.refused("buy network_admin training") == reason


@pytest.mark.parametrize("room", ["advertising", "assembly", "meeting_room", "research_testing", "storage_closet", "training"])
def test_a_tenant_goes_on_any_ground_floor_room(room: str) -> None:
    """RULES IV.I.4"""
    table = Table().set(sites="A").go("construction_company").take(f"buy network_admin {room}")
    assert table.covers("A") == {room: "network_admin"}


def test_a_tenant_goes_on_top_of_another_tenant() -> None:
    """RULES IV.I.4"""
    table = Table().set(sites="A").give("A", tenants="human_resources@training").go("construction_company")
    table.take("buy network_admin training")
    assert table.covers("A") == {"training": "network_admin"}
    assert table.tiles("A") == ["human_resources", "network_admin"]


def test_without_an_empty_floor_there_are_no_places_on_it() -> None:
    """RULES IV.I.4"""
    table = Table().set(sites="A").go("construction_company")
    assert table.refused("buy network_admin empty_floor_1") == "no_empty_floor"


def test_two_free_places_of_an_empty_floor_are_one_choice() -> None:
    """RULES IV.I.4, 11.2"""
    table = Table().set(sites="A").give("A", floors="empty_floor").go("construction_company")
    assert table.refused("buy network_admin empty_floor_1") == ""
    assert table.refused("buy network_admin empty_floor_2") == "same_place"


def test_a_tenant_on_an_empty_floor_can_be_covered_or_joined() -> None:
    """RULES IV.I.4, IV.I.6"""
    table = Table().set(sites="A").give("A", floors="empty_floor", tenants="human_resources@empty_floor_1").go("construction_company")
    assert table.refused("buy network_admin empty_floor_1") == ""
    table.take("buy network_admin empty_floor_2")
    assert table.covers("A") == {"empty_floor_1": "human_resources", "empty_floor_2": "network_admin"}


def test_a_full_empty_floor_can_be_covered() -> None:
    """RULES IV.I.4"""
    table = Table().set(sites="A").give("A", floors="empty_floor", tenants="human_resources@empty_floor_1 internship_program@empty_floor_2")
    table.go("construction_company").take("buy network_admin empty_floor_2")
    assert table.covers("A") == {"empty_floor_1": "human_resources", "empty_floor_2": "network_admin"}


def test_what_is_covered_cannot_be_used_any_more() -> None:
    """RULES IV.I.4"""
    table = Table().set(sites="A").give("A", tenants="human_resources@training").go("construction_company")
    table.take("buy network_admin training")
    assert (table["A"].hire_discount_money, table["A"].income_bonus_info) == (0, 2)
    assert table.go("schedule").refused("training") == "covered"


def test_what_is_covered_keeps_its_prestige() -> None:
    """RULES IV.I.4, 5.1"""
    points = Table().give("A", remodeled="training", tenants="human_resources@training network_admin@training").points("A")
    assert (points["room training"], points["tenant human_resources"], points["tenant network_admin"]) == (2, 3, 3)


def test_covering_the_storage_closet_discards_its_supply() -> None:
    """RULES IV.I.4"""
    table = Table().set(sites="A").give("A", remodeled="storage_closet", supply=2).go("construction_company")
    assert table.take("buy network_admin storage_closet")["A"].supply == 0


def test_a_covered_storage_closet_stores_nothing() -> None:
    """RULES IV.I.4"""
    table = Table().set(doors="A").give("A", supply=0, tenants="network_admin@storage_closet").go("warehouse")
    assert (table["A"].supply, table.state.warehouse_supply) == (0, [0, 1, 1, 1])


def test_covering_another_room_keeps_the_supply() -> None:
    """RULES IV.I.4"""
    assert Table().set(sites="A").go("construction_company").take("buy network_admin training")["A"].supply == 1


def test_floors_go_on_top_in_the_order_bought() -> None:
    """RULES IV.I.5"""
    table = Table().set(round=6, sites="AA").go("construction_company").take("buy it_department", "buy investor")
    assert table.tiles("A") == ["it_department", "investor"]


def test_an_empty_floor_brings_a_free_tenant() -> None:
    """RULES IV.I.6, 6.3 empty_floor"""
    table = Table().set(sites="AB").go("construction_company").take("buy empty_floor")
    assert (table.asked, table.legal) == ("A tenant", [f"take {tenant}" for tenant in STAGE_1])
    table.take("take network_admin")
    assert (table["A"].money, table["A"].info) == (16, 16)
    assert table.covers("A") == {"empty_floor_1": "network_admin"}
    assert table.asked == "B buy"


def test_the_free_tenant_must_be_taken() -> None:
    """RULES IV.I.6"""
    table = Table().set(sites="AB").go("construction_company").take("buy empty_floor")
    assert table.refused("none") == table.refused("buy network_admin training") == "not_asked"


def test_the_free_tenant_is_one_on_sale_that_the_owner_lacks() -> None:
    """RULES IV.I.6"""
    table = Table().set(sites="AB", sale="internship_program=0").give("A", tenants="human_resources@training")
    table.go("construction_company").take("buy empty_floor")
    assert table.covers("A") == {"training": "human_resources", "empty_floor_1": "network_admin"}


def test_without_a_tenant_that_the_owner_lacks_nothing_is_free() -> None:
    """RULES IV.I.6"""
    table = Table().set(sites="AB").give("A", tenants="human_resources@training internship_program@training network_admin@training")
    assert table.go("construction_company").take("buy empty_floor").asked == "B buy"


def test_the_free_tenant_of_a_later_stage_is_to_be_had_then() -> None:
    """RULES IV.I.6"""
    table = Table().set(sites="AB", round=3).go("construction_company").take("buy empty_floor")
    assert table.legal == [f"take {tenant}" for tenant in (*STAGE_1, "niche_market", "premium_product", "public_relations")]
    assert table.refused("take tenant_improvement_achievement") == "later_stage"


def test_empty_floor_without_free_tenant_asks_nothing() -> None:
    """RULES IV.I.6"""
    none = "human_resources=0 internship_program=0 network_admin=0 niche_market=0 premium_product=0 public_relations=0"
    table = Table("A B").set(round=5, sites="AB", sale=f"{none} tenant_improvement_achievement=0").go("construction_company")
    assert table.take("buy empty_floor").asked == "B buy"
    steps = table.game.position()["steps"]
    assert isinstance(steps, list) and steps[-1]["asks"] == 0


def test_an_automa_without_a_candidate_for_its_empty_floor_gets_no_more() -> None:
    """RULES 8.1.7, IV.I.6"""
    table = Table("A pei").set(sites="PA", sale="human_resources=0 internship_program=0").give("P", tenants="network_admin")
    assert table.go("construction_company").asked == "A buy"
    assert table["P"].floors == [table.game.ruleset.tile("empty_floor")]
    steps = table.game.position()["steps"]
    assert isinstance(steps, list) and steps[-1]["asks"] == 0


def test_after_an_automas_free_tenant_the_next_marker_buys() -> None:
    """RULES 8.1.7, IV.I.6"""
    table = Table("A pei").set(sites="PA").go("construction_company")
    assert (table.asked, list(table.odds)) == ("* improvement", [f"improvement {tenant}" for tenant in STAGE_1])
    assert table.take("improvement network_admin").asked == "A buy"
    assert table.tiles("P") == ["network_admin", "empty_floor"]
    steps = table.game.position()["steps"]
    assert isinstance(steps, list) and steps[-1]["asks"] == 0


def test_free_tenant_of_an_automa_cites_its_rule() -> None:
    """RULES 8.1.7"""
    table = Table("A pei").set(sites="PA").go("construction_company")
    assert [(event.kind, event.rule) for event in table.told("improvement network_admin")] == [("TenantAdded", "8.1.7")]


def test_free_tenant_is_marked_in_its_event() -> None:
    """RULES IV.I.6"""
    table = Table().set(sites="A").go("construction_company").take("buy empty_floor")
    facts = {"tile": "network_admin", "money": 0, "info": 0, "free": True, "among": 0, "lost_supply": 0, "place": "empty_floor_1"}
    assert [event.as_dict() for event in table.told("take network_admin")] == [
        {"kind": "TenantAdded", "seat": 1, "rule": "IV.I.6", "facts": facts}
    ]


@pytest.mark.parametrize("buyer", [-1, 0, 1])
def test_step_is_saved_with_its_buyer(buyer: int) -> None:
    """RULES IV.I.6: whoever has bought an Empty Floor is asked for a tenant; -1: nobody."""
    step = ConstructionStep([1, 2])
    step.buyer, step.space, step.asks = buyer, 3, TENANT
    context = position_context(ruleset("second"), 2)
    read = ConstructionStep()
    read.load(step.save(context), context)
    assert (read.buyer, read.space, read.asks, read.markers_used) == (buyer, 3, TENANT, [1, 2])


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
    assert table.state.copies_left[investor] == 0
