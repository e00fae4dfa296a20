"""Phase III: scheduling tasks, those of the game board and their prices (``RULES III``)."""

from __future__ import annotations

import pytest

from groundfloor.engine.journal import Journal
from groundfloor.engine.phases.schedule import TimeSetAside
from tests.support.table import Table

ALL_TAKEN = {"left": "BBBBB", "desks": "BBBBB", "doors": "BBBB", "listings": "BBBB"}


def test_one_task_a_turn_round_and_round() -> None:
    """RULES III.1"""
    table = Table().set(popularity="B2 C1 A1").give("A", info=0).give("B", info=0).give("C", info=0).go("schedule")
    asked = [table.asked]
    for _ in range(3):
        asked.append(table.take("meeting_room 1").asked)
    assert asked == ["B schedule", "C schedule", "A schedule", "B schedule"]


def test_players_without_markers_are_skipped() -> None:
    """RULES III.1"""
    assert Table().give("A", time=0).go("schedule").asked == "B schedule"


def test_the_phase_ends_when_nobody_has_a_marker() -> None:
    """RULES III.1"""
    table = Table("A B").give("A", time=0).give("B", time=1, money=0).go("schedule").take("meeting_room 1")
    assert table.is_done


@pytest.mark.parametrize(("time", "reason"), [(2, ""), (1, "no_time")])
def test_a_task_takes_all_its_markers_at_once(time: int, reason: str) -> None:
    """RULES III.1"""
    assert Table().give("A", time=time, floors="conference_room").go("schedule").refused("conference_room") == reason


def test_a_turn_does_not_end_while_a_task_is_legal() -> None:
    """RULES III.2"""
    assert Table().go("schedule").refused("end") == "task_first"


def stuck(untrained: int = 0) -> Table:
    """Returns a table at which player A has markers and can remodel, but no task is legal."""
    table = Table("A B")
    for row, text in ALL_TAKEN.items():
        table.fill(row, text)
    table.give("A", money=3, info=3, supply=0, time=1, untrained=untrained)
    return table.give("A", tenants="niche_market@meeting_room premium_product@advertising")


def test_without_a_legal_task_the_markers_are_set_aside() -> None:
    """RULES III.2, 11.1"""
    table = stuck().give("A", money=0).go("schedule")
    assert (table["A"].time, table["A"].spent_time) == (0, 1)
    assert table.asked == "B schedule"


def test_without_a_legal_task_one_may_still_remodel() -> None:
    """RULES III.2"""
    rooms = ["assembly", "research_testing", "storage_closet", "training"]
    assert stuck().go("schedule").legal == [*(f"remodel {room}" for room in rooms), "end"]


def test_without_a_legal_task_the_turn_can_end() -> None:
    """RULES III.2"""
    table = stuck().go("schedule").take("end")
    assert (table["A"].time, table["A"].spent_time) == (0, 1)
    assert table.asked == "B schedule"


def test_markers_are_gone_after_the_event_that_sets_them_aside() -> None:
    """RULES III.2"""
    table = stuck().go("schedule")
    table.game.journal = journal = Journal()
    table.take("end")
    aside = next(noted for noted in journal.entries if isinstance(noted.event, TimeSetAside))
    assert isinstance(aside.event, TimeSetAside) and aside.event.time == 1 and aside.holdings[0].time == 0


def test_a_remodel_that_makes_a_task_legal_keeps_the_turn() -> None:
    """RULES III.2, III.3"""
    table = stuck(untrained=1).go("schedule").take("remodel training")
    assert table["A"].trained == 1
    assert table["A"].time == 0


def test_a_remodel_that_helps_nothing_ends_the_turn() -> None:
    """RULES III.2, 11.1"""
    table = stuck().go("schedule").take("remodel assembly")
    assert table["A"].spent_time == 1
    assert table.asked == "B schedule"


