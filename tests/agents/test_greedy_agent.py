"""The agents: they answer from what the view shows, and the greedy one is far better than chance."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, new_game
from groundfloor.agents import AGENTS, GreedyAgent, make_agent
from groundfloor.arena.simulate import simulate
from groundfloor.editions import ruleset
from groundfloor.engine.view import View
from tests.support.play import play_game

QUICK = {"search": "search:simulations=3"}
"""Specifications of agents that take long for what is tested here."""


def test_the_greedy_agent_beats_random_ones_by_far() -> None:
    seats = ["Ann", "Ben", "Cleo"]
    results = list(simulate("second", seats, {}, 5, 12, agents=["random", "greedy", "random"]))
    greedy = sum(result.totals[1] for result in results)
    best = max(sum(result.totals[seat] for result in results) for seat in (0, 2))
    assert all(result.ranks[1] == 1 for result in results)
    assert greedy > 2 * best


def test_the_greedy_agent_plays_against_an_automa_to_the_end() -> None:
    (result,) = simulate("second", ["Ann", "automa:hadid"], {"deck": "preset"}, 3, 1, agents=["greedy", ""])
    assert result.totals[0] > 20


@pytest.mark.slow
def test_every_agent_chooses_a_legal_action_and_changes_nothing() -> None:
    for name in (QUICK.get(name, name) for name in AGENTS):
        match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
        agent = make_agent(name, random.Random(1))
        for _turn in range(60):
            before = match.game.position()
            action = agent.choose(View(match.game, match.game.asked_seat))
            assert match.game.position() == before
            assert action in match.game.legal_actions
            match.apply(action)


def test_the_greedy_agent_gives_the_same_answer_to_the_same_view() -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    one, other = GreedyAgent(random.Random(1)), GreedyAgent(random.Random(2))
    for _turn in range(40):
        view = View(match.game, match.game.asked_seat)
        action = one.choose(view)
        assert action is other.choose(view)
        match.apply(action)


def test_an_agent_can_play_a_game_without_a_dealer() -> None:
    dice = random.Random(4)
    agent = GreedyAgent(dice)
    game = play_game(new_game("second", ["Ann", "Ben"]), dice, agent)
    assert game.scores()[0].total > 10
