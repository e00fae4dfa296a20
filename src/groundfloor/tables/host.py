"""The host: knows all tables, keeps them on disk, and tells the watchers only what is there already."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError
from ..store import HOST
from . import papers, shelf
from .errors import UnknownGame
from .opening import open_table, seat_people

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..store import GameRow, Notice, Store
    from .opening import Opening, Randomness
    from .table import Table

ROOM = 64
"""Tables that stay in memory; the others are read again when somebody looks."""
log = logging.getLogger(__name__)


@dataclass
class Kept:
    """A table in memory: its row, and how many of its entries are on disk."""

    table: Table
    row: GameRow
    stored: int


class Host:
    """Opens tables, finds them, and runs operations: first the disk, then the watchers.

    ``clock`` gives the time as a text, ``randomness`` so many random bytes. ``publish`` is told of every confirmed change once it
    is on the disk, ``whisper`` of tentative ones, with the secret of the seat.
    """

    def __init__(
        self,
        store: Store,
        clock: Callable[[], str],
        randomness: Randomness,
        publish: Callable[[Notice], None] = lambda notice: None,
        whisper: Callable[[str], None] = lambda token: None,
    ) -> None:
        self.store = store
        self._clock = clock
        self._randomness = randomness
        self._publish = publish
        self._whisper = whisper
        self._tables: OrderedDict[str, Kept] = OrderedDict()
        self._lock = RLock()

    # Finding

    def table(self, public: str) -> Table:
        """The table with this public id; UnknownGame if there is none."""
        return self._find(public).table

    def seat(self, token: str) -> tuple[Table, int]:
        """The table and the seat that a secret opens."""
        found = self.store.seat(token)
        if found is None:
            raise UnknownGame("Nobody sits at this address: the link is incomplete, or the game was deleted.")
        return self.table(found[0]), found[1]

    # Opening and closing

    def open(self, opening: Opening, browser: str = "", here: frozenset[int] = frozenset()) -> Table:
        """A new table on disk; the browser that opens it is its host and holds the seats ``here``."""
        table, key = open_table(opening, self._randomness)
        return self._shelve(table, key, browser, here)

    def show(self, text: str, browser: str = "") -> Table:
        """A table that only shows a record that somebody has brought."""
        return self._shelve(seat_people(papers.shown(text), "", self._randomness, "shown"), None, browser, frozenset())

    def resume(self, text: str, browser: str = "") -> Table:
        """A table that goes on from a record that somebody has brought, with new draws; all its people sit at this browser."""
        key = self._randomness(32)
        table = seat_people(papers.continued(text, key), "", self._randomness)
        here = frozenset(chair.seat for chair in table.chairs if not chair.automa)
        return self._shelve(table, key, browser, here)

    def delete(self, public: str) -> None:
        """Removes a table for everybody."""
        with self._lock:
            self.store.delete(public)
            self._tables.pop(public, None)

    # Playing

    @contextmanager
    def at(self, public: str) -> Iterator[Table]:
        """One operation at a table: what it changed is on disk when the block ends, and is told then.

        If it fails half-way the table is forgotten, and read again as it stands on disk.
        """
        with self._lock:
            kept = self._find(public)
            table = kept.table
            with table.lock:
                before = shelf.Before(table, kept.stored)
                try:
                    yield table
                except GroundfloorError:
                    if before.is_touched(table):
                        self._tables.pop(public, None)
                    raise
                except BaseException:
                    self._tables.pop(public, None)
                    raise
                notice = self._write(kept, before)
        if notice is not None:
            self._publish(notice)
            self.store.published(notice.sequence)

    def start(self) -> None:
        """After a start: tells what was not told, and lets those games go on where nobody is asked."""
        for notice in self.store.unpublished():
            self._publish(notice)
            self.store.published(notice.sequence)
        for public in self.store.running():
            try:
                with self.at(public) as table:
                    table.go_on()
            except GroundfloorError:
                log.exception("game %s can't go on", public)

    # Helpers

    def _find(self, public: str) -> Kept:
        with self._lock:
            kept = self._tables.get(public)
            if kept is None:
                row = self.store.game(public)
                if row is None:
                    raise UnknownGame("There is no game at this address: the link is incomplete, or the game was deleted.")
                kept = Kept(shelf.load(row), row, len(row.entries))
                self._tables[public] = kept
                while len(self._tables) > ROOM:
                    self._tables.popitem(last=False)
            self._tables.move_to_end(public)
            return kept

    def _shelve(self, table: Table, key: bytes | None, browser: str, here: frozenset[int]) -> Table:
        table.go_on()
        with self._lock:
            self.store.add(shelf.new_game(table, key, self._clock()))
            if browser:
                self.store.remember(browser, table.public, {HOST, *here})
        return self.table(table.public)

    def _write(self, kept: Kept, before: shelf.Before) -> Notice | None:
        change = before.change(kept.table, self._clock())
        if change is None:
            return None
        try:
            notice = self.store.save(kept.row, change)
        except BaseException:
            self._tables.pop(kept.table.public, None)
            raise
        kept.stored = kept.table.version
        if notice is None:
            for seat in change.lines:
                self._whisper(kept.table.chairs[seat].token)
        return notice