def test_a_remodel_costs_three_money_and_three_info() -> None:
    """RULES III.3"""
    table = Table().go("schedule").take("remodel assembly")
    assert (table["A"].money, table["A"].info, table.rooms("A")) == (17, 17, ["assembly"])


def test_any_number_of_rooms_may_be_remodeled_before_the_task() -> None:
    """RULES III.3"""
    table = Table().go("schedule").take("remodel assembly", "remodel training", "remodel advertising")
    assert table.asked == "A schedule"
    assert table.rooms("A") == ["advertising", "assembly", "training"]


def test_rooms_may_be_remodeled_after_the_task() -> None:
    """RULES III.3, 11.6"""
    table = Table().go("schedule").take("meeting_room 1")
    assert table.asked == "A after_task"
    table.take("remodel assembly", "remodel training")
    assert table.asked == "A after_task"
    assert table.take("end").asked == "B schedule"


def test_after_the_task_nothing_is_asked_that_cannot_be_paid() -> None:
    """RULES 11.6"""
    assert Table().give("A", money=2).go("schedule").take("meeting_room 1").asked == "B schedule"


def test_a_second_task_is_not_of_this_turn() -> None:
    """RULES III.1"""
    assert Table().go("schedule").take("meeting_room 1").refused("meeting_room 1") == "task_done"


@pytest.mark.parametrize(("money", "info", "reason"), [(3, 3, ""), (2, 3, "no_money"), (3, 2, "no_info")])
def test_a_remodel_must_be_paid(money: int, info: int, reason: str) -> None:
    """RULES III.3"""
    assert Table().give("A", money=money, info=info).go("schedule").refused("remodel training") == reason


def test_the_new_action_is_available_at_once() -> None:
    """RULES III.3"""
    table = Table().go("schedule")
    assert table.refused("meeting_room 2") == "not_remodeled"
    assert table.take("remodel meeting_room").refused("meeting_room 2") == ""


def test_markers_on_a_remodeled_room_stay_and_do_nothing_again() -> None:
    """RULES III.3"""
    table = Table().go("schedule").take("meeting_room 1")
    info = table["A"].info
    table.take("remodel meeting_room")
    assert table["A"].room_markers[table.game.ruleset.room("meeting_room")] == 1
    assert table["A"].info == info - 3


def test_a_remodeled_room_is_not_remodeled_again() -> None:
    """RULES III.3"""
    assert Table().give("A", remodeled="assembly").go("schedule").refused("remodel assembly") == "already_remodeled"


def test_a_covered_room_is_not_remodeled() -> None:
    """RULES III.3, IV.I.4"""
    assert Table().give("A", tenants="niche_market@assembly").go("schedule").refused("remodel assembly") == "covered"


def test_a_room_works_at_once_and_without_limit() -> None:
    """RULES III.4"""
    table = Table("A B").give("A", money=0, time=9).give("B", time=0).go("schedule")
    for used in range(1, 9):
        assert table.take("meeting_room 1")["A"].info == 20 + used


def test_a_floor_works_as_often_a_round_as_its_tile_says() -> None:
    """RULES III.4, III.6"""
    table = Table("A B").give("A", money=0, time=9, floors="telecommunications").give("B", time=0).go("schedule")
    table.take("telecommunications", "telecommunications", "telecommunications")
    assert table["A"].info == 29
    assert table.refused("telecommunications") == "used_up"


def test_floors_of_others_are_not_used() -> None:
    """RULES III.4"""
    assert Table().give("B", floors="telecommunications").go("schedule").refused("telecommunications") == "not_owned"


def test_a_task_on_the_game_board_is_paid_now_and_conducted_later() -> None:
    """RULES III.5"""
    table = Table().go("schedule").take("warehouse 1 money")
    assert (table["A"].money, table["A"].supply, table.row("doors")) == (18, 1, "A...")
    assert (table["A"].time, table["A"].reserve_time) == (3, 21)


def test_numbered_spaces_fill_from_the_lowest() -> None:
    """RULES III.5"""
    table = Table().set(factory="B.C", sites="BC").go("schedule").take("factory", "end", "construction")
    assert table.row("factory") == "BAC...."
    assert table.row("sites") == "BCB.."


