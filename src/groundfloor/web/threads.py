"""In which order requests get the threads of the server: no client takes them all, and pages give way to moves.

All threads of a server share one interpreter, so a page that is being made pauses while moves are under way. It pauses where it holds no lock: between
the regions of its board.
"""

from __future__ import annotations

from collections import Counter
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from functools import partial
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from anyio import CapacityLimiter, fail_after, to_thread

from .deadlines import current_client, current_deadline, deadline_error
from .errors import TooManyWaiting

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

P = ParamSpec("P")
T = TypeVar("T")
MOST_PAUSE = 0.25
"""Seconds that one piece of work pauses in all, so that pages are made however many moves there are."""
_pause: ContextVar[Callable[[], None]] = ContextVar("groundfloor_pause", default=lambda: None)


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

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs work in a thread when it is the turn of the current client; raises what ``turn`` raises, and an error if the request was cancelled meanwhile."""
        deadline = current_deadline.get()
        async with self.turn(current_client()):
            if deadline is not None:
                deadline.check()
            found = await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self.threads)
        return found


async def acquire(limiter: CapacityLimiter, borrower: object) -> None:
    """Waits for a place in the limiter, at most until the deadline of the request."""
    deadline = current_deadline.get()
    try:
        with fail_after(deadline.seconds_left if deadline is not None else None):
            await limiter.acquire_on_behalf_of(borrower)
    except TimeoutError:
        raise deadline_error() from None


def give_way() -> None:
    """Pauses work that runs ``after_moves`` while moves are under way; does nothing to other work."""
    _pause.get()()


class MovesFirst:
    """Counts the moves of one server that are under way."""

    def __init__(self) -> None:
        self._moves = 0
        self._is_free = Event()
        self._is_free.set()

    @contextmanager
    def move(self) -> Iterator[None]:
        """Counts a move while the block runs. For the event loop only."""
        self._moves += 1
        self._is_free.clear()
        try:
            yield
        finally:
            self._moves -= 1
            if not self._moves:
                self._is_free.set()

    def after_moves(self, work: Callable[[], T]) -> Callable[[], T]:
        """Returns the work as a function within which ``give_way`` pauses."""
        left = MOST_PAUSE

        def pause() -> None:
            nonlocal left
            if left > 0 and not self._is_free.is_set():
                begin = monotonic()
                self._is_free.wait(left)
                left -= monotonic() - begin

        def run() -> T:
            token = _pause.set(pause)
            try:
                return work()
            finally:
                _pause.reset(token)

        return run
