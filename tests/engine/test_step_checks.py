"""Steps of a position that is read: those of every question fit, others are refused."""

from __future__ import annotations

import json
from functools import cache

import pytest

from groundfloor import Game, new_game, read_position, read_record
from groundfloor.engine.errors import BadPosition
from groundfloor.engine.position import position_text
from tests.support.question_records import EVERY, standing_record


@cache
def game_at(question: str) -> Game:
    return read_record(standing_record(question)).replay()


@pytest.mark.slow
@pytest.mark.parametrize("question", EVERY)
def test_position_of_every_question_is_read_back(question: str) -> None:
    text = position_text(game_at(question).position())
    assert position_text(read_position(text).position()) == text


@pytest.mark.parametrize("question", EVERY)
def test_place_of_a_step_changes_with_the_turn_only(question: str) -> None:
    game = game_at(question)
    assert [step.place() for step in game.stack] == [step.place() for step in game.copy().stack]
    assert all(0 <= step.place() < 100 for step in game.stack)


def test_step_that_asks_nobody_has_one_place() -> None:
    game = new_game("second", ["Ann", "automa:pei"])
    while game.chance is None or game.chance.kind != "card":
        game.apply(game.chance.outcomes[0] if game.chance is not None else game.legal_actions[0])
    assert game.stack[-1].name == "automa_turn" and game.stack[-1].place() == 0


@pytest.mark.slow
def test_end_of_a_turn_of_nobody_is_refused() -> None:
    position = json.loads(position_text(game_at("online after_turn").position()))
    below = position["steps"][-2]
    below["order"] = []
    with pytest.raises(BadPosition):
        read_position(json.dumps(position))
