"""Area C, the marketing bonus (RULES IV.C), and that of two players where the more popular one decides (RULES 9.2.4)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


def test_two_players_get_no_bonus() -> None:
    """RULES IV.C"""
    assert Table("A B").go("marketing_bonus").is_done


@pytest.mark.parametrize(("seats", "takers"), [("A B C", 2), ("A B C D", 3), ("A B C D E", 4)])
def test_everyone_but_the_least_popular_takes_one(seats: str, takers: int) -> None:
    """RULES IV.C.1"""
    table = Table(seats).go("marketing_bonus")
    for bonus in ("money", "info", "temp", "supply")[:takers]:
        assert table.asked.endswith(" bonus")
        table.take(f"bonus {bonus}")
    assert table.is_done


def test_the_most_popular_takes_first() -> None:
    """RULES IV.C.1"""
    table = Table().set(popularity="C3 A2 B1").go("marketing_bonus")
    assert table.asked == "C bonus"
    assert table.take("bonus money").asked == "A bonus"


def test_a_bonus_that_is_taken_is_no_choice() -> None:
    """RULES IV.C.1"""
    table = Table().go("marketing_bonus").take("bonus money")
    assert table.refused("bonus money") == "bonus_taken"
    assert table.legal == ["bonus remodel", "bonus supply", "bonus info", "bonus temp"]


@pytest.mark.parametrize(("bonus", "gained"), [("money", (22, 20)), ("info", (20, 22))])
def test_two_money_or_two_info_come_at_once(bonus: str, gained: tuple[int, int]) -> None:
    """RULES IV.C.1"""
    table = Table().go("marketing_bonus").take(f"bonus {bonus}")
    assert (table["A"].money, table["A"].info) == gained


def test_a_supply_comes_at_once() -> None:
    """RULES IV.C.1"""
    assert Table().give("A", supply=0).go("marketing_bonus").take("bonus supply")["A"].supply == 1


def test_a_remodel_costs_one_money_and_one_info() -> None:
    """RULES IV.C.1, 11.6"""
    table = Table().go("marketing_bonus").take("bonus remodel")
    assert table.asked == "A bonus_room"
    table.take("remodel assembly")
    assert (table["A"].money, table["A"].info, table.rooms("A")) == (19, 19, ["assembly"])


def test_a_temp_is_a_time_marker_of_the_next_round() -> None:
    """RULES IV.C.1, V.3"""
    table = Table().go("marketing_bonus").take("bonus temp")
    assert table["A"].time == 4
    assert table.go("reorganize")["A"].time == 5


def test_one_bonus_must_be_taken_useful_or_not() -> None:
    """RULES IV.C.2"""
    table = Table().give("A", remodeled="advertising assembly meeting_room research_testing storage_closet training", supply=2)
    table.go("marketing_bonus")
    assert table.legal == ["bonus remodel", "bonus supply", "bonus money", "bonus info", "bonus temp"]
    assert table.refused("none") == "not_asked"
    assert table.take("bonus supply")["A"].supply == 2


def test_the_remodel_is_optional() -> None:
    """RULES IV.C.2"""
    table = Table().go("marketing_bonus").take("bonus remodel", "none")
    assert (table["A"].money, table.rooms("A"), table.asked) == (20, [], "B bonus")


@pytest.mark.parametrize(("money", "info", "asked"), [(1, 1, "A bonus_room"), (0, 1, "B bonus"), (1, 0, "B bonus")])
def test_a_remodel_that_cannot_be_paid_is_not_offered(money: int, info: int, asked: str) -> None:
    """RULES IV.C.2, 11.1"""
    assert Table().give("A", money=money, info=info).go("marketing_bonus").take("bonus remodel").asked == asked


def test_a_remodeled_or_covered_room_is_not_offered() -> None:
    """RULES IV.C.1, III.3"""
    table = Table().give("A", remodeled="assembly", tenants="niche_market@training").go("marketing_bonus").take("bonus remodel")
    assert (table.refused("remodel assembly"), table.refused("remodel training")) == ("already_remodeled", "covered")
    assert (table.refused("remodel advertising"), table.refused("bonus money")) == ("", "not_asked")


def test_the_storage_closet_of_the_bonus_comes_with_a_supply() -> None:
    """RULES 6.1 storage_closet"""
    assert Table().go("marketing_bonus").take("bonus remodel", "remodel storage_closet")["A"].supply == 2


def deciding() -> Table:
    """Returns a game in which Ben is the most popular and is asked."""
    return Table("A B", "first", two_player_bonus="on").set(popularity="B2 A1").go("marketing_bonus")


def test_the_most_popular_is_asked_for_both_or_nobody() -> None:
    """RULES 9.2.4"""
    table = deciding()
    assert (table.asked, table.legal) == ("B bonuses", ["bonuses", "none"])
    assert (table.refused("bonuses"), table.refused("none")) == ("", "")
    assert table.refused("bonus money") == table.refused("factory") == "not_asked"


def test_the_less_popular_takes_one_too() -> None:
    """RULES 9.2.4"""
    table = deciding().take("bonuses")
    assert (table.asked, table.refused("bonuses")) == ("B bonus", "not_asked")
    assert table.take("bonus money").asked == "A bonus"
    assert table.take("bonus temp").is_done
    assert table.row("bonuses") == "..B.A"


def test_nobody_takes_a_bonus_if_the_most_popular_declines() -> None:
    """RULES 9.2.4"""
    table = deciding().take("none")
    assert (table.is_done, table.row("bonuses")) == (True, ".....")


def test_the_decision_costs_and_brings_nothing_and_a_bonus_what_it_says() -> None:
    """RULES 9.2.4, IV.C.1"""
    table = deciding()
    empty = {"time": 0, "money": 0, "info": 0, "supply": 0, "gains": {}, "resolves_in": ""}
    quotes = [table.game.quote(action).as_dict() for action in table.game.legal_actions]
    assert quotes == [empty, empty]
    table.take("bonuses")
    assert table.game.quote(table.game.ruleset.action("bonus info")).as_dict() == empty | {"gains": {"info": 2}}


@pytest.mark.parametrize(("answer", "kind"), [("bonuses", "BonusesDecided"), ("none", "BonusesDeclined")])
def test_the_decision_writes_an_event(answer: str, kind: str) -> None:
    """RULES 9.2.4"""
    assert [event.as_dict() for event in deciding().told(answer)] == [{"kind": kind, "seat": 2, "rule": "9.2.4", "facts": {}}]
