"""Moves of agents at a table: the same at the same point, and made in any case."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents import AGENTS, Agent
from groundfloor.tables.agent_moves import agent_action
from groundfloor.tables.seat_holders import SeatHolder

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class Failing(Agent):
    """Fails at every decision."""

    def choose(self, view: View) -> Action:
        """Raises an error."""
        raise RuntimeError("no move today")


class Impossible(Agent):
    """Can't even be made."""

    def __init__(self, *_: object) -> None:
        raise ValueError("no weights")


def test_failing_bot_does_not_block_a_table(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setitem(AGENTS, "failing", Failing)
    monkeypatch.setitem(AGENTS, "impossible", Impossible)
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    greedy = agent_action(match, "greedy")
    with caplog.at_level(logging.WARNING):
        for agent in ("failing", "impossible", "no_longer_installed"):
            assert agent_action(match, agent) is greedy
    assert "no move today" in caplog.text and "no weights" in caplog.text


def test_same_point_gets_the_same_move_also_from_a_level_with_chance() -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    assert len({agent_action(match, "intern").text for _ in range(5)}) == 1


def test_seat_of_an_agent_that_is_gone_is_still_an_agents() -> None:
    agents = [SeatHolder(0, "X", "red", automa, "").agent for automa in ("gone", "tycoon", "pei", "")]
    assert agents == ["gone", "tycoon", "", ""]
