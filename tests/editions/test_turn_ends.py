"""Remodeling at the end of one's turn in `online`: the question ``after_turn`` (RULES 9.1.1)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from groundfloor import Game, Ruleset, read_position, ruleset
from groundfloor.engine.errors import BadPosition
from groundfloor.engine.phases.hire import Hire
from groundfloor.engine.position import position_text
from tests.support.biased_players import BiasedPlayer
from tests.support.positions import conduct, hiring, schedule, started, texts
from tests.support.turn_decisions import agency, decisions, exchange, factory, firing, income, outlets

ONLINE = ruleset("online")
SECOND = ruleset("second")
REMODELS = [f"remodel {room.id}" for room in ONLINE.rooms]
PLAYER = BiasedPlayer(
    {"factory": 60, "warehouse": 10, "assembly": 10, "remodel": 0.1, "consulting": 20, "construction": 0.1, "hire": 0.3}, other=3
)
"""What gets many products on sale."""
KINDS = ("hire", "marketing_type", "bonus", "price", "sell", "drop", "fire")
ANSWERS = {"bonus": "bonus money", "price": "price 8", "drop": "drop 12 8"}
"""What is answered, where it is not the first legal answer."""


def answered(kind: str, rules: Ruleset = ONLINE) -> Game:
    """Returns a game in which the first seat has answered a question of a kind."""
    game = decisions(rules)[kind]
    assert (game.question_kind, game.current_player) == (kind, 0)
    game.apply(ANSWERS.get(kind, texts(game)[0]))
    return game


def standing(game: Game) -> str:
    """Returns the kind of what stands, and the seat that is asked."""
    if game.chance is not None:
        return f"chance {game.chance.kind}"
    return f"{game.question_kind} {game.asked_seat}"


def when(game: Game) -> tuple[int, int, int]:
    """Returns round, phase and area."""
    return game.state.round, game.state.phase, game.state.area


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_no_remodel_is_offered_together_with_a_decision(kind: str) -> None:
    assert texts(decisions(ONLINE)[kind]) == texts(decisions(SECOND)[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_remodeling_is_asked_for_after_each_answered_question(kind: str) -> None:
    before = when(decisions(ONLINE)[kind])
    game = answered(kind)
    assert (game.question_kind, game.current_player) == ("after_turn", 0)
    assert texts(game) == [*REMODELS, "end"] and when(game) == before
    assert answered(kind, SECOND).question_kind != "after_turn"


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_it_is_asked_again_after_each_remodel_while_one_can_be_paid(kind: str) -> None:
    game = answered(kind)
    player = game.state.players[0]
    player.money, player.info = 8, 20
    game.apply("remodel training")
    assert game.question_kind == "after_turn" and texts(game) == [*REMODELS[:-1], "end"] and player.money == 5
    refused = game.refusal(game.ruleset.action("remodel training"))
    assert refused is not None and refused.code == "already_remodeled"
    game.apply("remodel assembly")
    assert standing(game) != "after_turn 0" and player.money == 2


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_end_goes_on_as_if_nothing_had_been_asked(kind: str) -> None:
    game, plain = answered(kind), answered(kind, SECOND)
    game.apply("end")
    assert (standing(game), texts(game)) == (standing(plain), texts(plain))
    assert game.position()["state"] == plain.position()["state"]


@pytest.mark.parametrize("kind", KINDS)
def test_9_1_1_a_seat_that_cannot_pay_or_has_no_room_left_is_not_asked(kind: str) -> None:
    poor = decisions(ONLINE)[kind]
    poor.state.players[0].info = 2
    done = decisions(ONLINE)[kind]
    done.state.players[0].remodeled = [1] * 6
    for game in (poor, done):
        answer = "done" if kind in ("hire", "sell", "fire") else "networking" if kind == "marketing_type" else ANSWERS[kind]
        game.apply(answer)
        assert standing(game) != "after_turn 0"


def test_9_1_1_quote_says_what_a_remodel_takes() -> None:
    game = answered("hire")
    quote = game.quote(game.ruleset.action("remodel training"))
    assert (quote.money, quote.info, quote.gains) == (3, 3, (("prestige", 2),))
    assert game.quote(game.ruleset.action("end")).money == 0
    refused = game.refusal(game.ruleset.action("hire"))
    assert refused is not None and refused.code == "not_asked"


def test_9_1_1_it_is_asked_after_done_too() -> None:
    game = hiring(started(ONLINE))
    game.apply("done")
    assert (game.question_kind, game.current_player) == ("after_turn", 0)


def test_9_1_1_each_product_marker_and_employee_ends_a_turn() -> None:
    """Each product each marker and each employee ends a turn by itself (9.1.1)."""
    for game, first, kind in (
        (factory(ONLINE, (0, 0)), "price 8", "price"),
        (agency(ONLINE, (0, 0)), "networking", "marketing_type"),
        (exchange(ONLINE, (-1, 0, 0)), "sell 2", "sell"),
        (outlets(ONLINE, (-1, 0, 0)), "drop 12 8", "drop"),
        (firing(ONLINE, 2), "fire untrained", "fire"),
    ):
        game.apply(first)
        assert game.question_kind == "after_turn"
        game.apply("end")
        assert (game.question_kind, game.current_player) == (kind, 0)


def test_9_1_1_it_comes_before_the_boxes_of_the_agency_move_anybody() -> None:
    game = agency(ONLINE, (0, 1))
    game.apply("broadcast")
    game.apply("end")
    game.apply("broadcast")
    before = game.state.popularity[:]
    assert (game.question_kind, game.current_player) == ("after_turn", 1)
    game.apply("end")
    assert game.state.popularity != before


def test_9_1_1_remodel_bonus_together_with_its_room_ends_one_turn() -> None:
    game = conduct(started(ONLINE), "marketing_bonus")
    game.apply("bonus remodel")
    assert game.question_kind == "bonus_room" and texts(game) == [*REMODELS, "none"]
    game.apply("remodel training")
    assert game.state.players[0].money == 19 and (game.question_kind, game.current_player) == ("after_turn", 0)
    game.apply("remodel assembly")
    assert game.state.players[0].money == 16


def test_9_1_1_room_of_the_bonus_that_is_not_asked_belongs_to_the_turn_too() -> None:
    """With house values the bonus's remodel can be more expensive than the usual one."""
    game = conduct(started(ONLINE.with_overrides({"marketing_bonus.remodel": [30, 30]})), "marketing_bonus")
    game.apply("bonus remodel")
    assert (game.question_kind, game.current_player) == ("after_turn", 0) and texts(game) == [*REMODELS, "end"]


