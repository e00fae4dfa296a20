"""A server of several processes on a folder whose clock and network are a test's: it moves the time forward, and public addresses lead to this computer."""

from __future__ import annotations

import os
import socket
import sqlite3
import ssl
import sys
import time
from datetime import UTC, datetime
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from sqlalchemy import Engine, event

from groundfloor.server import serve
from groundfloor.server.app import create_app
from groundfloor.server.http.outgoing import OutgoingClient
from groundfloor.server.http.settings import Settings, read_settings

from .other_servers import OtherServer, certificate
from .server_process import Process

START = """
import sys
from pathlib import Path
from tests.support.moved_server import serve_moved
serve_moved(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]), int(sys.argv[5]))
"""
EPOCH_DAY = 2440587.5
"""The Julian day at which seconds begin to be counted."""


class MovedClock:
    """The time of all processes: it goes on by itself, and is ahead of the real one by the seconds in a file of the ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "seconds-ahead"

    def begin(self, at: str) -> None:
        """Sets the time."""
        self._write(datetime.fromisoformat(at).timestamp() - time.time())

    def move(self, seconds: float) -> None:
        """Moves the time forward."""
        self._write(self._ahead() + seconds)

    def seconds(self) -> float:
        """Returns the seconds since 1970."""
        return time.time() + self._ahead()

    def text(self) -> str:
        """Returns the time as the server writes it."""
        return datetime.fromtimestamp(self.seconds(), UTC).isoformat(timespec="seconds")

    def _ahead(self) -> float:
        return float(self._file.read_text())

    def _write(self, seconds: float) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(repr(seconds))
        os.replace(new, self._file)


class MovedProcess(Process):
    """Such a server, with the clock in ``network`` and the port to which all addresses lead."""

    def __init__(self, network: Path, other_port: int, folder: Path, settings: str, log: Path) -> None:
        self.network, self.other_port = network, other_port
        (network / "certificate.pem").write_bytes(certificate()[0])
        super().__init__(folder, settings=settings, log=log)

    def command(self) -> list[str]:
        return [sys.executable, "-c", START, str(self.port), str(self.folder), self.settings, str(self.network), str(self.other_port)]


def serve_moved(port: int, data: Path, settings: str, network: Path, other_port: int) -> None:
    """Runs the server."""
    move_database_clock(MovedClock(network))
    vars(serve)["run_worker"] = partial(run_moved_worker, network, other_port)
    serve.serve("127.0.0.1", port, data, settings=read_settings(settings, {}))


def run_moved_worker(
    network: Path, other_port: int, where: Path | str, listener: socket.socket, values: str, settings: Settings, heartbeats: Connection
) -> None:
    """Runs one of its processes."""
    clock, other = MovedClock(network), OtherServer(other_port)
    client = OutgoingClient(other.resolve, other.connect, ssl.create_default_context(cafile=network / "certificate.pem"))
    move_database_clock(clock)
    vars(serve)["create_app"] = partial(create_app, clock=clock.text, client=client)
    serve.run_worker(where, listener, values, settings, heartbeats)


def move_database_clock(clock: MovedClock) -> None:
    """Has SQLite tell the same time, in each connection of this process."""

    @event.listens_for(Engine, "connect")
    def replace(connection: sqlite3.Connection, _record: object) -> None:
        connection.create_function("julianday", -1, lambda *_: clock.seconds() / 86400 + EPOCH_DAY)
