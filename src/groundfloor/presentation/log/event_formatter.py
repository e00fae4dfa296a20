"""Formats one event: its facts with translated names, amounts and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from groundfloor.engine.state import FORECAST_TYPES
from groundfloor.presentation.sentence_formatter import SentenceFormatter

from .. import names

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.event_facts import FactName
    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game

GROUPS_IN_FACTS: tuple[FactName, ...] = ("area", "bonus", "card", "specialty", "floor", "room")


class EventFormatter(SentenceFormatter):
    """An event to be formatted in one language. ``facts`` are its facts with names instead of ids, and ``name``, the seat's name."""

    def __init__(self, event: Event, game: Game, words: NullTranslations) -> None:
        self.event = event
        self.game = game
        super().__init__(dict(event.facts), words)
        self.facts["name"] = self.person(event.seat)
        for group in GROUPS_IN_FACTS:
            if group in event.facts:
                self.facts[group] = names.full(group, self.text(group), words)
        if "tile" in event.facts:
            self.facts["tile"] = self.tile_name(self.text("tile"))
        if "type" in event.facts:
            kind = self.text("type")
            self.facts["type"] = names.full("forecast" if kind in FORECAST_TYPES else "marketing", kind, words)

    # Facts

    def number(self, fact: FactName) -> int:
        """Returns a number of the facts, 0 if it is missing."""
        value = self.event.facts.get(fact, 0)
        assert isinstance(value, int), fact
        return value

    def text(self, fact: FactName) -> str:
        """Returns a fact as text, "" if it is missing."""
        return str(self.event.facts.get(fact, ""))

    def numbers(self, fact: FactName) -> list[int]:
        """Returns the numbers of a fact such as ``8 6``."""
        return [int(part) for part in self.text(fact).split()]

    @property
    def is_automa(self) -> bool:
        """Whether the event belongs to an Automa."""
        return self.event.seat >= 0 and bool(self.game.seats[self.event.seat].automa)

    # Texts

    def person(self, seat: int) -> str:
        """Returns a player's name, "" for nobody."""
        return self.game.seats[seat].name if seat >= 0 else ""

    def people(self, seats: Iterable[int]) -> str:
        """Returns names as a list in a sentence."""
        return self.join([self.person(seat) for seat in seats])

    def amounts(self, **numbers: int) -> str:
        """Returns the amounts that are not 0: ``4 money and 3 info``."""
        return self.join([self.counted(what, number) for what, number in numbers.items() if number])

    def join(self, parts: list[str]) -> str:
        """Returns the parts as a list in a sentence: ``a, b and c``."""
        return names.joined(parts, self.words)


Sentences = tuple[str, str]
"""A sentence, and its reason or an empty text."""
MessageFunction = Callable[[EventFormatter], Sentences]
