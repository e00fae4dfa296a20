"""Transactions on SQLite and PostgreSQL, their errors as ``StorageError``, and the statements that the two write differently."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from sqlalchemy import Connection, Double, delete, event, exc, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from .errors import StorageBusy, StorageDamaged, StorageError, StorageFailed, StorageFull, StorageReadOnly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import Concatenate

    from sqlalchemy import Column, Engine, Row, Table
    from sqlalchemy.pool import ConnectionPoolEntry

    from .store import Store

P = ParamSpec("P")
R = TypeVar("R")
Kind = TypeVar("Kind")
READING: dict[str, object] = {"is_reading": True}
"""Options of a connection that only reads: all statements of a transaction see the same data."""
INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
ROW_BYTES = 20
"""What a row takes besides its texts, about."""
PARAMETERS = {"sqlite": "?", "postgresql": "%s"}
ERRORS_BY_SQLITE_CODE: dict[int, type[StorageError]] = {
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
ERRORS_BY_SQLSTATE: dict[str, type[StorageError]] = {
    "53100": StorageFull,
    "25006": StorageReadOnly,
    "42501": StorageReadOnly,
    "40": StorageBusy,
    "55": StorageBusy,
    "57014": StorageBusy,
    "22": StorageDamaged,
    "XX": StorageDamaged,
}
"""The error class for codes and classes of errors of PostgreSQL (appendix A of its manual); StorageFailed for all others."""


written_bytes: ContextVar[int] = ContextVar("groundfloor_written_bytes", default=0)
"""About how many bytes of text were written in this context."""
CHANGES = ("INSERT", "UPDATE", "DELETE")
HAS_CHANGED = "has changed"
"""Where a connection notes that its transaction has changed a row."""


class database_seconds(FunctionElement[float]):
    """The time by the clock of the database, which all processes share: seconds since 1970, as an SQL expression."""

    type = Double()
    inherit_cache = True


@compiles(database_seconds, "sqlite")
def _seconds_of_sqlite(*_args: object, **_options: object) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(database_seconds, "postgresql")
def _seconds_of_postgresql(*_args: object, **_options: object) -> str:
    return "extract(epoch from statement_timestamp())::double precision"


@contextmanager
def reading(engine: Engine, *, is_single: bool = False) -> Iterator[Connection]:
    """Opens a read transaction; StorageError if it fails. A ``single`` statement needs none."""
    with storage_errors(), engine.connect().execution_options(**READING, is_single=is_single) as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine, *, is_durable: bool = True) -> Iterator[Connection]:
    """Opens a write transaction, which is on disk after the block; on StorageError nothing was written, or if the connection broke, perhaps all of it.

    One that need not be durable does not wait for the disk: a power failure, but no crash of the process, may undo it. Outdated if a newer version has migrated
    the database and this one may not write it; no migration begins before the transaction has ended. (A folder is locked against other versions.)
    """
    options = {"is_durable": is_durable, "is_checked": True}
    with storage_errors(), engine.connect().execution_options(**options) as connection, connection.begin():
        connection.info[HAS_CHANGED] = False
        yield connection


def reads(function: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Store | Connection, P], R]:
    """Decorator for a function that reads: called with the store instead of a connection, it runs in a transaction of its own."""
    return in_transaction(function, reading)


def reads_once(function: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Store | Connection, P], R]:
    """Like ``reads``, for a function with a single statement, which needs no transaction."""
    return in_transaction(function, lambda engine: reading(engine, is_single=True))


def writes(function: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Store | Connection, P], R]:
    """Like ``reads``, for a function that writes something besides what the current request asks for (``requests.changes``)."""
    return in_transaction(function, writing)


def writes_soon(function: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Store | Connection, P], R]:
    """Like ``writes``, for what need not be on disk when the function returns."""
    return in_transaction(function, lambda engine: writing(engine, is_durable=False))


def in_transaction(
    function: Callable[Concatenate[Connection, P], R], begin: Callable[[Engine], AbstractContextManager[Connection]]
) -> Callable[Concatenate[Store | Connection, P], R]:
    @wraps(function)
    def run(place: Store | Connection, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if isinstance(place, Connection):
            return function(place, *args, **kwargs)
        with begin(place.engine) as connection:
            return function(connection, *args, **kwargs)

    return run


def close_connections(engine: Engine) -> None:
    """Closes all connections; one that a thread still uses is closed when it is given back."""
    event.listen(engine, "checkin", _close)
    engine.dispose()


def _close(_connection: object, record: ConnectionPoolEntry) -> None:
    record.close()


@contextmanager
def storage_errors() -> Iterator[None]:
    """Raises errors of the database as StorageError, without the values of the statement; IntegrityError is passed on."""
    try:
        yield
    except exc.IntegrityError:
        raise
    except exc.DBAPIError as error:
        raise storage_error_for(error.orig) from None
    except exc.TimeoutError as error:
        raise StorageBusy(str(error)) from None
    except sqlite3.Error as error:
        raise storage_error_for(error) from None


def storage_error_for(error: BaseException | None) -> StorageError:
    code, state = getattr(error, "sqlite_errorcode", None), getattr(error, "sqlstate", None)
    if isinstance(code, int):
        return ERRORS_BY_SQLITE_CODE.get(code, ERRORS_BY_SQLITE_CODE.get(code & 0xFF, StorageFailed))(str(error))
    if isinstance(state, str):
        return ERRORS_BY_SQLSTATE.get(state, ERRORS_BY_SQLSTATE.get(state[:2], StorageFailed))(str(error))
    return (StorageDamaged if isinstance(error, sqlite3.OperationalError | sqlite3.DataError) else StorageFailed)(str(error))


def count_changes(engine: Engine) -> None:
    """Makes the engine count what it inserts and updates in ``written_bytes``, and note in each connection whether its transaction ``HAS_CHANGED`` a row."""
    event.listen(engine, "before_cursor_execute", _count)
    event.listen(engine, "after_cursor_execute", _note_change)


def _count(_connection: Connection, _cursor: object, statement: str, parameters: Any, _context: object, is_many: bool) -> None:
    if statement.startswith(("INSERT", "UPDATE")):  # an update may put a long text into a row that was short
        row_bytes, added = ROW_BYTES if statement.startswith("INSERT") else 0, 0
        for row in parameters if is_many else [parameters]:
            values = row.values() if isinstance(row, dict) else row
            added += row_bytes + sum(stored_bytes(value) for value in values if isinstance(value, str | bytes))
        written_bytes.set(written_bytes.get() + added)


def stored_bytes(value: str | bytes) -> int:
    """Returns how many bytes a value takes in the database."""
    return len(value if isinstance(value, bytes) or value.isascii() else value.encode())


def _note_change(connection: Connection, cursor: Any, statement: str, _parameters: object, _context: object, _is_many: bool) -> None:
    if cursor.rowcount and statement.startswith(CHANGES):
        connection.info[HAS_CHANGED] = True


@cache  # building a statement takes longer than the database needs to run it
def upsert(dialect: str, table: Table) -> Any:
    """Returns the statement that inserts a row, or updates the row with the same primary key."""
    statement, key = INSERTS[dialect](table), list(table.primary_key.columns)
    names = {column.name for column in key}
    changed = {column.name: column for column in statement.excluded if column.name not in names}
    return statement.on_conflict_do_update(index_elements=key, set_=changed)


@cache
def insert_new(dialect: str, table: Table) -> Any:
    """Returns the statement that inserts a row unless one with the same primary key is there."""
    return INSERTS[dialect](table).on_conflict_do_nothing()


def insert_rows(
    connection: Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]], *, is_new_only: bool = False
) -> None:
    """Inserts many rows by the driver itself, as SQLAlchemy takes longer to prepare them than the database to store them."""
    if rows:
        marks = ", ".join([PARAMETERS[connection.dialect.name]] * len(columns))
        ending = " ON CONFLICT DO NOTHING" if is_new_only else ""
        connection.exec_driver_sql(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}){ending}", list(rows))


def from_row(kind: type[Kind], row: Row[Any], **others: object) -> Kind:
    """Returns a data class with the values of a row in the columns named like its fields, and ``others`` in place of them or in addition."""
    columns = row._mapping
    names = field_names(kind)  # type: ignore[arg-type]
    return kind(**{name: columns[name] for name in names if name in columns and name not in others}, **others)


@cache
def field_names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def column_values(table: Table, row: object, **others: object) -> dict[str, object]:
    """Returns a value for each column of a table: ``others``, or the value of a data class's field with the name of the column."""
    return {column.name: others[column.name] if column.name in others else getattr(row, column.name) for column in table.columns}


def move_rows(connection: Connection, column: Column[str], old: str, new: str) -> None:
    """Gives the rows with a value in a column to another value, which keeps those of their keys that it has."""
    rows = [{**row, column.name: new} for row in connection.execute(select(column.table).where(column == old)).mappings()]
    if rows:
        connection.execute(insert_new(connection.dialect.name, column.table), rows)
        connection.execute(delete(column.table).where(column == old))
