"""Drafts of an action: its own effects and what follows for the seat itself, and nothing else (``Game.draft``)."""

from __future__ import annotations

import random

import pytest

from groundfloor import Game, position_text
from groundfloor.editions import NAMES
from groundfloor.engine.errors import IllegalAction
from tests.support.question_records import EVERY, standing_position
from tests.support.table import begin, started

SHARED = (
    "round",
    "phase",
    "area",
    "popularity_order",
    "popularity",
    "current_forecast",
    "next_forecast",
    "revealed_design",
    "forecast_deck",
    "preset_deck",
    "revealed_forecasts",
    "warehouse_supply",
    "era",
    "event",
)
CITY = (
    "agency_desks",
    "warehouse_markers",
    "factory_queue",
    "exchange_queue",
    "exchange_track",
    "retail_products",
    "construction_queue",
    "bonus_takers",
)


def check_draft(game: Game, after: Game, seat: int, is_meeting: bool) -> None:
    was, now = game._state, after._state
    assert after.chance is None and after.asked_seat in (-1, seat)
    for name in SHARED:
        assert getattr(now, name) == getattr(was, name), name
    for other, player in enumerate(was.players):
        if other != seat:
            assert vars_of(player) == vars_of(now.players[other]), other
    for name in (*CITY, *(() if is_meeting else ("consulting_left", "consulting_right"))):
        for before, behind in zip(getattr(was, name), getattr(now, name), strict=True):
            assert before == behind or {before, behind} <= {seat, -1}, name
    for before, behind in zip(was.marketing_boxes, now.marketing_boxes, strict=True):
        assert [count for other, count in enumerate(before) if other != seat] == [n for other, n in enumerate(behind) if other != seat]


def vars_of(player: object) -> dict[str, object]:
    names = [name for kind in type(player).__mro__ for name in getattr(kind, "__slots__", ())]
    return {name: str(getattr(player, name)) for name in names if name != "deck"}


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_draft_holds_effects_of_own_action_only_and_goes_on_like_it(name: str) -> None:
    game = standing_position(name)
    seat = game.current_player
    assert seat is not None
    before = position_text(game.position())
    for action in game.legal_actions:
        after = game.draft(action)
        check_draft(game, after, seat, action.verb == "emergency_meeting")
        assert position_text(game.position()) == before
        applied = game.copy()
        applied.apply(action)
        after.run()
        assert position_text(after.position()) == position_text(applied.position())


@pytest.mark.parametrize("name", NAMES)
def test_drafts_of_random_games_agree_with_their_games(name: str) -> None:
    dice = random.Random(7)
    game = Game(started(name, 3).ruleset, ("Ann", "Ben", "Cleo"))
    for _ in range(250):
        if game.is_over:
            break
        if game.chance is not None:
            game.apply(dice.choice(game.chance.outcomes))
            continue
        action, seat = dice.choice(game._legal), game.asked_seat
        draft = game.draft(action)
        check_draft(game, draft, seat, action.verb == "emergency_meeting")
        draft.run()
        game.apply(action)
        assert position_text(draft.position()) == position_text(game.position())


def test_draft_of_illegal_action_is_refused() -> None:
    game = standing_position("second hire")
    with pytest.raises(IllegalAction):
        game.draft(game.ruleset.action("factory"))


def test_draft_ends_with_turn_though_same_seat_is_asked_next() -> None:
    """Two own construction spaces in a row are two turns (``RULES IV.I``)."""
    game = started("second", 3)
    game._state.construction_queue[0] = game._state.construction_queue[1] = 0
    begin(game, "construction_company")
    assert game.question_kind == "buy"
    draft = game.draft(game.ruleset.action("none"))
    assert draft.asked_seat == -1 and draft._state.construction_queue[:2] == [-1, 0]


def test_draft_asks_for_tenant_of_empty_floor() -> None:
    """``RULES IV.I.6``."""
    game = started("second", 3, round=7)
    game._state.construction_queue[0] = 0
    begin(game, "construction_company")
    draft = game.draft(game.ruleset.action("buy empty_floor"))
    assert (draft.asked_seat, draft.question_kind) == (0, "tenant")
    tenant = draft.draft(draft.legal_actions[0])
    assert tenant.asked_seat == -1 and len(tenant._state.players[0].tenants) == 1
