"""A game of the terminal: its table, and the file in which its record is kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundfloor.table.messages import people_of
from groundfloor.table.table import Table
from groundfloor.table.value import SeatValue, TableValue

from .record_file import RecordFile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundfloor.engine.match import Match

REAL = "real"
"""The id of the game with which the terminal has begun; its branches are ``branch1`` and so on."""


@dataclass
class TerminalGame:
    """A table that is played here, the real one or a branch of it, with the seats that people here have given to bots."""

    table: Table
    record_file: RecordFile | None = None
    given_seats: set[int] = field(default_factory=set)

    @property
    def people(self) -> list[int]:
        """The seats of people, also those for which a bot plays now."""
        return sorted({*people_of(self.table), *self.given_seats})

    @property
    def can_go_on(self) -> bool:
        return not self.table.is_record_only and not self.table.game.is_over

    def keep_in(self, path: Path, key: bytes) -> RecordFile:
        """Keeps the game in a file from now on; WriteFailed if that is not possible."""
        file = RecordFile(path, key, [seat_value.agent for seat_value in self.table.value.seats])
        file.create(self.table.match.record)
        self.record_file = file
        return file


def table_of(match: Match, agents: Sequence[str], game_id: str = REAL, name: str = "") -> Table:
    """Returns the table of a match; ``agents`` are the specifications of its bots by seat ("": a person or an Automa). Without a key it only shows a record."""
    seats = enumerate(match.game.seats)
    seat_values = tuple(SeatValue(seat, person.name, person.colour, person.automa or agents[seat], "") for seat, person in seats)
    return Table(game_id, match, TableValue(name, seat_values), is_record_only=match.key is None)
