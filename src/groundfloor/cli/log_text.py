"""The log as text: sentences under the headings of rounds, phases and areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.log.event_text import HEADINGS, format_event

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.phases.conduct import AreaConducted
    from groundfloor.engine.phases.rounds import PhaseBegan, RoundBegan


class LogFormatter:
    """Formats events in order. A heading is printed before its first sentence, and left out if it has none."""

    def __init__(self, words: NullTranslations) -> None:
        self.words = words
        self.pending_headings: list[RoundBegan | PhaseBegan | AreaConducted] = []

    def lines(self, events: Iterable[Event], game: Game) -> list[str]:
        return [line for event in events for line in self.event_lines(event, game)]

    def event_lines(self, event: Event, game: Game) -> list[str]:
        if isinstance(event, HEADINGS):
            level = HEADINGS.index(type(event))
            self.pending_headings = [other for other in self.pending_headings if HEADINGS.index(type(other)) < level] + [event]
            return []
        said, why = format_event(event, game, self.words)
        if not said:
            return []
        # Where a reason is given, it also says why nobody was asked.
        by_itself = self.words.gettext("(the only answer)") if event.automatic and not why else ""
        headings = [self.heading(other, game) for other in self.pending_headings]
        self.pending_headings = []
        return [*headings, " ".join(part for part in (said, why, by_itself) if part)]

    def heading(self, event: Event, game: Game) -> str:
        """Returns a heading with a colon, so that screen readers tell it from a sentence."""
        return f"{format_event(event, game, self.words)[0]}:"