def test_9_1_1_it_is_not_asked_after_a_decision_that_was_not_asked() -> None:
    game = started(ONLINE, 2)
    for player in game.state.players:
        player.money = player.info = 4
    game.state.job_market = 6
    hiring(game)
    assert game.question_kind == "schedule", "nobody can hire with 4 and 4"
    game = started(ONLINE)
    game.state.retail_products = [1] * len(game.state.retail_products)
    game.state.retail_products[-1] = -1
    game.state.factory_queue[:2] = [0, 1]
    conduct(game, "factory")
    assert not standing(game).startswith("after_turn"), "a single price is no decision"


def test_9_1_1_it_comes_after_the_income_of_a_seat_that_had_to_fire() -> None:
    game = income(ONLINE)
    assert game.question_kind == "fire_for_money"
    game.apply("fire untrained")
    assert standing(game).startswith("hire"), "2 money are not enough"
    game = income(ONLINE.with_overrides({"remodel.price": [2, 3]}))
    game.apply("fire untrained")
    assert (game.question_kind, game.current_player, game.state.phase) == ("after_turn", 0, 1) and game.state.players[0].money == 2
    assert game.state.players[1].money == 20
    game.apply("end")
    assert game.state.players[1].money == 29


def test_9_1_1_phase_three_has_its_own_end_of_a_turn() -> None:
    game = schedule(started(ONLINE))
    game.apply("meeting_room 1")
    assert game.question_kind == "after_task"
    game.apply("end")
    assert (game.question_kind, game.current_player) == ("schedule", 1)


def test_9_1_1_after_setting_markers_aside_nothing_is_asked() -> None:
    game = started(ONLINE, 2)
    player = game.state.players[0]
    player.visible_tenants = [game.ruleset.tile("network_admin")] * 5 + [-1, -1, -1]
    player.time, player.info, player.untrained = 1, 0, 0
    schedule(game)
    assert (standing(game), game.state.players[0].spent_time) == ("schedule 0", 0)
    player.money = 0
    game = schedule(game)
    assert (standing(game), player.spent_time) == ("schedule 1", 1)


def test_9_1_1_automas_are_never_asked() -> None:
    game = started(ONLINE, ("automa:pei", "Ann"))
    game.state.exchange_track[1:3] = [0, 0]
    game.state.current_forecast = 2
    conduct(game, "stock_exchange")
    assert game.state.exchange_track[:3] == [-1, -1, -1] and not standing(game).startswith("after_turn")


def played(kind: str) -> Game:
    """Returns a game from its start to a first such question after a question of a kind."""
    for seed in range(100):
        dice = random.Random(seed)
        game = Game(ONLINE, ["Ann", "Ben", "Cleo"])
        before = ""
        while not game.is_over:
            if game.chance is not None:
                game.apply(dice.choice(game.chance.outcomes))
                continue
            if game.question_kind == "after_turn" and before == kind:
                return game
            before = game.question_kind
            game.apply(PLAYER.choose(game, dice))
    raise AssertionError(f"no {kind}")


@pytest.mark.parametrize("kind", [*KINDS, "bonus_room"])
def test_position_is_read_back_and_refused_when_it_does_not_fit(kind: str) -> None:
    game = played(kind)
    text = position_text(game.position())
    assert read_position(text).position() == game.position()
    wrong: Any = game.position()
    wrong["steps"].append(wrong["steps"][-1])
    with pytest.raises(BadPosition):
        read_position(position_text(wrong))
    wrong = game.position()
    wrong["revision"] = 1
    with pytest.raises(BadPosition, match="do not end with remodeling"):
        read_position(position_text(wrong))


def test_position_with_the_question_in_the_middle_of_a_decision_is_refused() -> None:
    game = played("bonus_room")
    wrong: Any = game.position()
    wrong["steps"][-2]["stage"] = 1
    with pytest.raises(BadPosition, match="in the middle of a decision"):
        read_position(position_text(wrong))


def test_position_that_asks_seat_out_of_turn_is_refused() -> None:
    """Position with the question before a seat that was not on turn is refused."""
    game = played("hire")
    step = game.stack[-2]
    assert isinstance(step, Hire)
    other = step.order[(step.turn + 1) % 3]
    wrong: Any = game.position()
    wrong["steps"][-1]["order"] = [other]
    wrong["state"]["players"][other] |= {"money": 20, "info": 20}
    with pytest.raises(BadPosition, match="was not on turn"):
        read_position(position_text(wrong))
