"""Errors as sentences in the reader's language, and their status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from ..engine.errors import BadRecord, GroundfloorError, IllegalAction, ImpossibleTable
from ..locales.telling import tell_refusal
from ..tables.errors import NothingPencilled, NothingToUndo, NotYourTurn, Refused, Said, Stale, UnknownGame

if TYPE_CHECKING:
    from gettext import NullTranslations

CONFLICTS = (Stale, NotYourTurn, NothingPencilled, NothingToUndo)


def say(error: GroundfloorError, words: NullTranslations) -> str:
    """The sentence of an error."""
    if isinstance(error, Refused):
        return tell_refusal(error.refusal, words)
    if isinstance(error, Said):
        return words.gettext(error.msgid) % error.facts
    if isinstance(error, ImpossibleTable):
        said = words.gettext(error.sentence)
        return said % error.facts if error.facts else said
    if isinstance(error, BadRecord):
        return words.gettext("This record can’t be read: %(reason)s") % {"reason": error}
    if isinstance(error, IllegalAction):
        return words.gettext("Not possible now.")
    return words.gettext("That can’t be done: %(reason)s") % {"reason": error}


def say_on_page(error: GroundfloorError, words: NullTranslations) -> str:
    """The same for a page: what only is there in English is marked as such."""
    if not isinstance(error, BadRecord):
        return say(error, words)
    reason = Markup('<span lang="en">{}</span>').format(error)
    return Markup(words.gettext("This record can’t be read: %(reason)s")) % {"reason": reason}


def status_of(error: GroundfloorError) -> int:
    """409 if the table stands differently, 404 if there is none, 422 for all that can't be done."""
    if isinstance(error, CONFLICTS):
        return 409
    return 404 if isinstance(error, UnknownGame) else 422
