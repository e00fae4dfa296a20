"""Steps of a position that is read: those of every question fit, others are refused."""

from __future__ import annotations

import json
from functools import cache

import pytest

from groundfloor import Game, new_game, read_position, read_record
from groundfloor.engine.errors import BadPosition
from groundfloor.engine.position import position_text
from groundfloor.engine.step import PhaseStep
from tests.support.question_records import EVERY, standing_record
from tests.support.table import Table


@cache
def game_at(question: str) -> Game:
    return read_record(standing_record(question)).replay()


@pytest.mark.parametrize("question", EVERY)
def test_place_of_a_step_changes_with_the_turn_only(question: str) -> None:
    game = game_at(question)
    assert [step.turn_index() for step in game._steps] == [step.turn_index() for step in game.copy()._steps]
    assert all(0 <= step.turn_index() < 100 for step in game._steps)


def test_step_that_asks_nobody_has_one_place() -> None:
    game = new_game("second", ["Ann", "automa:pei"])
    while game.chance is None or game.chance.kind != "card":
        game.apply(game.chance.outcomes[0] if game.chance is not None else game.legal_actions[0])
    assert game._steps[-1].name == "automa_turn" and game._steps[-1].turn_index() == 0


@pytest.mark.slow
def test_end_of_a_turn_of_nobody_is_refused() -> None:
    position = json.loads(position_text(game_at("online after_turn").position()))
    below = position["steps"][-2]
    below["order"] = []
    with pytest.raises(BadPosition):
        read_position(json.dumps(position))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("has_sold", 2, "'has_sold' must be from 0 to 1, not 2"),
        ("is_settled", [2] + [0] * 11, "'is_settled' must be from 0 to 1, not 2"),
        ("is_settled", [0] * 11, "retail must have one mark for each space"),
    ],
)
def test_step_of_the_outlets_has_marks_of_0_and_1_only(field: str, value: object, reason: str) -> None:
    """RULES IV.H: whether the consumers have bought, and for each space whether its product is settled."""
    position = json.loads(position_text(game_at("second drop").position()))
    position["steps"][-1][field] = value
    with pytest.raises(BadPosition, match=reason):
        read_position(json.dumps(position))


@pytest.mark.parametrize(
    ("question", "field", "value", "reason"),
    [
        ("second bonus", "asks", 3, "'asks' must be from 0 to 1, not 3"),
        ("second bonus", "turn", 0, "the bonuses taken do not match whose turn it is"),
        ("second bonus", "order", [], "the seats that take a bonus must be all but the least popular one, or both of two"),
        ("second price", "space", 99, "the factory space of a step"),
        ("second marketing_type", "desk", 99, "the desk of a step"),
        ("second tenant", "space", 99, "the construction space of a step"),
        ("second tenant", "asks", 3, "'asks' must be from 0 to 1, not 3"),
        ("second tenant", "buyer", 4, "a seat in 'buyer' must be from 0 to 3, not 4"),
        ("second tenant", "buyer", -1, "a seat in 'buyer' must be from 0 to 3, not -1"),
        ("second tenant", "markers_used", [0], "'markers_used' must have 3 items, not 1"),
        ("second tenant", "markers_used", [99, 0, 0], "the number of markers of a seat"),
    ],
)
def test_step_of_an_area_fits_its_spaces(question: str, field: str, value: object, reason: str) -> None:
    position = json.loads(position_text(game_at(question).position()))
    position["steps"][-1][field] = value
    with pytest.raises(BadPosition, match=reason):
        read_position(json.dumps(position))


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (Table("A B").give("A", money=0, trained=2, untrained=2).go("income"), "income must go through all seats in popularity order"),
        (Table("A B", "first", two_player_bonus="on").go("marketing_bonus"), "all but the least popular one, or both of two"),
    ],
    ids=["income", "bonuses of two"],
)
def test_step_of_all_seats_has_no_seat_less(table: Table, reason: str) -> None:
    """RULES I, 9.2.4: also where somebody must fire, and where the most popular of two decides about bonuses."""
    step = table.game._steps[-1]
    assert isinstance(step, PhaseStep)
    step.check(table.game)
    step.order.pop()
    with pytest.raises(BadPosition, match=reason):
        step.check(table.game)
