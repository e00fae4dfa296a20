"""The record: a game as text, one line for each entry, and how it is read (docs/record.md)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Literal, cast

from .actions import Outcome
from .arguments import Unchecked, checked, require_function, require_type, whole_number
from .cancellation import raise_if_cancelled
from .errors import BadRecord, GroundfloorError
from .game import FIND, RULESET, Game
from .notebook import picture_of
from .ruleset import Ruleset
from .seats import Seat, check_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator
    from typing import SupportsIndex

    from .journal import Journal

CHANCE = -1


BOT, PERSON = "bot ", "person"
"""How lines begin that say who plays a seat from there on: ``2 bot manager``, ``2 person``."""
WITH = " with "
"""What comes before the seats that have agreed to an undo, or to the end of the game: ``1 undo 5 with 2 3``, ``1 score with 2 3``."""
SCORE, CANCEL = "score", "cancel"
"""Ends of a game by agreement: it is scored as it stands, or it has no result."""


class Entry:
    """One line: an answer of a seat, an outcome of chance (seat -1), an undo of the last ``undo_count`` entries, who plays the seat, or the end by agreement.

    ``line`` is where it was read, 0 if it was not.
    """

    __slots__ = ("seat", "text", "undo_count", "line")

    def __init__(self, seat: int, text: str, undone: int = 0, line: int = 0) -> None:
        self.seat = seat
        self.text = text
        self.undo_count = undone
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return Entry, (self.seat, self.text, self.undo_count, self.line)

    @property
    def is_seat_change(self) -> bool:
        """Whether the line says who plays the seat from here on; it decides nothing, and nothing undoes it."""
        return self.seat != CHANCE and (self.text == PERSON or self.text.startswith(BOT))

    @property
    def bot(self) -> str:
        """The bot that plays the seat from here on, "" for a person."""
        return self.text.removeprefix(BOT) if self.text.startswith(BOT) else ""

    @property
    def ending(self) -> str:
        """``score`` or ``cancel`` for the end of a game by agreement, else ""."""
        word = self.text.partition(WITH)[0]
        return word if self.seat != CHANCE and word in (SCORE, CANCEL) else ""

    @property
    def consenting_seats(self) -> list[int]:
        """The other seats that have agreed: to an undo of decisions of theirs too, or to the end of the game."""
        return [int(number) - 1 for number in self.text.partition(WITH)[2].split(" ") if number]

    def __str__(self) -> str:
        return f"{'*' if self.seat == CHANCE else self.seat + 1} {self.text}"


def undoable_count(active: list[Entry], seat: int, is_free: bool = False) -> int:
    """Returns how many of the last entries a seat can take back: back to the last chance outcome or another seat's decision.

    ``is_free``: back to the seat's first decision, whatever has happened since.
    """
    if is_free:
        return next((len(active) - place for place, entry in enumerate(active) if entry.seat == seat), 0)
    count = 0
    for entry in reversed(active):
        if entry.seat != seat or entry.seat == CHANCE:
            break
        count += 1
    return count


def undo_by_consent(active: list[Entry], seat: int, count: int) -> Entry | None:
    """Returns the entry by which a seat takes back the last ``count`` entries, with the consent of all others who made one of them.

    None if that is not possible: the first of them must be the seat's own, one must be another seat's, and none an outcome of chance.
    """
    taken = active[-count:] if 0 < count <= len(active) else []
    others = sorted({entry.seat for entry in taken if entry.seat != seat})
    if not others or others[0] == CHANCE or taken[0].seat != seat:
        return None
    return Entry(seat, f"undo {count}{with_seats(others)}", count)


def with_seats(seats: list[int]) -> str:
    """Returns how an entry ends to which these seats have agreed."""
    return WITH + " ".join([str(seat + 1) for seat in seats]) if seats else ""


def entries_of_answers(active: list[Entry], seat: int, answers: int) -> int:
    """Returns how many entries contain the seat's last ``answers`` answers; 0 if it has not given that many."""
    for count, entry in enumerate(reversed(active), 1):
        answers -= entry.seat == seat
        if not answers:
            return count
    return 0


