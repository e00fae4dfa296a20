"""The outbox: the last change of each game, written with the change itself, so that every process can tell its pages of it.

Transactions may be committed in another order than they began, so readers compare the number of changes of each game, and never ask for what is newer than
the last row that they have seen. Rows go after ``KEPT_SECONDS``.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, select, text

from . import schema as s
from .database import database_seconds, upsert
from .rows import Notice

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
"""The channels of PostgreSQL on which processes are told to look at the outbox, and for jobs."""
ALL_NEWS = frozenset({CHANGES, JOBS})
NOTIFY = {news: text(f"NOTIFY {news}") for news in ALL_NEWS}
CLEAN_EVERY = 16
"""Changes of a game between two after which old rows are deleted."""
DELETE_OLD = delete(s.outbox).where(s.outbox.c.at < database_seconds() - KEPT_SECONDS)
LATEST = select(s.outbox).where(s.outbox.c.at >= database_seconds() - bindparam("seconds")).order_by(s.outbox.c.sequence)


def add(connection: Connection, notices: Iterable[Notice]) -> None:
    """Writes notices of changes in the transaction of the change, and wakes other processes when it is committed."""
    rows = [vars(notice) for notice in notices]
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
    return upsert(dialect, s.outbox).values(at=database_seconds())


def notices(connection: Connection, seconds: float = KEPT_SECONDS) -> list[Notice]:
    """Returns the last change of each game and seat in the last ``seconds``."""
    found = connection.execute(LATEST, {"seconds": seconds})
    return [Notice(row.sequence, row.game_id, row.version, row.changes, row.seat, row.request) for row in found]
