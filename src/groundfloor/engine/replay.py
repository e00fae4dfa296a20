"""Replays a record entry by entry, with checkpoints, so that an undo or a look back need not start over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .game import Game
from .record import SCORE, apply_entry

if TYPE_CHECKING:
    from .journal import Journal
    from .record import Entry, Record

CHECKPOINT_INTERVAL = 32
"""Entries that count from one lasting checkpoint to the next."""
RECENT_ENTRIES = 32
"""Checkpoints that an undo has made are kept this near to the last entry."""


class Replay:
    """A replay in progress: ``game`` is the position after the entries taken so far, ``entries`` are those of them that count. A journal goes along.

    All undos of a record together cost no more than its other entries: what one undo replays becomes checkpoints for the next.
    """

    def __init__(self, record: Record, journal: Journal | None = None, other: Replay | None = None) -> None:
        self.record = record
        self.journal = journal
        self.game: Game = Game(record.ruleset, record.seats, record.options, journal) if other is None else other.game.copy()
        self.game.journal = journal
        self.entries: list[Entry] = [] if other is None else other.entries[:]
        self._checkpoints: dict[int, Game] = {0: self.game.copy()} if other is None else other._checkpoints.copy()

    def copy(self, record: Record, journal: Journal | None) -> Replay:
        """Returns an independent replay with a copy of the record and of the journal; checkpoints never change, and are shared."""
        return Replay(record, journal, self)

    @property
    def checkpoint_count(self) -> int:
        return len(self._checkpoints)

    def apply(self, entry: Entry) -> None:
        """Goes on by one entry. After an undo ``game`` is another object. Raises BadRecord for an impossible entry."""
        if entry.undo_count:
            self._go_back(len(self.entries) - entry.undo_count)
            return
        if entry.is_seat_change:
            return
        if entry.ending:
            self.game.end(is_scored=entry.ending == SCORE)
            return
        apply_entry(self.game, entry, len(self.entries) + 1)
        self.add(entry)

    def add(self, entry: Entry) -> None:
        """Goes on by an answer or a draw that was applied to ``game`` itself."""
        self.entries.append(entry)
        if len(self.entries) % CHECKPOINT_INTERVAL == 0:
            self._checkpoints[len(self.entries)] = self.game.copy()

    def position_at(self, number: int) -> Game:
        """Returns a copy of the position after the first ``number`` entries of the record, undos included."""
        part = self.record.prefix(number)
        entries = part.active_entries()
        shared = 0
        while shared < min(len(entries), len(self.entries)) and entries[shared] is self.entries[shared]:
            shared += 1
        place, game = self._nearest_checkpoint(shared)
        for index in range(place, len(entries)):
            apply_entry(game, entries[index], index + 1)
        if part.ending:
            game.end(is_scored=part.ending == SCORE)
        return game

    def _go_back(self, place: int) -> None:
        base, game = self._nearest_checkpoint(place)
        for index in range(base, place):
            apply_entry(game, self.entries[index], index + 1)
            self._checkpoints[index + 1] = game.copy()
        del self.entries[place:]
        self._checkpoints = {
            at: game
            for at, game in self._checkpoints.items()
            if at <= place and (at % CHECKPOINT_INTERVAL == 0 or at > place - RECENT_ENTRIES)
        }
        self.game = game
        game.journal = self.journal

    def _nearest_checkpoint(self, place: int) -> tuple[int, Game]:
        """Returns the last checkpoint up to a place and its number of entries, as a copy."""
        base = max(at for at in self._checkpoints if at <= place)
        return base, self._checkpoints[base].copy()
