"""No agent uses what its seat may not see: two true positions with the same view get the same answer."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from groundfloor import Match, read_position, ruleset
from groundfloor.agents import AGENTS, make_agent
from groundfloor.agents.levels import LEVELS
from groundfloor.agents.search_agent import SearchAgent
from groundfloor.engine.position import position_text
from groundfloor.engine.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundfloor.agents.agent import Agent

SEARCHING = ("search", "director", "tycoon")
"""Agents and levels that try many games for an answer."""
TABLES: tuple[tuple[str, ...], ...] = (("Ann", "Ben"), ("Ann", "automa:gropius", "automa:hadid"))


def twins(seats: tuple[str, ...], turns: int) -> Iterator[tuple[Match, Match]]:
    """Yields matches at questions of a game, each with its twin: the same view, but another key, so that other things will be drawn."""
    dice = random.Random(5)
    match = Match.new(ruleset("second"), list(seats), {}, b"a" * 32)
    for _turn in range(turns):
        for _move in range(4):
            match.apply(dice.choice(match.game.legal_actions))
        yield match, Match(match.record, read_position(position_text(match.game.position())), b"c" * 32)


def answers(make: Callable[[Match], Agent], match: Match) -> str:
    """Returns the answer of a new agent for the seat that is asked, always with the same randomness."""
    agent = make(match)
    if isinstance(agent, SearchAgent):
        agent.simulations, agent.seconds = 12, 0.0
    return agent.choose(View(match.game, match.game.asked_seat)).text


def peeking(match: Match) -> Agent:
    """Returns an agent that chooses by the key, which no view has."""
    return make_agent("random", random.Random(match.key))


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] if name in SEARCHING else []) for name in [*AGENTS, *LEVELS]])
def test_same_view_gets_the_same_answer(name: str) -> None:
    for seats in TABLES:
        for match, twin in twins(seats, 3):
            one, other = (answers(lambda _match: make_agent(name, random.Random(3)), each) for each in (match, twin))
            assert one == other


def test_the_twins_are_different_truths() -> None:
    """What is drawn next is not the same in both, as long as it is not nothing."""
    differences = 0
    for match, twin in twins(TABLES[1], 3):
        for _move in range(4):
            for each in (match, twin):
                each.apply(each.game.legal_actions[0])
            if position_text(match.game.position()) != position_text(twin.game.position()):
                differences += 1
                break
    assert differences


def test_an_agent_that_knows_the_key_is_found_out() -> None:
    found = [answers(peeking, match) == answers(peeking, twin) for match, twin in twins(TABLES[0], 6)]
    assert not all(found)
