"""Shares a limited number of threads among clients, so that no client takes them all."""

from __future__ import annotations

from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from anyio import CapacityLimiter, fail_after, to_thread

from .deadlines import current_deadline, deadline_error
from .errors import TooManyWaiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

T = TypeVar("T")


class FairShare:
    """Runs up to ``total`` pieces of work at the same time in ``threads``, up to ``per_client`` of them for one client.

    Others wait in order; a client that has ``max_waiting`` pieces waiting is refused.
    """

    def __init__(self, total: int, per_client: int, max_waiting: int = 1_000) -> None:
        self.per_client = per_client
        self.max_waiting = max_waiting
        self.threads = CapacityLimiter(total)
        self._total = CapacityLimiter(total)
        self._counts: Counter[str] = Counter()
        self._limiters: dict[str, CapacityLimiter] = {}

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Waits for a turn of the client; TooManyWaiting if too many wait already, DeadlinePassed if the turn does not come in time."""
        if self._counts[client] >= self.per_client + self.max_waiting:
            raise TooManyWaiting("Too much is coming from your address at once. Please wait a moment and try again.")
        self._counts[client] += 1
        own = self._limiters.setdefault(client, CapacityLimiter(self.per_client))
        borrower = object()
        try:
            await acquire(own, borrower)
            try:
                await acquire(self._total, borrower)
                try:
                    yield
                finally:
                    self._total.release_on_behalf_of(borrower)
            finally:
                own.release_on_behalf_of(borrower)
        finally:
            self._counts[client] -= 1
            if not self._counts[client]:
                del self._counts[client], self._limiters[client]

    async def run(self, work: Callable[[], T], client: str) -> T:
        """Runs work in a thread when it is the turn of the client; raises what ``turn`` raises, and an error if the request was cancelled meanwhile."""
        deadline = current_deadline.get()
        async with self.turn(client):
            if deadline is not None:
                deadline.check()
            found = await to_thread.run_sync(work, limiter=self.threads)
        return found


async def acquire(limiter: CapacityLimiter, borrower: object) -> None:
    """Waits for a place in the limiter, at most until the deadline of the request."""
    deadline = current_deadline.get()
    try:
        with fail_after(deadline.seconds_left if deadline is not None else None):
            await limiter.acquire_on_behalf_of(borrower)
    except TimeoutError:
        raise deadline_error() from None
