"""Agents that look one decision ahead: they answer from what the view shows, play everywhere, and are far better than chance."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, new_game, ruleset
from groundfloor.agents import AGENTS, GreedyAgent, make_agent
from groundfloor.agents.evaluation import final_values
from groundfloor.agents.network.weights import BadWeights
from groundfloor.agents.plain_agents import NetAgent
from groundfloor.editions import NAMES
from groundfloor.engine.view import View
from groundfloor.research.arena.game_sampler import random_setup
from groundfloor.research.arena.simulate import simulate
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


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_plays_whole_games_of_every_ruleset(name: str) -> None:
    """The most that a table can have sit at one of them only: what an agent computes grows with the answers and the seats."""
    seats = ruleset(name).player_range[1] if name == "first" else 2
    game = play_game(new_game(name, [f"Seat {number}" for number in range(1, seats + 1)]), random.Random(seats), NetAgent(random.Random(1)))
    assert max(score.total for score in game.scores()) > 20


@pytest.mark.slow
def test_it_plays_any_setup() -> None:
    dice = random.Random(8)
    for _game in range(2):
        assert play_game(random_setup(dice).game(), dice, NetAgent(random.Random(1))).is_over


@pytest.mark.slow
def test_it_beats_a_random_player_by_far() -> None:
    """How strong it is beside other agents is measured in the arena (docs/agents.md)."""
    (result,) = simulate("second", ["Ann", "Ben"], {}, 1, 1, agents=["net", "random"])
    assert result.ranks[0] == 1 and result.totals[0] > 2 * result.totals[1]


@pytest.mark.slow
def test_finished_games_have_their_true_values() -> None:
    game = play_game(new_game("second", ["Ann", "automa:pei"]), random.Random(3), NetAgent(random.Random(1)))
    ranking = game.scores()
    own = next(score for score in ranking if score.seat == 0)
    other = next(score for score in ranking if score.seat == 1)
    assert final_values(game)[0] == (own.total, own.total - other.total, float(own.rank == 1))


def test_weights_can_be_chosen_and_a_missing_file_is_named() -> None:
    with pytest.raises(BadWeights, match="can't be read"):
        make_agent("net:weights=/nowhere.npz", random.Random(1))
