"""The chronicle of a match: what happened at each entry, and when rounds and phases began. Follows the record, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.events import Event
from ..engine.record import CHANCE
from ..engine.replay import Replay

if TYPE_CHECKING:
    from ..engine.game import Game
    from ..engine.record import Record
    from ..engine.state import State


@dataclass(frozen=True)
class Told:
    """One event: the number of the entry that brought it (0: before the first), and the round and phase in which it happened."""

    entry: int
    round: int
    phase: int
    event: Event


class Chronicle:
    """``told`` only grows; what was undone stays in it, and ``seen_at`` says what belongs to the story after so many entries.

    ``marks[n]`` is the round and phase in which the game stands after ``n`` entries; ``left_at`` is what lay on the table after each
    seat's own last entry.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.told: list[Told] = []
        self.marks: list[tuple[int, int]] = []
        self.left_at: dict[int, State] = {}
        self._ended: list[int | None] = []
        self._counted: list[int] = []
        self._told_by: dict[int, range] = {}
        journal: list[Event] = []
        self._replay = Replay(record, journal)
        self.game.journal = journal
        self.marks.append((self.game.state.round, self.game.state.phase))
        self._tell(0)

    @property
    def game(self) -> Game:
        """The position after the entries that were taken in."""
        return self._replay.game

    def follow(self) -> None:
        """Takes in the entries that are new."""
        for number in range(len(self.marks), len(self.record.entries) + 1):
            self._take(number)

    def seen_at(self, number: int) -> list[bool]:
        """For each of ``told``: it had happened, and was not undone, after so many entries."""
        pairs = zip(self.told, self._ended, strict=True)
        return [told.entry <= number and (end is None or end > number) for told, end in pairs]

    def game_at(self, number: int) -> Game:
        """The position after so many entries."""
        return self._replay.position_at(number)

    def _take(self, number: int) -> None:
        entry = self.record.entries[number - 1]
        self._replay.take(entry)
        if entry.undo_count:
            self._forget(number, entry.undo_count)
            self.game.journal = [Event("MovesTakenBack", entry.seat, "", {"entries": entry.undo_count})]
        else:
            self._counted.append(number)
        self._tell(number)
        self.marks.append((self.game.state.round, self.game.state.phase))
        if entry.seat != CHANCE:
            self.left_at[entry.seat] = self.game.state.copy()

    def _forget(self, number: int, count: int) -> None:
        """What the last entries that count brought belongs to the story no more from entry ``number`` on."""
        for undone in self._counted[-count:]:
            for index in self._told_by[undone]:
                self._ended[index] = number
        del self._counted[-count:]

    def _tell(self, number: int) -> None:
        journal = self.game.journal or []
        first = len(self.told)
        round, phase = self.marks[-1]
        for event in journal:
            if event.kind == "RoundBegan":
                round = int(event.facts["round"])
            elif event.kind == "PhaseBegan":
                phase = int(event.facts["phase"])
            self.told.append(Told(number, round, phase, event))
            self._ended.append(None)
        self._told_by[number] = range(first, len(self.told))
        journal.clear()