def test_the_consulting_firm_fills_from_the_top() -> None:
    """RULES III.5"""
    assert Table().set(left="BC").go("schedule").take("consulting").row("left") == "BCA.."


def test_other_spaces_are_chosen_freely_among_the_free_ones() -> None:
    """RULES III.5"""
    table = Table().set(desks="B", doors="B", listings="B").go("schedule")
    assert [text for text in table.legal if text.startswith("agency")] == ["agency 2", "agency 3", "agency 4", "agency 5"]
    assert [table.refused(text) for text in ("agency 1", "warehouse 1 info", "exchange 1")] == ["taken"] * 3
    assert table.take("exchange 4").row("listings") == "B..A"


def test_bonus_forecast_and_outlets_cannot_be_chosen() -> None:
    """RULES III.5"""
    table = Table().go("schedule")
    assert {table.refused(text) for text in ("bonus money", "price 16", "drop 12 8", "sell 1", "hire")} == {"not_asked"}


def test_a_task_may_gain_supply_that_has_no_place() -> None:
    """RULES III.6"""
    table = Table().go("schedule").take("assembly")
    assert (table["A"].supply, table["A"].time) == (1, 1)


@pytest.mark.parametrize(
    ("given", "task", "reason"),
    [
        ({"time": 9}, "training", "no_untrained"),
        ({"untrained": 1}, "training", ""),
        ({"supply": 0}, "factory", "no_supply"),
        ({"supply": 0}, "research_testing info", "no_supply"),
        ({"money": 1}, "factory", "no_money"),
        ({"info": 1}, "factory", "no_info"),
        ({"floors": "office_renovation"}, "office_renovation assembly", ""),
        ({"floors": "office_renovation", "remodeled": "assembly"}, "office_renovation assembly", "already_remodeled"),
        ({"floors": "office_renovation", "tenants": "niche_market@assembly"}, "office_renovation assembly", "covered"),
        ({"tenants": "niche_market@meeting_room"}, "meeting_room 1", "covered"),
    ],
)
def test_what_a_task_needs(given: dict[str, str | int], task: str, reason: str) -> None:
    """RULES III.6"""
    assert Table().give("A", **given).go("schedule").refused(task) == reason  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("row", "text", "task"),
    [
        ("left", "BBBBB", "consulting"),
        ("desks", "BBBBB", "agency 1"),
        ("doors", "BBBB", "warehouse 1 info"),
        ("factory", "BBBBBBB", "factory"),
        ("listings", "BBBB", "exchange 1"),
        ("sites", "BBBBB", "construction"),
        ("factory", "BBBBBBB", "in_house_factory"),
        ("sites", "BBBBB", "construction_admin"),
    ],
)
def test_a_full_place_takes_no_task(row: str, text: str, task: str) -> None:
    """RULES III.6"""
    table = Table().fill(row, text).give("A", floors="in_house_factory construction_admin").go("schedule")
    assert table.refused(task) == "full"


def test_without_a_room_to_remodel_there_is_no_office_renovation() -> None:
    """RULES III.6"""
    rooms = "advertising assembly meeting_room research_testing storage_closet training"
    table = Table().give("A", floors="office_renovation", remodeled=rooms).go("schedule")
    assert not [text for text in table.legal if text.startswith("office_renovation")]


def test_without_a_time_marker_no_space_of_the_city_can_be_taken() -> None:
    """RULES III.5"""
    table = Table().go("schedule").give("A", time=0)
    texts = ("consulting", "factory", "warehouse 1 money", "construction")
    reasons = [table.game.refusal(table.game.ruleset.action(text)) for text in texts]
    assert [reason.code for reason in reasons if reason is not None] == ["no_time"] * 4


