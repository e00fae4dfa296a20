"""Connections to SQLite: transactions, durable commits, and its errors as ``StorageError``."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from .errors import StorageBusy, StorageDamaged, StorageError, StorageFailed, StorageFull, StorageReadOnly

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

READ_ONLY_OPTIONS = {"is_reading": True}
CONNECTIONS = 8
"""Connections that are kept open, about one for each thread."""
JOURNAL_BYTES = 16_000_000
"""Bytes beyond which the write-ahead log is cut off once it has been moved to the database."""
ERRORS_BY_CODE: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_FULL: StorageFull,
    sqlite3.SQLITE_READONLY: StorageReadOnly,
    sqlite3.SQLITE_PERM: StorageReadOnly,
    sqlite3.SQLITE_BUSY: StorageBusy,
    sqlite3.SQLITE_LOCKED: StorageBusy,
    sqlite3.SQLITE_CORRUPT: StorageDamaged,
    sqlite3.SQLITE_NOTADB: StorageDamaged,
    sqlite3.SQLITE_IOERR_SHMSIZE: StorageFull,
}
"""The error class for SQLite's result codes, extended or primary; StorageFailed for all others."""


def connect(file: Path, is_exclusive: bool = False) -> Engine:
    """Returns an engine that begins transactions itself: IMMEDIATE for writing, deferred for reading.

    ``is_exclusive``: by a single connection, which no other process can have beside it, but which needs no shared memory on the disk.
    """
    engine = create_engine(
        f"sqlite:///{file}",
        poolclass=QueuePool,
        pool_size=1 if is_exclusive else CONNECTIONS,
        max_overflow=0 if is_exclusive else CONNECTIONS,
        pool_use_lifo=True,  # the connection that wrote last has its pages in memory; others would read them again
        hide_parameters=True,
        connect_args={"check_same_thread": False, "timeout": 10.0},
    )
    if is_exclusive:
        event.listen(engine, "connect", _lock)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _lock(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA locking_mode=EXCLUSIVE").close()


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", f"journal_size_limit={JOURNAL_BYTES}", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    is_reading = connection.get_execution_options().get("is_reading", False)
    connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Opens a read transaction; StorageError if it fails."""
    with storage_errors(), engine.connect().execution_options(**READ_ONLY_OPTIONS) as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Opens a write transaction, which is on disk after the block; on StorageError nothing was written."""
    with storage_errors(), engine.begin() as connection:
        yield connection


@contextmanager
def storage_errors() -> Iterator[None]:
    """Raises errors of the database as StorageError, without the values of the statement; IntegrityError is passed on."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.IntegrityError):
            raise
        raise storage_error_for(error.orig) from None
    except sqlite3.Error as error:
        raise storage_error_for(error) from None


def storage_error_for(error: BaseException | None) -> StorageError:
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return ERRORS_BY_CODE.get(code, ERRORS_BY_CODE.get(code & 0xFF, StorageFailed))(str(error))
    return (StorageDamaged if isinstance(error, sqlite3.OperationalError | sqlite3.DataError) else StorageFailed)(str(error))
