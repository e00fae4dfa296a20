"""HTTP requests as raw bytes, so that nothing corrects them on the way."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from dataclasses import dataclass

Headers = tuple[tuple[bytes, bytes], ...]
TIMEOUT = 30.0
"""Seconds without a byte after which an answer is given up."""


@dataclass(frozen=True)
class Request:
    """A request: ``label`` says in a report what is wrong with it. ``target`` is the path with its query."""

    label: str
    method: str
    target: bytes
    headers: Headers = ()
    body: bytes = b""

    def encode(self, host: str) -> bytes:
        """Returns the bytes on the wire. Host and Content-Length are added unless the headers name them."""
        given = {name.lower() for name, _ in self.headers}
        lines = [self.method.encode() + b" " + self.target + b" HTTP/1.1"]
        if b"host" not in given:
            lines.append(b"Host: " + host.encode())
        if self.body and not given & {b"content-length", b"transfer-encoding"}:
            lines.append(b"Content-Length: " + str(len(self.body)).encode())
        lines += [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([*lines, b"Connection: close", b"", b""]) + self.body


@dataclass(frozen=True)
class Answer:
    """An answer: ``status`` is 0 if the server closed the connection without one, -1 if it did not answer in time."""

    status: int
    seconds: float
    text: str = ""


def connect(port: int, source: str = "127.0.0.1", timeout: float = TIMEOUT) -> socket.socket:
    """Connects to the server from a loopback address; several addresses stand for several clients."""
    return socket.create_connection(("127.0.0.1", port), timeout, source_address=(source, 0))


def send(port: int, request: Request, source: str = "127.0.0.1", timeout: float = TIMEOUT) -> Answer:
    """Sends a request on a connection of its own and reads the answer to its end."""
    began = time.monotonic()
    received = b""
    try:
        with connect(port, source, timeout) as connection:
            with suppress(BrokenPipeError, ConnectionResetError):  # the answer may come before the request is whole
                connection.sendall(request.encode(f"127.0.0.1:{port}"))
            while chunk := connection.recv(65536):
                received += chunk
                if time.monotonic() - began > timeout:
                    raise TimeoutError
    except TimeoutError:
        return Answer(-1, time.monotonic() - began)
    except ConnectionError:
        pass
    return Answer(status_of(received), time.monotonic() - began, received.partition(b"\r\n\r\n")[2].decode("utf-8", "replace"))


def status_of(received: bytes) -> int:
    """Returns the status of an answer, 0 if there is none."""
    first = received.partition(b"\r\n")[0].split(b" ")
    return int(first[1]) if len(first) > 1 and first[1].isdigit() else 0
