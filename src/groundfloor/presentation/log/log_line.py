"""The line of the log that an event makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.view import LogLine

from .event_text import format_event

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.history import EventHistory


def log_line(history: EventHistory, index: int, words: NullTranslations) -> LogLine:
    """Returns the line of the event with this index in a history."""
    happened = history.events[index]
    sentence, why = format_event(happened.event, history.game, words)
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


def lines_of_phases(history: EventHistory, number: int, events: Iterable[int], words: NullTranslations) -> list[LogLine]:
    """Returns the lines of the log after a number of entries, those of the phases in which these events (by their indices) have happened."""
    phases = {(history.events[index].round, history.events[index].phase) for index in events}
    return [
        log_line(history, index, words)
        for index in (history.visible_at(number) if phases else ())
        if (history.events[index].round, history.events[index].phase) in phases
    ]
