"""Tables and their pages in the store: how one becomes the other, and what an operation has changed."""

from __future__ import annotations

import logging
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from ..engine.errors import BadRecord
from ..engine.position import position_text
from ..store import Change, LineRow, NewGame, SeatRow, Snapshot, StandingRow, Summary
from .chronicle import Chronicle
from .papers import header, read, texts, unsealed
from .table import Chair, Table, Wishes

if TYPE_CHECKING:
    from ..engine.record import Record
    from ..store import GameRow

log = logging.getLogger(__name__)
SNAPSHOT_EVERY = 20
"""Entries between two snapshots."""


def code_version() -> str:
    """The version of the installed product."""
    try:
        return version("groundfloor")
    except PackageNotFoundError:
        return "unknown"


CODE = code_version()


class Before:
    """A table as it was before an operation."""

    def __init__(self, table: Table, stored: int) -> None:
        self.stored = stored
        self.version = table.version
        self.key = table.match.record.key
        self.lines = dict(table.lines)
        self.wishes = dict(table.wishes)

    def is_touched(self, table: Table) -> bool:
        """Something is different now."""
        return table.version != self.stored or table.lines != self.lines or table.wishes != self.wishes

    def restore(self, table: Table) -> None:
        """The table as it was before: for an operation that failed, or that could not be written."""
        record = table.match.record
        if table.version != self.version:
            del record.entries[self.version :]
            record.key = self.key
            table.match.game = record.replay()
            table.chronicle = Chronicle(record)
        table.lines = dict(self.lines)
        table.wishes = dict(self.wishes)

    def change(self, table: Table, at: str, request: str = "") -> Change | None:
        """What is to be written; None if nothing is."""
        if not self.is_touched(table):
            return None
        seats = {seat for seat in {*self.lines, *table.lines} if self.lines.get(seat) != table.lines.get(seat)}
        wishes = [seat for seat, wish in table.wishes.items() if self.wishes.get(seat) != wish]
        return Change(
            at=at,
            first=self.stored + 1,
            summary=summary(table),
            entries=tuple(texts(table.match.record)[self.stored :]),
            lines={seat: line_row(table, seat) for seat in seats},
            standing=tuple(StandingRow(seat, **vars(table.wishes[seat])) for seat in wishes),
            snapshot=snapshot(table) if table.version // SNAPSHOT_EVERY != self.stored // SNAPSHOT_EVERY else None,
            request=request,
        )


def new_game(table: Table, key: bytes | None, at: str, request: str = "", browser: str = "", here: frozenset[int] = frozenset()) -> NewGame:
    """A table as it is written for the first time."""
    record, rules = table.match.record, table.game.ruleset
    seats = tuple(SeatRow(chair.seat, chair.name, chair.colour, chair.automa, chair.token) for chair in table.chairs)
    written = tuple(texts(record))
    return NewGame(
        table.public,
        table.name,
        rules.name,
        rules.revision,
        header(record),
        at,
        key,
        seats,
        written,
        summary(table),
        request,
        browser,
        here,
    )


def load(row: GameRow) -> Table:
    """A table as it stands on disk; what chance still owes is drawn again, and comes out the same."""
    record = read(row.header, row.entries)
    if [seat.seat for seat in row.seats] != list(range(len(record.seats))) or len(row.entries) != row.summary.entries:
        raise BadRecord(
            f"the record has {len(record.seats)} seats and {row.summary.entries} entries; {len(row.seats)} and {len(row.entries)} are there."
        )
    match = unsealed(record, row.key)
    chairs = tuple(Chair(seat.seat, seat.name, seat.colour, seat.automa, seat.token) for seat in row.seats)
    table = Table(row.public, row.name, match, chairs, row.summary.status)
    for line in row.lines:
        if line.version == table.version:
            table.lines[line.seat] = (line.actions, line.picked)
    for wish in row.standing:
        table.wishes[wish.seat] = Wishes(wish.confirms_itself, wish.skips_hiring, wish.skips_firing)
    check(row, record)
    return table


def check(row: GameRow, record: Record) -> None:
    """Compares a snapshot of this very code with the record, which decides."""
    kept = row.snapshot
    if kept is None or kept.code != CODE or kept.revision != row.revision or kept.number > len(row.entries):
        return
    game = record.replay(until=kept.number)
    if position_text(game.position()) != kept.position:
        log.warning("game %s: the snapshot of entry %d differs from the record; the record holds", row.public, kept.number)


def snapshot(table: Table) -> Snapshot:
    """The position as it stands."""
    return Snapshot(table.version, table.game.ruleset.revision, CODE, position_text(table.game.position()))


def summary(table: Table) -> Summary:
    """What lists say about a table."""
    state = table.game.state
    status = "shown" if table.is_shown else "over" if table.game.is_over else "running"
    asked = table.asked
    return Summary(status, table.version, asked if asked is not None else -1, state.round, state.phase)


def line_row(table: Table, seat: int) -> LineRow | None:
    """A tentative line as it is written."""
    line = table.lines.get(seat)
    return LineRow(seat, table.version, line[0], line[1]) if line is not None else None
