"""Components that limit play (RULES 1)."""

from __future__ import annotations

from typing import get_args

import pytest

from groundfloor.editions import NAMES, ruleset
from groundfloor.engine.kinds import AreaId, ForecastType, RefusalCode
from groundfloor.engine.refusals import SENTENCES
from groundfloor.engine.state import FORECAST_TYPES
from tests.support.table import Table


def test_card_of_an_automa_is_shown_by_its_name() -> None:
    cards = [card for card in ruleset("second").automa_deck if card is not None]
    assert {repr(card) for card in cards} == {f"AutomaCard({card.name!r})" for card in cards}


@pytest.mark.parametrize("seats", ["A B", "A B C D E", "A hadid"])
def test_everybody_has_25_markers(seats: str) -> None:
    """RULES 1.1"""
    assert [player.time + player.reserve_time for player in Table(seats).state.players] == [25] * len(seats.split())


def test_with_an_empty_stock_a_task_that_only_takes_from_it_is_not_legal() -> None:
    """RULES 1.1"""
    table = Table().give("A", stock=0, remodeled="advertising", floors="marketing_department construction_admin in_house_factory")
    table.go("schedule")
    tasks = ["advertising networking", "advertising social_media", "marketing_department", "construction_admin", "in_house_factory"]
    assert [table.refused(task) for task in tasks] == ["no_stock"] * 5


def test_with_an_empty_stock_available_markers_still_work() -> None:
    """RULES 1.1"""
    assert Table().give("A", stock=0).go("schedule").take("factory").row("factory") == "A......"


def test_supply_never_runs_out() -> None:
    """RULES 1.2"""
    table = Table("A B C D E")
    for letter in "ABCDE":
        table.give(letter, remodeled="storage_closet", supply=2)
    assert sum(table.state.warehouse_supply) + sum(player.supply for player in table.state.players) == 14 <= 16
    assert table.go("reorganize").state.warehouse_supply == [1, 1, 1, 1]


def test_the_storage_closets_and_the_warehouse_never_hold_more() -> None:
    """RULES 1.2"""
    table = Table("A B").set(doors="AAAA").give("A", remodeled="storage_closet").go("warehouse")
    assert (table["A"].supply, sum(table.state.warehouse_supply)) == (2, 0)


def test_money_and_info_are_unlimited() -> None:
    """RULES 1.3"""
    table = Table().give("A", money=10_000, info=10_000, tenants="network_admin@training").go("income")
    assert (table["A"].money, table["A"].info) == (10_009, 10_002)


def test_untrained_tokens_are_unlimited() -> None:
    """RULES 1.3"""
    table = Table("A B C D E").set(market=1)
    for letter in "ABCDE":
        table.give(letter, money=99, info=99)
    table.go("hire")
    while table.asked.endswith("hire"):
        table.take("hire")
    assert [player.untrained for player in table.state.players] == [4] * 5


def test_each_room_is_remodeled_once() -> None:
    """RULES 1.3"""
    table = Table().give("A", money=99, info=99).go("schedule")
    for room in ("advertising", "assembly", "meeting_room", "research_testing", "storage_closet", "training"):
        table.take(f"remodel {room}")
    assert not [text for text in table.legal if text.startswith("remodel")]


@pytest.mark.parametrize("name", NAMES)
def test_the_verb_of_an_action_is_its_first_word(name: str) -> None:
    assert [action.text for action in ruleset(name).actions if action.verb != action.text.split()[0]] == []


def test_kinds_that_mypy_knows_are_those_of_the_rulesets() -> None:
    assert {area.id for name in NAMES for area in ruleset(name).areas} == set(get_args(AreaId))
    assert get_args(ForecastType) == FORECAST_TYPES
    assert list(get_args(RefusalCode)) == list(SENTENCES)
