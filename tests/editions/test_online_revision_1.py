"""Revision 1 of `online`: remodeling together with other decisions (RULES 9.1.1 as it was read first)."""

from __future__ import annotations

import pytest

from groundfloor import ruleset
from tests.support.positions import conduct, hiring, started, texts
from tests.support.turn_decisions import decisions

ONLINE = ruleset("online", 1)
SECOND = ruleset("second", 1)
REMODELS = [f"remodel {room.id}" for room in ONLINE.rooms]


@pytest.mark.parametrize("kind", ["hire", "marketing_type", "bonus", "price", "sell", "drop", "fire"])
def test_9_1_1_remodeling_is_a_further_answer_to_every_own_decision(kind: str) -> None:
    plain, game = decisions(SECOND)[kind], decisions(ONLINE)[kind]
    assert plain.question_kind == game.question_kind == kind and plain.current_player == game.current_player == 0
    assert texts(game) == [*texts(plain), *REMODELS]
    action = game.ruleset.action("remodel training")
    assert game.refusal(action) is None and plain.refusal(plain.ruleset.action("remodel training")) is not None
    assert (game.quote(action).money, game.quote(action).info) == (3, 3)
    game.apply(action)
    assert (game.question_kind, game.current_player) == (kind, 0)
    assert game.state.players[0].remodeled[5] == 1 and game.state.players[0].money == 17
    assert texts(game) == [*texts(plain), *(text for text in REMODELS if text != "remodel training")]
    refused = game.refusal(action)
    assert refused is not None and refused.code == "already_remodeled"


def test_9_1_1_the_question_is_put_again_with_the_answers_still_possible() -> None:
    game = started(ONLINE, 2)
    game.state.players[0].money = game.state.players[0].info = 7
    game.state.job_market = 6
    hiring(game)
    assert texts(game)[:2] == ["hire", "done"]
    game.apply("remodel training")
    assert game.current_player == 1, "nobody can hire with 4 and 4, so nothing is left to ask"


def test_9_1_1_nobody_is_asked_only_for_remodeling_elsewhere() -> None:
    game = started(ONLINE, 2)
    for player in game.state.players:
        player.money = player.info = 4
    game.state.job_market = 6
    hiring(game)
    assert game.question_kind == "schedule"


def test_9_1_1_tenant_of_empty_floor_was_chosen_with_remodels_beside_it() -> None:
    game = started(ONLINE)
    game.state.construction_queue[0] = 0
    conduct(game, "construction_company")
    game.apply("buy empty_floor")
    assert game.question_kind == "tenant" and set(REMODELS) < set(texts(game))
    game.apply("remodel assembly")
    assert game.question_kind == "tenant"
    game.apply("take network_admin")
    assert str(game.question_kind) == "after_buy"


def test_9_1_1_bonus_question_offers_only_cheaper_remodel() -> None:
    """The cheaper remodel of the bonus is the only one at its question (9.1.1)."""
    for rules in (SECOND, ONLINE):
        game = conduct(started(rules), "marketing_bonus")
        game.apply("bonus remodel")
        assert game.question_kind == "bonus_room" and texts(game) == [*REMODELS, "none"]
        game.apply("remodel training")
        assert game.state.players[0].money == 19 and game.current_player == 1
