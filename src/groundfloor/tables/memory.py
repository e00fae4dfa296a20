"""The tables in memory: each is read from the disk once, under a lock of its own, and forgotten when others are needed more."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import TYPE_CHECKING

from ..engine.work import WorkStopped
from ..store import StorageError
from . import shelf
from .errors import DamagedTable, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..store import GameRow, Store
    from .table import Table

ROOM = 64
"""Tables that stay in memory; the others are read again when somebody looks."""
log = logging.getLogger(__name__)
_is_light: ContextVar[bool] = ContextVar("groundfloor_light", default=False)


class Asleep(Exception):
    """A table would have to be read from the disk, which ``only_in_memory`` forbids; ``public`` is its id."""

    def __init__(self, public: str) -> None:
        super().__init__()
        self.public = public


class Busy(Exception):
    """A table is being written to the disk, and ``only_in_memory`` forbids to wait for that."""


@contextmanager
def only_in_memory() -> Iterator[None]:
    """Within the block, in this thread or task, a table that is not in memory raises Asleep, and one that is being written raises Busy."""
    token = _is_light.set(True)
    try:
        yield
    finally:
        _is_light.reset(token)


@dataclass
class Kept:
    """A table in memory: its row, and how many of its entries are on disk."""

    table: Table
    row: GameRow
    stored: int


@dataclass
class Slot:
    """The place of one table: ``lock`` is held while it is read from the disk, ``users`` count who needs it to stay.

    ``is_writing``: a change of it is just being written, and nobody may look at it before that has happened.
    """

    public: str
    kept: Kept | None = None
    users: int = 0
    is_writing: bool = False
    lock: RLock = field(default_factory=RLock)


class Memory:
    """Tables by their public ids. Its own lock is held for moments only, never while the disk is read or written."""

    def __init__(self, store: Store, room: int = ROOM) -> None:
        self.store = store
        self.room = room
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._lock = Lock()
        self._damaged: set[str] = set()

    @contextmanager
    def held(self, public: str) -> Iterator[Slot]:
        """The slot of a table, which is its only one as long as the block lasts."""
        with self._lock:
            slot = self._slots.setdefault(public, Slot(public))
            slot.users += 1
            self._slots.move_to_end(public)
        try:
            yield slot
        finally:
            with self._lock:
                slot.users -= 1
                self._make_room(slot)

    def find(self, slot: Slot) -> Kept:
        """What is in the slot, read from the disk if need be; UnknownGame, DamagedTable, StorageError, Asleep, Busy."""
        kept = slot.kept
        if slot.is_writing and _is_light.get():
            raise Busy
        if kept is not None:
            return kept
        if _is_light.get():
            raise Asleep(slot.public)
        with slot.lock:
            if slot.kept is None:
                slot.kept = self._load(slot.public)
            return slot.kept

    def keep(self, table: Table, row: GameRow) -> None:
        """A table that was just written."""
        with self.held(table.public) as slot:
            slot.kept = Kept(table, row, len(row.entries))

    def forget(self, public: str) -> None:
        """The table was deleted."""
        with self._lock:
            self._slots.pop(public, None)

    def _load(self, public: str) -> Kept:
        try:
            row = self.store.game(public)
            if row is None:
                raise UnknownGame("There is no game at this address: the link is incomplete, or the game was deleted.")
            return Kept(shelf.load(row), row, len(row.entries))
        except (UnknownGame, WorkStopped, StorageError):
            raise
        except Exception as error:  # damaged data can be wrong in any way
            if public not in self._damaged:
                self._damaged.add(public)
                log.error("game %s can't be read: %s: %s", public, type(error).__name__, str(error)[:300])
            raise DamagedTable("This table can’t be opened: its data is damaged. Who runs the server can restore a backup.") from None

    def _make_room(self, used: Slot) -> None:
        if not used.users and used.kept is None and self._slots.get(used.public) is used:
            del self._slots[used.public]
        for public in [public for public, slot in self._slots.items() if not slot.users][: max(len(self._slots) - self.room, 0)]:
            del self._slots[public]
