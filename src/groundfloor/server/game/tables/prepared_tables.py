"""Tables that are not stored yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.table.creation import create_table, table_for_match
from groundfloor.table.moves import with_auto_answers
from groundfloor.table.operations import SetGuide, SetPreferences
from groundfloor.table.player_names import player_name
from groundfloor.table.reduce import reduce

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundfloor.table.creation import NewTable, Randomness
    from groundfloor.table.table import Table
    from groundfloor.table.value import Preferences

NO_SEATS: frozenset[int] = frozenset()


@dataclass(frozen=True)
class PreparedTable:
    """A table that is not stored yet, the key of its draws (None: it only shows a record), and the seats of the browser that creates it."""

    table: Table
    key: bytes | None
    own_seats: frozenset[int] = NO_SEATS

    @classmethod
    def of(cls, table: Table, key: bytes | None, own_seats: frozenset[int] = NO_SEATS) -> PreparedTable:
        """Returns a table that was just created (``table/creation.py``), with the answers that it gives itself."""
        return cls(with_auto_answers(table), key, own_seats)

    def with_preferences(self, preferences: Mapping[int, Preferences], now: str, randomness: Randomness) -> PreparedTable:
        """Gives seats these preferences, unless a guide explains each question there."""
        if not preferences or self.table.is_guided:
            return self
        table = self.table
        for seat, chosen in preferences.items():
            table = reduce(table, SetPreferences(chosen), seat, now, randomness)
        return replace(self, table=with_auto_answers(table))


def advised_table(new: NewTable, now: str, randomness: Randomness) -> PreparedTable:
    """Returns a practice table whose first seat, that of the browser which creates it, has advice at each decision."""
    prepared = PreparedTable.of(*create_table(replace(new, is_practice=True), randomness), frozenset({0}))
    return replace(prepared, table=reduce(prepared.table, SetGuide("resume"), 0, now, randomness))


def shown_record(text: str, randomness: Randomness) -> PreparedTable:
    """Returns a table that only shows an uploaded record; errors as of ``uploaded_record``."""
    match = Match.resume(uploaded_record(text), None, keeps_history=True)
    return PreparedTable.of(table_for_match(match, "", randomness, "shown"), None)


def resumed_record(text: str, randomness: Randomness) -> PreparedTable:
    """Returns a table that continues an uploaded record with new draws; all its humans play in the browser that creates it.

    Seats that a bot played last are played by that bot. Errors as of ``uploaded_record``.
    """
    key = randomness(32)
    match = Match.resume(uploaded_record(text), key)
    table = table_for_match(match, "", randomness, agents=match.record.bots())
    return PreparedTable.of(table, key, frozenset(table.value.human_seats))


def uploaded_record(text: str) -> Record:
    """Returns a record that somebody uploads; BadRecord, or ImpossibleTable for a name that would leave its line."""
    record = Record.parse(text, ruleset)
    for seat in record.seats:
        player_name(seat.name)
    return record
