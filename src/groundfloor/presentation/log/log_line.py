"""The line of the log that an event makes."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from groundfloor.engine.events import SeatTaken

from ..bidi import isolated
from ..view import LogLine
from .event_text import departure_sentence, format_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from gettext import NullTranslations

    from groundfloor.engine.events import Event
    from groundfloor.engine.game import Game
    from groundfloor.engine.history import EventHistory
    from groundfloor.table.value import DepartureKind

    Departures: TypeAlias = Mapping[int, DepartureKind]

NOBODY: Departures = MappingProxyType({})


def log_line(history: EventHistory, index: int, translations: NullTranslations, departures: Departures = NOBODY) -> LogLine:
    """Returns the line of the event with this index in a history; ``departures`` are those of the table (``TableValue``)."""
    happened = history.events[index]
    sentence, why = event_sentences(happened.event, history.game, translations, departures)
    return LogLine(
        entry=happened.entry,
        round=happened.round,
        phase=happened.phase,
        event=happened.event,
        sentence=sentence,
        reason=why,
        number=index,
        held=happened.holdings,
    )


def event_sentences(event: Event, game: Game, translations: NullTranslations, departures: Departures) -> tuple[str, str]:
    """Returns the sentence of an event at a table, and its reason. The record says only that a bot plays on for somebody who has lost a rated game before its end."""
    if isinstance(event, SeatTaken) and event.bot and event.seat in departures:
        return departure_sentence(isolated(game.seats[event.seat].name), departures[event.seat], translations), ""
    return format_event(event, game, translations)


def lines_of_phases(
    history: EventHistory, number: int, events: Iterable[int], translations: NullTranslations, departures: Departures
) -> list[LogLine]:
    """Returns the lines of the log after a number of entries, those of the phases in which these events (by their indices) have happened."""
    phases = {(history.events[index].round, history.events[index].phase) for index in events}
    return [
        log_line(history, index, translations, departures)
        for index in (history.visible_at(number) if phases else ())
        if (history.events[index].round, history.events[index].phase) in phases
    ]
