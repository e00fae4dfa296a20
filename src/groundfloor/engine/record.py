"""The record: a game as text, one line for each entry (docs/record.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from .cancellation import raise_if_cancelled
from .entry import CHANCE, Entry, chance_entry, entries_of_answers, seat_change, undoable_count
from .errors import BadRecord, GroundfloorError
from .game import Game
from .seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .events import Event
    from .ruleset import Ruleset

__all__ = [
    "CHANCE",
    "FORMAT",
    "Entry",
    "Record",
    "apply_entry",
    "chance_entry",
    "entries_of_answers",
    "entry_label",
    "seat_change",
    "undoable_count",
]

FORMAT = 3
"""The newest format. Format 2 has the header lines ``table`` and ``branch``, format 3 the entries ``bot`` and ``person``; a record is
written in the oldest format that has all its lines."""
Purpose = Literal["", "practice", "guided", "day", "again"]
"""What a game is for: "" for an ordinary game, ``day`` for the city of a day, ``again`` for one with the known draws of another game."""
PURPOSES: tuple[Purpose, ...] = ("practice", "guided", "day", "again")
FREE_PURPOSES: tuple[Purpose, ...] = ("practice", "guided")
"""Games in which everything can be undone."""


class Record:
    """A game as a header and entries. ``key_hash`` is the SHA-256 of the key that determines draw ``first_sealed_draw`` and all later ones.

    ``key`` is empty until the game is over. ``day`` is the date (``2026-11-22``) of a game whose purpose is ``day``, else "".
    A branch names the game that it left (``parent``, its public id, "" for other games) and the number of entries after which it did.

    >>> from groundfloor import Match, read_record, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    >>> match.apply("done")
    >>> str(match.record.entries[-1])
    '1 done'
    >>> read_record(match.record.format()).replay().position() == match.game.position()
    True
    """

    def __init__(self, ruleset: Ruleset, seats: tuple[Seat, ...], options: dict[str, str], key_hash: str = "") -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.options = options
        self.key_hash = key_hash
        self.first_sealed_draw = 1
        self.key = ""
        self.purpose: Purpose = ""
        self.day = ""
        self.parent = ""
        self.parent_entry = 0
        self.entries: list[Entry] = []

    @property
    def is_free(self) -> bool:
        """Whether everything can be undone, draws too, which then come out the same."""
        return self.purpose in FREE_PURPOSES

    @property
    def game_ruleset(self) -> Ruleset:
        """The ruleset with the options of this game."""
        return self.ruleset.with_options(self.options)

    @property
    def format_version(self) -> int:
        """The oldest format that has all lines of this record."""
        if any(entry.is_seat_change for entry in self.entries):
            return 3
        return 2 if self.purpose else 1

    def bots(self) -> dict[int, str]:
        """Returns the bots that play now, by seat."""
        found: dict[int, str] = {}
        for entry in self.entries:
            if entry.is_seat_change:
                found[entry.seat] = entry.bot
        return {seat: bot for seat, bot in found.items() if bot}

    def seats_of_bots(self) -> set[int]:
        """Returns the seats for which a bot plays or has played, for however long."""
        return {entry.seat for entry in self.entries if entry.is_seat_change and entry.bot}

    def header(self) -> str:
        """Returns the lines before the first entry, the empty one that ends them included."""
        lines = [f"groundfloor record {self.format_version}", f"ruleset {self.ruleset.name} {self.ruleset.revision}"]
        lines += [f"house {key} {json.dumps(value)}" for key, value in self.ruleset.overrides.items()]
        lines += [f"option {name} {value}" for name, value in self.options.items() if value != "off"]
        for number, seat in enumerate(self.seats, 1):
            lines.append(f"seat {number} {seat.automa or 'human'} {seat.colour} {seat.name}")
        if self.purpose:
            lines.append(f"table {self.purpose} {self.day}".rstrip())
        if self.parent:
            lines.append(f"branch {self.parent} {self.parent_entry}")
        if self.key_hash:
            lines.append(f"hash {self.key_hash} {self.first_sealed_draw}")
        return "\n".join(lines) + "\n\n"

    def format(self) -> str:
        """Returns the record as text, which ``parse`` reads back."""
        lines = [str(entry) for entry in self.entries]
        if self.key:
            lines.append(f"key {self.key}")
        return self.header() + "".join(f"{line}\n" for line in lines)

    @staticmethod
    def parse(text: str, find: Callable[[str, int], Ruleset]) -> Record:
        """Reads a record; ``find`` returns a ruleset by name and revision. Raises BadRecord, which names the line and what is wrong."""
        from .record_parser import RecordParser

        return RecordParser(text, find).read()

    def effective_entries(self) -> list[Entry]:
        """Returns the entries that count: without undone ones, without the undos themselves, and without those about who plays a seat."""
        return [entry for _, entry in self.numbered_entries()]

    def numbered_entries(self) -> list[tuple[int, Entry]]:
        """Returns the effective entries, each with its number in the record from 1, in which undone entries, undos and changes of seats count."""
        found: list[tuple[int, Entry]] = []
        for number, entry in enumerate(self.entries, 1):
            if entry.undo_count:
                del found[len(found) - entry.undo_count :]
            elif not entry.is_seat_change:
                found.append((number, entry))
        return found

    def positions(self, journal: list[Event] | None = None) -> Iterator[tuple[Game, Entry | None, int]]:
        """Yields each position with the effective entry that follows and its number in the record; last the end, with None and the next number.

        The game is one object that goes on: who keeps a position copies it. Raises BadRecord, which names the entry that is not possible.

        >>> from groundfloor import Match, ruleset
        >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
        >>> match.apply("done")
        >>> [(game.state.round, entry and str(entry)) for game, entry, _ in match.record.positions()][-2:]
        [(1, '1 done'), (1, None)]
        """
        game = Game(self.ruleset, self.seats, self.options, journal)
        for number, entry in self.numbered_entries():
            yield game, entry, number
            apply_entry(game, entry, number)
        yield game, None, len(self.entries) + 1

    def prefix(self, count: int | None) -> Record:
        """Returns the same record with only its first ``count`` entries (None: all)."""
        part = Record(self.ruleset, self.seats, self.options, self.key_hash)
        part.first_sealed_draw = self.first_sealed_draw
        part.purpose = self.purpose
        part.day = self.day
        part.parent, part.parent_entry = self.parent, self.parent_entry
        part.entries = self.entries[:count]
        part.key = self.key if len(part.entries) == len(self.entries) else ""
        return part

    def replay(self, until: int | None = None, journal: list[Event] | None = None) -> Game:
        """Returns the game after so many entries (None: all); raises BadRecord, which names the entry that is not possible."""
        return list(self.prefix(until).positions(journal))[-1][0]

    def draw_count(self) -> int:
        """Returns the number of draws in the record, without undone ones."""
        return sum(1 for entry in self.effective_entries() if entry.seat == CHANCE)

    def next_draw(self, kind: str) -> str:
        """Returns what the key makes the next draw of: its number, or for the city of a day its kind and its number among that kind."""
        if self.purpose != "day":
            return str(self.draw_count() + 1)
        count = sum(1 for entry in self.effective_entries() if entry.seat == CHANCE and entry.text.startswith(f"{kind} "))
        return f"{kind} {count + 1}"

    def undoable_count(self, seat: int) -> int:
        """Returns how many of the last entries the seat can take back."""
        return undoable_count(self.effective_entries(), seat, self.is_free)


def purpose_of(header: str) -> Purpose:
    """Returns what the game of a record's header is for."""
    for purpose in PURPOSES:
        if f"\ntable {purpose}\n" in header or f"\ntable {purpose} " in header:
            return purpose
    return ""


