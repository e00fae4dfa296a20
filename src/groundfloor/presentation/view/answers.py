"""The answers that a seat can give, with what they cost, or with the reason why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..log.event_text import format_refusal
from .view import Control

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.game import Game
    from groundfloor.table.drafts import DraftMoves


def controls(draft: DraftMoves, translations: NullTranslations, confirmed: Iterable[Control]) -> dict[str, Control]:
    """Returns every answer to the open question, those that could replace a pencilled one, and remodels after it.

    ``confirmed`` are the answers to the question of the confirmed position.
    """
    conflict = translations.gettext("Not possible together with what is pencilled in.")
    controls_by_text: dict[str, Control] = {}
    whole = draft.after_closing or draft
    for depth, game in enumerate(whole.positions):
        if whole.is_asked(depth):
            for control in answers(game, translations) if depth else confirmed:
                text = control.action.text
                if control.is_legal and not whole.allows(depth, text):
                    control = Control(control.action, control.quote, conflict)
                if control.is_legal or text not in controls_by_text:
                    controls_by_text[text] = control
    for action in (*draft.deferrable, *draft.deferred):
        if action.text not in controls_by_text:
            controls_by_text[action.text] = Control(action, draft.game.ruleset.remodeling.quote(draft.game, action), "", is_later=True)
    return controls_by_text


def answers(game: Game, translations: NullTranslations) -> list[Control]:
    """Returns all actions that belong to a position's question, each legal or with the reason why not."""
    controls = []
    for action in game.ruleset.actions:
        refusal = game.refusal(action)
        if refusal is None:
            controls.append(Control(action, game.quote(action), ""))
        elif refusal.code != "not_asked":
            controls.append(Control(action, game.quote(action), format_refusal(refusal, translations)))
    return controls
