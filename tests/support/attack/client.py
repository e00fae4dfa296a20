"""One attacking client: an address from which requests are sent until the time is over."""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from threading import Lock

from .exchange import JSON, NOT_IN_TIME, SAME_ORIGIN, Answer, Connection, Headers, Request, connect

CONNECTIONS = 32
"""Connections that a client uses if an attack does not say otherwise."""
REFUSED = (429, 503)
MAX_WAIT = 5.0
"""Seconds for which a client waits at most when it is told to come back later."""


@dataclass(frozen=True)
class Target:
    """What is attacked: the port of a server, a game there with a seat of it, and the address of a large style sheet."""

    port: int
    game_id: str
    token: str
    style_sheet: str


@dataclass
class Client:
    """A client at the loopback address ``source``, which attacks until ``until``, in monotonic seconds.

    ``statuses`` counts the answers by status. ``faults`` says which requests were answered 500 or not in time.
    """

    target: Target
    source: str
    until: float
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    @property
    def seconds_left(self) -> float:
        """Seconds until the end of the attack, 0 after it."""
        return max(0.0, self.until - time.monotonic())

    @property
    def cookie(self) -> Headers:
        return ((b"Cookie", f"groundfloor=attacker-at-{self.source}".encode()),)

    def flood(
        self,
        requests: Iterator[Request],
        connections: int = CONNECTIONS,
        is_patient: bool = True,
        read: Callable[[Answer], None] = lambda answer: None,
    ) -> None:
        """Sends requests, one after the other on each connection, until the time is over or there are no more; at least one on each. ``read`` gets the answers.

        A patient client waits when it is told to, so that what it sends next is answered.
        """

        def work() -> None:
            connection = Connection(self.target.port, self.source)
            is_begun = False
            while self.seconds_left or not is_begun:
                is_begun = True
                with self._lock:
                    request = next(requests, None)
                if request is None:
                    break
                answer = self._send(connection, request)
                read(answer)
                if is_patient and answer.status in REFUSED:
                    time.sleep(min(float(answer.headers.get("retry-after", "1")), MAX_WAIT, self.seconds_left))
            connection.close()

        with ThreadPoolExecutor(connections) as pool:
            for done in [pool.submit(work) for _ in range(connections)]:
                done.result()

    def ask(self, request: Request) -> Answer:
        """Sends one request; tries again while it is refused, until the time is over."""
        connection = Connection(self.target.port, self.source)
        while (answer := self._send(connection, request)).status in REFUSED and self.seconds_left:
            time.sleep(min(1.0, self.seconds_left))
        connection.close()
        return answer

    def _send(self, connection: Connection, request: Request) -> Answer:
        answer = connection.send(request)
        self.note(answer.status, request)
        return answer

    def note(self, status: int, request: Request | None = None) -> None:
        """Counts an answer; 500, or none in time, is a fault of the server."""
        self.statuses[status] += 1
        if request is not None and status in (500, NOT_IN_TIME):
            said = "500" if status == 500 else "no answer in time"
            self.faults.append(f"{said}: {request.method} {request.target[:60]!r} {request.label}")

    def hold(self, firsts: Iterable[bytes], drip: bytes = b"") -> None:
        """Opens a connection for each of ``firsts``, sends that on it, then a byte of ``drip`` each second, until the time is over. Reads nothing."""
        with ExitStack() as opened:
            held: list[socket.socket] = []
            for first in firsts:
                try:
                    connection = opened.enter_context(connect(self.target.port, self.source, 5))
                    connection.sendall(first)
                    held.append(connection)
                except OSError:
                    self.note(0)
            for sent in range(10**6):
                if not self.seconds_left:
                    break
                time.sleep(min(1.0, self.seconds_left))
                for connection in list(held) if drip else []:
                    try:
                        connection.sendall(drip[sent % len(drip) : sent % len(drip) + 1])
                    except OSError:
                        held.remove(connection)
            self.statuses[200] += len(held)


def get(path: str, headers: Headers = ()) -> Request:
    return Request("GET", path.encode(), headers)


def post_json(path: str, body: object, headers: Headers = ()) -> Request:
    return Request("POST", path.encode(), (*JSON, *headers), json.dumps(body).encode())


def post_form(path: str, body: bytes, headers: Headers = ()) -> Request:
    return Request("POST", path.encode(), ((b"Content-Type", b"application/x-www-form-urlencoded"), *SAME_ORIGIN, *headers), body)


def take_seat(token: str, cookie: Headers) -> Request:
    """Returns the request of a browser that holds a seat of a new table from then on."""
    return post_form(f"/s/{token}", b"version=1&set=skips_hiring%3Aoff", (*cookie, (b"X-Partial", b"true")))


def post_file(path: str, text: str, headers: Headers = (), **fields: str) -> Request:
    parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()] + [f'name="file"; filename="f"\r\n\r\n{text}']
    body = "".join(f"--b\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--b--\r\n"
    return Request("POST", path.encode(), ((b"Content-Type", b"multipart/form-data; boundary=b"), *SAME_ORIGIN, *headers), body.encode())
