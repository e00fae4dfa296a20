"""What a network says of positions, and by what one answer is chosen."""

from __future__ import annotations

import random

import pytest

from groundfloor import Match, new_game, ruleset
from groundfloor.agents.evaluation import final_values
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from tests.support.play import play_game


def test_every_seat_has_its_share_of_the_winning_chance() -> None:
    game = new_game("second", ["Ann", "automa:pei", "automa:hadid"])
    while game.chance is not None:
        game.apply(game.chance.draw(random.Random(1)))
    (found,) = PositionEvaluator.from_file().evaluate([game])
    assert sum(found.win) == pytest.approx(1) and min(found.win) > 0
    assert len(found.prestige) == len(found.margin) == 3 and len(found.logits) == len(PositionEvaluator.from_file().network.answers)


def test_a_finished_game_has_its_true_result() -> None:
    game = play_game(new_game("second", ["Ann", "Ben"]), random.Random(4))
    (found,) = PositionEvaluator.from_file().evaluate([game])
    for seat in (0, 1):
        assert (found.prestige[seat], found.margin[seat], found.win[seat]) == final_values(game)[seat]


def test_the_likeliest_answer_is_legal() -> None:
    match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, b"k" * 32)
    evaluator = PositionEvaluator.from_file()
    for _turn in range(12):
        action = evaluator.best_answer(match.game)
        assert action in match.game.legal_actions
        match.apply(action)


def test_positions_are_evaluated_alone_as_together() -> None:
    games = [Match.new(ruleset("second"), names, {}, b"k" * 32).game for names in (["Ann", "Ben"], ["Ann", "Ben", "Cleo"])]
    evaluator = PositionEvaluator.from_file()
    for game, found in zip(games, evaluator.evaluate(games), strict=True):
        (alone,) = evaluator.evaluate([game])
        assert found.win == pytest.approx(alone.win, abs=1e-5) and found.logits == pytest.approx(alone.logits, abs=1e-4)