def seat_change(seat: int, bot: str) -> Entry:
    """Returns the entry from which on a bot plays a seat, or a person ("")."""
    return Entry(seat, f"{BOT}{bot}" if bot else PERSON)


def chance_entry(outcome: Outcome) -> Entry:
    return Entry(CHANCE, outcome.text)


FORMAT = 1
"""The format that is written and read."""
Purpose = Literal["", "practice", "guided", "day", "same_seed"]
"""What a game is for: "" for an ordinary game, ``day`` for the city of a day, ``same_seed`` for one with the known draws of another game."""
PURPOSES: tuple[Purpose, ...] = ("practice", "guided", "day", "same_seed")
FREE_PURPOSES: tuple[Purpose, ...] = ("practice", "guided")
"""Games in which everything can be undone."""
ENDLESS_PURPOSES: tuple[Purpose, ...] = (*FREE_PURPOSES, "day")
"""Games that can't be ended by agreement: those of one person, who can leave them."""
MAX_LINE_LENGTH, MAX_TEXT_LENGTH = 200, 4_000_000
"""The most characters of a line, of a record."""
MAX_BOT_NAME_LENGTH = 80


class Record:
    """A game as a header and entries. ``key_hash`` is the SHA-256 of the key that determines draw ``first_committed_draw`` and all later ones.

    ``key`` is empty until the game is over. ``day`` is the date (``2026-11-22``) of a game whose purpose is ``day``, else "".
    A branch names the game that it left (``parent``, its game id, "" for other games) and the number of entries after which it did.

    >>> from groundfloor import Match, read_record, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
    >>> match.apply("done")
    >>> str(match.record.entries[-1])
    '1 done'
    >>> read_record(match.record.format()).replay().position() == match.game.position()
    True
    """

    def __init__(
        self,
        ruleset: Ruleset | Unchecked,
        seats: tuple[Seat, ...] | Unchecked,
        options: Mapping[str, str] | Unchecked,
        key_hash: str | Unchecked = "",
    ) -> None:
        self.ruleset = checked(ruleset, Ruleset, RULESET)
        self.seats: tuple[Seat, ...] = checked(seats, tuple, "Seats of a record are a tuple of Seats, such as game.seats")
        require_type(options, (Mapping,), "Options are a dict of texts, such as game.options")
        self.options = cast("Mapping[str, str]", options)
        self.key_hash = checked(key_hash, str, "The hash of a key is a text, such as match.key_hash")
        self.first_committed_draw = 1
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
    def ending(self) -> str:
        """How the game was ended by agreement: ``score``, ``cancel``, or "" for all other games."""
        return self.entries[-1].ending if self.entries else ""

    def ending_entry(self, seat: int, ending: str) -> Entry | None:
        """Returns the entry by which a seat ends the game, with the agreement of all others whom a person plays; None if it can't be ended so."""
        bots = self.bots()
        people = [number for number, person in enumerate(self.seats) if not person.automa and number not in bots]
        if seat not in people or self.purpose in ENDLESS_PURPOSES:
            return None
        return Entry(seat, ending + with_seats([number for number in people if number != seat]))

    def entries_with_bots(self) -> Iterator[tuple[Entry, str]]:
        """Yields each entry with the bot that plays its seat from there on, "" for a person and for chance."""
        bots: dict[int, str] = {}
        for entry in self.entries:
            if entry.is_seat_change:
                bots[entry.seat] = entry.bot
            yield entry, bots.get(entry.seat, "")

    def bots(self) -> dict[int, str]:
        """Returns the bots that play now, by seat."""
        last = {entry.seat: bot for entry, bot in self.entries_with_bots()}
        return {seat: bot for seat, bot in last.items() if bot}

    def seats_of_bots(self) -> set[int]:
        """Returns the seats for which a bot plays or has played, for however long."""
        return {entry.seat for entry in self.entries if entry.is_seat_change and entry.bot}

    def header(self) -> str:
        """Returns the lines before the first entry, the empty one that ends them included."""
        import json  # here, as it takes long to import

        lines = [f"groundfloor record {FORMAT}", f"ruleset {self.ruleset.name} {self.ruleset.revision}"]
        lines += [f"house {key} {json.dumps(value)}" for key, value in self.ruleset.overrides.items()]
        lines += [f"option {name} {value}" for name, value in self.options.items() if value != "off"]
        for number, seat in enumerate(self.seats, 1):
            lines.append(f"seat {number} {seat.automa or 'human'} {seat.colour} {seat.name}")
        if self.purpose:
            lines.append(f"table {self.purpose} {self.day}".rstrip())
        if self.parent:
            lines.append(f"branch {self.parent} {self.parent_entry}")
        if self.key_hash:
            lines.append(f"hash {self.key_hash} {self.first_committed_draw}")
        return "\n".join(lines) + "\n\n"

    def format(self) -> str:
        """Returns the record as text, which ``parse`` reads back."""
        lines = [str(entry) for entry in self.entries]
        if self.key:
            lines.append(f"key {self.key}")
        return self.header() + "".join(f"{line}\n" for line in lines)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles a record as its text, with the ruleset (``editions/pickling.py``)."""
        return record_of, (self.ruleset, self.format())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.format() == other.format()

    def __repr__(self) -> str:
        names = ", ".join([seat.name for seat in self.seats])
        return f"<Record of {self.ruleset.name} {self.ruleset.revision} with {len(self.entries)} entries: {names}>"

    def _repr_svg_(self) -> str | None:
        """Returns the picture of its last position, which a notebook shows; that of the result if the game is over."""
        return picture_of(self.replay())

    @staticmethod
    def parse(text: str | Unchecked, find: Callable[[str, int], Ruleset]) -> Record:
        """Reads a record; ``find`` returns a ruleset by name and revision. Raises BadRecord, which names the line and what is wrong."""
        text = checked(text, str, "A record is read from a text, such as path.read_text('utf-8')")
        require_function(find, FIND)
        return RecordParser(text, find).read()

    def extend(self, lines: Iterable[str]) -> None:
        """Adds the entries of further lines of this record; raises BadRecord, which names the line and what is wrong."""
        RecordParser("\n".join(lines), lambda name, revision: self.ruleset).entries(self)

    def active_entries(self) -> list[Entry]:
        """Returns the entries that count: without undone ones, without the undos themselves, and without those about who plays a seat."""
        return [entry for _, entry in self.numbered_active_entries()]

    def numbered_active_entries(self) -> list[tuple[int, Entry]]:
        """Returns the active entries with their numbers in the record, from 1, where undone entries, undos, changes of seats and an end by agreement count too."""
        active: list[tuple[int, Entry]] = []
        for number, entry in enumerate(self.entries, 1):
            if entry.undo_count:
                del active[len(active) - entry.undo_count :]
            elif not entry.is_seat_change:
                active.append((number, entry))
        if self.ending:
            active.pop()
        return active

    def positions(self, journal: Journal | None = None) -> Iterator[tuple[Game, Entry | None, int]]:
        """Yields each position with the active entry that follows and its number in the record; last the end, with None and the next number.

        The game is one object that goes on: who keeps a position copies it. Raises BadRecord, which names the entry that is not possible.

        >>> from groundfloor import Match, ruleset
        >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {"deck": "preset"}, key=b"secret")
        >>> match.apply("done")
        >>> [(game.state.round, entry and str(entry)) for game, entry, _ in match.record.positions()][-2:]
        [(1, '1 done'), (1, None)]
        """
        game = Game(self.ruleset, self.seats, self.options, journal)
        for number, entry in self.numbered_active_entries():
            yield game, entry, number
            if journal is not None:
                journal.entry = number
            apply_entry(game, entry, number)
        if self.ending:
            game.end(is_scored=self.ending == SCORE)
        yield game, None, len(self.entries) + 1

    def prefix(self, count: int | None) -> Record:
        """Returns the same record with only its first ``count`` entries (None: all)."""
        part = Record(self.ruleset, self.seats, self.options, self.key_hash)
        part.first_committed_draw = self.first_committed_draw
        part.purpose = self.purpose
        part.day = self.day
        part.parent, part.parent_entry = self.parent, self.parent_entry
        part.entries = self.entries[:count]
        part.key = self.key if len(part.entries) == len(self.entries) else ""
        return part

    def replay(self, until: SupportsIndex | None = None, journal: Journal | None = None) -> Game:
        """Returns the game after that many entries (None: all); raises BadRecord, which names the entry that is not possible."""
        count = None if until is None else whole_number(until, "The number of entries is a whole number, or None for all")
        return list(self.prefix(count).positions(journal))[-1][0]

    def draw_count(self) -> int:
        """Returns the number of draws in the record, without undone ones."""
        return sum(1 for entry in self.active_entries() if entry.seat == CHANCE)

    def next_draw(self, kind: str) -> str:
        """Returns what the key makes the next draw of: its number, or for the city of a day its kind and its number among that kind."""
        if self.purpose != "day":
            return str(self.draw_count() + 1)
        count = sum(1 for entry in self.active_entries() if entry.seat == CHANCE and entry.text.startswith(f"{kind} "))
        return f"{kind} {count + 1}"

    def undoable_count(self, seat: int) -> int:
        """Returns how many of the last entries the seat can take back."""
        return undoable_count(self.active_entries(), seat, self.is_free)


def purpose_of(header: str) -> Purpose:
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
    if entry.seat != CHANCE and entry.seat != game._asked_seat:
        whose = "chance's" if game._chance is not None else f"seat {game.asked_seat + 1}'s"
        raise BadRecord(f"{entry_label(entry, number)}: it is {whose} turn, not seat {entry.seat + 1}'s.")
    if entry.seat == CHANCE and game._chance is None:
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


def is_date(text: str) -> bool:
    """Returns True for a date of the calendar as records write it, such as ``2026-11-22``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_bot_name(text: str) -> bool:
    return 0 < len(text) <= MAX_BOT_NAME_LENGTH and text.isascii() and all(letter.isalnum() or letter in "_-.:=," for letter in text)


