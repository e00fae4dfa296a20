"""The six rooms of the ground floor (RULES 6.1), and the floors with a task (RULES 6.3)."""

from __future__ import annotations

import pytest

from tests.support.table import Table

NETWORKING, SOCIAL_MEDIA, BROADCAST = range(3)


def worked(task: str, remodeled: str = "", time: int = 4, supply: int = 1, untrained: int = 0) -> Table:
    table = Table("A B").give("B", time=0).give("A", remodeled=remodeled, time=time, supply=supply, untrained=untrained, money=0, info=0)
    return table.go("schedule").take(task)


def refused(task: str, remodeled: str = "", time: int = 9, supply: int = 1, untrained: int = 0, stock: int = -1) -> str:
    table = Table("A B").give("A", remodeled=remodeled, time=time, supply=supply, untrained=untrained).give("A", stock=stock)
    return table.go("schedule").refused(task)


@pytest.mark.parametrize("remodeled", ["", "advertising"])
def test_advertising_sends_a_marker_from_the_stock_into_networking(remodeled: str) -> None:
    """RULES 6.1 advertising"""
    table = worked("advertising networking", remodeled)
    assert (table.box(NETWORKING), table["A"].time, table["A"].reserve_time, table["A"].room_markers[0]) == ("A", 3, 20, 1)


def test_remodeled_advertising_sends_one_into_social_media_for_two() -> None:
    """RULES 6.1 advertising"""
    assert refused("advertising social_media") == "not_remodeled"
    table = worked("advertising social_media", "advertising")
    assert (table.box(SOCIAL_MEDIA), table["A"].time, table["A"].room_markers[0]) == ("A", 2, 2)


@pytest.mark.parametrize("task", ["advertising networking", "advertising social_media"])
def test_advertising_needs_a_marker_in_the_stock(task: str) -> None:
    """RULES 1.1, 6.1 advertising"""
    assert refused(task, "advertising", stock=0) == "no_stock"
    assert refused(task, "advertising", stock=1) == ""


@pytest.mark.parametrize(("remodeled", "time"), [("", 3), ("assembly", 2)])
def test_assembly_makes_a_supply(remodeled: str, time: int) -> None:
    """RULES 6.1 assembly"""
    table = worked("assembly", remodeled, supply=0)
    assert (table["A"].supply, table["A"].time) == (1, 4 - time)
    assert refused("assembly", remodeled, time=time - 1) == "no_time"
    assert refused("assembly", remodeled, time=time) == ""


@pytest.mark.parametrize("remodeled", ["", "meeting_room"])
def test_the_meeting_room_gives_an_info_for_one(remodeled: str) -> None:
    """RULES 6.1 meeting_room"""
    table = worked("meeting_room 1", remodeled)
    assert (table["A"].info, table["A"].time) == (1, 3)


def test_the_remodeled_meeting_room_gives_three_for_two() -> None:
    """RULES 6.1 meeting_room"""
    assert refused("meeting_room 2") == "not_remodeled"
    table = worked("meeting_room 2", "meeting_room")
    assert (table["A"].info, table["A"].time) == (3, 2)
    assert refused("meeting_room 2", "meeting_room", time=1) == "no_time"


@pytest.mark.parametrize(("remodeled", "info"), [("", 3), ("research_testing", 4)])
def test_research_turns_a_supply_into_info(remodeled: str, info: int) -> None:
    """RULES 6.1 research_testing"""
    table = worked("research_testing info", remodeled)
    assert (table["A"].info, table["A"].supply, table["A"].time) == (info, 0, 3)


def test_remodeled_research_may_give_two_money_and_two_info() -> None:
    """RULES 6.1 research_testing"""
    assert refused("research_testing mixed") == "not_remodeled"
    table = worked("research_testing mixed", "research_testing")
    assert (table["A"].money, table["A"].info, table["A"].supply, table["A"].time) == (2, 2, 0, 3)


@pytest.mark.parametrize("task", ["research_testing info", "research_testing mixed"])
def test_research_needs_a_supply(task: str) -> None:
    """RULES 6.1 research_testing, III.6"""
    assert refused(task, "research_testing", supply=0) == "no_supply"


def test_the_storage_closet_holds_one_supply() -> None:
    """RULES 6.1 storage_closet"""
    assert worked("assembly", supply=1)["A"].supply == 1


def test_the_remodeled_storage_closet_holds_two() -> None:
    """RULES 6.1 storage_closet"""
    assert worked("assembly", "storage_closet", supply=1)["A"].supply == 2
    assert worked("assembly", "storage_closet", supply=2)["A"].supply == 2


def test_remodeling_the_storage_closet_brings_a_supply() -> None:
    """RULES 6.1 storage_closet"""
    assert Table().go("schedule").take("remodel storage_closet")["A"].supply == 2


@pytest.mark.parametrize(("remodeled", "time"), [("", 2), ("training", 1)])
def test_training_makes_an_untrained_employee_a_trained_one(remodeled: str, time: int) -> None:
    """RULES 6.1 training"""
    table = worked("training", remodeled, untrained=2)
    assert (table["A"].untrained, table["A"].trained, table["A"].employee_count, table["A"].time) == (1, 1, 3, 4 - time)


def test_standard_training_takes_two_markers() -> None:
    """RULES 6.1 training"""
    assert refused("training", time=1, untrained=1) == "no_time"
    assert refused("training", "training", time=1, untrained=1) == ""


def test_the_markers_of_a_trained_employee_come_in_phase_five() -> None:
    """RULES 6.1 training, V.3"""
    table = worked("training", "training", untrained=1)
    assert table.go("reorganize").take("done")["A"].time == 7