@pytest.mark.parametrize(("taken", "price"), [("", 6), ("B", 5), ("BB", 4), ("BBB", 4), ("BBBB", 3)])
def test_a_consulting_row_costs_its_money(taken: str, price: int) -> None:
    """RULES III.A"""
    table = Table().set(left=taken).give("A", money=price).go("schedule").take("consulting")
    assert (table["A"].money, table["A"].info, table["A"].time) == (0, 20, 3)


def test_a_consulting_row_must_be_paid() -> None:
    """RULES III.A"""
    assert Table().give("A", money=5).go("schedule").refused("consulting") == "no_money"


@pytest.mark.parametrize("space", range(1, 6))
def test_an_agency_space_costs_one_money_and_one_info(space: int) -> None:
    """RULES III.B"""
    table = Table().give("A", money=1, info=1).go("schedule").take(f"agency {space}")
    assert (table["A"].money, table["A"].info, table["A"].time) == (0, 0, 3)
    assert table.row("desks")[space - 1] == "A"


@pytest.mark.parametrize(("money", "info", "reason"), [(0, 1, "no_money"), (1, 0, "no_info")])
def test_an_agency_space_must_be_paid(money: int, info: int, reason: str) -> None:
    """RULES III.B"""
    assert Table().give("A", money=money, info=info).go("schedule").refused("agency 1") == reason


@pytest.mark.parametrize(("door", "money", "info"), [(1, 2, 1), (2, 3, 2), (3, 4, 3), (4, 5, 4)])
def test_a_warehouse_space_costs_money_or_info(door: int, money: int, info: int) -> None:
    """RULES III.D"""
    by_money = Table().give("A", money=money, info=0).go("schedule").take(f"warehouse {door} money")
    assert (by_money["A"].money, by_money["A"].info) == (0, 0)
    by_info = Table().give("A", money=0, info=info).go("schedule").take(f"warehouse {door} info")
    assert (by_info["A"].money, by_info["A"].info) == (0, 0)
    short = Table().give("A", money=money - 1, info=info - 1).go("schedule")
    assert (short.refused(f"warehouse {door} money"), short.refused(f"warehouse {door} info")) == ("no_money", "no_info")


def test_a_warehouse_space_needs_a_cube() -> None:
    """RULES III.D"""
    table = Table().set(cubes="0111").go("schedule")
    assert (table.refused("warehouse 1 money"), table.refused("warehouse 2 money")) == ("no_cube", "")


def test_a_factory_space_costs_two_money_two_info_and_a_supply() -> None:
    """RULES III.E"""
    table = Table().give("A", money=2, info=2, supply=1).go("schedule").take("factory")
    assert (table["A"].money, table["A"].info, table["A"].supply, table["A"].time) == (0, 0, 0, 3)


@pytest.mark.parametrize(("space", "money", "info"), [(1, 2, 1), (2, 1, 1), (3, 1, 0), (4, 0, 1)])
def test_an_exchange_space_costs_its_own_price(space: int, money: int, info: int) -> None:
    """RULES III.F"""
    table = Table().give("A", money=money, info=info).go("schedule").take(f"exchange {space}")
    assert (table["A"].money, table["A"].info, table.row("listings")[space - 1]) == (0, 0, "A")


@pytest.mark.parametrize(("money", "info", "reason"), [(1, 5, "no_money"), (5, 0, "no_info")])
def test_an_exchange_space_must_be_paid(money: int, info: int, reason: str) -> None:
    """RULES III.F"""
    assert Table().give("A", money=money, info=info).go("schedule").refused("exchange 1") == reason


@pytest.mark.parametrize(("seats", "spaces"), [("A B", 4), ("A B C", 5), ("A B C D", 6), ("A B C D E", 7)])
def test_a_construction_space_costs_four_money_and_four_info(seats: str, spaces: int) -> None:
    """RULES III.I"""
    table = Table(seats).give("A", money=4, info=4).go("schedule")
    assert len(table.row("sites")) == spaces
    table.take("construction")
    assert (table["A"].money, table["A"].info, table.row("sites")[0]) == (0, 0, "A")
