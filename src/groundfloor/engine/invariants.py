"""Invariants that hold after every entry of every game, cheap to check each time; position_checks.py checks more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .effects import supply_capacity
from .position_checks import markers_of
from .state import CONDUCT, SETUP

if TYPE_CHECKING:
    from .game import Game
    from .state import Player


def find_violation(game: Game, tiles: int) -> str:
    """Returns a short description of an invariant that does not hold, or ""; ``tiles`` is the number of improvements at the start."""
    return broken_stop(game) or broken_tracks(game) or broken_companies(game) or broken_board(game, tiles)


def broken_stop(game: Game) -> str:
    """Returns a violation unless the game stops for exactly one reason: a seat with a choice, chance, or the end; else ""."""
    stops = (game.asked_seat >= 0) + (game.chance is not None) + game.is_over
    if stops != 1:
        return f"the game stops for {stops} reasons"
    if game.asked_seat >= 0 and not (1 < len(game._legal) == len(set(game._legal))):
        return f"{game.question_kind} has {len(game._legal)} answers, {len(set(game._legal))} of them different"
    if game.chance is not None and not (1 < len(game.chance.outcomes) == len(game.chance.weights) and min(game.chance.weights) > 0):
        return f"chance has {len(game.chance.outcomes)} outcomes with the weights {game.chance.weights}"
    return ""


def broken_tracks(game: Game) -> str:
    """Returns a violation of popularity order, job market, round or area, or "" (``RULES 3``)."""
    state, ruleset = game._state, game.ruleset
    if sorted(state.popularity_order) != list(range(len(state.players))):
        return f"the popularity order is {state.popularity_order}"
    spaces = [state.popularity[seat] for seat in state.popularity_order]
    if spaces != sorted(spaces, reverse=True) or spaces[-1] < 1 or spaces[0] > len(ruleset.popularity_levels):
        return f"the spaces in popularity order are {spaces}"
    if not 1 <= state.job_market <= len(ruleset.job_market_prices):
        return f"the job market stands at {state.job_market}"
    if not state.round - 1 <= len(state.revealed_forecasts) <= state.round or (state.round == 0) != (state.phase == SETUP):
        return f"{len(state.revealed_forecasts)} cards are turned up in round {state.round}"
    if (state.area >= 0) != (state.phase == CONDUCT):
        return f"area {state.area} is conducted in phase {state.phase}"
    return ""


def broken_companies(game: Game) -> str:
    """Returns a negative number or a lost employee or time marker of a company, or "" (``RULES 1``)."""
    markers = game.ruleset.markers_per_player
    for seat, player in enumerate(game._state.players):
        have = (
            player.money,
            player.info,
            player.supply,
            player.time,
            player.reserve_time,
            player.spent_time,
            player.trained,
            player.untrained,
        )
        if min(have) < 0 or min(player.room_markers) < 0:
            return f"seat {seat + 1} has a negative number: {have}, {player.room_markers}"
        if player.employee_count != 1 + player.trained + player.untrained or player.employee_count > len(game.ruleset.income_track):
            return f"seat {seat + 1} has {player.trained} trained and {player.untrained} untrained employees, and the CEO at {player.employee_count}"
        if player.supply > (supply_capacity(game, player) if player.deck is None else 0):
            return f"seat {seat + 1} has {player.supply} supply, more than there is room for"
        if (
            len(player.floor_uses) != len(player.floors)
            or len(player.tenant_places) != len(player.tenants)
            or not has_no_tile_twice(player)
        ):
            return f"seat {seat + 1} has the floors {player.floors} and the tenants {player.tenants}"
        if markers_of(game, seat) != markers:
            return f"seat {seat + 1} has {markers_of(game, seat)} time markers, not {markers}"
    return ""


def has_no_tile_twice(player: Player) -> bool:
    owned = player.floors + player.tenants
    return len(set(owned)) == len(owned)


def broken_board(game: Game, tiles: int) -> str:
    """Returns a lost improvement, a bonus given twice or too much supply at a door, or ""."""
    state = game._state
    if min(state.copies_left) < 0 or tiles_of(game) != tiles:
        return f"there are {tiles_of(game)} improvements, not {tiles}: {state.copies_left} on sale"
    taken = [seat for seat in state.bonus_takers if seat >= 0]
    if len(set(taken)) != len(taken):
        return f"the bonuses are with {state.bonus_takers}"
    if min(state.warehouse_supply) < 0 or max(state.warehouse_supply) > 1 or min(map(min, state.marketing_boxes)) < 0:
        return f"supply {state.warehouse_supply} lies in the warehouse, markers {state.marketing_boxes} in the marketing boxes"
    return ""


def tiles_of(game: Game) -> int:
    return sum(game._state.copies_left) + sum(len(player.floors) + len(player.tenants) for player in game._state.players)
