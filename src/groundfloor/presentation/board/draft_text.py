"""Texts about the draft: what follows the decision, and what a further choice would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation import names
from groundfloor.presentation.questions.registry import question

if TYPE_CHECKING:
    from .scene import Scene


def deferred_words(scene: Scene) -> str:
    """Returns what the decision will be followed by; empty if nothing waits for it."""
    if not scene.deferred:
        return ""
    rooms = [names.full("room", scene.game.ruleset.rooms[action.a].id, scene.words) for action in scene.deferred]
    return scene.words.gettext("Then you remodel: %(rooms)s.") % {"rooms": ", ".join(rooms)}


def more_words(scene: Scene, goes_on: bool) -> str:
    """Returns what a further choice would do to the draft (``DraftMoves.choose``)."""
    if goes_on:
        return question(scene.game.question_kind).next_choice(scene.words)
    entry = question(scene.settled.question_kind)
    can_remodel = any(each.action.verb == "remodel" and each.is_legal for each in scene.controls.values())
    return entry.replacement(scene.words, with_remodel=entry.offers_remodels and can_remodel)
