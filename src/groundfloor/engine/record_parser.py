"""Reads a record from its text, line by line."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from .cancellation import raise_if_cancelled
from .entry import BOT, Entry, undoable_count
from .errors import BadRecord, GroundfloorError
from .game import Game
from .record import FORMAT, PURPOSES, Purpose, Record
from .seats import Seat, check_seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from .ruleset import Ruleset

MAX_LINE_LENGTH, MAX_TEXT_LENGTH = 200, 4_000_000
"""The most characters of a line, of a record."""
MAX_BOT_NAME_LENGTH = 40


def parse_number(text: str) -> int:
    """Returns a number from 1 to 999,999 as records write it, 0 for any other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= 6 and not text.startswith("0")
    return int(text) if is_number else 0


def is_hex(text: str) -> bool:
    """Returns True for pairs of hexadecimal digits in lower case."""
    return bool(text) and len(text) % 2 == 0 and set(text) <= set("0123456789abcdef")


def is_date(text: str) -> bool:
    """Returns True for a date of the calendar as records write it, such as ``2026-11-22``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_bot_name(text: str) -> bool:
    """Returns True for a name that a record can give to a bot."""
    return 0 < len(text) <= MAX_BOT_NAME_LENGTH and text.isascii() and all(letter.isalnum() or letter in "_-." for letter in text)


class RecordParser:
    """Reads a record line by line."""

    def __init__(self, text: str, find: Callable[[str, int], Ruleset]) -> None:
        if len(text) > MAX_TEXT_LENGTH:
            raise BadRecord(f"Line 1: a record has at most {MAX_TEXT_LENGTH} characters, not {len(text)}.")
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.find = find
        self.line_number = 0
        self.version = FORMAT
        self.texts: dict[str, str] = {}

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
        purpose: Purpose = ""
        day = ""
        branch = ("", 0)
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
            elif word == "table" and self.version > 1 and not purpose:
                purpose, day = self.purpose(rest)
            elif word == "branch" and purpose == "practice" and not branch[0]:
                branch = self.branch(rest)
            else:
                known = "house, option, seat or hash" if self.version == 1 else "house, option, seat, hash, table or branch"
                raise self.fail(
                    f"a header has lines that begin with {known}, each where it belongs, and ends with an empty line; this one is {line!r}."
                )
        try:
            ruleset = ruleset.with_overrides(house)
            game = Game(ruleset, seats, options)
        except GroundfloorError as error:
            raise self.fail(f"the table is not possible: {error}") from error
        record = Record(ruleset, game.seats, game.options, sealed[0])
        record.first_sealed_draw = sealed[1]
        record.purpose = purpose
        record.parent, record.parent_entry = branch
        record.day = day
        return record

    def purpose(self, rest: str) -> tuple[Purpose, str]:
        """Reads a table line: what the game is for, and the date if it is the city of a day."""
        word, _, day = rest.partition(" ")
        found = next((purpose for purpose in PURPOSES if purpose == word), None)
        if found is None:
            raise self.fail(f"a table is one of {', '.join(PURPOSES)}, not {word!r}.")
        if found == "day" and not is_date(day):
            raise self.fail(f"the city of a day names its date, such as 'table day 2026-11-22', not {day!r}.")
        if found != "day" and day:
            raise self.fail(f"a table line for {word} has no further words, not {day!r}.")
        return found, day

    def ruleset(self) -> Ruleset:
        """Reads the first two lines, which name the format and the ruleset."""
        first = self.next()
        version = parse_number(first.removeprefix("groundfloor record "))
        if version > FORMAT:
            raise self.fail(f"the record has format {version}; this version of groundfloor reads formats up to {FORMAT}.")
        if not version or first != f"groundfloor record {version}":
            raise self.fail("a record begins with 'groundfloor record 1'.")
        self.version = version
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

    def branch(self, rest: str) -> tuple[str, int]:
        """Reads a branch line: the game that it left, and the number of entries after which it did, from 0."""
        parent, _, entry = rest.partition(" ")
        if not parent.isascii() or not parent.isalnum() or len(parent) > 40 or not (entry == "0" or parse_number(entry)):
            raise self.fail("a branch line has the id of a game and a number of entries, such as 'branch k3v7 31'.")
        return parent, int(entry)

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
        text = self.texts.setdefault(text, text)  # entries with the same text share it
        entry = Entry(seat - 1, text, 0, self.line_number)
        if text.startswith("undo ") and who != "*":
            self.undo(entry, counted, record.is_free)
            return entry
        if entry.is_seat_change and self.version > 2:
            self.seat_change(record, entry)
            return entry
        if who != "*" and text not in record.game_ruleset.action_table.by_text:
            raise self.fail(self.unknown(record, text))
        counted.append(entry)
        return entry

    def seat_change(self, record: Record, entry: Entry) -> None:
        """Checks a line that says who plays a seat."""
        if record.seats[entry.seat].automa:
            raise self.fail(f"seat {entry.seat + 1} is an Automa's; a bot plays only for a person.")
        if entry.text.startswith(BOT) and not is_bot_name(entry.bot):
            raise self.fail(
                f"a bot has a name of 1 to {MAX_BOT_NAME_LENGTH} letters, digits and the signs _ - . such as 'bot manager', not {entry.text!r}."
            )

    def unknown(self, record: Record, text: str) -> str:
        """Returns the error message for a text that is no action as it is written."""
        try:
            action = record.game_ruleset.action(text)
        except GroundfloorError as error:
            return str(error)
        return f"{text!r} must be written {action.text!r}."

    def undo(self, entry: Entry, counted: list[Entry], is_free: bool) -> None:
        """Removes the seat's last entries from ``counted``.

        They are its own, none before a chance outcome or another seat's entry; if everything can be undone, the first of them is its own.
        """
        count = parse_number(entry.text.removeprefix("undo "))
        is_known = 1 <= count <= len(counted)
        taken = counted[-count:][: 1 if is_free else count] if is_known else []
        if not is_known or any(other.seat != entry.seat for other in taken):
            most = undoable_count(counted, entry.seat, is_free)
            raise self.fail(f"{str(entry)!r} is not possible: at most {most} can be undone there.")
        entry.undo_count = count
        del counted[-count:]
