"""What holds in every position of every game, as the engine itself looks at it: cheaply and closely."""

from __future__ import annotations

from groundfloor.engine.game import Game
from groundfloor.engine.invariants import broken, tiles_of
from groundfloor.engine.soundness import check_table


def check(game: Game) -> None:
    """All of it."""
    start = Game(game.ruleset, game.seats, game.options)
    assert broken(game, tiles_of(start)) == ""
    check_table(game, start.state)
