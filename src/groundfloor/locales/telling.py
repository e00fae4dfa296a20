"""Sentences of the log: each event as somebody would tell it, and why; and why an action is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.refusals import SENTENCES

from .stories import automas, city, company, editions, market, rounds
from .stories.teller import Teller

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.refusals import Refusal

    from .stories.teller import Story

STORIES: Mapping[str, Story] = rounds.STORIES | company.STORIES | city.STORIES | market.STORIES | automas.STORIES | editions.STORIES
"""By the kind of the event."""
HEADINGS = frozenset({"RoundBegan", "PhaseBegan", "AreaConducted"})
"""Kinds that are told as headings: a name without a full stop."""


def tell(event: Event, game: Game, words: NullTranslations) -> tuple[str, str]:
    """The sentence of an event in the reader's language, and its reason or ""; for ``HEADINGS`` a heading."""
    return STORIES[event.kind](Teller(event, game, words))


def tell_refusal(refusal: Refusal, words: NullTranslations) -> str:
    """Why an action is not possible, in the reader's language."""
    reason = words.gettext(SENTENCES[refusal.code]).format(**refusal.facts)
    return words.gettext("Not possible: %(reason)s.") % {"reason": reason}
