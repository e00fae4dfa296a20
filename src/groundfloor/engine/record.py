"""The record: a game as text, one line an entry (docs/record.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import Outcome
from .errors import BadRecord, GroundfloorError
from .game import Game
from .seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from .events import Event
    from .ruleset import Ruleset

FORMAT = 1
CHANCE = -1


class Entry:
    """One line: an answer of a seat, what chance brought (seat -1), or an undo of the seat's last ``undone`` answers."""

    __slots__ = ("seat", "text", "undone")

    def __init__(self, seat: int, text: str, undone: int = 0) -> None:
        self.seat = seat
        self.text = text
        self.undone = undone

    def __str__(self) -> str:
        return f"{'*' if self.seat == CHANCE else self.seat + 1} {self.text}"


class Record:
    """Header and entries. ``key_hash`` is the SHA-256 of the key of the draws, which hold from chance ``sealed_from`` on.

    ``key`` is empty until the game is over.
    """

    def __init__(self, ruleset: Ruleset, seats: tuple[Seat, ...], options: dict[str, str], key_hash: str = "") -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.options = options
        self.key_hash = key_hash
        self.sealed_from = 1
        self.key = ""
        self.entries: list[Entry] = []

    def format(self) -> str:
        """The text, which ``parse`` reads back."""
        lines = [f"groundfloor record {FORMAT}", f"ruleset {self.ruleset.name} {self.ruleset.revision}"]
        lines += [f"option {name} {value}" for name, value in self.options.items()]
        for number, seat in enumerate(self.seats, 1):
            lines.append(f"seat {number} {seat.automa or 'human'} {seat.colour} {seat.name}")
        if self.key_hash:
            lines.append(f"hash {self.key_hash} {self.sealed_from}")
        lines += ["", *(str(entry) for entry in self.entries)]
        if self.key:
            lines.append(f"key {self.key}")
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str, find: Callable[[str], Ruleset]) -> Record:
        """Reads a record; ``find`` gives the ruleset of a name. BadRecord names the line and what is wrong."""
        return Reader(text, find).read()

    def live(self) -> list[Entry]:
        """The entries that count: without undone ones and the undos themselves."""
        found: list[Entry] = []
        for entry in self.entries:
            if entry.undone:
                del found[len(found) - entry.undone :]
            else:
                found.append(entry)
        return found

    def until(self, count: int | None) -> Record:
        """The same record with its first entries only."""
        part = Record(self.ruleset, self.seats, self.options, self.key_hash)
        part.sealed_from = self.sealed_from
        part.entries = self.entries[:count]
        return part

    def replay(self, until: int | None = None, journal: list[Event] | None = None) -> Game:
        """The game after so many entries (None: all); BadRecord names the entry that can't be."""
        game = Game(self.ruleset, self.seats, self.options, journal)
        for number, entry in enumerate(self.until(until).live(), 1):
            enter(game, entry, number)
        return game

    def chances(self) -> int:
        """How many draws the record holds."""
        return sum(1 for entry in self.entries if entry.seat == CHANCE)


def enter(game: Game, entry: Entry, number: int) -> None:
    """Applies one entry; BadRecord if it is not the turn of this seat or can't be."""
    if entry.seat != CHANCE and entry.seat != game.asked:
        whose = "chance's" if game.chance is not None else f"seat {game.asked + 1}'s" if game.asked >= 0 else "nobody's"
        raise BadRecord(f"Entry {number} ({entry}): it is {whose} turn, not seat {entry.seat + 1}'s.")
    if entry.seat == CHANCE and game.chance is None:
        raise BadRecord(f"Entry {number} ({entry}): no chance stands there.")
    try:
        game.apply(entry.text)
    except GroundfloorError as error:
        raise BadRecord(f"Entry {number} ({entry}): {error}") from error


