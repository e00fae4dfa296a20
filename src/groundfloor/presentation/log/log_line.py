"""The line of the log that an event makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.view import LogLine

from .event_text import format_event

if TYPE_CHECKING:
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