def test_time_markers_lie_on_the_room_until_phase_five() -> None:
    """RULES III.1, V.1"""
    table = worked("assembly", supply=0)
    assert (table["A"].room_markers, table["A"].reserve_time) == ([0, 3, 0, 0, 0, 0], 21)


BROADCAST = 2
FLOORS = [
    ("assembly_line", 1, 0, 2),
    ("conference_room", 2, 0, 2),
    ("construction_admin", 3, 0, 3),
    ("in_house_factory", 2, 1, 2),
    ("marketing_department", 2, 0, 2),
    ("online_store", 3, 1, 2),
    ("research_lab", 1, 1, 3),
    ("telecommunications", 1, 0, 3),
    ("office_renovation", 2, 0, 3),
]


def owner(floor: str, time: int = 12, supply: int = 1) -> Table:
    """Returns a table with player A alone, who has a floor and neither money nor info for remodels."""
    table = Table("A B").give("B", time=0).give("A", floors=floor, time=time, money=0, info=0, supply=supply)
    return table.go("schedule")


def first(table: Table, floor: str) -> str:
    """Returns the first legal action of a floor."""
    return next(text for text in table.legal if text.startswith(floor))


@pytest.mark.parametrize(("floor", "time", "supply", "uses"), FLOORS, ids=[floor[0] for floor in FLOORS])
def test_a_floor_takes_its_markers_and_supply(floor: str, time: int, supply: int, uses: int) -> None:
    """RULES 6.3, III.1"""
    table = owner(floor)
    table.take(first(table, floor))
    assert (table["A"].time, table["A"].supply) == (12 - time, 1 - supply)
    assert table["A"].floor_uses == [1]


@pytest.mark.parametrize(("floor", "time", "supply", "uses"), FLOORS, ids=[floor[0] for floor in FLOORS])
def test_a_floor_works_so_many_times_a_round(floor: str, time: int, supply: int, uses: int) -> None:
    """RULES 6.3, III.4"""
    table = owner(floor)
    action = "office_renovation training" if floor == "office_renovation" else floor
    for _ in range(uses):
        assert table.give("A", supply=1, time=9).go("schedule").refused(action) == ""
        table.take(first(table, floor))
    assert table.give("A", supply=1, time=9).go("schedule").refused(action) == "used_up"


@pytest.mark.parametrize(("floor", "time", "supply", "uses"), FLOORS, ids=[floor[0] for floor in FLOORS])
def test_a_floor_needs_its_markers_and_supply(floor: str, time: int, supply: int, uses: int) -> None:
    """RULES 6.3, III.6"""
    action = "office_renovation training" if floor == "office_renovation" else floor
    assert Table().give("A", floors=floor, time=time).go("schedule").refused(action) == ""
    if time > 1:
        assert Table().give("A", floors=floor, time=time - 1).go("schedule").refused(action) == "no_time"
    if supply:
        assert Table().give("A", floors=floor, time=time, supply=0).go("schedule").refused(action) == "no_supply"


@pytest.mark.parametrize(
    ("floor", "money", "info", "supply"),
    [
        ("assembly_line", 0, 0, 1),
        ("conference_room", 0, 5, 0),
        ("online_store", 6, 0, -1),
        ("research_lab", 3, 3, -1),
        ("telecommunications", 0, 3, 0),
    ],
)
def test_a_floor_gives_money_info_or_supply(floor: str, money: int, info: int, supply: int) -> None:
    """RULES 6.3 assembly_line, 6.3 conference_room, 6.3 online_store, 6.3 research_lab, 6.3 telecommunications"""
    player = owner(floor, supply=max(0, -supply)).take(floor)["A"]
    assert (player.money, player.info, player.supply) == (money, info, max(0, supply))


def test_construction_admin_places_marker_from_stock() -> None:
    """RULES 6.3 construction_admin"""
    table = owner("construction_admin", time=4)
    table.set(sites="B.B").go("schedule").take("construction_admin")
    assert (table.row("sites"), table["A"].reserve_time, table["A"].time) == ("BAB.", 20, 1)
    assert (table["A"].money, table["A"].info) == (0, 0)


def test_in_house_factory_places_marker_from_stock() -> None:
    """RULES 6.3 in_house_factory"""
    table = owner("in_house_factory", time=4).set(factory="B").go("schedule").take("in_house_factory")
    assert (table.row("factory"), table["A"].reserve_time, table["A"].supply) == ("BA.....", 20, 0)


def test_marketing_department_sends_a_marker_from_the_stock_into_broadcast() -> None:
    """RULES 6.3 marketing_department"""
    table = owner("marketing_department", time=4).take("marketing_department")
    assert (table.box(BROADCAST), table["A"].reserve_time) == ("A", 20)


@pytest.mark.parametrize("floor", ["construction_admin", "in_house_factory", "marketing_department"])
def test_a_floor_that_places_a_marker_needs_one_in_the_stock(floor: str) -> None:
    """RULES 1.1, 6.3"""
    assert Table().give("A", floors=floor, stock=0).go("schedule").refused(floor) == "no_stock"
    assert Table().give("A", floors=floor, stock=1).go("schedule").refused(floor) == ""


def test_office_renovation_remodels_a_room_for_nothing() -> None:
    """RULES 6.3 office_renovation"""
    table = owner("office_renovation")
    table.take("office_renovation storage_closet")
    assert (table.rooms("A"), table["A"].supply, table["A"].money, table["A"].info) == (["storage_closet"], 2, 0, 0)


def test_the_uses_begin_anew_each_round() -> None:
    """RULES III.4, V.1"""
    table = owner("online_store", time=4).take("online_store")
    assert table["A"].floor_uses == [1]
    assert table.go("reorganize")["A"].floor_uses == [0]
