"""HTTP requests as raw bytes, so that nothing corrects them on the way."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse

Headers = tuple[tuple[bytes, bytes], ...]
TIMEOUT = 30.0
"""Seconds without a byte after which an answer is given up."""
SAME_ORIGIN: Headers = ((b"Sec-Fetch-Site", b"same-origin"),)
"""What makes the server take a form without its token."""
JSON: Headers = ((b"Content-Type", b"application/json"),)
NO_ANSWER, NOT_IN_TIME = 0, -1
"""Statuses of an answer that did not come: the server closed the connection, or was silent for ``TIMEOUT``."""


@dataclass(frozen=True)
class Request:
    """A request. ``target`` is the path with its query, ``label`` says in a report what is wrong with it."""

    method: str
    target: bytes
    headers: Headers = ()
    body: bytes = b""
    label: str = ""

    def encode(self, host: str) -> bytes:
        """Returns the bytes on the wire. Host and Content-Length are added unless the headers name them."""
        given = {name.lower() for name, _ in self.headers}
        lines = [self.method.encode() + b" " + self.target + b" HTTP/1.1"]
        if b"host" not in given:
            lines.append(b"Host: " + host.encode())
        if self.body and not given & {b"content-length", b"transfer-encoding"}:
            lines.append(b"Content-Length: " + str(len(self.body)).encode())
        lines += [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([*lines, b"", b""]) + self.body


@dataclass(frozen=True)
class Answer:
    """An answer: its status, or ``NO_ANSWER`` or ``NOT_IN_TIME``; its headers by their names in small letters, those of the same name joined, and its body as it came."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def connect(port: int, source: str, timeout: float = TIMEOUT) -> socket.socket:
    """Connects to the server from a loopback address; several addresses stand for several clients."""
    return socket.create_connection(("127.0.0.1", port), timeout, source_address=(source, 0))


class Connection:
    """A connection that is kept open from one request to the next, and opened anew after the server has closed it."""

    def __init__(self, port: int, source: str) -> None:
        self.port = port
        self.source = source
        self._socket: socket.socket | None = None

    def send(self, request: Request) -> Answer:
        try:
            answer = self._exchange(request)
        except TimeoutError:
            answer = Answer(NOT_IN_TIME)
        except (OSError, HTTPException, ValueError):
            answer = Answer(NO_ANSWER)
        if answer.status <= 0 or answer.headers.get("connection") == "close":
            self.close()
        return answer

    def _exchange(self, request: Request) -> Answer:
        if self._socket is None:
            self._socket = connect(self.port, self.source)
        with suppress(BrokenPipeError, ConnectionResetError):  # the answer may come before the request is whole
            self._socket.sendall(request.encode(f"127.0.0.1:{self.port}"))
        with HTTPResponse(self._socket, method=request.method) as response:
            response.begin()
            body = response.read()
            headers = {name.lower(): ", ".join(response.headers.get_all(name, ())) for name in response.headers}
        if response.will_close:
            headers["connection"] = "close"
        return Answer(response.status, body, headers)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
