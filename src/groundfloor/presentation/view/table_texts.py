"""What all viewers of a table read alike in one language: the lines of its log, and the answers to its question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..board.log import MAX_UNDONE
from ..log.event_text import HEADINGS
from ..log.log_line import log_line
from ..translations import translations_of
from .answers import answers

if TYPE_CHECKING:
    from groundfloor.engine.game import Game
    from groundfloor.table.table import Table

    from .log_lines import LogLine
    from .view import Control

LINE_BYTES, ANSWER_BYTES = 900, 200
"""What a line of the log with its event takes in memory, also where it is shown, and an answer to the question; about."""


class TableTexts:
    """Sentences that are kept from one view of a table to the next: lines of the log as long as the events stand, answers as long as the position does.

    What only the past shows is not kept.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.translations = translations_of(language)
        self._lines: dict[int, LogLine] = {}
        self._answers: tuple[Game, list[Control]] | None = None

    @property
    def memory_bytes(self) -> int:
        """About how many bytes it takes in memory."""
        return LINE_BYTES * len(self._lines) + ANSWER_BYTES * (len(self._answers[1]) if self._answers is not None else 0)

    def log(self, table: Table, number: int) -> tuple[LogLine, ...]:
        """Returns the lines of the log after ``number`` entries."""
        history, is_present = table.history, number == table.version
        shown: list[LogLine] = []
        for index in history.visible_at(number):
            line = self._lines.get(index)
            if line is None or line.event is not history.events[index].event:
                line = log_line(history, index, self.translations, table.value.departures)
                if is_present:
                    self._lines[index] = line
            shown.append(line)
        return tuple(shown)

    def undone(self, table: Table, number: int) -> tuple[LogLine, ...]:
        """Returns the last lines of the log that were undone after ``number`` entries, as many as a page shows."""
        history = table.history
        shown = [index for index in history.undone_by(number) if not isinstance(history.events[index].event, HEADINGS)]
        return tuple(
            replace(log_line(history, index, self.translations, table.value.departures), is_undone=True) for index in shown[-MAX_UNDONE:]
        )

    def answers(self, position: Game) -> list[Control]:
        """Returns the answers to the question of the confirmed position, the same for every draft."""
        if self._answers is None or self._answers[0] is not position:
            self._answers = position, answers(position, self.translations)
        return self._answers[1]
