"""Sentences of the log: formats events with their reasons, and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.refusals import SENTENCES

from . import automas, city, company, editions, market, rounds
from .event_formatter import EventFormatter

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.kinds import EventKind
    from groundfloor.engine.refusals import Refusal

    from .event_formatter import MessageFunction

FORMATTERS: Mapping[EventKind, MessageFunction] = (
    rounds.FORMATTERS | company.FORMATTERS | city.FORMATTERS | market.FORMATTERS | automas.FORMATTERS | editions.FORMATTERS
)
"""The function that formats each kind of event."""
HEADINGS = frozenset({"RoundBegan", "PhaseBegan", "AreaConducted"})
"""Kinds of events that are headings: a name without a full stop."""


def format_event(event: Event, game: Game, words: NullTranslations) -> tuple[str, str]:
    """Returns the sentence of an event, a heading for ``HEADINGS``, and the reason, "" if there is none."""
    formatter = FORMATTERS.get(event.kind)
    return formatter(EventFormatter(event, game, words)) if formatter is not None else (event.kind, "")


def format_refusal(refusal: Refusal, words: NullTranslations) -> str:
    """Returns the sentence for a refused action."""
    reason = words.gettext(SENTENCES.get(refusal.code, refusal.code)).format(**refusal.facts)
    return words.gettext("Not possible: %(reason)s.") % {"reason": reason}
