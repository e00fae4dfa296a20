"""The panel of a pencilled line: what it says when the line has ended a phase."""

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


@pytest.mark.parametrize(("wanted", "end"), [("marketing_type", "You may go on before you confirm:"), ("", "another’s decision.")])
def test_a_pencilled_move_that_ends_the_phase_says_so(wanted: str, end: str) -> None:
    game, seat, text = last_task(wanted)
    sentence = decision(scene_of(game, [], seat, (text,))).sentence
    assert "this phase ends" in sentence and sentence.endswith(end)


def test_a_move_within_the_phase_says_nothing_of_it() -> None:
    game, seat, text = last_task("marketing_type")
    other = next(action.text for action in game.legal_actions if action.text.startswith("remodel") or action.text != text)
    after = decision(scene_of(game, [], seat, (other,)))
    ends = scene_of(game, [], seat, (other,)).game.state.phase != game.state.phase
    assert ("this phase ends" in after.sentence) == ends
