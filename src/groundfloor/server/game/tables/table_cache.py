"""A cache of tables, limited in bytes: each is read from the store once, under its own lock. Those that nobody looks at are dropped first."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from threading import Lock, RLock
from typing import TYPE_CHECKING

from groundfloor.engine.cancellation import OperationCancelled
from groundfloor.engine.errors import GroundfloorError
from groundfloor.table.errors import DamagedTable, UnknownGame

from ...database.errors import StorageError
from ..storage import games
from . import persistence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundfloor.table.table import Table

    from ...database.rows import GameRow
    from ...database.store import Store

CACHE_BYTES = 32_000_000
"""Bytes that tables may take in memory; others are read from the store again."""
log = logging.getLogger(__name__)
_in_memory: ContextVar[set[str] | None] = ContextVar("groundfloor_in_memory", default=None)
"""For work that only uses tables in memory, those that it has found current; None for other work."""


class NotInMemory(Exception):
    """A table would have to be read from the store, which ``only_in_memory`` forbids; ``game_id`` is its id."""

    def __init__(self, game_id: str) -> None:
        super().__init__()
        self.game_id = game_id


@contextmanager
def only_in_memory() -> Iterator[None]:
    """Makes loading raise NotInMemory for a table that is not cached.

    Within the block a table is compared with the store once.
    """
    token = _in_memory.set(set())
    try:
        yield
    finally:
        _in_memory.reset(token)


@dataclass(frozen=True)
class CachedTable:
    """A cached table with its row as it is stored, without the entries."""

    table: Table
    row: GameRow

    @staticmethod
    def of(table: Table, row: GameRow) -> CachedTable:
        """Returns a table that stands in the store as the row says."""
        return CachedTable(table, replace(row, entries=(), table=table.value))


@dataclass
class Slot:
    """The cache slot of one table: ``lock`` is held while it is read, ``users`` counts the blocks that use it now, ``bytes`` is what it takes."""

    game_id: str
    cached: CachedTable | None = None
    users: int = 0
    bytes: int = 0
    lock: RLock = field(default_factory=RLock)


class TableCache:
    """Tables by game id, ``most_bytes`` and the one used last; ``is_watched`` says of a game id whether somebody looks at the table.

    The lock of the cache itself is never held while the store is read or written.
    """

    def __init__(self, store: Store, most_bytes: int = CACHE_BYTES, is_watched: Callable[[str], bool] = lambda game_id: False) -> None:
        self.store = store
        self.most_bytes = most_bytes
        self.is_watched = is_watched
        self.bytes = 0
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._lock = Lock()
        self._damaged: set[str] = set()

    @contextmanager
    def slot(self, game_id: str) -> Iterator[Slot]:
        """Yields the slot of a table; all blocks for the same table get the same slot."""
        with self._lock:
            slot = self._slots.setdefault(game_id, Slot(game_id))
            slot.users += 1
            self._slots.move_to_end(game_id)
        try:
            yield slot
        finally:
            with self._lock:
                slot.users -= 1
                self._evict(slot)

    def load(self, slot: Slot) -> CachedTable:
        """Returns the table of the slot, read from the store if needed.

        Raises UnknownGame, DamagedTable, StorageError or NotInMemory.
        """
        cached, current = slot.cached, _in_memory.get()
        if cached is not None and (slot.game_id in (current or ()) or self._is_current(cached)):
            if current is not None:
                current.add(slot.game_id)
            return cached
        if current is not None:
            raise NotInMemory(slot.game_id)
        with slot.lock:
            cached = slot.cached
            if cached is None or not self._is_current(cached):
                slot.cached = None
                slot.cached = cached = self._read(slot.game_id, cached)
            return cached

    def _is_current(self, cached: CachedTable) -> bool:
        """Returns whether no other process has changed a table since it was read."""
        return not self.store.is_shared or games.change_count(self.store, cached.table.game_id) == cached.row.changes

    def add(self, table: Table, row: GameRow) -> None:
        with self.slot(table.game_id) as slot:
            slot.cached = CachedTable.of(table, row)

    def remove(self, game_id: str) -> None:
        with self._lock:
            self._drop(game_id)

    def _read(self, game_id: str, known: CachedTable | None) -> CachedTable:
        """Returns a table as it is stored; of one that is known, only the entries that it lacks are read."""
        try:
            row = games.find(self.store, game_id, after=known.row.summary.entries if known is not None else 0)
            if row is None:
                raise UnknownGame("There is no game at this address: the link is incomplete, or the game was deleted.")
            if known is not None:
                return self._refreshed(known, row)
            return CachedTable.of(persistence.load(row), row)
        except (UnknownGame, OperationCancelled, StorageError):
            raise
        except Exception as error:  # damaged data can be wrong in any way
            if game_id not in self._damaged:
                self._damaged.add(game_id)
                log.error("game %s can't be read: %s: %s", game_id, type(error).__name__, str(error)[:300])
            raise DamagedTable(
                "This table can’t be opened: its data is damaged. The operator of the server can restore a backup."
            ) from None

    def _refreshed(self, known: CachedTable, row: GameRow) -> CachedTable:
        """Returns a known table with what others have changed; it is read anew if they don't fit."""
        try:
            return CachedTable.of(persistence.refreshed(known.table, row), row)
        except OperationCancelled:
            raise
        except GroundfloorError:
            return self._read(row.game_id, None)

    def _evict(self, used: Slot) -> None:
        """Counts a slot that was used, and drops tables until the others fit: first those without watchers, the least recently used of them first."""
        if self._slots.get(used.game_id) is not used:
            return
        if used.cached is None and not used.users:
            self._drop(used.game_id)
            return
        size = used.cached.table.memory_bytes if used.cached is not None else 0
        self.bytes += size - used.bytes
        used.bytes = size
        if self.bytes > self.most_bytes:
            unused = [game_id for game_id, slot in self._slots.items() if not slot.users and slot is not used]
            for game_id in sorted(unused, key=self.is_watched):
                self._drop(game_id)
                if self.bytes <= self.most_bytes:
                    break

    def _drop(self, game_id: str) -> None:
        slot = self._slots.pop(game_id, None)
        if slot is not None:
            self.bytes -= slot.bytes
