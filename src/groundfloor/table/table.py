"""A table: a match with its seats, their drafts and their preferences. No HTTP, no storage, no clock."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from groundfloor.engine.record import CANCEL, CHANCE, entries_of_answers, undo_by_consent
from groundfloor.guide import GuideState, first_meeting, hint

from .drafts import DraftMoves
from .plans import SeatPlan
from .value import Draft

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.engine.game import Game
    from groundfloor.engine.history import EventHistory
    from groundfloor.engine.match import Match
    from groundfloor.guide import Hint

    from .value import SeatValue, TableValue

TABLE_BYTES = 30_000
"""About how many bytes a table takes in memory besides its record and history."""
MAX_UNDONE_ENTRIES = 1_200
"""Entries that undoing may add to a record, in equal shares of its seats: with the 600 of the longest games it can still be uploaded."""


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its seats: a match, and all else that is kept of it, as ``value``.

    Nothing of it ever changes, so code that has a table can read it while the game goes on: an operation makes another one (``reduce``). ``version`` is the number
    of entries. ``lost_seats`` are those that others have taken from their players in the last operation, who are told. ``is_record_only``: nobody can play.
    """

    game_id: str
    match: Match
    value: TableValue
    is_record_only: bool = False
    lost_seats: frozenset[int] = frozenset()
    _drafts: dict[int, DraftMoves] = field(default_factory=dict, repr=False)
    """Drafts that were built, by seat, for this table and those that are made of it."""

    def __post_init__(self) -> None:
        self.match.keep_history()

    # Other tables made of it

    def with_match(self, change: Callable[[Match], None]) -> Table:
        """Returns the table with a match that goes on."""
        match = self.match.copy()
        change(match)
        return replace(self, match=match)

    def with_value(self, value: TableValue) -> Table:
        return replace(self, value=value) if value != self.value else self

    def with_seat(self, seat: SeatValue) -> Table:
        """Returns the table with this seat in place of the one with its number."""
        return self.with_value(self.value.with_seat(seat))

    def with_draft(self, draft: DraftMoves) -> Table:
        """Returns the table with this draft of a seat."""
        self._drafts[draft.seat] = draft
        return self.with_seat(replace(self.value.seats[draft.seat], draft=draft.stored))

    def with_lost_seat(self, seat: int) -> Table:
        """Returns the table with this seat among those that others have taken from their players."""
        return replace(self, lost_seats=self.lost_seats | {seat})

    # Reading

    @property
    def game(self) -> Game:
        """The last confirmed position."""
        return self.match.game

    @property
    def history(self) -> EventHistory:
        """The events of the match, and its past positions."""
        return self.match.keep_history()

    @property
    def version(self) -> int:
        """The number of entries of the record."""
        return len(self.match.record.entries)

    @property
    def is_cancelled(self) -> bool:
        """Whether the people at the table have agreed that the game has no result."""
        return self.match.record.ending == CANCEL

    @property
    def memory_bytes(self) -> int:
        """About how many bytes the table takes in memory."""
        return TABLE_BYTES + self.history.memory_bytes

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None if nobody is, or while the game is paused."""
        return None if self.is_record_only or self.value.pause is not None else self.game.current_player

    def draft(self, seat: int) -> DraftMoves:
        """Returns the draft of a seat, on the confirmed position; it is built once."""
        draft = self.value.seats[seat].draft or Draft()
        built = self._drafts.get(seat)
        if built is None or built.positions[0] is not self.game or (built.stored_texts, built.partial) != (draft.actions, draft.partial):
            built = self._drafts[seat] = DraftMoves.from_texts(self.game, seat, draft.actions, draft.partial)
        return built

    def plan(self, seat: int) -> SeatPlan:
        """Returns the plan of a seat's round, each step tried after its draft."""
        draft = self.draft(seat)
        return SeatPlan.of(draft.game, seat, self.value.notes_of(seat).plan, draft.texts)

    def undoable(self, seat: int) -> int:
        """Returns how many of the seat's decisions ``undo`` can take back."""
        if self.is_record_only or self.value.pause is not None or self.value.seats[seat].agent or self.has_undone_all(seat):
            return 0
        count = self.match.undoable_count(seat)
        return sum(entry.seat == seat for entry in self.match.record.active_entries()) if count and self.match.record.is_free else count

    def askable_undo(self, seat: int) -> int:
        """Returns how many entries the seat can ask to take back, to its last decision, past decisions of others but past no draw; 0 if it can't."""
        record = self.match.record
        if (
            self.is_record_only
            or self.value.pause is not None
            or not self.value.seats[seat].is_human
            or self.game.is_over
            or record.is_free
        ):
            return 0
        if not record.entries or record.entries[-1].seat == CHANCE or self.has_undone_all(seat):
            return 0
        active = record.active_entries()
        count = entries_of_answers(active, seat, 1)
        if count > 1 and active[-count].text == "end":
            longer = entries_of_answers(active, seat, 2)
            count = longer if undo_by_consent(active, seat, longer) is not None else count
        return count if undo_by_consent(active, seat, count) is not None else 0

    def has_undone_all(self, seat: int) -> bool:
        """Returns whether a seat has used its share of the entries that undoing may add: the undos and what they took back."""
        people = sum(not seat_value.is_automa for seat_value in self.value.seats)
        undone = sum(entry.undo_count + 1 for entry in self.match.record.entries if entry.seat == seat and entry.undo_count)
        return undone >= MAX_UNDONE_ENTRIES // max(people, 1)

    @property
    def is_guided(self) -> bool:
        return self.match.record.purpose == "guided" and not self.is_record_only

    def is_advised(self, seat: int) -> bool:
        """Whether a seat of a practice table has asked for advice, even if it is switched off now."""
        return self.can_be_advised and GuideState.parse(self.value.preferences_of(seat).guide).advises

    @property
    def can_be_advised(self) -> bool:
        return self.match.record.purpose == "practice" and not self.is_record_only

    def guide(self, seat: int) -> Hint | None:
        """Returns what the guide says to a seat: a lesson of a guided game, or at other tables with advice what a new kind of question is about."""
        state = GuideState.parse(self.value.preferences_of(seat).guide)
        if state.is_left or not (self.is_guided or self.is_advised(seat)):
            return None
        return (hint if self.is_guided else first_meeting)(self.match.record, self.game, seat, state.skipped)

    @property
    def asked_human_seat(self) -> int | None:
        """The seat of the person who is asked, None if a bot is, or nobody."""
        return self.asked if self.bot_on_turn is None else None

    @property
    def bot_on_turn(self) -> tuple[int, str] | None:
        asked = self.asked
        return (asked, self.value.seats[asked].agent) if asked is not None and self.value.seats[asked].agent else None
