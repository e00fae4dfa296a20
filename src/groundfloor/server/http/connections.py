"""Limits of connections: how many there may be, and how long each may take to send a request and to read the response."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..database.shares import owner_of_most
from .addresses import client_of, network_of
from .limits import EVICTION_FREE_CONNECTIONS, connection_shares

if TYPE_CHECKING:
    from .addresses import Addresses
    from .limits import Limits

TOO_MANY = (
    "The server has too many open connections. Please try again in a minute.\n"
    "Der Server hat zu viele offene Verbindungen. Bitte in einer Minute noch einmal versuchen.\n"
)
TOO_LATE = "The request did not arrive in time.\nDie Anfrage ist nicht rechtzeitig angekommen.\n"
MAX_REFUSALS = 800
"""Connections beyond the limit that wait for their 503 at the same time; more are closed without a response. As many as five clients may have: clients that are
closed without a response come back at once."""
REFUSAL_SECONDS = 1.0
"""How long a 503 is held back, and the answer to a request that took long to read: clients that are refused at once come back at once, thousands of times a second."""
OTHER_FILES = 120
"""Open files that are not connections: the database, the log, templates."""
LINGER_SECONDS = 2.0
"""Seconds that a refused client has for reading the response."""
MAX_HEADERS = 100
"""Headers of a request; browsers send about twenty."""
MAX_PIECES = 500
"""Chunks or packets in which a body may come. As many of the smallest usual packets hold the largest body; each piece takes time, however short it is."""
BLANK_LINE = re.compile(rb"\n\r?\n")
log = logging.getLogger(__name__)


class Connections:
    """The open connections of a server, how many each client has, and those of each network (``network_of``), the longest unused first. Where places are short, a network counts as one client."""

    def __init__(self, limits: Limits, addresses: Addresses) -> None:
        self.shares = connection_shares(limits)
        self.addresses = addresses
        self.open: dict[LimitedProtocol, str] = {}
        self.by_client: Counter[str] = Counter()
        self.networks: dict[str, dict[LimitedProtocol, None]] = {}
        self.refused: set[LimitedProtocol] = set()

    def add(self, connection: LimitedProtocol, address: str) -> bool:
        """Adds a connection; returns False if there are too many."""
        client = "" if self.addresses.is_proxy(address) else client_of(address)
        own = self.by_client[client]
        if self.shares.is_short(len(self.open)):
            own = max(own, len(self.networks.get(network_of(client), ())))
        refusal = self.shares.refusal(len(self.open), own if client else 0)
        is_full = refusal == "own" or (refusal == "all" and not self.make_room(client))
        if is_full:
            self.refused.add(connection)
        else:
            self.open[connection] = client
            self.by_client[client] += 1
            self.networks.setdefault(network_of(client), {})[connection] = None
        return not is_full

    def remove(self, connection: LimitedProtocol) -> None:
        self.refused.discard(connection)
        client = self.open.pop(connection, None)
        if client is not None:
            self.by_client[client] -= 1
            if not self.by_client[client]:
                del self.by_client[client]
            network = network_of(client)
            del self.networks[network][connection]
            if not self.networks[network]:
                del self.networks[network]

    def mark_answered(self, connection: LimitedProtocol) -> None:
        """Moves a connection that has just got a response to the end of the order."""
        if connection in self.open:
            client = self.open[connection] = self.open.pop(connection)
            network = self.networks[network_of(client)]
            network[connection] = network.pop(connection)

    def make_room(self, client: str) -> bool:
        """Closes a connection to make room for another one of ``client``; returns False if there is none to close.

        It is one of the network that has most: the longest idle one, else the longest unused. Where nobody has two more than that of ``client``, and
        that has few, it is the longest idle one of those that have as many. Those of a proxy belong to many: only idle ones are closed.
        """
        own = len(self.networks.get(network_of(client), ()))
        most = owner_of_most({other: len(theirs) for other, theirs in self.networks.items()}, own)
        if most is not None:
            theirs = self.networks[most]
            ended = next((connection for connection in theirs if connection.is_idle), next(iter(theirs)) if most else None)
        elif own < EVICTION_FREE_CONNECTIONS:
            ended = next(
                (other for other, its in self.open.items() if other.is_idle and len(self.networks[network_of(its)]) >= own),
                None,
            )
        else:
            ended = None
        if ended is not None:
            ended.transport.abort()
            self.remove(ended)
        return ended is not None


class LimitedReader(h11.Connection):
    """Reads requests as h11 does; RemoteProtocolError for one of more than ``MAX_HEADERS`` headers, or whose body comes in more than ``MAX_PIECES``."""

    def __init__(self, header_bytes: int) -> None:
        super().__init__(h11.SERVER, header_bytes)
        self.is_over_limit = False
        self._pieces = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.their_state is h11.IDLE:
            self._pieces = 0
            if BLANK_LINE.split(self.trailing_data[0], 1)[0].count(b"\n") > MAX_HEADERS:
                self._refuse("too many headers")
        event = super().next_event()
        self._pieces += isinstance(event, h11.Data)
        if self._pieces > MAX_PIECES:
            self._refuse("too many pieces")
        return event

    def _refuse(self, reason: str) -> NoReturn:
        self.is_over_limit = True
        raise h11.RemoteProtocolError(reason)


class LimitedProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with deadlines for the headers, for the body, and for a client that does not read its response; requests come through a ``LimitedReader``."""

    all_connections: Connections
    limits: Limits
    conn: LimitedReader

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = LimitedReader(self.limits.header_bytes)
        self._deadline: asyncio.TimerHandle | None = None
        self._waits_for: object = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._is_refused = False

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered on this connection."""
        return (self.cycle is None or self.cycle.response_complete) and not self._is_refused

    # What asyncio and uvicorn call

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        set_user_timeout(transport.get_extra_info("socket"))
        if self.all_connections.add(self, self.client[0] if self.client else ""):
            self._set_deadline()
        elif len(self.all_connections.refused) > MAX_REFUSALS:
            transport.abort()
        else:
            self._is_refused = True
            self.loop.call_later(REFUSAL_SECONDS, self.refuse, 503, TOO_MANY, 60)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all_connections.remove(self)
        self._cancel_deadline()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # In pieces, because h11 checks the length of the headers only when it needs more data.
        piece = self.limits.header_bytes + 1
        for start in range(0, len(data), piece):
            if self._is_refused or self.transport.is_closing():
                break
            super().data_received(data[start : start + piece])
        self._set_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.all_connections.mark_answered(self)
        self._set_deadline()

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
        """Logs nothing: the request is answered as if it had not asked for an upgrade."""

    def send_400_response(self, msg: str) -> None:
        """Responds to invalid HTTP, a second late if it took long to read; drops the application's answer to the request before it."""
        if not self.conn.is_over_limit:
            self.refuse(400, f"{msg}\n")
            return
        self._is_refused = True
        self._cancel_deadline()
        self._unset_keepalive_if_required()
        self._drop_request()
        self.loop.call_later(REFUSAL_SECONDS, self.refuse, 400, f"{msg}\n")

    def shutdown(self) -> None:
        if self._is_refused:
            self.transport.abort()
        else:
            super().shutdown()

    # Deadlines

    def _set_deadline(self) -> None:
        """Sets the deadline of what the connection waits for now, unless it is set already."""
        if self._is_refused or self.transport.is_closing():
            self._cancel_deadline()
            return
        state = self.conn.their_state
        if state is h11.IDLE and (self.cycle is None or self.conn.trailing_data[0]):
            waits_for, seconds = ("headers", id(self.cycle)), self.limits.header_seconds
        elif state is h11.SEND_BODY:
            waits_for, seconds = ("body", id(self.cycle)), self.limits.body_seconds
        else:
            self._cancel_deadline()
            return
        if self._waits_for != waits_for:
            self._cancel_deadline()
            self._waits_for = waits_for
            self._deadline = self.loop.call_later(seconds, self._on_deadline)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline, self._waits_for = None, None

    def _on_deadline(self) -> None:
        self._cancel_deadline()
        if self.cycle is None and not self.conn.trailing_data[0]:
            self.transport.close()  # no request has begun
        elif not self.transport.is_closing():
            self.refuse(408, TOO_LATE)

    def refuse(self, status: int, sentence: str, retry_after: int = 0) -> None:
        """Responds with the sentence and closes the connection, if it is still there; a request in progress gets ``http.disconnect``."""
        self._is_refused = True
        self._cancel_deadline()
        if self.transport.is_closing():
            return
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
        self._drop_request()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _drop_request(self) -> None:
        """Tells the application that nobody waits for its response any longer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()


def set_user_timeout(connection: socket.socket | None) -> None:
    """Makes the system close a connection whose client has not acknowledged data for a minute."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if connection is not None and option is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, option, 60_000)


def raise_file_limit(limits: Limits) -> None:
    """Raises the process's limit of open files if it is lower than the connections need; logs a warning if that is not possible."""
    if sys.platform != "win32":
        import resource

        wanted = limits.connections + MAX_REFUSALS + OTHER_FILES
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            if most < wanted:
                log.warning("the system allows %d open files; the setting connections = %d needs %d", most, limits.connections, wanted)


def limited_protocol(limits: Limits, addresses: Addresses) -> type[LimitedProtocol]:
    """Returns the protocol class of one server; its instances share one ``Connections``."""
    connections = Connections(limits, addresses)
    return type("LimitedProtocol", (LimitedProtocol,), {"all_connections": connections, "limits": limits})
