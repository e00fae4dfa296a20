"""Deferred remodels: chosen before a decision, done after it, if the ruleset asks for remodels at the end of the turn (``RULES 9.1.1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..engine.game import Game


def positions_at_turn_end(game: Game, seat: int) -> Iterator[Game]:
    """Yields the positions in which the seat is asked for remodels, one for each answer to its question that leads to one."""
    rules = game.ruleset.remodeling_turn_ends
    if rules is None or game.current_player != seat or game.question_kind not in rules.kinds:
        return
    for action in game.legal:
        then = game.draft(action)
        if then.current_player == seat and then.question_kind == "after_turn":
            yield then
        elif then.question_kind in rules.second_halves:
            yield from positions_at_turn_end(then, seat)


def after_remodels(game: Game, texts: Sequence[str]) -> Game | None:
    """Returns the position after these remodels in this order, None if one of them is not possible."""
    for text in texts:
        try:
            game = game.draft(game.ruleset.action(text))
        except GroundfloorError:
            return None
    return game


def positions_after_deferred(game: Game, seat: int, texts: Sequence[str]) -> list[Game]:
    """Returns the positions after these remodels, one for each answer to the question that allows them; empty if none does."""
    found = (after_remodels(end, texts) for end in positions_at_turn_end(game, seat))
    return [each for each in found if each is not None]