def with_seat_name(header: str, seat: int, name: str) -> str:
    """Returns a record's header in which a seat has another name; its game is the same.

    >>> with_seat_name("groundfloor record 1\\nruleset second 1\\nseat 1 human red Ann\\n\\n", 0, "Former player").splitlines()[2]
    'seat 1 human red Former player'
    """
    lines = header.split("\n")
    for number, line in enumerate(lines):
        kind, *words = line.split(" ", 4)
        if kind == "seat" and len(words) == 4 and words[0] == str(seat + 1):
            lines[number] = " ".join([kind, *words[:3], name])
    return "\n".join(lines)


def record_of(ruleset: Ruleset, text: str) -> Record:
    """Returns a record that was pickled."""
    return Record.parse(text, lambda name, revision: ruleset)


class RecordParser:
    def __init__(self, text: str, find: Callable[[str, int], Ruleset]) -> None:
        if len(text) > MAX_TEXT_LENGTH:
            raise BadRecord(f"Line 1: a record has at most {MAX_TEXT_LENGTH} characters, not {len(text)}.")
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.find = find
        self.line_number = 0
        self.texts: dict[str, str] = {}

    def fail(self, what: str) -> BadRecord:
        return BadRecord(f"Line {self.line_number}: {what}")

    def next(self) -> str:
        """Returns the next line, without its end and without blanks at its end."""
        line = self.lines[self.line_number] if self.line_number < len(self.lines) else ""
        self.line_number += 1
        if len(line) > MAX_LINE_LENGTH:
            raise self.fail(f"a line has at most {MAX_LINE_LENGTH} characters, not {len(line)}.")
        return line.rstrip(" \t")

    def read(self) -> Record:
        record = self.header()
        self.entries(record)
        return record

    def entries(self, record: Record) -> None:
        """Reads the lines that are left as further entries of a record, and its key."""
        active, texts = record.active_entries(), record.game_ruleset.action_table.by_text
        while self.line_number < len(self.lines):
            raise_if_cancelled()
            line = self.next()
            if line and record.key:
                raise self.fail("the key must be the last line.")
            if line.startswith("key "):
                record.key = self.key(record, line.removeprefix("key "))
            elif line:
                record.entries.append(self.entry(record, line, active, texts))

    def header(self) -> Record:
        ruleset = self.ruleset()
        house: dict[str, object] = {}
        options: dict[str, str] = {}
        seats: list[Seat] = []
        commitment = ("", 1)
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
            elif word == "hash" and not commitment[0]:
                commitment = self.commitment(rest)
            elif word == "hash":
                raise self.fail("a record has only one hash.")
            elif word == "table" and not purpose:
                purpose, day = self.purpose(rest)
            elif word == "branch" and purpose == "practice" and not branch[0]:
                branch = self.branch(rest)
            else:
                raise self.fail(
                    "a header has lines that begin with house, option, seat, hash, table or branch, each where it belongs, and ends with an "
                    f"empty line; this one is {line!r}."
                )
        try:
            ruleset = ruleset.with_overrides(house)
            game = Game(ruleset, seats, options)
        except GroundfloorError as error:
            raise self.fail(f"the table is not possible: {error}") from error
        record = Record(ruleset, game.seats, game.options, commitment[0])
        record.first_committed_draw = commitment[1]
        record.purpose = purpose
        record.parent, record.parent_entry = branch
        record.day = day
        return record

    def purpose(self, rest: str) -> tuple[Purpose, str]:
        """Reads a table line: what the game is for, and the date if it is the city of a day."""
        word, _, day = rest.partition(" ")
        purpose_read = next((purpose for purpose in PURPOSES if purpose == word), None)
        if purpose_read is None:
            raise self.fail(f"a table is one of {', '.join(PURPOSES)}, not {word!r}.")
        if purpose_read == "day" and not is_date(day):
            raise self.fail(f"the city of a day names its date, such as 'table day 2026-11-22', not {day!r}.")
        if purpose_read != "day" and day:
            raise self.fail(f"a table line for {word} has no further words, not {day!r}.")
        return purpose_read, day

    def ruleset(self) -> Ruleset:
        first = self.next()
        version = parse_number(first.removeprefix("groundfloor record "))
        if not version or first != f"groundfloor record {version}":
            raise self.fail(f"a record begins with 'groundfloor record {FORMAT}'.")
        if version != FORMAT:
            raise self.fail(f"the record has format {version}; this version of groundfloor reads format {FORMAT}.")
        words = self.next().split(" ")
        if len(words) != 3 or words[0] != "ruleset" or not parse_number(words[2]):
            raise self.fail("this line must name the ruleset, such as 'ruleset second 1'.")
        try:
            return self.find(words[1], int(words[2]))
        except GroundfloorError as error:
            raise self.fail(str(error)) from error

    def house(self, house: dict[str, object], rest: str) -> None:
        """Reads a house line: the key of a value, and the value as JSON."""
        import json

        key, _, value = rest.partition(" ")
        if key in house:
            raise self.fail(f"house value {key} is given twice.")
        try:
            house[key] = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise self.fail(f"a house value is written like 'house factory.price [2, 2, 1]', not 'house {rest}'.") from error

    def option(self, ruleset: Ruleset, options: dict[str, str], rest: str) -> None:
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

    def commitment(self, rest: str) -> tuple[str, int]:
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

    def entry(self, record: Record, line: str, active: list[Entry], texts: Container[str]) -> Entry:
        """Reads a line after the header; ``active`` are the entries before it that count, ``texts`` those of all actions."""
        if record.ending:
            raise self.fail("the game was ended by agreement; only the key can follow.")
        who, _, text = line.partition(" ")
        seat = parse_number(who)
        if who != "*" and not 1 <= seat <= len(record.seats):
            raise self.fail(f"an entry begins with a seat from 1 to {len(record.seats)} or *, not {who!r}.")
        text = self.texts.setdefault(text, text)  # entries with the same text share it
        entry = Entry(seat - 1, text, 0, self.line_number)
        if text.startswith("undo ") and who != "*":
            self.undo(entry, active, record.is_free)
            return entry
        if entry.is_seat_change:
            self.seat_change(record, entry)
            return entry
        if entry.ending:
            self.ending(record, entry)
            return entry
        if who != "*" and text not in texts:
            raise self.fail(self.unknown(record, text))
        active.append(entry)
        return entry

    def seat_change(self, record: Record, entry: Entry) -> None:
        if record.seats[entry.seat].automa:
            raise self.fail(f"seat {entry.seat + 1} is an Automa's; a bot plays only for a person.")
        if entry.text.startswith(BOT) and not is_bot_name(entry.bot):
            raise self.fail(
                f"a bot has a name of 1 to {MAX_BOT_NAME_LENGTH} letters, digits and the signs _ - . : = , such as 'bot manager', not {entry.text!r}."
            )

    def ending(self, record: Record, entry: Entry) -> None:
        """Checks that all people at the table have agreed to the end of the game."""
        due = record.ending_entry(entry.seat, entry.ending)
        if due is None:
            raise self.fail(f"{str(entry)!r} is not possible: only a person can end a game, and neither practice nor a city of the day.")
        if due.text != entry.text:
            raise self.fail(f"{str(entry)!r} must be written {str(due)!r}, with all other people at the table.")

    def unknown(self, record: Record, text: str) -> str:
        """Returns the error message for a text that is no action as it is written."""
        try:
            action = record.game_ruleset.action(text)
        except GroundfloorError as error:
            return str(error)
        return f"{text!r} must be written {action.text!r}."

    def undo(self, entry: Entry, active: list[Entry], is_free: bool) -> None:
        """Removes the last entries from ``active``.

        They are the seat's own, none before a chance outcome or another seat's entry; if everything can be undone, or others have agreed,
        the first of them is its own.
        """
        if WITH in entry.text:
            self.undo_by_consent(entry, active)
            return
        count = parse_number(entry.text.removeprefix("undo "))
        is_known = 1 <= count <= len(active)
        taken = active[-count:][: 1 if is_free else count] if is_known else []
        if not is_known or any(other.seat != entry.seat for other in taken):
            most = undoable_count(active, entry.seat, is_free)
            raise self.fail(f"{str(entry)!r} is not possible: at most {most} can be undone there.")
        entry.undo_count = count
        del active[-count:]

    def undo_by_consent(self, entry: Entry, active: list[Entry]) -> None:
        """Removes from ``active`` what a seat takes back with the consent of exactly those others who made one of the entries."""
        due = undo_by_consent(active, entry.seat, parse_number(entry.text.removeprefix("undo ").partition(WITH)[0]))
        if due is None:
            raise self.fail(
                f"{str(entry)!r} is not possible: an undo by consent goes back to an own decision, past decisions of others, but past no draw."
            )
        if due.text != entry.text:
            raise self.fail(f"{str(entry)!r} must be written {str(due)!r}, with all others whose decisions it takes back.")
        entry.undo_count = due.undo_count
        del active[-due.undo_count :]
