"""The feed of changes: the last change of each game, written with the change itself, so that every process can tell its pages of it.

Transactions may be committed in another order than they began, so readers compare the number of changes of each game, and never ask for what is newer than
the last row that they have seen. Rows go after ``KEPT_SECONDS``.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, select, text

from . import schema as s
from .database import database_seconds, upsert
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
CHANGES, JOBS = "groundfloor", "groundfloor_jobs"
"""The channels of PostgreSQL on which processes are told to look at the change feed, and for jobs."""
ALL_NEWS = frozenset({CHANGES, JOBS})
NOTIFY = {news: text(f"NOTIFY {news}") for news in ALL_NEWS}
CLEAN_EVERY = 16
"""Changes of a game between two after which old rows are deleted."""
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


def wake(connection: Connection, news: str) -> None:
    """Tells other processes, when the transaction is committed, what is new: ``CHANGES`` or ``JOBS``."""
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY[news])


@cache
def _save(dialect: str) -> Any:
    return upsert(dialect, s.change_feed).values(at=database_seconds())


def latest(connection: Connection, seconds: float = KEPT_SECONDS) -> list[TableChange]:
    """Returns the last change of each game and seat in the last ``seconds``."""
    found = connection.execute(LATEST, {"seconds": seconds})
    return [TableChange(row.sequence, row.game_id, row.version, row.changes, row.seat, row.request) for row in found]
