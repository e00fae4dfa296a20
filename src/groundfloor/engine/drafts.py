"""Drafts: the game after an action, before any other seat or chance decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions import Action
    from .game import Game


def draft_after(game: Game, action: Action) -> Game:
    """Returns a copy after the action's own effects and everything in the same turn that needs no choice and no chance.

    If the turn has a further question, the copy asks it; if not, it asks nobody.
    """
    twin = game.copy()
    seat, depth, at = twin.asked_seat, len(twin._steps), twin._steps[-1].turn_index() if twin._steps else -1
    if twin._steps and twin._steps[-1].is_turn_end:
        depth -= 1
    twin.apply_own_effects(action)
    while twin.asked_seat < 0 and len(twin._steps) >= depth and twin._steps[-1].continues_turn(at, action):
        ahead = twin.copy()
        ahead._steps[-1].advance(ahead)
        is_elsewhere = len(ahead._steps) != len(twin._steps) or ahead._steps[-1].turn_index() != twin._steps[-1].turn_index()
        if is_elsewhere and twin._steps[-1].is_turn_end:
            twin = ahead
            continue
        if is_elsewhere or ahead.chance is not None or ahead.asked_seat not in (-1, seat):
            break
        twin = ahead
    return twin
