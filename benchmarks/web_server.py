"""Servers of this and of other revisions, for benchmarks/web.py."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parent.parent
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


MAKE_TABLES = """
import json, sys
from groundfloor.store import Store
from groundfloor.tables import NewTable, SeatRequest
from groundfloor.web.app import create_app
store = Store(sys.argv[1])
host = create_app(store).state.context.host
for _ in range(int(sys.argv[2])):
    table = host.add(host.prepare(NewTable((SeatRequest("Ann"), SeatRequest("Ben")))))
    print(json.dumps([table.public, *(holder.token for holder in table.seat_holders)]))
store.close()
"""


@dataclass(frozen=True)
class Server:
    """A running server: its port, its process, and its tables: public id and the tokens of both seats of each."""

    port: int
    process: int
    tables: list[list[str]]


@contextmanager
def serving(source: Path, processes: int, tables: int) -> Iterator[Server]:
    """Runs a server of the sources in a folder, with so many processes that draw and so many tables, stored before it starts."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    known = "".join((source / "groundfloor" / "web" / f"{name}.py").read_text() for name in ("limits", "settings"))
    settings = SETTINGS | {
        name: value for name, value in {**NEWER, "drawing_processes": str(processes)}.items() if f"    {name}: " in known
    }
    environment = {**os.environ, "PYTHONPATH": str(source), **{f"GROUNDFLOOR_{name.upper()}": value for name, value in settings.items()}}
    with tempfile.TemporaryDirectory() as folder:
        making = [sys.executable, "-c", MAKE_TABLES, folder, str(tables)]
        made = subprocess.run(making, env=environment, check=True, capture_output=True, text=True).stdout
        command = [sys.executable, "-m", "groundfloor", "serve", "--port", str(port), "--data", folder]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            while not is_open(port):
                assert server.poll() is None, "the server did not start"
                time.sleep(0.05)
            yield Server(port, server.pid, [json.loads(line) for line in made.splitlines()])
        finally:
            server.terminate()
            server.wait(30)


def is_open(port: int) -> bool:
    """Returns whether the server listens."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def seconds_of(process: int) -> float:
    """Returns the computing time of a process and those that it has started, so far."""
    found = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            values = stat.read_text().rpartition(")")[2].split()
            if int(stat.parent.name) == process or int(values[1]) == process:
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
