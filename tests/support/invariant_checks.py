"""What holds in every position of every game, as the engine itself looks at it: cheaply and closely."""

from __future__ import annotations

from groundfloor.engine.game import Game
from groundfloor.engine.invariants import find_violation, tiles_of
from groundfloor.engine.position_checks import check_table


def check(game: Game) -> None:
    """All of it."""
    start = Game(game.ruleset, game.seats, game.options)
    assert find_violation(game, tiles_of(start)) == ""
    check_table(game, start.state)
