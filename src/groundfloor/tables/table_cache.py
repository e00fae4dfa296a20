"""A cache of tables: each is read from the store once, under its own lock, and dropped when it is the least recently used."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock, RLock
from typing import TYPE_CHECKING

from ..engine.cancellation import OperationCancelled
from ..store import StorageError
from . import persistence
from .errors import DamagedTable, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..store import GameRow, Store
    from .table import Table

CACHE_SIZE = 64
"""Tables that stay in memory; others are read from the store again."""
log = logging.getLogger(__name__)
_is_light: ContextVar[bool] = ContextVar("groundfloor_light", default=False)


class NotInMemory(Exception):
    """A table would have to be read from the store, which ``only_in_memory`` forbids; ``public`` is its id."""

    def __init__(self, public: str) -> None:
        super().__init__()
        self.public = public


class BeingWritten(Exception):
    """A table is being written, and ``only_in_memory`` forbids to wait for that."""


@contextmanager
def only_in_memory() -> Iterator[None]:
    """Makes loading raise NotInMemory for a table that is not cached, and BeingWritten for one that is being written."""
    token = _is_light.set(True)
    try:
        yield
    finally:
        _is_light.reset(token)


@dataclass
class CachedTable:
    """A cached table with its row, and how many of its entries are stored."""

    table: Table
    row: GameRow
    stored: int


@dataclass
class Slot:
    """The cache slot of one table: ``lock`` is held while it is read, ``users`` counts the blocks that use it now.

    ``is_writing``: a change is being written, and nobody may see it before it is stored.
    """

    public: str
    cached: CachedTable | None = None
    users: int = 0
    is_writing: bool = False
    lock: RLock = field(default_factory=RLock)


class TableCache:
    """Tables by public id. The lock of the cache itself is never held while the store is read or written."""

    def __init__(self, store: Store, size: int = CACHE_SIZE) -> None:
        self.store = store
        self.size = size
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._lock = Lock()
        self._damaged: set[str] = set()

    @contextmanager
    def slot(self, public: str) -> Iterator[Slot]:
        """Yields the slot of a table; all blocks for the same table get the same slot."""
        with self._lock:
            slot = self._slots.setdefault(public, Slot(public))
            slot.users += 1
            self._slots.move_to_end(public)
        try:
            yield slot
        finally:
            with self._lock:
                slot.users -= 1
                self._evict(slot)

    def load(self, slot: Slot) -> CachedTable:
        """Returns the table of the slot, read from the store if needed.

        Raises UnknownGame, DamagedTable, StorageError, NotInMemory or BeingWritten.
        """
        cached = slot.cached
        if slot.is_writing and _is_light.get():
            raise BeingWritten
        if cached is not None:
            return cached
        if _is_light.get():
            raise NotInMemory(slot.public)
        with slot.lock:
            cached = slot.cached
            if cached is None:
                slot.cached = cached = self._read(slot.public)
            return cached

    def add(self, table: Table, row: GameRow) -> None:
        """Adds a table that was just stored."""
        with self.slot(table.public) as slot:
            slot.cached = CachedTable(table, row, len(row.entries))

    def remove(self, public: str) -> None:
        """Removes a table that was deleted."""
        with self._lock:
            self._slots.pop(public, None)

    def _read(self, public: str) -> CachedTable:
        try:
            row = self.store.game(public)
            if row is None:
                raise UnknownGame("There is no game at this address: the link is incomplete, or the game was deleted.")
            return CachedTable(persistence.load(row), row, len(row.entries))
        except (UnknownGame, OperationCancelled, StorageError):
            raise
        except Exception as error:  # damaged data can be wrong in any way
            if public not in self._damaged:
                self._damaged.add(public)
                log.error("game %s can't be read: %s: %s", public, type(error).__name__, str(error)[:300])
            raise DamagedTable("This table can’t be opened: its data is damaged. Whoever runs the server can restore a backup.") from None

    def _evict(self, used: Slot) -> None:
        if not used.users and used.cached is None and self._slots.get(used.public) is used:
            del self._slots[used.public]
        excess = len(self._slots) - self.size
        if excess > 0:
            unused = (public for public, slot in self._slots.items() if not slot.users)
            for public in list(islice(unused, excess)):
                del self._slots[public]
