"""What a network expects of answers, and by what one of them is chosen."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from groundfloor import Match, ruleset
from groundfloor.agents import GreedyAgent
from groundfloor.agents.evaluation import evaluate
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.network.value_network import utility
from groundfloor.agents.network.weights import shipped_network


def test_guide_adds_the_hand_made_evaluation() -> None:
    game = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32).game
    evaluator = PositionEvaluator(replace(shipped_network(), guide=0.5))
    games, rows, values = evaluator.evaluate_answers(game, game.legal_actions)
    assert len(games) == len(rows) == len(values) == len(game.legal_actions)
    added = evaluator.worth(games, values, game.asked_seat) - utility(values)
    assert added.tolist() == pytest.approx([0.5 * evaluate(after, game.asked_seat, load_weights()) for after in games], rel=1e-3)


def test_without_a_guide_only_the_network_counts() -> None:
    game = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32).game
    evaluator = PositionEvaluator(replace(shipped_network(), guide=0.0))
    games, _rows, values = evaluator.evaluate_answers(game, game.legal_actions)
    assert evaluator.worth(games, values, game.asked_seat).tolist() == utility(values).tolist()


def test_a_strong_guide_answers_like_the_greedy_agent() -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    evaluator, greedy = PositionEvaluator(replace(shipped_network(), guide=1000.0)), GreedyAgent(random.Random(1))
    for _turn in range(12):
        action = greedy.choose(match.game.view(match.game.asked_seat))
        assert evaluator.best_answer(match.game) is action
        match.apply(action)
