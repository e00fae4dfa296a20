"""Sentences of the log: formats events with their reasons, and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.phases.conduct import AreaConducted
from groundfloor.engine.phases.rounds import PhaseBegan, RoundBegan
from groundfloor.engine.refusals import SENTENCES

from ..areas import registry as areas
from . import automas, company, rounds
from .event_formatter import FORMATTERS, EventFormatter

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.refusals import Refusal

MODULES = (areas, automas, company, rounds)
"""Their functions register themselves in ``FORMATTERS``."""
HEADINGS = (RoundBegan, PhaseBegan, AreaConducted)
"""Events that are headings, a name without a full stop: from the widest to the narrowest."""


def format_event(event: Event, game: Game, words: NullTranslations) -> tuple[str, str]:
    """Returns the sentence of an event, a heading for ``HEADINGS``, and the reason, "" if there is none."""
    formatter = FORMATTERS.get(type(event))
    return formatter(EventFormatter(event, game, words), event) if formatter is not None else (event.kind, "")


def format_refusal(refusal: Refusal, words: NullTranslations) -> str:
    reason = words.gettext(SENTENCES.get(refusal.code, refusal.code)).format(**refusal.facts)
    return words.gettext("Not possible: %(reason)s.") % {"reason": reason}
