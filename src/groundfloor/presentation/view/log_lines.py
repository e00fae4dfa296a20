"""Lines of the log: events of the record with their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundfloor.engine.events import Event
    from groundfloor.engine.journal import Holdings


@dataclass(frozen=True)
class LogLine:
    """One line of the log: the entry of the record it belongs to, the event, and its sentences in the reader's language.

    ``number`` counts all lines that there ever were, those of undone entries too. ``is_undone``: the entry does not hold any more.
    ``held`` is what each seat has after the event.
    """

    entry: int
    round: int
    phase: int
    event: Event
    sentence: str
    reason: str = ""
    number: int = 0
    is_undone: bool = False
    held: tuple[Holdings, ...] = ()
