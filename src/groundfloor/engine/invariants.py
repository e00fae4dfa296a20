"""What holds after every entry of every game, cheap enough to look each time; soundness.py looks closer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .effects import capacity
from .soundness import markers_of
from .state import CONDUCT, SETUP

if TYPE_CHECKING:
    from .game import Game
    from .state import Player


def broken(game: Game, tiles: int) -> str:
    """What does not hold, in a few words, "" if all is well; ``tiles``: the improvements that the game began with, all together."""
    return broken_stop(game) or broken_tracks(game) or broken_companies(game) or broken_board(game, tiles)


def broken_stop(game: Game) -> str:
    """A seat is asked and can choose, or chance is, or the game is over: one of the three."""
    stops = (game.asked >= 0) + (game.chance is not None) + game.is_over
    if stops != 1:
        return f"the game stops for {stops} reasons"
    if game.asked >= 0 and not (1 < len(game.legal) == len(set(game.legal))):
        return f"{game.kind} has {len(game.legal)} answers, {len(set(game.legal))} of them different"
    if game.chance is not None and not (1 < len(game.chance.outcomes) == len(game.chance.weights) and min(game.chance.weights) > 0):
        return f"chance has {len(game.chance.outcomes)} outcomes with the weights {game.chance.weights}"
    return ""


def broken_tracks(game: Game) -> str:
    """Popularity order, job market, round and area (``RULES 3``)."""
    state, ruleset = game.state, game.ruleset
    if sorted(state.order) != list(range(len(state.players))):
        return f"the popularity order is {state.order}"
    spaces = [state.popularity[seat] for seat in state.order]
    if spaces != sorted(spaces, reverse=True) or spaces[-1] < 1 or spaces[0] > len(ruleset.levels):
        return f"the spaces in popularity order are {spaces}"
    if not 1 <= state.market <= len(ruleset.market):
        return f"the job market stands at {state.market}"
    if not state.round - 1 <= len(state.turned) <= state.round or (state.round == 0) != (state.phase == SETUP):
        return f"{len(state.turned)} cards are turned up in round {state.round}"
    if (state.area >= 0) != (state.phase == CONDUCT):
        return f"area {state.area} is conducted in phase {state.phase}"
    return ""


def broken_companies(game: Game) -> str:
    """Nothing is negative, no employee or time marker is lost (``RULES 1``)."""
    markers = game.ruleset.markers
    for seat, player in enumerate(game.state.players):
        have = (player.money, player.info, player.supply, player.time, player.stock, player.aside, player.trained, player.untrained)
        if min(have) < 0 or min(player.rooms) < 0:
            return f"seat {seat + 1} has a negative number: {have}, {player.rooms}"
        if player.ceo != 1 + player.trained + player.untrained or player.ceo > len(game.ruleset.income):
            return f"seat {seat + 1} has {player.trained} trained and {player.untrained} untrained employees, and the CEO at {player.ceo}"
        if player.supply > (capacity(game, player) if player.deck is None else 0):
            return f"seat {seat + 1} has {player.supply} supply, more than there is room for"
        if len(player.uses) != len(player.floors) or len(player.under) != len(player.tenants) or not own_each_once(player):
            return f"seat {seat + 1} has the floors {player.floors} and the tenants {player.tenants}"
        if markers_of(game, seat) != markers:
            return f"seat {seat + 1} has {markers_of(game, seat)} time markers, not {markers}"
    return ""


def own_each_once(player: Player) -> bool:
    """Nobody owns two copies of an improvement."""
    owned = player.floors + player.tenants
    return len(set(owned)) == len(owned)


def broken_board(game: Game, tiles: int) -> str:
    """No improvement is lost, each bonus is another seat's, a door has one supply or none."""
    state = game.state
    if min(state.sale) < 0 or tiles_of(game) != tiles:
        return f"there are {tiles_of(game)} improvements, not {tiles}: {state.sale} on sale"
    taken = [seat for seat in state.bonuses if seat >= 0]
    if len(set(taken)) != len(taken):
        return f"the bonuses are with {state.bonuses}"
    if min(state.cubes) < 0 or max(state.cubes) > 1 or min(map(min, state.boxes)) < 0:
        return f"supply {state.cubes} lies in the warehouse, markers {state.boxes} in the marketing boxes"
    return ""


def tiles_of(game: Game) -> int:
    """All improvements, on sale and owned."""
    return sum(game.state.sale) + sum(len(player.floors) + len(player.tenants) for player in game.state.players)
