"""A database of PostgreSQL, which any number of servers share."""

from __future__ import annotations

import logging
import time
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, TypeGuard

from sqlalchemy import create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError

from groundfloor.engine.errors import GroundfloorError

from .change_feed import ALL_NEWS
from .database import close_connections, database_seconds, reading, storage_errors
from .errors import Outdated, StorageError
from .migrate import is_compatible, migrate

if TYPE_CHECKING:
    from collections.abc import Sequence, Set
    from pathlib import Path

    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine.interfaces import Dialect
    from sqlalchemy.pool import ConnectionPoolEntry

    from .limited_connection import LimitedConnection

SCHEMES = ("postgresql", "postgres")
CONNECTIONS = 8
"""Connections that are kept open, about one for each thread."""
ADDRESS = "The address of a database is written like this: postgresql://user:password@host:5432/name."
CONNECT_SECONDS = 5
"""How long a process tries to reach the database."""
LOCK_SECONDS = 10
"""How long a transaction waits for a row that another one has locked; a statement may take three times as long (``limited_connection.py``)."""
OPTIONS = (
    f"lock_timeout={LOCK_SECONDS}s",
    f"statement_timeout={3 * LOCK_SECONDS}s",
    f"idle_in_transaction_session_timeout={LOCK_SECONDS}s",
    "timezone=UTC",
)
"""A process that stops in the middle of a transaction holds its table no longer than others wait for it."""
CLOCK_SECONDS = 10.0
"""By how much the clock of a process may differ from the database's before the log says so."""
BEGIN, BEGIN_READING = "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
BEGIN_NOT_DURABLE = "BEGIN; SET LOCAL synchronous_commit TO OFF"
OLDEST = "SELECT oldest FROM compatibility"
"""Sent together with BEGIN and before it, it belongs to the transaction: a migration, which locks the table, waits for its end."""
PROCESS, IS_USED = "process", "is used"
"""Where the pool notes the number of the database's process that serves a connection, and that it is not new."""
USED = text("SELECT pg_database_size(current_database())")
UNKNOWN_ROOM = 2**62
log = logging.getLogger(__name__)


def is_postgresql(where: Path | str) -> TypeGuard[str]:
    """Returns whether this is the address of a database of PostgreSQL, such as ``postgresql://user@host/name``."""
    return isinstance(where, str) and where.partition("://")[0] in SCHEMES and "://" in where


def checked_address(address: str) -> str:
    """Returns the address of a database; GroundfloorError if it is invalid."""
    if not is_postgresql(address):
        raise GroundfloorError(f"{ADDRESS} {address!r} is none.")
    return address


class PostgreSQL:
    """The database at an address. Raises GroundfloorError if it can't be reached, NewerData if a newer version has written it."""

    backup: Path | None = None
    is_exclusive = False

    def __init__(self, address: str) -> None:
        self.engine = connect(address)
        self._own: set[int] = set()
        event.listen(self.engine, "connect", self._opened)
        event.listen(self.engine, "close", self._closed)
        try:
            with storage_errors():
                migrate(self.engine, str(self))
            with reading(self.engine, is_single=True) as connection:
                ahead = time.time() - connection.execute(select(database_seconds())).scalar_one()
        except StorageError as error:
            self.close()
            raise GroundfloorError(f"The database {self} can't be used: {' '.join(error.reason.split())}") from error
        except GroundfloorError:
            self.close()
            raise
        if abs(ahead) > CLOCK_SECONDS:
            log.warning("the clock of this process is %.0f seconds %s the database's", abs(ahead), "ahead of" if ahead > 0 else "behind")

    def __str__(self) -> str:
        return self.engine.url.set(drivername="postgresql", password=None).render_as_string()

    def close(self) -> None:
        """Closes all connections."""
        close_connections(self.engine)

    def wake_ups(self) -> Listener:
        """Returns what listens to other processes."""
        return Listener(self.engine, self._own)

    def _opened(self, connection: LimitedConnection, record: ConnectionPoolEntry) -> None:
        record.info[PROCESS] = connection.info.backend_pid
        self._own.add(connection.info.backend_pid)

    def _closed(self, _connection: object, record: ConnectionPoolEntry) -> None:
        self._own.discard(record.info.get(PROCESS, 0))

    def all_bytes(self) -> int:
        with reading(self.engine) as connection:
            return int(connection.execute(USED).scalar_one())

    def room_bytes(self) -> int:
        """Returns a large number, as the disk is that of another machine."""
        return UNKNOWN_ROOM


def connect(address: str) -> Engine:
    """Returns an engine for the address; GroundfloorError if it is invalid, or if psycopg is missing."""
    try:
        url = make_url(address).set(drivername="postgresql+psycopg")
        engine = create_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=CONNECTIONS,
            pool_use_lifo=True,
            hide_parameters=True,
            connect_args={
                "autocommit": True,
                "connect_timeout": CONNECT_SECONDS,
                "application_name": "groundfloor",
                "options": " ".join(f"-c {option}" for option in OPTIONS),
            },
        )
        event.listen(engine, "do_connect", open_connection)
        event.listen(engine, "checkout", _check)
        event.listen(engine, "begin", _begin)
    except (ArgumentError, ValueError):
        raise GroundfloorError(ADDRESS) from None
    except ImportError as error:
        raise GroundfloorError("PostgreSQL needs psycopg: pip install psycopg") from error
    return engine


def open_connection(_dialect: Dialect, _record: object, arguments: Sequence[Any], options: dict[str, Any]) -> LimitedConnection:
    # Imported here, as psycopg is not installed on all machines.
    from .limited_connection import LimitedConnection

    return LimitedConnection.connect(*arguments, **options)


def _check(connection: LimitedConnection, record: ConnectionPoolEntry, _borrowed: object) -> None:
    """Makes the pool replace a connection that the database has closed: only then is there something to read. The pool does so once and uses the new one unchecked."""
    if record.info.get(IS_USED) and wait([connection.fileno()], 0):
        raise DisconnectionError
    record.info[IS_USED] = True


def _begin(connection: Connection) -> None:
    """Begins a transaction, as connections don't by themselves; none for a single statement that reads. Outdated if this version may no longer write."""
    options = connection.get_execution_options()
    if options.get("is_single", False):
        return
    if options.get("is_reading", False):
        connection.exec_driver_sql(BEGIN_READING)
        return
    begin = BEGIN if options.get("is_durable", True) else BEGIN_NOT_DURABLE
    if not options.get("is_checked", False):  # a migration
        connection.exec_driver_sql(begin)
    elif not is_compatible(connection.exec_driver_sql(f"{OLDEST}; {begin}").scalar_one()):
        connection.exec_driver_sql("ROLLBACK")
        raise Outdated


class Listener:
    """Listens to the notifications of other processes on a connection of its own: not to those of the connections ``own``."""

    def __init__(self, engine: Engine, own: Set[int]) -> None:
        self._own = own
        arguments, options = engine.dialect.create_connect_args(engine.url)
        self._connection = open_connection(engine.dialect, None, arguments, {**options, "autocommit": True})
        for news in ALL_NEWS:
            self._connection.execute(f"LISTEN {news}")

    def wait(self, seconds: float) -> frozenset[str]:
        """Returns the content of notifications, after ``seconds`` at most; if several wait, all are taken."""
        found = self._connection.notifies(timeout=seconds, stop_after=1)
        return frozenset(notification.channel for notification in found if notification.pid not in self._own)

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()
