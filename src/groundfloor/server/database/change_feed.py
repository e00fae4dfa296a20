"""The feed of changes: the last change of each game, written with the change itself, from which every process tells its pages.

Transactions may be committed in an order other than that in which they began, so readers compare the number of changes of each game, and never ask for what is newer than
the last row that they have seen. Rows go after ``KEPT_SECONDS``.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import Integer, bindparam, cast, delete, select, text

from . import schema as s
from .database import INSERTS, database_seconds, reads_once, upsert
from .rows import TableChange

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from .rows import Channel

KEPT_SECONDS = 120.0
RECORD = -1
"""The seat of a change of the record."""
CHATS: dict[Channel, int] = {"players": -2, "spectators": -3}
"""The seats of changes of the messages, by channel; the number of changes of each is ``chats.changes``."""
OWNER = -4
"""The seat of a notice that somebody gets or has read: ``game_id`` is the ``owner_hash`` of theirs."""
CHANGES, JOBS = "groundfloor", "groundfloor_jobs"
"""The channels of PostgreSQL on which processes are told to look at the change feed, and for jobs."""
ALL_NEWS = frozenset({CHANGES, JOBS})
NOTIFY = {news: text(f"NOTIFY {news}") for news in ALL_NEWS}
CLEAN_EVERY = 16
"""Changes of a game between two deletions of old rows."""
DELETE_OLD = delete(s.change_feed).where(s.change_feed.c.at < database_seconds() - KEPT_SECONDS)
LATEST = select(s.change_feed).where(s.change_feed.c.at >= database_seconds() - bindparam("seconds")).order_by(s.change_feed.c.sequence)


def add(connection: Connection, changes: Iterable[TableChange]) -> None:
    """Writes changes in the transaction of the change, and wakes other processes when it is committed."""
    rows = [vars(change) for change in changes]
    if rows:
        if rows[0]["changes"] % CLEAN_EVERY == 0:
            connection.execute(DELETE_OLD)
        connection.execute(_save(connection.dialect.name), rows)
        wake(connection, CHANGES)


def note_owners(connection: Connection, owner_ids: Iterable[str]) -> None:
    """Writes that people get notices, or have read theirs, and wakes other processes when that is committed."""
    rows = [{"game_id": owner_hash(id), "seat": OWNER, "version": 0, "sequence": 0} for id in sorted(set(owner_ids))]
    if rows:
        connection.execute(DELETE_OLD)
        connection.execute(_note_owner(connection.dialect.name), rows)
        wake(connection, CHANGES)


def owner_hash(owner_id: str) -> str:
    """Returns the hash by which the feed names somebody."""
    return sha256(owner_id.encode()).hexdigest()[:40]


@cache
def _note_owner(dialect: str) -> Any:
    """Returns the statement that counts up the changes of an owner: starting at the time: they grow even though old rows are deleted."""
    now, seconds = database_seconds(), cast(database_seconds(), Integer)
    statement = INSERTS[dialect](s.change_feed).values(at=now, changes=seconds)
    return statement.on_conflict_do_update(index_elements=["game_id", "seat"], set_={"changes": s.change_feed.c.changes + 1, "at": now})


def wake(connection: Connection, news: str) -> None:
    """Tells other processes, when the transaction is committed, what is new: ``CHANGES`` or ``JOBS``."""
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY[news])


@cache
def _save(dialect: str) -> Any:
    return upsert(dialect, s.change_feed).values(at=database_seconds())


@reads_once
def latest(connection: Connection, seconds: float = KEPT_SECONDS) -> list[TableChange]:
    """Returns the last change of each game and seat in the last ``seconds``."""
    found = connection.execute(LATEST, {"seconds": seconds})
    return [TableChange(row.sequence, row.game_id, row.version, row.changes, row.seat, row.request) for row in found]
