"""The panel of a draft: what it is called, and what a further choice would do."""

from __future__ import annotations

import random

import pytest

from groundfloor.editions import ruleset
from groundfloor.engine.game import Game
from groundfloor.engine.seats import Seat
from groundfloor.web.board.decision import decision
from tests.support.boards import scene_of


def last_task(wanted: str) -> tuple[Game, int, str]:
    """A game of two before somebody's last task of phase III, which leads to this question (empty: to nobody of that seat)."""
    for seed in range(60):
        dice = random.Random(seed)
        game = Game(ruleset("second"), (Seat("Ann", colour="red"), Seat("Ben", colour="blue")))
        while not game.is_over:
            seat = game.current_player
            if game.chance is not None:
                game.apply(dice.choice(game.chance.outcomes))
                continue
            for action in game.legal_actions if seat is not None and game.kind == "schedule" else []:
                after = game.copy()
                after.apply(action)
                own = after.kind if after.current_player == seat else ""
                if after.state.phase > game.state.phase and own == wanted and not after.is_over:
                    assert seat is not None
                    return game, seat, action.text
            game.apply(dice.choice(game.legal_actions))
    raise LookupError(wanted)


@pytest.mark.parametrize("wanted", ["marketing_type", ""])
def test_draft_stays_in_its_phase(wanted: str) -> None:
    """A task that ends phase III leaves the drawn phase, the question and the sentence in phase III until it is confirmed."""
    game, seat, text = last_task(wanted)
    scene = scene_of(game, [], seat, (text,))
    assert (scene.game.state.round, scene.game.state.phase) == (game.state.round, game.state.phase)
    shown = decision(scene)
    assert shown.mode == "pencilled" and shown.head == "Your turn: Schedule one task"
    assert shown.sentence.startswith("Another task replaces it")
