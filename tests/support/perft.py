"""Perft: counts the ways to go on from a position by the engine (``reference_perft`` counts them without it).

A way is a row of so many entries, each an answer of the seat that is asked or an outcome of the chance that stands, each outcome once
whatever its weight. A way that comes to the end of the game earlier counts as one.
"""

from __future__ import annotations

from collections.abc import Sequence

from groundfloor.engine.actions import Action, Outcome
from groundfloor.engine.game import Game


def ways(game: Game, depth: int) -> int:
    """Returns their number by the engine."""
    if depth == 0 or game.is_over:
        return 1
    answers: Sequence[Action | Outcome] = game.legal if game.chance is None else game.chance.outcomes
    if depth == 1:
        return len(answers)
    count = 0
    for answer in answers:
        twin = game.copy()
        twin.apply(answer)
        count += ways(twin, depth - 1)
    return count
