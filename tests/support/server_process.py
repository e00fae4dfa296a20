"""Servers of tests as processes of their own."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.support import http
from tests.support.ports import free_port

from .acknowledging_client import Client

PATIENCE = 200
"""Seconds after which a server should have answered, however busy the machine is."""
NO_FOLDER = Path()
"""The folder of a server whose settings name a database."""
START = """
import sys
from pathlib import Path
from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.serve import serve
from groundfloor.server.http.settings import read_settings
try:
    serve("127.0.0.1", int(sys.argv[1]), None if sys.argv[2] == "." else Path(sys.argv[2]), settings=read_settings(sys.argv[3], {}))
except GroundfloorError as error:
    sys.exit(str(error))
"""


def start_command(port: int, folder: Path, settings: str = "") -> list[str]:
    """Returns the command of a server at a port, with settings as TOML, on a folder or ``NO_FOLDER``."""
    return [sys.executable, "-c", START, str(port), str(folder), settings]


def refused_start(port: int, folder: Path) -> str:
    """Returns what a server that can't start says; it must end with exit code 1, without a traceback."""
    ended = subprocess.run(start_command(port, folder), capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1 and "Traceback" not in ended.stderr, (ended.returncode, ended.stderr[-500:])
    return ended.stderr.strip()


class Process:
    """A server of its own process."""

    def __init__(
        self, folder: Path, is_awaited: bool = True, settings: str = "", log: Path | None = None, variables: Mapping[str, str] | None = None
    ) -> None:
        """Starts a server on a folder, with settings as TOML, and waits for it unless somebody else does that.

        ``log`` is a file to which its log is added, ``variables`` are those of its environment besides the usual ones.
        """
        self.folder = folder
        self.settings = settings
        self.log = log
        self.variables = variables
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._opened = ExitStack()
        self.launch()
        if is_awaited:
            try:
                self.wait()
            except BaseException:
                self.close()
                raise

    def command(self) -> list[str]:
        return start_command(self.port, self.folder, self.settings)

    def launch(self) -> None:
        with open(self.log or os.devnull, "a") as log:  # noqa: PTH123 - os.devnull is no path
            environment = {**os.environ, **self.variables} if self.variables else None
            self.process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=log, env=environment)

    def client(self, seed: int = 1) -> Client:
        """Returns a client with a game of its own, closed together with the server."""
        opened = self._opened.enter_context(http.Client())
        made = Client(self.address, random.Random(seed), opened)
        made.open()
        return made

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self.launch()
        self.wait()

    def wait(self) -> None:
        last = time.monotonic() + PATIENCE
        while time.monotonic() < last:
            assert self.process.poll() is None, "the server has ended"
            try:
                http.get(f"{self.address}/static/x", timeout=10)
                return
            except httpx.TransportError:
                time.sleep(0.01)
        raise AssertionError("the server does not answer")

    def children(self) -> set[int]:
        """Returns the processes that serve for a server with several of them, without those that only keep track of resources. Needs Linux."""
        pid = self.process.pid
        try:
            found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            return {int(child) for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}
        except OSError:  # one of them has just ended
            return set()

    def end(self, how: signal.Signals) -> float:
        """Ends it; returns how long that took."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        return time.monotonic() - began

    def close(self) -> None:
        """Kills the server if it still runs, and closes all clients."""
        self._opened.close()
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
