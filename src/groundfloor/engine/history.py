"""The history of a match: its events, the round and phase after each entry, and positions of the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .events import GameEnded, MovesTakenBack, SeatTaken
from .journal import Journal
from .record import CHANCE, SCORE, apply_entry
from .replay import Replay

if TYPE_CHECKING:
    from .game import Game
    from .journal import JournalEntry
    from .record import Entry, Record
    from .state import State


ENTRY_BYTES, EVENT_BYTES, POSITION_BYTES = 250, 450, 8_000
"""What an entry with its line of the record, an event with the holdings after it, and a kept position take in memory, about."""
MAX_STATES = 8
"""States of earlier entries that are kept, one for each seat that looked then."""


class EventHistory:
    """All events of a match. ``events`` only grows: undone events stay, and ``visible_at`` says which ones hold after a number of entries.

    ``phases_after[n]`` is the round and phase after ``n`` entries; ``states_after_own_entry`` the state after each seat's own last entry, whose
    number is in ``own_entries``. ``game`` is the position after the last entry, which goes on with the match. A history begins by replaying the
    record; raises BadRecord for one that is not possible.
    """

    __slots__ = (
        "phases_after",
        "states_after_own_entry",
        "own_entries",
        "_journal",
        "_replay",
        "_states",
        "_undone_at",
        "_active",
        "_first_events",
    )

    def __init__(self, record: Record, other: EventHistory | None = None) -> None:
        self.phases_after: list[tuple[int, int]] = [] if other is None else other.phases_after[:]
        self.states_after_own_entry: dict[int, State] = {} if other is None else other.states_after_own_entry.copy()
        self.own_entries: dict[int, int] = {} if other is None else other.own_entries.copy()
        self._journal: Journal = Journal() if other is None else other._journal.copy()
        self._states: dict[int, State] = {} if other is None else other._states.copy()
        self._undone_at: list[int | None] = [] if other is None else other._undone_at[:]
        self._active: list[int] = [] if other is None else other._active[:]
        self._first_events: list[int] = [0] if other is None else other._first_events[:]
        self._replay: Replay = Replay(record, self._journal) if other is None else other._replay.copy(record, self._journal)
        if other is None:
            self._end_entry()
            for entry in record.entries[:]:
                self.take(entry)

    def copy(self, record: Record) -> EventHistory:
        """Returns an independent history, with a copy of its record. Events, states and checkpoints never change, and are shared."""
        return EventHistory(record, self)

    @property
    def game(self) -> Game:
        """The position after the last entry."""
        return self._replay.game

    @property
    def events(self) -> list[JournalEntry]:
        """All events, with those that were undone."""
        return self._journal.entries

    @property
    def memory_bytes(self) -> int:
        """About how many bytes the record and its history take in memory."""
        positions = self._replay.checkpoint_count + len(self._states) + len(self.states_after_own_entry)
        return ENTRY_BYTES * len(self.phases_after) + EVENT_BYTES * len(self.events) + POSITION_BYTES * positions

    def take(self, entry: Entry) -> None:
        """Applies the record's next entry, and takes in its events. Raises BadRecord for an impossible entry."""
        if entry.ending:
            self.game.note(GameEnded(entry.seat, "", tuple(entry.consenting_seats), entry.ending == SCORE))
        self._replay.apply(entry)
        if entry.undo_count:
            self._mark_undone(entry.undo_count)
            self.game.note(MovesTakenBack(entry.seat, "", entry.undo_count, tuple(entry.consenting_seats)))
            round, phase = self.phases_after[-1]  # in which somebody took moves back, not to which that led
            self.events[-1] = self.events[-1]._replace(round=round, phase=phase)
        elif entry.is_seat_change:
            self.game.note(SeatTaken(entry.seat, "", entry.bot))
        self._add(entry)

    def take_applied(self, entry: Entry) -> None:
        """Takes in the record's next entry, an answer or a draw that was applied to ``game`` itself."""
        self._replay.add(entry)
        self._add(entry)

    def visible_at(self, number: int) -> list[int]:
        """Returns the indices of the ``events`` that had happened, and were not undone, after ``number`` entries."""
        pairs = enumerate(zip(self.events, self._undone_at, strict=True))
        return [index for index, (happened, undone) in pairs if happened.entry <= number and (undone is None or undone > number)]

    def undone_by(self, number: int) -> list[int]:
        """Returns the indices of the ``events`` that had happened and were undone after ``number`` entries."""
        return [index for index, undone in enumerate(self._undone_at) if undone is not None and undone <= number]

    def position_after(self, number: int) -> Game:
        """Returns a copy of the position after ``number`` entries."""
        return self._replay.position_at(number)

    def position_at_event(self, index: int) -> Game:
        """Returns the position right after one of ``events``, in the middle of its entry: what the entry brings later has not happened yet."""
        number = self.events[index].entry
        entry = self._replay.record.entries[number - 1] if number else None
        if entry is None or entry.undo_count or entry.is_seat_change or entry.ending:
            return self.position_after(number)
        game = self.position_after(number - 1)
        positions: list[Game] = []
        game.journal = journal = Journal()
        journal.positions = positions
        apply_entry(game, entry, number)
        return positions[index - self._first_events[number]]

    def state_after(self, number: int) -> State:
        """Returns the state after ``number`` entries; the last ones asked for are kept."""
        state = self._states.get(number)
        if state is None:
            state = self.position_after(number)._state
            kept = [*self._states.items()][-(MAX_STATES - 1) :]
            self._states = {**dict(kept), number: state}  # another one, as other threads may be reading this one
        return state

    def _add(self, entry: Entry) -> None:
        number = len(self.phases_after)
        if not (entry.undo_count or entry.is_seat_change or entry.ending):
            self._active.append(number)
        if entry.seat != CHANCE and not entry.is_seat_change:
            self.states_after_own_entry[entry.seat] = self.game._state.copy()
            self.own_entries[entry.seat] = number
        self._end_entry()

    def _end_entry(self) -> None:
        """Ends the entry: events from here on belong to the next one."""
        self.phases_after.append((self.game._state.round, self.game._state.phase))
        self._undone_at += [None] * (len(self.events) - len(self._undone_at))
        self._first_events.append(len(self.events))
        self._journal.entry = len(self.phases_after)

    def _mark_undone(self, count: int) -> None:
        """Marks the events of the last ``count`` entries that were not undone yet as undone by the next entry."""
        for undone in self._active[-count:]:
            for index in range(self._first_events[undone], self._first_events[undone + 1]):
                self._undone_at[index] = len(self.phases_after)
        del self._active[-count:]
