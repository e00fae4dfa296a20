"""The history of a match: the events of each entry, and the round and phase after it. ``update`` takes in new entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.events import Event, GameEnded, MovesTakenBack, SeatTaken
from ..engine.phases.rounds import PhaseBegan, RoundBegan
from ..engine.record import CHANCE, SCORE
from ..engine.replay import Replay

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.record import Record
    from ..engine.state import State


ENTRY_BYTES, EVENT_BYTES, POSITION_BYTES = 250, 450, 8_000
"""What an entry with its line of the record, an event, and a kept position take in memory, about."""
MAX_STATES = 8
"""States of earlier entries that are kept, one for each seat that looked then."""


@dataclass(frozen=True)
class HistoryEvent:
    """An event, the number of the entry that caused it (0: before the first), and the round and phase in which it happened."""

    entry: int
    round: int
    phase: int
    event: Event


class EventHistory:
    """All events of a match. ``events`` only grows: undone events stay, and ``visible_at`` says which ones hold after a number of entries.

    ``phases_after[n]`` is the round and phase after ``n`` entries; ``states_after_own_entry`` the state after each seat's own last entry, whose
    number is in ``own_entries``.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.events: list[HistoryEvent] = []
        self.phases_after: list[tuple[int, int]] = []
        self.states_after_own_entry: dict[int, State] = {}
        self.own_entries: dict[int, int] = {}
        self._states: dict[int, State] = {}
        self._undone_at: list[int | None] = []
        self._live_entries: list[int] = []
        self._events_by_entry: dict[int, range] = {}
        journal: list[Event] = []
        self._replay = Replay(record, journal)
        self.game.journal = journal
        self.phases_after.append((self.game.state.round, self.game.state.phase))
        self._collect_events(0)

    @property
    def game(self) -> Game:
        """The position after the last entry."""
        return self._replay.game

    @property
    def memory_bytes(self) -> int:
        """About how many bytes the record and its history take in memory."""
        positions = self._replay.checkpoint_count + len(self._states) + len(self.states_after_own_entry)
        return ENTRY_BYTES * len(self.record.entries) + EVENT_BYTES * len(self.events) + POSITION_BYTES * positions

    def update(self) -> None:
        """Takes in the entries that were added to the record."""
        for number in range(len(self.phases_after), len(self.record.entries) + 1):
            self._take(number)

    def visible_at(self, number: int) -> list[bool]:
        """Returns for each of ``events`` whether, after ``number`` entries, it had happened and was not undone."""
        pairs = zip(self.events, self._undone_at, strict=True)
        return [happened.entry <= number and (undone is None or undone > number) for happened, undone in pairs]

    def undone_by(self, number: int) -> list[int]:
        """Returns the indices of the ``events`` that had happened and were undone after ``number`` entries."""
        return [index for index, undone in enumerate(self._undone_at) if undone is not None and undone <= number]

    def position_after(self, number: int) -> Game:
        return self._replay.position_at(number)

    def state_after(self, number: int) -> State:
        """Returns the state after ``number`` entries; the last ones asked for are kept."""
        if number not in self._states:
            while len(self._states) >= MAX_STATES:
                del self._states[next(iter(self._states))]
            self._states[number] = self.position_after(number).state
        return self._states[number]

    def _take(self, number: int) -> None:
        entry = self.record.entries[number - 1]
        if entry.ending:
            self.game.note(GameEnded(entry.seat, "", tuple(entry.consenting_seats), entry.ending == SCORE))
        self._replay.apply(entry)
        if entry.undo_count:
            self._mark_undone(number, entry.undo_count)
            self.game.journal = [MovesTakenBack(entry.seat, "", entry.undo_count, tuple(entry.consenting_seats))]
        elif entry.is_seat_change:
            self.game.journal = [SeatTaken(entry.seat, "", entry.bot)]
        elif not entry.ending:
            self._live_entries.append(number)
        self._collect_events(number)
        self.phases_after.append((self.game.state.round, self.game.state.phase))
        if entry.seat != CHANCE and not entry.is_seat_change:
            self.states_after_own_entry[entry.seat] = self.game.state.copy()
            self.own_entries[entry.seat] = number

    def _mark_undone(self, number: int, count: int) -> None:
        """Marks the events of the last ``count`` entries that were not undone yet as undone by entry ``number``."""
        for undone in self._live_entries[-count:]:
            for index in self._events_by_entry[undone]:
                self._undone_at[index] = number
        del self._live_entries[-count:]

    def _collect_events(self, number: int) -> None:
        journal = self.game.journal or []
        first = len(self.events)
        round, phase = self.phases_after[-1]
        for event in journal:
            if isinstance(event, RoundBegan):
                round = event.round
            elif isinstance(event, PhaseBegan):
                phase = event.phase
            self.events.append(HistoryEvent(number, round, phase, event))
            self._undone_at.append(None)
        self._events_by_entry[number] = range(first, len(self.events))
        journal.clear()
