"""Slow and silent connections, and streams that nobody reads."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from .exchange import connect, status_of

if TYPE_CHECKING:
    from .suite import Run

CONNECTIONS = 300
CLIENTS = 10
"""Loopback addresses that the connections come from."""
SECONDS = 12


def hold(run: Run, first: bytes, drip: bytes, connections: int = CONNECTIONS) -> None:
    """Opens connections, sends ``first`` on each, then a byte of ``drip`` each second until the time is over."""
    with ExitStack() as opened:
        held: list[socket.socket] = []
        for number in range(run.scaled(connections)):
            try:
                connection = opened.enter_context(connect(run.server.port, f"127.0.1.{number % CLIENTS + 1}", 5))
                connection.sendall(first)
                held.append(connection)
            except OSError:
                run.count(0)
        for sent in range(run.scaled(SECONDS)):
            time.sleep(1)
            for connection in list(held):
                try:
                    if drip:
                        connection.sendall(drip[sent % len(drip) : sent % len(drip) + 1])
                except OSError:
                    held.remove(connection)
                    run.count(answered(connection))
        for connection in held:
            run.count(answered(connection))


def answered(connection: socket.socket) -> int:
    """Returns the status of what came on a connection so far; 0 if nothing came."""
    connection.setblocking(False)
    try:
        return status_of(connection.recv(4096))
    except OSError:
        return 0


def silent(run: Run) -> None:
    """Opens connections on which nothing is ever sent."""
    hold(run, b"", b"")


def slow_headers(run: Run) -> None:
    """Sends requests whose headers come a byte a second."""
    hold(run, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-Slow: 1\r\n")


def slow_bodies(run: Run) -> None:
    """Sends requests whose body comes a byte a second."""
    head = (
        f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{run.server.port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    )
    hold(run, head.encode(), b'{"seats": []}')


def unread_pages(run: Run) -> None:
    """Asks for pages again and again and never reads them."""
    request = f"GET /g/{run.public} HTTP/1.1\r\nHost: 127.0.0.1:{run.server.port}\r\n\r\n".encode()
    hold(run, request * run.scaled(20), b"", connections=60)


def streams(run: Run) -> None:
    """Opens streams of events of a real game that nobody reads."""
    hold(run, stream(run, run.public), b"")


def streams_of_nothing(run: Run) -> None:
    """Opens streams of games that don't exist."""
    hold(run, stream(run, "nosuchgame"), b"")


def stream(run: Run, public: str) -> bytes:
    """Returns the request for the stream of a game."""
    return f"GET /g/{public}/events HTTP/1.1\r\nHost: 127.0.0.1:{run.server.port}\r\nAccept: text/event-stream\r\n\r\n".encode()
