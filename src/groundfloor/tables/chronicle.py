"""The chronicle of a match: what happened at each entry, and when rounds and phases began. Follows the record, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.events import Event
from ..engine.record import CHANCE

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
        self._live: list[int] = []
        self.game = self._begin()

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
        return self.record.replay(until=number)

    def _begin(self) -> Game:
        journal: list[Event] = []
        game = self.record.replay(until=0, journal=journal)
        game.journal = journal
        self.marks.append((game.state.round, game.state.phase))
        self._tell(game, 0)
        return game

    def _take(self, number: int) -> None:
        entry = self.record.entries[number - 1]
        if entry.undone:
            self._undo(number, entry.undone, entry.seat)
        else:
            self.game.apply(entry.text)
            self._live.append(number)
            self._tell(self.game, number)
        self.marks.append((self.game.state.round, self.game.state.phase))
        if entry.seat != CHANCE:
            self.left_at[entry.seat] = self.game.state.copy()

    def _undo(self, number: int, count: int, seat: int) -> None:
        gone = set(self._live[-count:])
        del self._live[-count:]
        for index, told in enumerate(self.told):
            if told.entry in gone and self._ended[index] is None:
                self._ended[index] = number
        self.game = self.record.replay(until=number)
        self.game.journal = [Event("MovesTakenBack", seat, "", {"entries": count})]
        self._tell(self.game, number)

    def _tell(self, game: Game, number: int) -> None:
        journal = game.journal or []
        round, phase = self.marks[-1]
        for event in journal:
            if event.kind == "RoundBegan":
                round = int(event.facts["round"])
            elif event.kind == "PhaseBegan":
                phase = int(event.facts["phase"])
            self.told.append(Told(number, round, phase, event))
            self._ended.append(None)
        journal.clear()