def day_in_header(header: str) -> str:
    """Returns the date of a record's header if it is the city of a day, else ""."""
    return header.partition("\ntable day ")[2].partition("\n")[0]


def entry_label(entry: Entry, number: int) -> str:
    """Returns how an error names an entry: by its line, or by its number if it was not read from a text."""
    return f"Line {entry.line} ({entry})" if entry.line else f"Entry {number} ({entry})"


def apply_entry(game: Game, entry: Entry, number: int) -> None:
    """Applies one entry; raises BadRecord if it is not this seat's turn or the answer is not possible."""
    raise_if_cancelled()
    if game.is_over:
        raise BadRecord(f"{entry_label(entry, number)}: the game was already over.")
    if entry.seat != CHANCE and entry.seat != game.asked_seat:
        whose = "chance's" if game.chance is not None else f"seat {game.asked_seat + 1}'s"
        raise BadRecord(f"{entry_label(entry, number)}: it is {whose} turn, not seat {entry.seat + 1}'s.")
    if entry.seat == CHANCE and game.chance is None:
        raise BadRecord(f"{entry_label(entry, number)}: nothing is drawn here; it is seat {game.asked_seat + 1}'s turn.")
    try:
        game.apply(entry.text)
    except GroundfloorError as error:
        raise BadRecord(f"{entry_label(entry, number)}: {error}") from error
