"""A PostgreSQL server of the tests' own: in a temporary folder, on a free port, with no wait for the disk. It ends with the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from groundfloor.server.database.store import Store

from .ports import free_port

PATIENCE = 60.0
"""Seconds after which the server should have started."""
TEMPLATE = "empty"
"""A database with the tables and nothing in them."""
OPTIONS = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=300", "listen_addresses=127.0.0.1")


def programs() -> Path | None:
    """Returns the folder of the newest PostgreSQL's programs, None if there is none, or none that may be run."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    found = folders[-1].parent if folders else Path(shutil.which("initdb") or "/nowhere/initdb").parent
    return found if (found / "pg_ctl").exists() and (os.geteuid() != 0 or shutil.which("runuser")) else None


class PostgreSQLServer:
    """A running server; ``create`` makes databases. As root it is run by the user ``postgres``, because initdb refuses root."""

    def __init__(self, programs: Path, folder: Path, options: Sequence[str] = OPTIONS) -> None:
        self._programs = programs
        self._options = options
        self._data = folder / "data"
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self._count = 0
        self.port = free_port()
        if self._as:
            shutil.chown(folder, "postgres")
        self.run("initdb", "-D", self._data, "-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()
        self._execute(f"CREATE DATABASE {TEMPLATE}")
        Store(self.address(TEMPLATE)).close()

    def address(self, name: str) -> str:
        """Returns the address of a database."""
        return f"postgresql://test@127.0.0.1:{self.port}/{name}"

    @property
    def process(self) -> int:
        """The number of the process that starts all others."""
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def create(self, *, is_durable: bool = False) -> str:
        """Returns the address of a new database with empty tables; a durable one loses nothing that was committed when the server is stopped."""
        self._count += 1
        name = f"test_{self._count}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY file_copy")  # twice as fast where nothing waits for the disk
        if is_durable:
            self._execute(f"ALTER DATABASE {name} SET synchronous_commit = on")
        return self.address(name)

    @contextmanager
    def database(self) -> Iterator[str]:
        """Yields the address of a new database with empty tables, and removes it, which would otherwise take 7 MB until the server ends."""
        address = self.create()
        yield address
        self._execute(f"DROP DATABASE {address.rpartition('/')[2]} WITH (FORCE)")

    def cut(self) -> None:
        """Ends all connections to all databases."""
        self._execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    @property
    def is_running(self) -> bool:
        """Whether the server runs."""
        return self.run("pg_ctl", "-D", self._data, "status", is_checked=False) == 0

    def recover(self) -> None:
        """Waits until the server can be reached; starts it if it has ended itself, as it does when it can't write its log."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                return psycopg.connect(self.address("template1")).close()
            except psycopg.OperationalError:
                assert time.monotonic() < ends
                if not self.is_running:
                    self.start(is_checked=False)
                time.sleep(0.1)

    def start(self, *, is_checked: bool = True) -> None:
        """Starts the server."""
        options = " ".join(
            f"-c {option}" for option in (*self._options, f"port={self.port}", f"unix_socket_directories={self._data.parent}")
        )
        self.run("pg_ctl", "-D", self._data, "-l", self._data.parent / "log", "-o", options, "-w", "start", is_checked=is_checked)

    def stop(self) -> None:
        """Stops the server at once, as a crash does."""
        self.run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def run(self, program: str, *arguments: str | Path, is_checked: bool = True) -> int:
        """Runs one of PostgreSQL's programs; returns its exit code."""
        command = [*self._as, self._programs / program, *arguments]
        return subprocess.run(command, check=is_checked, stdout=subprocess.DEVNULL, cwd=self._data.parent).returncode

    def _execute(self, statement: str) -> None:
        with psycopg.connect(self.address("template1"), autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def postgresql_server(place: Path | None = None, options: Sequence[str] = OPTIONS) -> Iterator[PostgreSQLServer]:
    """Runs a server with these options, its data in a new folder at ``place``; skips the test if there is no PostgreSQL, but fails where CI is set."""
    found = programs()
    if found is None and os.environ.get("CI"):
        pytest.fail("PostgreSQL is missing (Debian: apt install postgresql).")
    if found is None:
        pytest.skip("PostgreSQL is missing (Debian: apt install postgresql).")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True, dir=place) as folder:
        server = PostgreSQLServer(found, Path(folder), options)
        try:
            yield server
        finally:
            if server.is_running:
                server.stop()
