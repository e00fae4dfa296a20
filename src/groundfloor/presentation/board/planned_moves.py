"""What is said of planned moves: under which condition each is made, and why a plan has stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.log.event_text import format_refusal
from groundfloor.presentation.typed_moves.move_names import plain_move_name
from groundfloor.translatable import _

from .phrases import bare_reason

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.planned_move import PlannedMove
    from groundfloor.engine.refusals import Refusal
    from groundfloor.engine.ruleset import Ruleset

STOP_SENTENCES = {
    "other_question": _("The plan has stopped: its next move, %(move)s, is no answer to this question."),
    "round_over": _("The plan has stopped: the round that it was made for is over."),
    "revision": _("The plan has stopped: it was made for another revision of the rules."),
    "undone": _("The plan has stopped, as a decision of yours was taken back."),
    "bot": _("The plan has stopped, as a bot has taken your seat."),
}


def stop_sentence(rules: Ruleset, code: str, text: str, refusal: Refusal | None, words: NullTranslations) -> str:
    """Returns why a plan has stopped: at the action with this text ("": none), for this reason of the rules, or for that of the code."""
    action = rules.action_table.by_text.get(text)
    move = plain_move_name(rules, action, words) if action is not None else text
    if refusal is None:
        return words.gettext(STOP_SENTENCES[code]) % {"move": move}
    reason = bare_reason(words, format_refusal(refusal, words))
    return words.gettext("The plan has stopped at “%(move)s”. %(reason)s") % {"move": move, "reason": reason}


def condition_words(rules: Ruleset, move: PlannedMove, words: NullTranslations) -> str:
    """Returns the condition of a planned move, "" for one that is made if it is still possible."""
    if move.otherwise is not None:
        return words.gettext("If it is taken: %(move)s") % {"move": plain_move_name(rules, move.otherwise, words)}
    return words.gettext("At %(money)s money or less") % {"money": move.most_money} if move.most_money >= 0 else ""
