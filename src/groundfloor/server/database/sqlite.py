"""A data folder: one SQLite database in it, held by one server."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.pool import QueuePool

from groundfloor.engine.errors import GroundfloorError

from .change_feed import ALL_NEWS
from .database import close_connections, reading, storage_errors, writing
from .errors import DataInUse, NewerData, StorageError, StorageFull
from .migrate import copy_before_upgrade, is_current, migrate

FILE = "groundfloor.db"
CONNECTIONS = 8
"""Connections that are kept open, about one for each thread."""
JOURNAL_BYTES = 16_000_000
"""Bytes beyond which the write-ahead log is cut off once it has been moved to the database."""
POLL_SECONDS = 0.02
"""Between two looks for changes of other processes."""
FREE = text("SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size")
log = logging.getLogger(__name__)


PRIVATE = 0o600
"""The mode of all files of a data folder."""
OWN_FILES = ("lock", "server.pid")
"""Files of a data folder beside its database, and the copies of it."""


class FolderLock:
    """The lock of a folder, from its creation until ``release``, which the system releases even if the process is killed; DataInUse if another process holds it."""

    def __init__(self, folder: Path) -> None:
        from filelock import FileLock, Timeout  # a page without a server has no such package

        self._process = folder / "server.pid"
        # Never a lock that only is a file: it would outlive a killed server.
        self._lock = FileLock(folder / "lock", blocking=False, thread_local=False, fallback_to_soft=False, mode=PRIVATE)
        try:
            self._lock.acquire()
        except Timeout:
            raise DataInUse(
                f"Another server{self._holder()} already works on the data in {folder}; stop it, or choose another folder."
            ) from None
        with suppress(OSError):  # only names this process to others; a full disk has no room for it
            self._process.unlink(missing_ok=True)  # of a killed process, perhaps of another user
            self._process.touch(PRIVATE)
            self._process.write_text(str(os.getpid()), encoding="ascii")

    def release(self) -> None:
        """Releases the lock, if it is held."""
        if self._lock.is_locked:
            self._process.unlink(missing_ok=True)
            self._lock.release()

    def _holder(self) -> str:
        try:
            number = self._process.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return f" (process {number})" if number.isdigit() else ""


class DataFolder:
    """The folder of a database, which no other server can open; ``backup`` is the copy that was made before an upgrade.
    ``is_exclusive``: no other process can open the database, as there is no room on the disk.

    ``is_held``: whether this process holds it for the server; another one of its processes has brought it up to date. ``is_alone``: no other process can see it, as in a browser.

    Raises DataInUse if another server holds the folder, NewerData if a newer version has written it.
    """

    def __init__(self, folder: Path, *, is_held: bool = True, is_alone: bool = False) -> None:
        self.folder = folder
        self.backup: Path | None = None
        self.is_exclusive = self._is_alone = is_alone
        self._lock: FolderLock | None = None
        if not is_held:
            self.engine = connect(folder / FILE)
            if not is_current(self.engine):
                self.close()
                raise NewerData(f"The server on {folder} is of another version than this process of it.")
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = None if is_alone else FolderLock(self.folder)
            make_private(self.folder)
        except OSError as error:
            raise GroundfloorError(f"The data folder {self.folder} can't be used: {error.strerror}.") from error
        file = self.folder / FILE
        with suppress(OSError):
            file.touch(PRIVATE)  # its links are secret, also in a folder that others may read; what SQLite puts beside it has the same mode
        try:
            self._open(file)
        except StorageError as error:
            self.close()
            raise GroundfloorError(error.unusable.format(file=file, folder=file.parent, reason=error.reason)) from error
        except GroundfloorError:
            self.close()
            raise

    def _open(self, file: Path) -> None:
        """Opens the database and brings it up to date; on a full disk it can be read, and changed once there is room."""
        self.engine = connect(file, self.is_exclusive)
        try:
            with storage_errors():
                self.backup = migrate(
                    self.engine, str(file.parent), None if self._is_alone else lambda revision: copy_before_upgrade(file, revision)
                )
        except StorageFull:
            self.engine.dispose()
            self.engine = connect(file, is_exclusive=True)
            self.is_exclusive = True
            with storage_errors():
                if not is_current(self.engine):
                    raise
            log.warning("no space is left on the disk of %s: games can be read, but not changed before there is room", self.folder)
        with writing(self.engine):
            pass  # raises an error now, before anything is served, if the database can't be written

    def __str__(self) -> str:
        return str(self.folder)

    def close(self) -> None:
        """Closes the database and releases the folder."""
        close_connections(self.engine)
        if self._lock is not None:
            self._lock.release()

    def wake_ups(self) -> DataVersion:
        """Returns what waits for changes of other processes."""
        return DataVersion(self.folder / FILE)

    def all_bytes(self) -> int:
        """Returns the bytes of the data folder without free pages of the database."""
        with reading(self.engine) as connection:
            return folder_bytes(self.folder) - free_bytes(connection)

    def room_bytes(self) -> int:
        """Returns the bytes that the disk has left, free pages of the database included."""
        with reading(self.engine) as connection:
            return shutil.disk_usage(self.folder).free + free_bytes(connection)


def make_private(folder: Path) -> None:
    """Keeps other users from the files of a data folder, also those of an older version; from files of another owner, that one has to."""
    for entry in os.scandir(folder):
        if entry.name in OWN_FILES or entry.name.startswith(Path(FILE).stem):
            with suppress(OSError):
                os.chmod(entry.path, PRIVATE, follow_symlinks=False)


def free_bytes(connection: Connection) -> int:
    """Returns the bytes of the database's free pages, which are filled again before its file grows."""
    return int(connection.execute(FREE).scalar_one())


def folder_bytes(folder: Path) -> int:
    total = 0
    for entry in os.scandir(folder):
        with suppress(FileNotFoundError):  # deleted meanwhile
            total += entry.stat().st_size
    return total


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
    options = connection.get_execution_options()
    if options.get("is_single", False):
        return
    if options.get("is_reading", False):
        connection.exec_driver_sql("BEGIN")
        return
    connection.exec_driver_sql("PRAGMA synchronous=FULL" if options.get("is_durable", True) else "PRAGMA synchronous=NORMAL")
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class DataVersion:
    """Notices changes of other connections by ``PRAGMA data_version``, which is asked for every few milliseconds."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        self._version = self._read()

    def _read(self) -> int:
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])

    def wait(self, seconds: float) -> frozenset[str]:
        """Returns all that may be new if something has changed, after ``seconds`` at most."""
        until = time.monotonic() + seconds
        while (version := self._read()) == self._version:
            if time.monotonic() >= until:
                return frozenset()
            time.sleep(POLL_SECONDS)
        self._version = version
        return ALL_NEWS

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()
