"""The record: a game as text, one line for each entry (docs/record.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .cancellation import raise_if_cancelled
from .entry import CHANCE, Entry, chance_entry, undoable_count
from .errors import BadRecord, GroundfloorError
from .game import Game
from .seats import Seat, check_seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from .events import Event
    from .ruleset import Ruleset

__all__ = ["CHANCE", "FORMAT", "Entry", "Record", "chance_entry", "apply_entry", "entry_label", "undoable_count"]

FORMAT = 1
MAX_LINE_LENGTH, MAX_TEXT_LENGTH = 200, 4_000_000
"""The most characters of a line, of a record."""


class Record:
    """A game as a header and entries. ``key_hash`` is the SHA-256 of the key that determines draw ``first_sealed_draw`` and all later ones.

    ``key`` is empty until the game is over.

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
        self.entries: list[Entry] = []

    @property
    def game_ruleset(self) -> Ruleset:
        """The ruleset with the options of this game."""
        return self.ruleset.with_options(self.options)

    def format(self) -> str:
        """Returns the record as text, which ``parse`` reads back."""
        lines = [f"groundfloor record {FORMAT}", f"ruleset {self.ruleset.name} {self.ruleset.revision}"]
        lines += [f"house {key} {json.dumps(value)}" for key, value in self.ruleset.overrides.items()]
        lines += [f"option {name} {value}" for name, value in self.options.items() if value != "off"]
        for number, seat in enumerate(self.seats, 1):
            lines.append(f"seat {number} {seat.automa or 'human'} {seat.colour} {seat.name}")
        if self.key_hash:
            lines.append(f"hash {self.key_hash} {self.first_sealed_draw}")
        lines += ["", *(str(entry) for entry in self.entries)]
        if self.key:
            lines.append(f"key {self.key}")
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str, find: Callable[[str, int], Ruleset]) -> Record:
        """Reads a record; ``find`` returns a ruleset by name and revision. Raises BadRecord, which names the line and what is wrong."""
        return RecordParser(text, find).read()

    def effective_entries(self) -> list[Entry]:
        """Returns the entries that count: without undone ones and without the undos themselves."""
        found: list[Entry] = []
        for entry in self.entries:
            if entry.undo_count:
                del found[len(found) - entry.undo_count :]
            else:
                found.append(entry)
        return found

    def prefix(self, count: int | None) -> Record:
        """Returns the same record with only its first ``count`` entries (None: all)."""
        part = Record(self.ruleset, self.seats, self.options, self.key_hash)
        part.first_sealed_draw = self.first_sealed_draw
        part.entries = self.entries[:count]
        part.key = self.key if len(part.entries) == len(self.entries) else ""
        return part

    def replay(self, until: int | None = None, journal: list[Event] | None = None) -> Game:
        """Returns the game after so many entries (None: all); raises BadRecord, which names the entry that is not possible."""
        game = Game(self.ruleset, self.seats, self.options, journal)
        for number, entry in enumerate(self.prefix(until).effective_entries(), 1):
            apply_entry(game, entry, number)
        return game

    def draw_count(self) -> int:
        """Returns the number of draws in the record."""
        return sum(1 for entry in self.entries if entry.seat == CHANCE)


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


