"""Fills facts into sentences, with translated names, amounts and lists: for the log, whose facts are those of an event, and for turning points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from gettext import NullTranslations
from typing import Any, TypeVar

from groundfloor.engine.events import Event
from groundfloor.engine.game import Game
from groundfloor.engine.state import FORECAST_TYPES

from .. import names
from ..bidi import isolated


class SentenceFormatter:
    """Fills ``facts`` into sentences of one language."""

    def __init__(self, facts: dict[str, object], translations: NullTranslations) -> None:
        self.facts = facts
        self.translations = translations

    def _(self, sentence: str, **more: object) -> str:
        return self.translations.gettext(sentence) % (self.facts | more)

    def plural(self, one: str, many: str, number: int, **more: object) -> str:
        """Returns the singular or plural sentence for a number, which is the fact ``n``."""
        return self.translations.ngettext(one, many, number) % (self.facts | {"n": number} | more)

    def counted(self, what: str, number: int) -> str:
        return names.counted(what, number, self.translations)

    def tile_name(self, id: str) -> str:
        return names.full(names.tile_group(id), id, self.translations)


NAMED_FACTS = ("area", "bonus", "card", "era", "event", "specialty", "floor", "room")
"""Facts that are ids of things with a name."""


class EventFormatter(SentenceFormatter):
    """An event to be formatted in one language. ``facts`` are its facts with names instead of ids, and ``name``, the seat's name."""

    def __init__(self, event: Event, game: Game, translations: NullTranslations) -> None:
        self.game = game
        super().__init__(event.facts, translations)
        self.facts["name"] = self.person(event.seat)
        self.is_automa = event.seat >= 0 and bool(game.seats[event.seat].automa)
        for group in NAMED_FACTS:
            if group in self.facts:
                self.facts[group] = names.full(group, str(self.facts[group]), translations)
        if "tile" in self.facts:
            self.facts["tile"] = self.tile_name(str(self.facts["tile"]))
        if "type" in self.facts:
            kind = str(self.facts["type"])
            self.facts["type"] = names.full("forecast" if kind in FORECAST_TYPES else "marketing", kind, translations)

    def person(self, seat: int) -> str:
        """Returns a player's name, "" for nobody."""
        return isolated(self.game.seats[seat].name) if seat >= 0 else ""

    def seat_names(self, seats: Iterable[int]) -> str:
        return self.join([self.person(seat) for seat in seats])

    def amounts(self, **numbers: int | None) -> str:
        """Returns the amounts that are neither 0 nor None: ``4 money and 3 info``."""
        return self.join([self.counted(what, number) for what, number in numbers.items() if number])

    def join(self, parts: list[str]) -> str:
        """Returns the parts as a list in a sentence: ``a, b and c``."""
        return names.join_list(parts, self.translations)


Sentences = tuple[str, str]
"""A sentence, and its reason or an empty text."""
EventT = TypeVar("EventT", bound=Event)
FORMATTERS: dict[type[Event], Callable[[EventFormatter, Any], Sentences]] = {}
"""The function that formats each kind of event."""
OWN_SENTENCES: dict[type[Event], Callable[[EventFormatter, Any], str]] = {}
"""The function that says what an event means to the player whom it concerns, or to all: ``Your product was sold for 16.``"""
OWN_REASONS: dict[type[Event], Callable[[EventFormatter, Any], str]] = {}
"""The function that says to the player whom an event concerns why it happened: ``You had booked the row again.``"""
OwnSentence = TypeVar("OwnSentence", bound=Callable[[EventFormatter, Any], str])
SURPRISES: set[type[Event]] = set()
"""Kinds whose reason is open from the start."""


def formats(
    kind: type[EventT], *, own: str = "", is_surprising: bool = False
) -> Callable[[Callable[[EventFormatter, EventT], Sentences]], Callable[[EventFormatter, EventT], Sentences]]:
    """Registers a function for a kind of event; ``own`` is the sentence for the player whom it concerns, if it takes the facts as they are."""

    def register(function: Callable[[EventFormatter, EventT], Sentences]) -> Callable[[EventFormatter, EventT], Sentences]:
        FORMATTERS[kind] = function
        if own:
            OWN_SENTENCES[kind] = lambda formatter, event: formatter._(own)
        if is_surprising:
            SURPRISES.add(kind)
        return function

    return register


def formats_own(*kinds: type[Event]) -> Callable[[OwnSentence], OwnSentence]:
    """Registers a function that says what events of these kinds mean to the player whom they concern."""

    def register(function: OwnSentence) -> OwnSentence:
        OWN_SENTENCES.update(dict.fromkeys(kinds, function))
        return function

    return register


def explains_to_owner(*kinds: type[Event]) -> Callable[[OwnSentence], OwnSentence]:
    """Registers a function that says to the player whom events of these kinds concern why they happened."""

    def register(function: OwnSentence) -> OwnSentence:
        OWN_REASONS.update(dict.fromkeys(kinds, function))
        return function

    return register


def says(kind: type[Event], sentence: str, reason: str = "", *, own: str = "", is_surprising: bool = False) -> None:
    """Registers the sentence, the reason and the sentence to the player (``own``) of a kind of event, which use its facts as they are."""
    formats(kind, own=own, is_surprising=is_surprising)(
        lambda formatter, event: (formatter._(sentence), formatter._(reason) if reason else "")
    )
