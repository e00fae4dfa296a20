"""Servers of this and of other revisions, for benchmarks/web.py: of one or several processes, on SQLite or PostgreSQL."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.postgresql import postgresql_server  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.support.postgresql import PostgreSQLServer

SETTINGS = {
    "connections": "15000",
    "connections_per_client": "15000",
    "streams": "10000",
    "streams_per_client": "10000",
    "requests_per_minute": "1000000",
    "changes_per_minute": "1000000",
    "tables_per_hour": "100000",
    "tables_per_browser": "100000",
    "idle_seconds": "600",
}
NEWER = {"table_megabytes": "400", "board_megabytes": "100"}
"""Settings that older revisions don't know."""


@dataclass(frozen=True)
class Server:
    """A running server: its ports, each of a process or of all of them, its processes, those of its database, and its tables: game id and the tokens of both seats of each."""

    ports: list[int]
    processes: list[int]
    database: list[int]
    tables: list[list[str]]

    @property
    def port(self) -> int:
        return self.ports[0]


@contextmanager
def database_server() -> Iterator[PostgreSQLServer]:
    """Runs PostgreSQL as it is installed: each commit waits for the disk."""
    with postgresql_server(options=("max_connections=100", "listen_addresses=127.0.0.1", "shared_buffers=256MB")) as server:
        yield server


@contextmanager
def serving(source: Path, processes: int, tables: int, database: PostgreSQLServer | None = None) -> Iterator[Server]:
    """Runs a server of the sources in a folder, with so many tables.

    On SQLite its ``processes`` (one at least) share a port; around a ``database`` each has one of its own, as behind a proxy. An older revision has one process, and so many that draw, or none.
    """
    places = [source / "groundfloor" / folder / f"{name}.py" for folder in ("server/http", "web") for name in ("limits", "settings")]
    known = "".join(place.read_text() for place in places if place.exists())
    options = {**NEWER, "drawing_processes": str(processes), "workers": str(1 if database else max(processes, 1))}
    settings = SETTINGS | {name: value for name, value in options.items() if f"    {name}: " in known}
    environment = {**os.environ, "PYTHONPATH": str(source), **{f"GROUNDFLOOR_{name.upper()}": value for name, value in settings.items()}}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        where = database.create() if database else folder
        ports = [free_port() for _ in range(processes if database else 1)]
        command = [sys.executable, "-m", "groundfloor", "serve", "--database" if database else "--data", where, "--port"]
        servers = [stack.enter_context(running([*command, str(port)], environment, port)) for port in ports]
        yield Server(ports, servers, [database.process] if database else [], [new_table(ports[0]) for _ in range(tables)])


def new_table(port: int) -> list[str]:
    """Opens a table at a server; returns its game id and the tokens of both seats."""
    body = json.dumps({"seats": [{"name": "Ann"}, {"name": "Ben"}]}).encode()
    with urlopen(Request(f"http://127.0.0.1:{port}/api/games", body, {"Content-Type": "application/json"}), timeout=60) as answer:
        made = json.load(answer)
    return [made["game"], *(seat["token"] for seat in made["seats"])]


@contextmanager
def running(command: list[str], environment: dict[str, str], port: int) -> Iterator[int]:
    """Runs a server that opens a port; yields the number of its process."""
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        while not is_open(port):
            assert server.poll() is None, "the server did not start"
            time.sleep(0.05)
        yield server.pid
    finally:
        server.terminate()
        server.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_open(port: int) -> bool:
    """Returns whether the server listens."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def seconds_of(processes: list[int]) -> float:
    """Returns the computing time of processes and those that they have started, so far."""
    found = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            values = stat.read_text().rpartition(")")[2].split()
            if int(stat.parent.name) in processes or int(values[1]) in processes:
                found += (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")
    return found


def measure_in_turns(run: Callable[[str, Path], None], this: Path, revision: str | None) -> None:
    """Runs a measurement, by name and sources, of this revision; with another one, of both in turns."""
    if revision:
        with sources(revision) as source:
            run(revision, source)
            run("this revision", this)
            run(revision, source)
    run("this revision", this)


@contextmanager
def sources(revision: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        yield Path(folder) / "src"
