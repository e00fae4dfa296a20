"""An entry: one line of a record."""

from __future__ import annotations

from .actions import Outcome

CHANCE = -1


BOT, PERSON = "bot ", "person"
"""How lines begin that say who plays a seat from there on: ``2 bot manager``, ``2 person``."""


class Entry:
    """One line: an answer of a seat, an outcome of chance (seat -1), an undo of the seat's last ``undo_count`` answers, or who plays the seat.

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
