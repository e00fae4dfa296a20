"""A server of its own process under attack, and what it takes of the machine."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from groundfloor.server.database.sqlite import FILE as DATABASE
from tests.support.other_servers import OtherServer, certificate
from tests.support.ports import free_port

from .client import get
from .exchange import Connection

ROOT = Path(__file__).parents[3]
PUBLIC = {"GROUNDFLOOR_PUBLIC_URL": "http://groundfloor.example"}
"""Without a public address requests from this machine would not be counted."""
PROPORTIONAL = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)
REUSED_BYTES = 5_000_000


class AttackedServer:
    """``groundfloor serve`` with its default limits, and with data folder and log file below ``folder``; webhooks lead to the ``other`` server."""

    def __init__(self, folder: Path, other: OtherServer) -> None:
        self.folder = folder
        self.other = other
        self.log = folder / "server.log"
        self.port = free_port()
        self.start()

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        trusted = self.folder / "certificate.pem"
        trusted.write_bytes(certificate()[0])
        given = (str(self.port), str(self.folder / "data"), str(self.other.port), str(trusted))
        command = [sys.executable, "-m", "tests.support.attack.serving", *given]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **PUBLIC}, cwd=ROOT)
        for _ in range(1500):
            assert self.process.poll() is None, f"the server has ended: {self.log.read_text()[-500:]}"
            if self.answers():
                return
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def answers(self) -> bool:
        connection = Connection(self.port, "127.0.4.1")
        answer = connection.send(get("/healthz"))
        connection.close()
        return answer.status == 200

    @property
    def processes(self) -> list[int]:
        parents = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        found = [self.process.pid]
        for parent in found:
            found += [process for process, its_parent in parents.items() if its_parent == parent]
        return found

    @property
    def memory(self) -> float:
        """Memory of all processes together in MB, what several share counted once (PSS)."""
        total = 0
        for process in self.processes:
            with suppress(OSError):
                found = PROPORTIONAL.search(Path(f"/proc/{process}/smaps_rollup").read_text())
                total += int(found[1]) if found is not None else 0
        return total * 1024 / 1e6

    @property
    def data_size(self) -> float:
        """MB of the data. The write-ahead log of the database, whose first few MB are used again and again, counts only beyond them."""
        data = self.folder / "data"
        with closing(sqlite3.connect(f"file:{data / DATABASE}?mode=ro", uri=True, timeout=30)) as connection:
            pages = int(connection.execute("PRAGMA page_count").fetchone()[0]) * int(connection.execute("PRAGMA page_size").fetchone()[0])
        ahead = max(0, (data / f"{DATABASE}-wal").stat().st_size - REUSED_BYTES)
        others = sum(file.stat().st_size for file in data.rglob("*") if file.is_file() and not file.name.startswith(DATABASE))
        return (pages + ahead + others) / 1e6

    @property
    def log_size(self) -> float:
        return self.log.stat().st_size / 1e6

    def stop(self) -> None:
        """Ends the process, by force if it does not end by itself within ten seconds."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
