"""Invariants of every position of every game, cheap and deep ones, as the engine checks them."""

from __future__ import annotations

from groundfloor.engine.game import Game
from groundfloor.engine.invariants import find_violation, tiles_of
from groundfloor.engine.position_checks import check_table


def check(game: Game) -> None:
    start = Game(game.ruleset, game.seats, game.options)
    assert find_violation(game, tiles_of(start)) == ""
    check_table(game, start.state)
