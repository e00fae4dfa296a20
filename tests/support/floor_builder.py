"""A player that builds floors as fast as it can, so that a game ends by them."""

from __future__ import annotations

from random import Random

from groundfloor.agents.evaluation import evaluate
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.engine.actions import Action
from groundfloor.engine.game import Game

DEAR = 8
"""Money, and info, with which a marker is sent to the construction company: for its space and for a floor."""


def builds(game: Game, dice: Random) -> Action:
    """Returns the answer after which the company looks best to a builder; the dice decide between near ones."""
    return max(game.legal_actions, key=lambda action: value(game, action) + dice.random())


def value(game: Game, action: Action) -> float:
    """Returns what the greedy agent thinks the table is worth after the answer, and how much more a builder likes it."""
    seat, tried = game.asked_seat, game.copy()
    tried.apply_action(action)
    return evaluate(tried, seat, load_weights()) + liking(game, action)


def liking(game: Game, action: Action) -> float:
    """Returns floors before all, no tenants, no remodels, and no employees late in the game."""
    player = game.state.players[game.asked_seat]
    if action.verb == "buy":
        return 100 if action.b < 0 else -3
    if action.verb == "construction":
        sent = game.state.construction_queue.count(game.asked_seat)
        return 50 if min(player.money, player.info) >= DEAR * (sent + 1) and sent < 2 else 0
    return -20 if action.verb == "remodel" or (action.verb == "hire" and game.state.round > 3) else 0
