"""The bell: tells the open pages of people which tables wait for them, and how many notices they have not read."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Annotated

from anyio import CapacityLimiter
from msgspec import Meta, structs

from ...database.change_feed import owner_hash
from ...database.errors import StorageError, log_text
from ...http.json_types import ApiStruct, Time
from ...http.sse import Message
from ..storage import browsers

if TYPE_CHECKING:
    from ...database.store import Store
    from ...http.executor import Executor
    from ...http.sse import Hub
    from ..club import Club

TELL_SECONDS = 1.0
"""How often pages are told at most."""
THREADS = 2
"""People of whom it is read at the same time what they are told."""
MAX_TOLD = 50
"""Waiting tables of which pages are told."""
log = logging.getLogger(__name__)


class Bell:
    """Tells people, on a topic of their own, what has changed at their tables. ``note``, ``note_owner`` and ``note_hash`` are for any thread."""

    def __init__(self, hub: Hub, store: Store, club: Club, executor: Executor) -> None:
        self._hub = hub
        self._executor = executor
        self._store = store
        self._club = club
        self._games: set[str] = set()
        self._owners: set[str] = set()
        self._hashes: set[str] = set()
        self._lock = Lock()
        self._threads = CapacityLimiter(THREADS)

    def note(self, game_id: str) -> None:
        """Notes that a game has changed."""
        with self._lock:
            self._games.add(game_id)

    def note_owner(self, owner_id: str) -> None:
        """Notes that somebody has read their notices."""
        with self._lock:
            self._owners.add(owner_id)

    def note_hash(self, hash: str) -> None:
        """Notes that somebody, named by a hash (``owner_hash``), has got notices at another process, or has read them there."""
        with self._lock:
            self._hashes.add(hash)

    async def run(self) -> None:
        """Tells what was noted, until it is cancelled."""
        while True:
            await asyncio.sleep(TELL_SECONDS)
            try:
                await self.tell()
            except StorageError as error:
                log.error("open pages are not told which tables wait: %s", log_text(error))

    async def tell(self) -> None:
        """Tells what was noted since the last call."""
        with self._lock:
            games, self._games = self._games, set()
            owners, self._owners = self._owners, set()
            hashes, self._hashes = self._hashes, set()
        here = self._hub.owners()
        if hashes:
            owners |= {owner_id for owner_id in here if owner_hash(owner_id) in hashes}
        if games and here:
            owners |= await self._executor.run(partial(browsers.owners_at, self._store, games))
        await asyncio.gather(*(self._tell_owner(owner_id) for owner_id in owners & here))

    async def _tell_owner(self, owner_id: str) -> None:
        tables = await self._executor.run(partial(waiting_tables, self._store, self._club, owner_id), self._threads)
        self._hub.deliver(bell_message(owner_id, tables))


class WaitingGame(ApiStruct, frozen=True):
    game: str
    name: str
    link: str
    since: Time


class WaitingTables(ApiStruct, frozen=True):
    """The tables that wait, the one that has waited longest first, and how many notices the asker has not read."""

    waiting: list[WaitingGame]
    unread: int
    reports: Annotated[int, Meta(description="How many reports wait, for administrators; 0 for everybody else.")]


def waiting_tables(store: Store, club: Club, owner_id: str, most: int = MAX_TOLD) -> WaitingTables:
    """Returns what somebody's bell shows: the tables that wait, ``most`` of them at most, with their secret links, how many notices are not read, and how many reports wait for an administrator."""
    waiting = browsers.waiting(store, owner_id, most)
    unread, reports = club.unread(store, owner_id)
    return WaitingTables(
        waiting=[WaitingGame(game=table.game_id, name=table.name, link=f"/s/{table.token}", since=table.since) for table in waiting],
        unread=unread,
        reports=reports,
    )


def bell_topic(owner_id: str) -> str:
    return f"p:{owner_id}"


def ban_message(owner_id: str, *, is_banned: bool) -> Message:
    return Message(bell_topic(owner_id), "ban", {"is_banned": is_banned})


def bell_message(owner_id: str, tables: WaitingTables) -> Message:
    return Message(bell_topic(owner_id), "bell", structs.asdict(tables))
