"""Reasons against answers, and errors, that games seldom come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from groundfloor import new_game, ruleset
from groundfloor.editions.registry import RulesetRegistry
from groundfloor.editions.second import SECOND_2 as SECOND
from groundfloor.engine.errors import BadHouseValues, ImpossibleTable, UnknownRuleset
from groundfloor.engine.ruleset import Ruleset
from groundfloor.engine.state import Player
from groundfloor.engine.task import short_of
from tests.support.positions import conduct, started, texts
from tests.support.table import Table


def test_without_a_time_marker_no_space_of_the_city_can_be_taken() -> None:
    table = Table().go("schedule").give("A", time=0)
    reasons = [
        table.game.refusal(table.game.ruleset.action(text)) for text in ("consulting", "factory", "warehouse 1 money", "construction")
    ]
    assert [reason.code for reason in reasons if reason is not None] == ["no_time"] * 4


@pytest.mark.parametrize(
    ("price", "reason"),
    [((2, 3, 4, 5), None), ((3, 9, 9, 9), "no_time"), ((2, 4, 9, 9), "no_money"), ((2, 3, 5, 9), "no_info"), ((2, 3, 4, 6), "no_supply")],
)
def test_missing_amounts_are_named_in_the_order_time_money_info_supply(price: tuple[int, int, int, int], reason: str | None) -> None:
    player = Player()
    player.time, player.money, player.info, player.supply = 2, 3, 4, 5
    assert short_of(player, *price) == reason


def test_renovated_room_writes_event() -> None:
    table = Table("A B").give("A", floors="office_renovation").go("schedule")
    events = table.told("office_renovation training")
    assert [event.facts["room"] for event in events if event.kind == "FloorUsed"] == ["training"]


def test_only_most_popular_decides_bonus() -> None:
    """RULES 9.2.4"""
    game = conduct(started("first", 2, {"two_player_bonus": "on"}), "marketing_bonus")
    assert game.question_kind == "bonuses"
    answers = [action for action in game.ruleset.actions if game.refusal(action) is None]
    assert [action.text for action in answers] == sorted(texts(game), key=[action.text for action in game.ruleset.actions].index)
    assert [game.quote(action).gains for action in answers] == [(), ()]


def test_after_a_purchase_online_only_remodels_and_the_end_are_asked() -> None:
    """RULES 9.1.1"""
    table = Table("A B", edition="online").set(sites="AB").go("construction_company").take("buy network_admin training")
    assert table.asked == "A after_buy"
    assert table.refused("none") == table.refused("buy empty_floor") == "not_asked"


def test_two_seats_of_one_name_are_no_table() -> None:
    with pytest.raises(ImpossibleTable, match="same name"):
        new_game("second", ["Ann", "ann"])


def test_a_ruleset_without_an_edition_takes_no_house_values() -> None:
    bare = Ruleset("bare", 1, {})
    assert bare.with_overrides({}) is bare
    with pytest.raises(BadHouseValues, match="takes no house values"):
        bare.with_overrides({"market.start": 1})


def test_a_revision_that_was_never_published_is_not_known() -> None:
    registry = RulesetRegistry((SECOND, replace(SECOND, revision=SECOND.revision + 2)))
    assert registry.ruleset("second").revision == SECOND.revision + 2
    assert registry.ruleset("second", SECOND.revision).revision == ruleset("second").revision
    with pytest.raises(UnknownRuleset, match="is not known here; there are"):
        registry.ruleset("second", SECOND.revision + 1)
