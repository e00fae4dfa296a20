"""What will come of an action, in a sentence, and what to mind before it is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.questions.question import CLOSING
from groundfloor.presentation.questions.registry import presenter_of_answer, question

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action, Quote
    from groundfloor.engine.game import Game

    from .scene import Scene


def projection_text(scene: Scene, action: Action, quote: Quote, before: Game) -> str:
    """Returns one sentence on what the action will do and what it waits for; ``before`` is the position that it is made in."""
    if action.verb in CLOSING:
        return question(before.question_kind).closing_sentence(scene.words)
    return presenter_of_answer(action.verb).projection(scene, action, quote, before)


def warnings(scene: Scene, action: Action, quote: Quote, before: Game) -> list[str]:
    """Returns what the viewer should mind before the action: supply without a place, a room that closes."""
    if scene.seat is None:
        return []
    if action.verb in CLOSING:
        return question(before.question_kind).closing_warnings(scene, before) if action.verb == "end" else []
    return presenter_of_answer(action.verb).warnings(scene, action, quote, before)
