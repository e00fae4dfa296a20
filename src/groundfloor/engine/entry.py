"""An entry: one line of a record."""

from __future__ import annotations

from .actions import Outcome

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


def undoable_count(counted: list[Entry], seat: int, is_free: bool = False) -> int:
    """Returns how many of the last entries a seat can take back: back to the last chance outcome or another seat's decision.

    ``is_free``: back to the seat's first decision, whatever has happened since.
    """
    if is_free:
        return next((len(counted) - place for place, entry in enumerate(counted) if entry.seat == seat), 0)
    count = 0
    for entry in reversed(counted):
        if entry.seat != seat or entry.seat == CHANCE:
            break
        count += 1
    return count


def undo_by_consent(counted: list[Entry], seat: int, count: int) -> Entry | None:
    """Returns the entry by which a seat takes back the last ``count`` entries, with the consent of all others who made one of them.

    None if that is not possible: the first of them must be the seat's own, one must be another seat's, and none an outcome of chance.
    """
    taken = counted[-count:] if 0 < count <= len(counted) else []
    others = sorted({entry.seat for entry in taken if entry.seat != seat})
    if not others or others[0] == CHANCE or taken[0].seat != seat:
        return None
    return Entry(seat, f"undo {count}{with_seats(others)}", count)


def with_seats(seats: list[int]) -> str:
    """Returns how an entry ends to which these seats have agreed."""
    return WITH + " ".join([str(seat + 1) for seat in seats]) if seats else ""


def entries_of_answers(counted: list[Entry], seat: int, answers: int) -> int:
    """Returns how many entries contain the seat's last ``answers`` answers; 0 if it has not given that many."""
    for count, entry in enumerate(reversed(counted), 1):
        answers -= entry.seat == seat
        if not answers:
            return count
    return 0


def seat_change(seat: int, bot: str) -> Entry:
    """Returns the entry from which on a bot plays a seat, or a person ("")."""
    return Entry(seat, f"{BOT}{bot}" if bot else PERSON)


def chance_entry(outcome: Outcome) -> Entry:
    return Entry(CHANCE, outcome.text)
