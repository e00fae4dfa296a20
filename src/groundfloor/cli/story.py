"""What happens, told in lines: sentences under the headings of their rounds, phases and areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.locales.telling import HEADINGS, tell

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game

LEVELS = ("RoundBegan", "PhaseBegan", "AreaConducted")
"""Headings from the widest to the narrowest."""


class Story:
    """Tells events one after the other; a heading waits for the first sentence below it, and is left out if there is none."""

    def __init__(self, words: NullTranslations) -> None:
        self.words = words
        self.waiting: list[Event] = []

    def lines(self, events: Iterable[Event], game: Game) -> list[str]:
        """The lines of these events, with the headings that come before them."""
        return [line for event in events for line in self.of(event, game)]

    def of(self, event: Event, game: Game) -> list[str]:
        """The lines of one event."""
        if event.kind in HEADINGS:
            level = LEVELS.index(event.kind)
            self.waiting = [other for other in self.waiting if LEVELS.index(other.kind) < level] + [event]
            return []
        said, why = tell(event, game, self.words)
        if not said:
            return []
        # Where a reason is given, it also says why nobody was asked.
        by_itself = self.words.gettext("(the only answer)") if event.facts.get("automatic") and not why else ""
        headings = [self.heading(other, game) for other in self.waiting]
        self.waiting = []
        return [*headings, " ".join(part for part in (said, why, by_itself) if part)]

    def heading(self, event: Event, game: Game) -> str:
        """A heading, set off by a colon so that it can be told from a sentence when it is read aloud."""
        return f"{tell(event, game, self.words)[0]}:"
