"""Remodels that are chosen before a decision and done after it, where the ruleset asks for them at the end of the turn (``RULES 9.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..engine.game import Game


def turn_ends(game: Game, seat: int) -> Iterator[Game]:
    """The positions in which the seat is asked for remodels, after each answer to its question that comes to one."""
    rules = game.ruleset.remodeling_turn_ends
    if rules is None or game.current_player != seat or game.question_kind not in rules.kinds:
        return
    for action in game.legal:
        then = game.draft(action)
        if then.current_player == seat and then.question_kind == "after_turn":
            yield then
        elif then.question_kind in rules.second_halves:
            yield from turn_ends(then, seat)


def remodeled(game: Game, texts: Sequence[str]) -> Game | None:
    """The position once these remodels are done, one after the other; None if they can't be."""
    for text in texts:
        try:
            game = game.draft(game.ruleset.action(text))
        except GroundfloorError:
            return None
    return game


def ways_to_wait(game: Game, seat: int, texts: Sequence[str]) -> list[Game]:
    """The positions that these remodels can lead to, each after another answer to the question; empty if they can't wait for any."""
    found = (remodeled(end, texts) for end in turn_ends(game, seat))
    return [each for each in found if each is not None]


__all__ = ["remodeled", "ways_to_wait"]
