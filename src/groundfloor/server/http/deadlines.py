"""Gives each request a deadline, and cancels its work when the client disconnects."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from anyio import CancelScope

from groundfloor.engine.cancellation import cancellation_check

from .addresses import client_of, peer_of
from .errors import ClientDisconnected, DeadlinePassed
from .middleware import HttpMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

READ_METHODS = ("GET", "HEAD")


@dataclass
class RequestDeadline:
    """The deadline of a request: ``ends_at`` is a time of ``clock``, ``client`` the key of its rate limits."""

    client: str
    ends_at: float
    clock: Callable[[], float]
    is_read_only: bool = True
    is_disconnected: bool = False

    @property
    def seconds_left(self) -> float:
        """Seconds until the deadline; 0 if it has passed."""
        return max(self.ends_at - self.clock(), 0.0)

    def check(self) -> None:
        """Raises ClientDisconnected or DeadlinePassed if the work must end. May be called from any thread."""
        if self.is_disconnected:
            raise ClientDisconnected("Nobody waits for the answer any more.")
        if self.clock() > self.ends_at:
            raise deadline_error()


current_deadline: ContextVar[RequestDeadline | None] = ContextVar("groundfloor_deadline", default=None)


def current_client() -> str:
    """Returns the key of the client whose request is answered; "" outside requests."""
    deadline = current_deadline.get()
    return deadline.client if deadline is not None else ""


def deadline_error() -> DeadlinePassed:
    return DeadlinePassed("The server has too much to do, so nothing was done. Please try again in a moment.")


@contextmanager
def ignoring_disconnect() -> Iterator[None]:
    """Lets the work in the block go on if the client disconnects; the deadline of the request still holds."""
    given = current_deadline.get()
    deadline = replace(given, is_disconnected=False) if given is not None else None
    token = current_deadline.set(deadline)
    try:
        with cancellation_check(deadline.check if deadline is not None else lambda: None):
            yield
    finally:
        current_deadline.reset(token)


def renew_deadline(seconds: float) -> None:
    """Gives the current request so many more seconds from now: for the next piece of an answer that is sent in pieces."""
    deadline = current_deadline.get()
    if deadline is not None:
        current_deadline.set(replace(deadline, ends_at=deadline.clock() + seconds))


class DeadlineMiddleware(HttpMiddleware):
    """Middleware: sets the deadline of each request and watches for a disconnect.

    A disconnect cancels a request that only reads wherever it waits; one that changes something goes on once it has begun to write.
    """

    def __init__(self, app: ASGIApp, clock: Callable[[], float], seconds: float) -> None:
        super().__init__(app)
        self.clock = clock
        self.seconds = seconds

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        deadline = RequestDeadline(client_of(peer_of(scope)), self.clock() + self.seconds, self.clock, scope["method"] in READ_METHODS)
        inbox: asyncio.Queue[Message] = asyncio.Queue(1)
        token = current_deadline.set(deadline)
        with CancelScope() as read_scope, cancellation_check(deadline.check):
            pump = asyncio.create_task(self._pump(receive, inbox, deadline, read_scope if deadline.is_read_only else None))
            try:
                await self.app(scope, inbox.get, send)
            finally:
                pump.cancel()
                current_deadline.reset(token)

    async def _pump(
        self, receive: Receive, inbox: asyncio.Queue[Message], deadline: RequestDeadline, to_cancel: CancelScope | None
    ) -> None:
        """Passes the client's messages on one at a time; on a disconnect marks the deadline and cancels ``to_cancel``."""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                deadline.is_disconnected = True
                if to_cancel is not None:
                    to_cancel.cancel()
            await inbox.put(message)
            if message["type"] == "http.disconnect":
                return
