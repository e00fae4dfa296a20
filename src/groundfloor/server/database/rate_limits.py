"""Token buckets that all processes share, by the clock of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, select

from . import schema as s
from .database import database_seconds, reads, upsert, writes

if TYPE_CHECKING:
    from sqlalchemy import Connection

COLUMNS = s.rate_limits.c
KEPT_SECONDS = 7 * 24 * 3600.0
"""Seconds after which an unused bucket is full again, whatever it is for."""
FIND = select(COLUMNS.left, COLUMNS.at, database_seconds().label("now")).where(
    COLUMNS.kind == bindparam("of_kind"), COLUMNS.client == bindparam("of_client")
)


@writes
def left(connection: Connection, client: str, kind: str, rate: float, burst: float) -> float:
    """Returns the tokens that a client has, of at most ``burst``; ``rate`` come each second."""
    row = connection.execute(FIND.with_for_update(), {"of_kind": kind, "of_client": client}).one_or_none()
    return burst if row is None else min(burst, row.left + max(row.now - row.at, 0.0) * rate)


@writes
def spend(connection: Connection, client: str, kind: str, rate: float, burst: float, count: float, least: float = float("-inf")) -> float:
    """Takes tokens of a client that has ``least`` of them; returns how many it had."""
    had = left(connection, client, kind, rate, burst)
    if had >= least:
        now = connection.execute(select(database_seconds())).scalar_one()
        connection.execute(upsert(connection.dialect.name, s.rate_limits), {"kind": kind, "client": client, "left": had - count, "at": now})
    return had


@writes
def delete_old(connection: Connection) -> None:
    """Deletes the buckets that nobody has used for ``KEPT_SECONDS``."""
    connection.execute(delete(s.rate_limits).where(COLUMNS.at < database_seconds() - KEPT_SECONDS))


@reads
def clients(connection: Connection) -> dict[str, int]:
    """Returns how many clients have used each kind of limit lately."""
    chosen = select(COLUMNS.kind, func.count()).group_by(COLUMNS.kind)
    return {row[0]: row[1] for row in connection.execute(chosen)}
