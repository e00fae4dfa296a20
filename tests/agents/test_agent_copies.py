"""Agents can be copied and pickled, and choose the same afterwards."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents.specification import make_agent
from groundfloor.agents.supervised_agent import SupervisedAgent

COPIES: dict[str, Callable[[Any], Any]] = {"deepcopy": copy.deepcopy, "pickle": lambda thing: pickle.loads(pickle.dumps(thing))}  # noqa: S301 - made here
SEARCHER = "search:simulations=30"
MAKERS: dict[str, Callable[[], Any]] = {
    **{name: lambda name=name: make_agent(name, Random(5)) for name in ("random", "greedy:random_moves=0.3", "net", SEARCHER)},  # type: ignore[misc]
    "supervised": lambda: SupervisedAgent(Random(5), SEARCHER),
}


def play(agent: Any, match: Match, moves: int) -> list[str]:
    told = []
    for _ in range(moves):
        action = agent.choose(match.game.view(match.game.asked_seat))
        told.append(action.text)
        match.apply(action)
    return told


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_copied_agent_chooses_the_same(maker: Callable[[], Any], copied: Callable[[Any], Any]) -> None:
    agent, match = maker(), Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    play(agent, match, 4)
    twin, there = copied((agent, match))
    assert play(twin, there, 6) == play(agent, match, 6)
