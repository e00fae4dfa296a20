"""What can be typed while a draft stands, and why something can't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .commands import legal_texts, unknown
from .errors import ConflictsWithDraft, Refused

if TYPE_CHECKING:
    from ..engine.errors import GroundfloorError
    from ..engine.game import Game
    from .draft import DraftMoves


def possible_texts(draft: DraftMoves) -> list[str]:
    """Returns the texts of all answers that a draft can take, each once."""
    whole = draft.after_closing or draft
    texts = [text for depth in range(len(whole.positions)) if whole.is_asked(depth) for text in legal_texts(whole.positions[depth])]
    return list(dict.fromkeys([*texts, *(action.text for action in (*draft.deferrable, *draft.deferred))]))


def refused(draft: DraftMoves, prefix: str, game: Game, error: GroundfloorError | None = None) -> GroundfloorError:
    """Returns why no action that begins with the prefix can be chosen: the rules, or the draft; ``error`` if neither explains it."""
    asked = [depth for depth in range(len(draft.positions)) if draft.is_asked(depth)]
    if any(draft.matching_answers(depth, prefix) for depth in asked):
        return ConflictsWithDraft("That is not possible together with what is pencilled in: take that back first.")
    for action in draft.game.ruleset.actions:
        if action.text == prefix or action.text.startswith(prefix + " "):
            for depth in asked:
                refusal = draft.positions[depth].refusal(action)
                if refusal is not None and refusal.code != "not_asked":
                    return Refused(refusal)
    return error or unknown(prefix, legal_texts(draft.positions[asked[-1]] if asked else game))
