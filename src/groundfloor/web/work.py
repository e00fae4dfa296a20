"""The work that requests cause: each has a deadline, ends when its client has gone, and gets no more than a fair share of the server."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from anyio import CancelScope, CapacityLimiter, fail_after

from ..engine.cancellation import cancellation_check
from .addresses import client_of, peer_of
from .errors import Abandoned, TookTooLong, TooMuchAtOnce
from .middleware import HttpMiddleware

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOKING = ("GET", "HEAD")


@dataclass
class Work:
    """The work for one request: whose it is, until when by ``clock``, and whether it only looks."""

    client: str
    ends: float
    clock: Callable[[], float]
    is_looking: bool = True
    is_abandoned: bool = False

    @property
    def left(self) -> float:
        """Seconds until the deadline; 0 if it has passed."""
        return max(self.ends - self.clock(), 0.0)

    def check(self) -> None:
        """Raises Abandoned or TookTooLong if the work must end; any thread may call it, again and again."""
        if self.is_abandoned:
            raise Abandoned("Nobody waits for the answer any more.")
        if self.clock() > self.ends:
            raise too_long()


current: ContextVar[Work | None] = ContextVar("groundfloor_work", default=None)


def too_long() -> TookTooLong:
    """The error for work that has not ended in time."""
    return TookTooLong("The server has too much to do, so nothing was done. Please try again in a moment.")


@contextmanager
def kept_on() -> Iterator[None]:
    """Within the block the work of the request has its deadline still, but goes on if the client goes."""
    given = current.get()
    work = replace(given, is_abandoned=False) if given is not None else None
    token = current.set(work)
    try:
        with cancellation_check(work.check if work is not None else nothing):
            yield
    finally:
        current.reset(token)


def nothing() -> None:
    """The check of work without a deadline."""


class RequestWork(HttpMiddleware):
    """Middleware: gives each request its deadline, and ends the work for one whose client has gone.

    What only looks is cancelled wherever it waits; what changes something goes on from the moment in which it begins to be written.
    """

    def __init__(self, app: ASGIApp, clock: Callable[[], float], seconds: float) -> None:
        super().__init__(app)
        self.clock = clock
        self.seconds = seconds

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        work = Work(client_of(peer_of(scope)), self.clock() + self.seconds, self.clock, scope["method"] in LOOKING)
        inbox: asyncio.Queue[Message] = asyncio.Queue(1)
        token = current.set(work)
        with CancelScope() as looking, cancellation_check(work.check):
            pump = asyncio.create_task(self._pump(receive, inbox, work, looking if work.is_looking else None))
            try:
                await self.app(scope, inbox.get, send)
            finally:
                pump.cancel()
                current.reset(token)

    async def _pump(self, receive: Receive, inbox: asyncio.Queue[Message], work: Work, looking: CancelScope | None) -> None:
        """Hands on what the client sends, one message at a time, and notices when it goes."""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                work.is_abandoned = True
                if looking is not None:
                    looking.cancel()
            await inbox.put(message)
            if message["type"] == "http.disconnect":
                return


class FairShare:
    """Lets ``at_once`` pieces of work run, ``each`` of them for one key, the others in their order; more than ``waiting`` are refused."""

    def __init__(self, at_once: int, each: int, waiting: int = 1_000) -> None:
        self.each = each
        self.waiting = waiting
        self._all = CapacityLimiter(at_once)
        self._counts: Counter[str] = Counter()
        self._limiters: dict[str, CapacityLimiter] = {}

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Waits for the key's turn; TooMuchAtOnce if too many wait for it already, TookTooLong if the turn does not come in time."""
        if self._counts[key] >= self.each + self.waiting:
            raise TooMuchAtOnce("Too much at once comes from your address. Please wait a moment and try again.")
        self._counts[key] += 1
        own = self._limiters.setdefault(key, CapacityLimiter(self.each))
        borrower = object()
        try:
            await acquire(own, borrower)
            try:
                await acquire(self._all, borrower)
                try:
                    yield
                finally:
                    self._all.release_on_behalf_of(borrower)
            finally:
                own.release_on_behalf_of(borrower)
        finally:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key], self._limiters[key]


async def acquire(limiter: CapacityLimiter, borrower: object) -> None:
    """Waits for a place until the deadline of the request."""
    work = current.get()
    try:
        with fail_after(work.left if work is not None else None):
            await limiter.acquire_on_behalf_of(borrower)
    except TimeoutError:
        raise too_long() from None
