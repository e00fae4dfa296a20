"""The teller of one event: its facts in the reader's words, and how amounts, lists and names are put."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from groundfloor.engine.state import type_names

from .. import names

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game

NAMED = ("area", "bonus", "card", "specialty", "floor", "room")


class Teller:
    """One event about to be told to one reader. ``facts`` are the event's, with names instead of ids, and ``name``, whose it is."""

    def __init__(self, event: Event, game: Game, words: NullTranslations) -> None:
        self.event = event
        self.game = game
        self.words = words
        self.facts: dict[str, object] = dict(event.facts)
        self.facts["name"] = self.person(event.seat)
        for group in NAMED:
            if group in event.facts:
                self.facts[group] = names.full(group, self.text(group), words)
        if "tile" in event.facts:
            self.facts["tile"] = self.tile(self.text("tile"))
        if "type" in event.facts:
            kind = self.text("type")
            self.facts["type"] = names.full("forecast" if kind in type_names else "marketing", kind, words)

    # What the event says

    def number(self, fact: str) -> int:
        """A fact that is a number; 0 if the event does not have it."""
        value = self.event.facts.get(fact, 0)
        assert isinstance(value, int), fact
        return value

    def text(self, fact: str) -> str:
        """A fact as text; empty if the event does not have it."""
        return str(self.event.facts.get(fact, ""))

    def numbers(self, fact: str) -> list[int]:
        """A fact that is a row of numbers: ``8 6``."""
        return [int(part) for part in self.text(fact).split()]

    @property
    def is_automa(self) -> bool:
        """It is an Automa's."""
        return self.event.seat >= 0 and bool(self.game.seats[self.event.seat].automa)

    # How it is put

    def _(self, sentence: str, **more: object) -> str:
        """A sentence with its facts."""
        return self.words.gettext(sentence) % (self.facts | more)

    def n(self, one: str, many: str, number: int, **more: object) -> str:
        """The same in the plural that fits a number, which is ``n``."""
        return self.words.ngettext(one, many, number) % (self.facts | {"n": number} | more)

    def person(self, seat: int) -> str:
        """A player's name; empty for nobody."""
        return self.game.seats[seat].name if seat >= 0 else ""

    def people(self, seats: Iterable[int]) -> str:
        """Names in a row."""
        return self.row([self.person(seat) for seat in seats])

    def tile(self, id: str) -> str:
        """The name of an improvement."""
        return names.full(names.tile_group(id), id, self.words)

    def counted(self, what: str, number: int) -> str:
        """A number of something."""
        return names.counted(what, number, self.words)

    def amounts(self, **numbers: int) -> str:
        """Amounts in a row, without those that are 0: ``4 money and 3 info``; empty if nothing is left."""
        return self.row([self.counted(what, number) for what, number in numbers.items() if number])

    def row(self, parts: list[str]) -> str:
        """A row of words: ``a, b and c``."""
        if len(parts) < 2:
            return "".join(parts)
        return self.words.gettext("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


Told = tuple[str, str]
"""A sentence, and its reason or an empty text."""
Story = Callable[[Teller], Told]