class Reader:
    """Reads a record line by line."""

    def __init__(self, text: str, find: Callable[[str], Ruleset]) -> None:
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.find = find
        self.at = 0

    def fail(self, what: str) -> BadRecord:
        """The error for the line that was read last."""
        return BadRecord(f"Line {self.at}: {what}")

    def next(self) -> str:
        """The next line, without its end."""
        line = self.lines[self.at] if self.at < len(self.lines) else ""
        self.at += 1
        return line.rstrip()

    def read(self) -> Record:
        """The whole record."""
        record = self.header()
        counted: list[Entry] = []
        while self.at < len(self.lines):
            line = self.next()
            if line.startswith("key ") and not "".join(self.lines[self.at :]).strip():
                record.key = line.removeprefix("key ").strip()
            elif line:
                record.entries.append(self.entry(record, line, counted))
        return record

    def header(self) -> Record:
        """Everything before the first empty line."""
        if self.next() != f"groundfloor record {FORMAT}":
            raise self.fail(f"a record begins with 'groundfloor record {FORMAT}'.")
        ruleset = self.ruleset()
        options: dict[str, str] = {}
        seats: list[Seat] = []
        sealed = ("", 1)
        while line := self.next():
            word, _, rest = line.partition(" ")
            if word == "option" and len(rest.split()) == 2:
                name, value = rest.split()
                options[name] = value
            elif word == "seat":
                seats.append(self.seat(rest, len(seats) + 1))
            elif word == "hash":
                sealed = self.seal(rest)
            else:
                raise self.fail(f"a header has the lines option, seat and hash, not {line!r}.")
        try:
            game = Game(ruleset, seats, options)
        except GroundfloorError as error:
            raise self.fail(f"the table is not possible: {error}") from error
        record = Record(ruleset, game.seats, game.options, sealed[0])
        record.sealed_from = sealed[1]
        return record

    def ruleset(self) -> Ruleset:
        """The ruleset line."""
        words = self.next().split()
        if len(words) != 3 or words[0] != "ruleset" or not words[2].isdecimal():
            raise self.fail("here stands the ruleset, as in 'ruleset second 1'.")
        try:
            ruleset = self.find(words[1])
        except GroundfloorError as error:
            raise self.fail(str(error)) from error
        if int(words[2]) != ruleset.revision:
            raise self.fail(f"revision {words[2]} of {words[1]} is not known here; it has revision {ruleset.revision}.")
        return ruleset

    def seat(self, rest: str, number: int) -> Seat:
        """A seat line: number, human or Automa, colour, name."""
        words = rest.split(" ", 3)
        if len(words) != 4 or words[0] != str(number):
            raise self.fail(f"a seat is written like 'seat {number} human red Ann'.")
        return Seat(words[3], "" if words[1] == "human" else words[1], words[2])

    def seal(self, rest: str) -> tuple[str, int]:
        """A hash line: the hash of the key, and the number of the first draw that it holds for."""
        words = rest.split()
        is_hex = bool(words) and len(words[0]) == 64 and all(c in "0123456789abcdef" for c in words[0])
        if len(words) != 2 or not is_hex or not words[1].isdecimal():
            raise self.fail("a hash is 64 hexadecimal digits and the number of the first draw it holds for.")
        return words[0], int(words[1])

    def entry(self, record: Record, line: str, counted: list[Entry]) -> Entry:
        """A line after the header; ``counted`` are the entries before it that count."""
        who, _, text = line.partition(" ")
        if who == "*":
            entry = Entry(CHANCE, text)
        elif who.isdecimal() and 1 <= int(who) <= len(record.seats):
            entry = Entry(int(who) - 1, text)
        else:
            raise self.fail(f"an entry begins with a seat from 1 to {len(record.seats)} or *, not {who!r}.")
        if not text.startswith("undo "):
            counted.append(entry)
            return entry
        count = text.removeprefix("undo ")
        own = undoable(counted, entry.seat)
        if not count.isdecimal() or not 1 <= int(count) <= own or entry.seat == CHANCE:
            raise self.fail(f"{line!r} can't be: {own} entries can be undone there.")
        entry.undone = int(count)
        del counted[len(counted) - entry.undone :]
        return entry


def undoable(counted: list[Entry], seat: int) -> int:
    """How many of the last entries are this seat's: back to the last chance outcome or another seat's decision."""
    count = 0
    for entry in reversed(counted):
        if entry.seat != seat or entry.seat == CHANCE:
            break
        count += 1
    return count


def chance_entry(outcome: Outcome) -> Entry:
    """The entry of what chance brought."""
    return Entry(CHANCE, outcome.text)