def parse_number(text: str) -> int:
    """Returns a number from 1 to 999,999 as records write it, 0 for any other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= 6 and not text.startswith("0")
    return int(text) if is_number else 0


def is_hex(text: str) -> bool:
    """Returns True for pairs of hexadecimal digits in lower case."""
    return bool(text) and len(text) % 2 == 0 and set(text) <= set("0123456789abcdef")


class RecordParser:
    """Reads a record line by line."""

    def __init__(self, text: str, find: Callable[[str, int], Ruleset]) -> None:
        if len(text) > MAX_TEXT_LENGTH:
            raise BadRecord(f"Line 1: a record has at most {MAX_TEXT_LENGTH} characters, not {len(text)}.")
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.find = find
        self.line_number = 0

    def fail(self, what: str) -> BadRecord:
        """Returns the error for the line that was read last."""
        return BadRecord(f"Line {self.line_number}: {what}")

    def next(self) -> str:
        """Returns the next line, without its end and without blanks at its end."""
        line = self.lines[self.line_number] if self.line_number < len(self.lines) else ""
        self.line_number += 1
        if len(line) > MAX_LINE_LENGTH:
            raise self.fail(f"a line has at most {MAX_LINE_LENGTH} characters, not {len(line)}.")
        return line.rstrip(" \t")

    def read(self) -> Record:
        """Reads the whole record."""
        record = self.header()
        counted: list[Entry] = []
        while self.line_number < len(self.lines):
            raise_if_cancelled()
            line = self.next()
            if line and record.key:
                raise self.fail("the key must be the last line.")
            if line.startswith("key "):
                record.key = self.key(record, line.removeprefix("key "))
            elif line:
                record.entries.append(self.entry(record, line, counted))
        return record

    def header(self) -> Record:
        """Reads everything up to the first empty line."""
        ruleset = self.ruleset()
        house: dict[str, object] = {}
        options: dict[str, str] = {}
        seats: list[Seat] = []
        sealed = ("", 1)
        while line := self.next():
            word, _, rest = line.partition(" ")
            if word == "option":
                self.option(ruleset, options, rest)
            elif word == "house":
                self.house(house, rest)
            elif word == "seat":
                seats.append(self.seat(ruleset, rest, len(seats) + 1))
            elif word == "hash" and not sealed[0]:
                sealed = self.seal(rest)
            elif word == "hash":
                raise self.fail("a record has only one hash.")
            else:
                raise self.fail(
                    f"a header has lines that begin with house, option, seat or hash, and ends with an empty line; this one is {line!r}."
                )
        try:
            ruleset = ruleset.with_overrides(house)
            game = Game(ruleset, seats, options)
        except GroundfloorError as error:
            raise self.fail(f"the table is not possible: {error}") from error
        record = Record(ruleset, game.seats, game.options, sealed[0])
        record.first_sealed_draw = sealed[1]
        return record

    def ruleset(self) -> Ruleset:
        """Reads the first two lines, which name the format and the ruleset."""
        first = self.next()
        version = parse_number(first.removeprefix("groundfloor record "))
        if version > FORMAT:
            raise self.fail(f"the record has format {version}; this version of groundfloor reads format {FORMAT}.")
        if first != f"groundfloor record {FORMAT}":
            raise self.fail(f"a record begins with 'groundfloor record {FORMAT}'.")
        words = self.next().split(" ")
        if len(words) != 3 or words[0] != "ruleset" or not parse_number(words[2]):
            raise self.fail("this line must name the ruleset, such as 'ruleset second 1'.")
        try:
            return self.find(words[1], int(words[2]))
        except GroundfloorError as error:
            raise self.fail(str(error)) from error

    def house(self, house: dict[str, object], rest: str) -> None:
        """Reads a house line: the key of a value, and the value as JSON."""
        key, _, value = rest.partition(" ")
        if key in house:
            raise self.fail(f"house value {key} is given twice.")
        try:
            house[key] = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise self.fail(f"a house value is written like 'house factory.price [2, 2, 1]', not 'house {rest}'.") from error

    def option(self, ruleset: Ruleset, options: dict[str, str], rest: str) -> None:
        """Reads an option line: name and value."""
        name, _, value = rest.partition(" ")
        if name in options:
            raise self.fail(f"option {name} is given twice.")
        try:
            ruleset.normalize_options({name: value})
        except GroundfloorError as error:
            raise self.fail(str(error)) from error
        options[name] = value

    def seat(self, ruleset: Ruleset, rest: str, number: int) -> Seat:
        """Reads a seat line: number, human or Automa, colour, name."""
        words = rest.split(" ", 3)
        if len(words) != 4 or words[0] != str(number) or not all(words):
            raise self.fail(f"this line must name a seat, such as 'seat {number} human red Ann'.")
        seat = Seat(words[3], "" if words[1] == "human" else words[1], words[2])
        try:
            check_seat(ruleset, seat)
        except GroundfloorError as error:
            raise self.fail(str(error)) from error
        return seat

    def seal(self, rest: str) -> tuple[str, int]:
        """Reads a hash line: the hash of the key, and the first draw that the key determines."""
        digits, _, first = rest.partition(" ")
        if len(digits) != 64 or not is_hex(digits) or not parse_number(first):
            raise self.fail("a hash line has 64 hexadecimal digits and the number of the first draw that the key determines.")
        return digits, parse_number(first)

    def key(self, record: Record, digits: str) -> str:
        """Reads the key line, which is the last one."""
        if not is_hex(digits):
            raise self.fail("a key is an even number of hexadecimal digits in lower case.")
        if not record.key_hash:
            raise self.fail("there is a key, but the header has no hash of it.")
        return digits

    def entry(self, record: Record, line: str, counted: list[Entry]) -> Entry:
        """Reads a line after the header; ``counted`` are the entries before it that count."""
        who, _, text = line.partition(" ")
        seat = parse_number(who)
        if who != "*" and not 1 <= seat <= len(record.seats):
            raise self.fail(f"an entry begins with a seat from 1 to {len(record.seats)} or *, not {who!r}.")
        entry = Entry(seat - 1, text, 0, self.line_number)
        if text.startswith("undo ") and who != "*":
            self.undo(entry, counted)
            return entry
        if who != "*" and text not in record.game_ruleset.action_table.by_text:
            raise self.fail(self.unknown(record, text))
        counted.append(entry)
        return entry

    def unknown(self, record: Record, text: str) -> str:
        """Returns the error message for a text that is no action as it is written."""
        try:
            action = record.game_ruleset.action(text)
        except GroundfloorError as error:
            return str(error)
        return f"{text!r} must be written {action.text!r}."

    def undo(self, entry: Entry, counted: list[Entry]) -> None:
        """Removes the seat's own last entries from ``counted``, none before a chance outcome or another seat's entry."""
        count = parse_number(entry.text.removeprefix("undo "))
        if not 1 <= count <= len(counted) or any(other.seat != entry.seat for other in counted[-count:]):
            raise self.fail(f"{str(entry)!r} is not possible: at most {undoable_count(counted, entry.seat)} can be undone there.")
        entry.undo_count = count
        del counted[-count:]
