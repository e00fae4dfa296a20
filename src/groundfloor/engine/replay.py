"""Replaying a record entry by entry; some positions are kept, so that undoing or looking back does not start over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .game import Game
from .record import apply_entry

if TYPE_CHECKING:
    from .entry import Entry
    from .events import Event
    from .record import Record

STRIDE = 16
"""Every so many entries that count, a position is kept for good."""
NEAR = 32
"""Positions that an undo has found again are kept this near the last entry."""


class Replay:
    """``game`` is the position after the entries that were taken so far, ``entries`` those of them that count.

    All undos of a record together cost no more than its other entries: what one of them plays again is kept for the next.
    """

    def __init__(self, record: Record, journal: list[Event] | None = None) -> None:
        self.record = record
        self.game = Game(record.ruleset, record.seats, record.options, journal)
        self.entries: list[Entry] = []
        self._kept: dict[int, Game] = {0: self.game.copy()}

    def take(self, entry: Entry) -> None:
        """Goes on by one entry, which may be an undo; ``game`` is another one, without journal, after an undo. BadRecord if it can't be."""
        if entry.undo_count:
            self._go_back(len(self.entries) - entry.undo_count)
            return
        apply_entry(self.game, entry, len(self.entries) + 1)
        self.entries.append(entry)
        if len(self.entries) % STRIDE == 0:
            self._kept[len(self.entries)] = self.game.copy()

    def position_at(self, number: int) -> Game:
        """A copy of the position after the first ``number`` entries of the record, undos counted; any number up to its last."""
        entries = self.record.prefix(number).effective_entries()
        shared = 0
        while shared < min(len(entries), len(self.entries)) and entries[shared] is self.entries[shared]:
            shared += 1
        place, game = self._nearest(shared)
        for index in range(place, len(entries)):
            apply_entry(game, entries[index], index + 1)
        return game

    def _go_back(self, place: int) -> None:
        """To the position after ``place`` of the entries that count."""
        base, game = self._nearest(place)
        for index in range(base, place):
            apply_entry(game, self.entries[index], index + 1)
            self._kept[index + 1] = game.copy()
        del self.entries[place:]
        self._kept = {at: kept for at, kept in self._kept.items() if at <= place and (at % STRIDE == 0 or at > place - NEAR)}
        self.game = game

    def _nearest(self, place: int) -> tuple[int, Game]:
        """The last kept position up to a place, as a copy."""
        base = max(at for at in self._kept if at <= place)
        return base, self._kept[base].copy()
