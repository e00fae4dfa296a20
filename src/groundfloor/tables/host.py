"""The host: knows all tables, keeps them on disk, and tells the watchers only what is there already."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.errors import GroundfloorError
from ..store import HOST, StorageError
from . import papers, shelf
from .errors import UnknownGame
from .memory import Memory
from .opening import open_table, seat_people

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..store import Notice, Store
    from .memory import Kept
    from .opening import Opening, Randomness
    from .table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class NewTable:
    """A table that is not on the disk yet, the key of its draws (None: it only shows a record), and who will sit at the browser that opens it."""

    table: Table
    key: bytes | None
    here: frozenset[int] = frozenset()


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
        self.memory = Memory(store)

    # Finding

    def table(self, public: str) -> Table:
        """The table with this public id; UnknownGame if there is none, DamagedTable if it can't be read."""
        with self.memory.held(public) as slot:
            return self.memory.find(slot).table

    def seat(self, token: str) -> tuple[Table, int]:
        """The table and the seat that a secret opens."""
        found = self.store.seat(token)
        if found is None:
            raise UnknownGame("Nobody sits at this address: the link is incomplete, or the game was deleted.")
        return self.table(found[0]), found[1]

    # Opening and closing

    def prepare(self, opening: Opening, here: frozenset[int] = frozenset()) -> NewTable:
        """A new table; ``here`` are the seats of the browser that opens it."""
        table, key = open_table(opening, self._randomness)
        return self._prepared(table, key, here)

    def prepare_shown(self, text: str) -> NewTable:
        """A table that only shows a record that somebody has brought."""
        return self._prepared(seat_people(papers.shown(text), "", self._randomness, "shown"), None, frozenset())

    def prepare_resumed(self, text: str) -> NewTable:
        """A table that goes on from a record that somebody has brought, with new draws; all its people sit at one browser."""
        key = self._randomness(32)
        table = seat_people(papers.continued(text, key), "", self._randomness)
        return self._prepared(table, key, frozenset(chair.seat for chair in table.chairs if not chair.automa))

    def add(self, new: NewTable, browser: str = "", request: str = "") -> Table:
        """Writes a new table to the disk; the browser is its host. A request that was here before gets the table that it made then."""
        made = self.store.answered(request) if request else None
        if made is not None:
            if browser:
                self.store.remember(browser, made, {HOST, *new.here})
            return self.table(made)
        public = new.table.public
        self.store.add(shelf.new_game(new.table, new.key, self._clock(), request, browser, new.here))
        row = self.store.game(public)
        assert row is not None
        self.memory.keep(new.table, row)
        return new.table

    def delete(self, public: str) -> None:
        """Removes a table for everybody."""
        self.store.delete(public)
        self.memory.forget(public)

    # Playing

    def is_answered(self, request: str) -> bool:
        """This request has changed something already, and is not to change it again; ``request`` is a hash of it, "" for none."""
        return bool(request) and self.store.answered(request) is not None

    @contextmanager
    def at(self, public: str, request: str = "") -> Iterator[Table]:
        """One operation at a table: what it changed is on disk when the block ends, with the hash of the request, and is told then.

        If it fails, or can't be written, the table stands as before. Only this table waits meanwhile.
        """
        with self.memory.held(public) as slot:
            kept = self.memory.find(slot)
            table = kept.table
            with table.lock:
                before = shelf.Before(table, kept.stored)
                try:
                    yield table
                    slot.is_writing = True
                    notice = self._write(kept, before, request)
                except GroundfloorError:
                    before.restore(table)
                    raise
                except BaseException:
                    before.restore(table)
                    slot.kept = None
                    raise
                finally:
                    slot.is_writing = False
        if notice is not None:
            self._publish(notice)
            self.store.published(notice.sequence)

    def start(self) -> None:
        """After a start: tells what was not told, and lets those games go on where nobody is asked. A table that fails stops no other."""
        try:
            notices, running = self.store.unpublished(), self.store.running()
        except StorageError as error:
            log.error("the list of games can't be read: %s", error.reason[:300])
            return
        for notice in notices:
            self._publish(notice)
            self.store.published(notice.sequence)
        for public in running:
            try:
                with self.at(public) as table:
                    table.go_on()
            except Exception as error:
                log.error("game %s can't go on: %s: %s", public, type(error).__name__, str(error)[:300])

    # Helpers

    def _prepared(self, table: Table, key: bytes | None, here: frozenset[int]) -> NewTable:
        table.go_on()
        return NewTable(table, key, here)

    def _write(self, kept: Kept, before: shelf.Before, request: str) -> Notice | None:
        change = before.change(kept.table, self._clock(), request)
        if change is None:
            return None
        notice = self.store.save(kept.row, change)
        kept.stored = kept.table.version
        if notice is None:
            for seat in change.lines:
                self._whisper(kept.table.chairs[seat].token)
        return notice
