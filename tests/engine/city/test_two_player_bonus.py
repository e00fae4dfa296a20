"""Area C of two players where the more popular one decides (RULES 9.2.4)."""

from __future__ import annotations

import pytest

from tests.support.table import Table


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
    empty = {"time": 0, "money": 0, "info": 0, "supply": 0, "gains": {}, "waits": ""}
    quotes = [table.game.quote(action).as_dict() for action in table.game.legal_actions]
    assert quotes == [empty, empty]
    table.take("bonuses")
    assert table.game.quote(table.game.ruleset.action("bonus info")).as_dict() == empty | {"gains": {"info": 2}}


@pytest.mark.parametrize(("answer", "kind"), [("bonuses", "BonusesDecided"), ("none", "BonusesDeclined")])
def test_the_decision_writes_an_event(answer: str, kind: str) -> None:
    """RULES 9.2.4"""
    assert [event.as_dict() for event in deciding().told(answer)] == [{"kind": kind, "seat": 1, "rule": "9.2.4", "facts": {}}]
