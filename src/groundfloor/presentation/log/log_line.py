"""The line of the log that an event makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.view import LogLine

from .event_text import format_event

if TYPE_CHECKING:
    from collections.abc import Iterable
    from gettext import NullTranslations

    from groundfloor.engine.history import EventHistory
    from groundfloor.engine.journal import JournalEntry


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


def lines_of_phases(history: EventHistory, number: int, events: Iterable[JournalEntry], words: NullTranslations) -> list[LogLine]:
    """Returns the lines of the log after a number of entries, those of the phases in which these events have happened."""
    phases = {(happened.round, happened.phase) for happened in events}
    visible = history.visible_at(number) if phases else []
    return [
        log_line(history, index, words)
        for index, is_visible in enumerate(visible)
        if is_visible and (history.events[index].round, history.events[index].phase) in phases
    ]
