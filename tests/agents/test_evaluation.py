"""The hand-made evaluation: what pays only in a round that will not come counts nothing."""

from __future__ import annotations

import random

import pytest

from groundfloor import Game, new_game
from groundfloor.agents.evaluation import evaluate, is_still_to_come
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.editions import NAMES
from groundfloor.engine.company.company_projection import score_of
from groundfloor.engine.state import CONDUCT
from tests.support.play import play_game


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_counts_with_its_score(name: str) -> None:
    """Neither popularity nor shares, supply or meetings that are left (``RULES 5.1``)."""
    game = play_game(new_game(name, ["Ann", "Ben", "Cid"]), random.Random(2))
    assert [evaluate(game, seat, load_weights()) for seat in range(3)] == [score_of(game, seat) for seat in range(3)]


def last_purchase(name: str) -> Game:
    """Returns a random game at a question of the last phase IV after the retail outlets."""
    for seed in range(50):
        dice, game = random.Random(seed), new_game(name, ["Ann", "Ben"])
        while not game.is_over:
            is_last = game.ruleset.ending.is_over(game) and game._state.phase == CONDUCT and game.asked_seat >= 0
            if is_last and game.question_kind == "buy":
                return game
            game.apply(game.chance.draw(dice) if game.chance is not None else dice.choice(game.legal_actions))
    raise AssertionError("no purchase in the last round")


def test_what_is_over_in_the_last_round_counts_nothing() -> None:
    """Meetings, popularity and advertising pay no more at the construction company of the last round (``RULES IV``)."""
    game = last_purchase("second")
    before = evaluate(game, 0, load_weights())
    game._state.consulting_right[0] = 0
    game._state.marketing_boxes[0][0] += 3
    game._state.popularity_order.reverse()
    assert evaluate(game, 0, load_weights()) == before
    assert is_still_to_come(game, "construction_company") and not is_still_to_come(game, "retail_outlets")
