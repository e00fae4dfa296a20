"""A match: a game with its record and the key from which its draws are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from .actions import Action, Chance, Outcome
from .arguments import Unchecked, checked, require_type, whole_number
from .descriptions import describe
from .errors import BadRecord, IllegalAction
from .game import RULESET, Game
from .history import EventHistory
from .notebook import picture_of
from .record import (
    CANCEL,
    CHANCE,
    PURPOSES,
    SCORE,
    Entry,
    Purpose,
    Record,
    apply_entry,
    chance_entry,
    entry_label,
    seat_change,
    undo_by_consent,
)
from .ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import SupportsIndex

    from .seats import Seat

BITS = 256
SEAT, COUNT = "A seat is a number from 0", "The number of entries is a whole number"
KEY = "A key is bytes, such as secrets.token_bytes(32)"
RECORD, KEY_OR_NONE = "A match has a Record, such as read_record(text)", f"{KEY}, or None for a match that only shows the record"


def hash_of(key: bytes) -> str:
    """Returns the hash of a key that is published at the start: SHA-256 in hexadecimal digits."""
    import hashlib  # here, as only matches need it and it takes long to import

    return hashlib.sha256(key).hexdigest()


def draw(key: bytes, number: int | str, chance: Chance) -> Outcome:
    """Returns the outcome that the key determines for the draw with this number, counted from 1 (``Record.next_draw``).

    The HMAC-SHA256 of ``NUMBER:ATTEMPT`` with the key is read as a number below 2**256. Numbers from the largest multiple of the sum of
    weights on are rejected (next attempt); the number modulo the sum selects an outcome, in their order and by their weights.
    """
    import hmac

    total = sum(chance.weights)
    limit = (1 << BITS) - (1 << BITS) % total
    attempt = 0
    while True:
        digest = hmac.new(key, f"{number}:{attempt}".encode(), "sha256").digest()
        value = int.from_bytes(digest, "big")
        if value < limit:
            break
        attempt += 1
    value %= total
    for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
        if value < weight:
            return outcome
        value -= weight
    raise AssertionError("weights and outcomes do not fit")


class Match:
    """A game with its record and key, as terminal and web play it. Without a key the match only shows a record.

    ``history`` has the events of its entries, once ``keep_history`` was called; None before, as arenas play without.

    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    >>> seat = match.game.current_player
    >>> match.apply("done")
    >>> match.undoable_count(seat)
    1
    >>> match.undo(seat)
    >>> [str(entry) for entry in match.record.entries][-2:] == [f"{seat + 1} done", f"{seat + 1} undo 1"]
    True
    >>> match.key_hash == match.record.key_hash and match.record.key == ""
    True
    """

    def __init__(self, record: Record | Unchecked, game: Game | Unchecked, key: bytes | Unchecked | None) -> None:
        """``game`` is the game after all entries of the record; ``Match.new`` and ``Match.resume`` make both."""
        self.record = checked(record, Record, RECORD)
        self.game = checked(game, Game, "A match has a Game, such as record.replay()")
        self.key: bytes | None = None if key is None else checked(key, bytes, KEY_OR_NONE)
        self.history: EventHistory | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles a match without its history."""
        return Match, (self.record, self.game.copy(), self.key)

    def __copy__(self) -> Match:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.key == other.key and self.record == other.record

    def __repr__(self) -> str:
        return f"<Match with {len(self.record.entries)} entries: {describe(self.game)}>"

    def _repr_svg_(self) -> str | None:
        """Returns the picture that a notebook shows."""
        return picture_of(self.game)

    @overload
    @staticmethod
    def new(
        ruleset: Ruleset, seats: Sequence[Seat | str], options: Mapping[str, str], key: bytes, purpose: Purpose = "", day: str = ""
    ) -> Match: ...
    @overload
    @staticmethod
    def new(ruleset: Ruleset, seats: Sequence[Seat | str], options: None, key: bytes, purpose: Purpose = "", day: str = "") -> Match: ...
    @staticmethod
    def new(ruleset: Any, seats: Any, options: Any, key: Any, purpose: Any = "", day: Any = "") -> Match:
        """Returns a new match at its first question; for ``"practice"`` and ``"guided"`` everything can be undone, ``"day"`` has a date."""
        require_type(ruleset, (Ruleset,), RULESET)
        require_type(key, (bytes,), KEY)
        require_type(day, (str,), "A day is a text, such as '2026-11-22'")
        if purpose != "" and purpose not in PURPOSES:
            raise ValueError(f"A purpose is '' or one of {', '.join(PURPOSES)}, not {purpose!r:.80}.")
        game = Game(ruleset, seats, options)
        match = Match(Record(ruleset, game.seats, game.options, hash_of(key)), game, key)
        match.record.purpose = purpose
        match.record.day = day
        match.draw_pending_chance()
        return match

    @overload
    @staticmethod
    def resume(record: Record, key: bytes, *, keeps_history: bool = False) -> Match: ...
    @overload
    @staticmethod
    def resume(record: Record, key: None, *, keeps_history: bool = False) -> Match: ...
    @staticmethod
    def resume(record: Any, key: Any, *, keeps_history: Any = False) -> Match:
        """Returns a match that continues a record. With a key other than the record's, the draws from here on are made from this key."""
        require_type(record, (Record,), RECORD)
        require_type(key, (bytes, type(None)), KEY_OR_NONE)
        require_type(keeps_history, (bool,), "keeps_history is True or False")
        history = EventHistory(record) if keeps_history else None
        match = Match(record, record.replay() if history is None else history.game, key)
        match.history = history
        if key is not None:
            if hash_of(key) != record.key_hash and not match.game.is_over:
                record.key_hash = hash_of(key)
                record.first_committed_draw = record.draw_count() + 1
                record.key = ""
            match.draw_pending_chance()
        return match

    def branch(self, count: int, key: bytes, parent: str = "") -> Match:
        """Returns a match for practice that goes on after the first ``count`` entries; ``parent`` is the id of this game, for the record.

        With the key of this match the same draws come. A game that counts can be left this way only when it is over, as nobody may
        know its draws before: IllegalAction, as for a count that leads to the end of the game.
        """
        if self.key is not None and not self.record.is_free and not self.game.is_over:
            raise IllegalAction("Not possible: what else could have come can be tried when the game is over, or at a practice table.")
        record = self.record.prefix(count)
        record.entries = record.active_entries()
        record.key, record.purpose, record.day = "", "practice", ""
        record.parent, record.parent_entry = parent, min(count, len(self.record.entries)) if parent else 0
        match = Match.resume(record, key)
        if match.game.is_over:
            raise IllegalAction("Not possible: the game is over there. Choose an earlier moment.")
        return match

    def copy(self) -> Match:
        """Returns an independent match, which goes on by itself. Nothing is replayed.

        >>> from groundfloor import Match, ruleset
        >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
        >>> other = match.copy()
        >>> other.apply("done")
        >>> len(other.record.entries) - len(match.record.entries)
        1
        """
        record = self.record.prefix(None)
        history = self.history.copy(record) if self.history is not None else None
        match = Match(record, self.game.copy() if history is None else history.game, self.key)
        match.history = history
        return match

    @property
    def key_hash(self) -> str:
        """The hash of the key that was published at the start."""
        return self.record.key_hash

    def keep_history(self) -> EventHistory:
        """Returns the history, which goes on with the match from the first call on; the first one replays the record."""
        if self.history is None:
            self.history = EventHistory(self.record)
            self.game = self.history.game
        return self.history

    @overload
    def apply(self, action: Action) -> None: ...
    @overload
    def apply(self, action: str) -> None: ...
    def apply(self, action: Any) -> None:
        """Applies the answer of the seat that is asked, and draws chance until a seat is asked again; each is an entry of the record."""
        if self.key is None:
            raise IllegalAction("Not possible: this match only shows a record.")
        seat = self.game._asked_seat
        answer = self.game.action_of(action)
        self.game.apply_action(answer)
        self._add_applied(Entry(seat, answer.text))
        self.draw_pending_chance()

    def change_player(self, seat: int, bot: str) -> None:
        """Notes that a bot plays a seat from here on, or a person again ("")."""
        self._add(seat_change(seat, bot))

    def extend(self, lines: Sequence[str]) -> None:
        """Goes on by further lines of this game's record, which another process has stored; raises BadRecord if they are not possible."""
        first = len(self.record.entries)
        self.record.extend(lines)
        added = self.record.entries[first:]
        if self.history is not None:
            for entry in added:
                self.history.take(entry)
            self.game = self.history.game
            if any(entry.undo_count for entry in added):
                self.record.key = ""
        elif any(entry.undo_count for entry in added):
            self.record.key = ""
            self.game = self.record.replay()
        else:
            for number, entry in enumerate(added, first + 1):
                if entry.ending:
                    self.game.end(is_scored=entry.ending == SCORE)
                elif not entry.is_seat_change:
                    apply_entry(self.game, entry, number)
        self.draw_pending_chance()

    def draw_pending_chance(self) -> None:
        """Draws chance until a seat is asked or the game is over."""
        while self.game._chance is not None and self.key is not None:
            outcome = draw(self.key, self.record.next_draw(self.game._chance.kind), self.game._chance)
            self.game.apply_outcome(outcome)
            self._add_applied(chance_entry(outcome))
        if self.game.is_over and self.key is not None and hash_of(self.key) == self.record.key_hash:
            self.record.key = self.key.hex()

    def undoable_count(self, seat: SupportsIndex) -> int:
        """Returns how many of the last entries the seat can take back: none before the last chance outcome or another seat's decision.

        When the game is over it is 0, as the key is public by then. In practice it is all back to the seat's first answer, at any time.
        """
        number = whole_number(seat, SEAT)
        if self.key is None or (self.game.is_over and not self.record.is_free):
            return 0
        return self.record.undoable_count(number)

    def undo(self, seat: SupportsIndex, count: SupportsIndex = 1) -> None:
        """Takes back the last ``count`` entries; the undo is an entry too. Raises IllegalAction if that is not possible.

        In practice the same draws come again.
        """
        number, entries = whole_number(seat, SEAT), whole_number(count, COUNT)
        possible = self.undoable_count(number)
        if not 1 <= entries <= possible:
            raise IllegalAction(f"Not possible: at most {possible} of your decisions can be undone here, not {entries}.")
        self._undo(Entry(number, f"undo {entries}", entries))

    def undo_by_consent(self, seat: SupportsIndex, count: SupportsIndex) -> None:
        """Takes back the last ``count`` entries, from a decision of the seat on, as all others agree whose decisions are among them.

        The undo is an entry too, which names them. Raises IllegalAction if a draw is among the entries, or the game is over.

        >>> from groundfloor import Match, ruleset
        >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
        >>> first, second = match.game.current_player, 1 - match.game.current_player
        >>> for answer in ("done", "done"):
        ...     match.apply(answer)
        >>> match.undo_by_consent(first, 2)
        >>> str(match.record.entries[-1]) == f"{first + 1} undo 2 with {second + 1}", match.game.current_player == first
        (True, True)
        """
        number, entries = whole_number(seat, SEAT), whole_number(count, COUNT)
        entry = None if self.key is None or self.game.is_over else undo_by_consent(self.record.active_entries(), number, entries)
        if entry is None:
            raise IllegalAction(
                "Not possible: an undo by consent goes back to an own decision, past decisions of others, but past no draw."
            )
        self._undo(entry)

    @overload
    def end(self, seat: int, *, is_scored: bool) -> None: ...
    @overload
    def end(self, seat: SupportsIndex, *, is_scored: bool) -> None: ...
    def end(self, seat: Any, *, is_scored: Any) -> None:
        """Ends the game as it stands, as all people at the table agree: with scores, or without result. Raises IllegalAction if it can't be ended.

        >>> from groundfloor import Match, ruleset
        >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
        >>> match.end(0, is_scored=False)
        >>> str(match.record.entries[-1]), match.game.is_over, match.record.ending
        ('1 cancel with 2', True, 'cancel')
        """
        number = whole_number(seat, SEAT)
        require_type(is_scored, (bool,), "is_scored is True or False")
        entry = None if self.key is None or self.game.is_over else self.record.ending_entry(number, SCORE if is_scored else CANCEL)
        if entry is None:
            raise IllegalAction("Not possible: only a person can end a game, while it goes on, and neither practice nor a city of the day.")
        self._add(entry)
        self.draw_pending_chance()

    def _undo(self, entry: Entry) -> None:
        self.record.key = ""
        self._add(entry)

    def _add(self, entry: Entry) -> None:
        """Adds an entry to the record, and applies it."""
        self.record.entries.append(entry)
        if self.history is not None:
            self.history.take(entry)
            self.game = self.history.game
        elif entry.undo_count:
            self.game = self.record.replay()
        elif entry.ending:
            self.game.end(is_scored=entry.ending == SCORE)

    def _add_applied(self, entry: Entry) -> None:
        """Adds an entry to the record that was applied to the game."""
        self.record.entries.append(entry)
        if self.history is not None:
            self.history.take_applied(entry)


def check_draws(record: Record, key: bytes) -> int:
    """Returns how many draws of a record this key has made, which need not be over; raises BadRecord if it is not the record's, or a draw does not match."""
    if hash_of(key) != record.key_hash:
        raise BadRecord("The key does not match the hash in the record's header.")
    before = record.prefix(0)
    draws = checked = 0
    for game, entry, number in record.positions():
        if entry is None:
            continue
        if entry.seat == CHANCE and game._chance is not None:
            draws += 1
            if draws >= record.first_committed_draw:
                checked += 1
                due = draw(key, before.next_draw(game._chance.kind), game._chance)
                if due.text != entry.text:
                    raise BadRecord(f"{entry_label(entry, number)}: the key draws {due.text!r}, the record says {entry.text!r}.")
        before.entries.append(entry)
    return checked
