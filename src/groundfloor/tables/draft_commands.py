"""What can be typed while a draft stands, and why something can't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..presentation.translations import DEFAULT
from .commands import Choice, MoveReader, choices_at
from .errors import ConflictsWithDraft, Refused

if TYPE_CHECKING:
    from ..engine.errors import GroundfloorError
    from .draft import DraftMoves


def move_reader(draft: DraftMoves, language: str = DEFAULT) -> MoveReader:
    """Returns what reads typed moves while a draft stands: all answers that it can take, each once, those to its open question first."""
    whole = draft.after_closing or draft
    found: dict[str, Choice] = {}
    for depth in reversed(range(len(whole.positions))):
        for choice in choices_at(whole.positions[depth]) if whole.is_asked(depth) else []:
            text = choice.action.text
            if text not in found or (choice.refusal is None and found[text].refusal is not None):
                found[text] = choice
    for action in (*draft.deferrable, *draft.deferred):
        if action.text not in found or found[action.text].refusal is not None:
            found[action.text] = Choice(action, draft.game)
    return MoveReader(draft.game.ruleset, found.values(), draft.seat, language)


def refusal_of_choice(draft: DraftMoves, prefix: str, language: str = DEFAULT) -> GroundfloorError:
    """Returns why no action that begins with the prefix can be chosen: the rules, or the draft."""
    asked = [depth for depth in range(len(draft.positions)) if draft.is_asked(depth)]
    if any(draft.matching_answers(depth, prefix) for depth in asked):
        return ConflictsWithDraft("That is not possible together with what is pencilled in: take that back first.")
    for action in draft.game.ruleset.actions:
        if action.text == prefix or action.text.startswith(prefix + " "):
            for depth in asked:
                refusal = draft.positions[depth].refusal(action)
                if refusal is not None and refusal.code != "not_asked":
                    return Refused(refusal)
    return move_reader(draft, language).unknown(prefix)
