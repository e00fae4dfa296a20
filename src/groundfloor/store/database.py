"""The connection to SQLite: one writer at a time, every commit on the disk before it returns."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

READING = {"is_reading": True}


def connect(file: Path) -> Engine:
    """An engine whose transactions are SQLite's own: IMMEDIATE for writing, deferred for reading."""
    engine = create_engine(
        f"sqlite:///{file}", poolclass=QueuePool, pool_size=4, connect_args={"check_same_thread": False, "timeout": 10.0}
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    is_reading = connection.get_execution_options().get("is_reading", False)
    connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """One consistent look at the data."""
    with engine.connect().execution_options(**READING) as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """All or nothing, and on the disk at the end."""
    with engine.begin() as connection:
        yield connection
