"""Connections with limits: how many there are, and how long each may take to say what it wants and to read its answer."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .addresses import client_of

if TYPE_CHECKING:
    from .addresses import Addresses
    from .limits import Limits

FULL = (
    "The server has too many open connections. Please try again in a minute.\n"
    "Der Server hat zu viele offene Verbindungen. Bitte in einer Minute noch einmal versuchen.\n"
)
LATE = "The request did not arrive in time.\nDie Anfrage ist nicht rechtzeitig angekommen.\n"
SPARE = 50
"""Connections beyond the limit that are told so at the same time; more are just ended."""
FILES = 120
"""Open files beside connections: the database, the log, templates."""
LINGER = 2.0
"""Seconds that a refused client has to read the refusal."""
log = logging.getLogger(__name__)


class Connections:
    """All open connections of a server, for each client and in the order in which they last had an answer."""

    def __init__(self, limits: Limits, addresses: Addresses) -> None:
        self.limits = limits
        self.addresses = addresses
        self.open: dict[LimitedProtocol, str] = {}
        self.clients: Counter[str] = Counter()
        self.refused: set[LimitedProtocol] = set()

    def add(self, connection: LimitedProtocol, address: str) -> bool:
        """Takes a connection in; False if there are too many."""
        client = "" if self.addresses.is_proxy(address) else client_of(address)
        is_full = bool(client) and self.clients[client] >= self.limits.connections_per_client
        if len(self.open) >= self.limits.connections and not is_full:
            is_full = not self.end_idle()
        if is_full:
            self.refused.add(connection)
        else:
            self.open[connection] = client
            self.clients[client] += 1
        return not is_full

    def remove(self, connection: LimitedProtocol) -> None:
        """A connection has ended."""
        self.refused.discard(connection)
        client = self.open.pop(connection, None)
        if client is not None:
            self.clients[client] -= 1
            if not self.clients[client]:
                del self.clients[client]

    def used(self, connection: LimitedProtocol) -> None:
        """A connection has just had an answer."""
        if connection in self.open:
            self.open[connection] = self.open.pop(connection)

    def end_idle(self) -> bool:
        """Ends the idle connection whose last answer is the oldest; False if none is idle."""
        for connection in self.open:
            if connection.is_idle:
                connection.transport.abort()
                self.remove(connection)
                return True
        return False


class LimitedProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 with deadlines: for the headers, for the body, and for a client that does not read its answer."""

    all: Connections
    limits: Limits

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None
        self._waits_for: object = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._is_refused = False

    @property
    def is_idle(self) -> bool:
        """No request of it is being answered: it has had its answer, or has not said yet what it wants."""
        return (self.cycle is None or self.cycle.response_complete) and not self._is_refused

    # What asyncio and uvicorn call

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        prepare(transport.get_extra_info("socket"))
        if self.all.add(self, self.client[0] if self.client else ""):
            self._watch()
        elif len(self.all.refused) > SPARE:
            transport.abort()
        else:
            self.refuse(503, FULL, retry_after=60)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.remove(self)
        self._cancel()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # Piece by piece: h11 looks at the length of headers only when more of them must come.
        piece = self.limits.header_bytes + 1
        for start in range(0, len(data), piece):
            if self._is_refused or self.transport.is_closing():
                break
            super().data_received(data[start : start + piece])
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.all.used(self)
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._write_deadline is None:
            self._write_deadline = self.loop.call_later(self.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None
        if self.flow is not None:
            super().resume_writing()

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing is logged about an upgrade: the request is answered as if it had asked for none."""

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP, also after a request that was: then nothing but an end is possible."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def shutdown(self) -> None:
        """The server ends."""
        if self._is_refused:
            self.transport.abort()
        else:
            super().shutdown()

    # Deadlines

    def _watch(self) -> None:
        """Sets the deadline of what the connection waits for now; one that is set already stays."""
        if self._is_refused or self.transport.is_closing():
            self._cancel()
            return
        state = self.conn.their_state
        if state is h11.IDLE and (self.cycle is None or self.conn.trailing_data[0]):
            waits_for, seconds = ("headers", id(self.cycle)), self.limits.header_seconds
        elif state is h11.SEND_BODY:
            waits_for, seconds = ("body", id(self.cycle)), self.limits.body_seconds
        else:
            self._cancel()
            return
        if self._waits_for != waits_for:
            self._cancel()
            self._waits_for = waits_for
            self._deadline = self.loop.call_later(seconds, self._late)

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline, self._waits_for = None, None

    def _late(self) -> None:
        self._cancel()
        if self.cycle is None and not self.conn.trailing_data[0]:
            self.transport.close()  # nothing was asked
        elif not self.transport.is_closing():
            self.refuse(408, LATE)

    def refuse(self, status: int, sentence: str, retry_after: int = 0) -> None:
        """Says why and ends the connection; what the application has begun is told that the client has gone."""
        self._is_refused = True
        self._cancel()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = sentence.encode()
            headers = [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(body))),
                ("Connection", "close"),
                ("Cache-Control", "no-store"),
            ]
            if retry_after:
                headers.append(("Retry-After", str(retry_after)))
            for event in (h11.Response(status_code=status, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)


def prepare(connection: socket.socket | None) -> None:
    """Has the system notice within a minute that a client without a word is gone."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if connection is not None and option is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, option, 60_000)


def allow_files(limits: Limits) -> None:
    """Asks the system for as many open files as there may be connections, where it allows fewer at first."""
    if sys.platform != "win32":
        import resource

        wanted = limits.connections + SPARE + FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            if most < wanted:
                log.warning("the system allows %d open files; the setting connections = %d needs %d", most, limits.connections, wanted)


def limited_protocol(limits: Limits, addresses: Addresses) -> type[LimitedProtocol]:
    """The protocol of one server, which shares one count of connections."""
    everyone = Connections(limits, addresses)
    return type("LimitedProtocol", (LimitedProtocol,), {"all": everyone, "limits": limits})
