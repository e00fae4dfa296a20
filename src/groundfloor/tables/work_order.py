"""The order of work that many clients ask for: bots' moves, hints, analyses. Nobody waits long because somebody else asks for much."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from threading import Condition, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HALF_LIFE = 60.0
"""Seconds after which half of a client's use is forgotten."""
MAX_CLIENTS = 1_000
"""Clients whose use is remembered; beyond them, those with the smallest use are forgotten."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """A piece of work that waits. ``due`` is when it may begin, in monotonic seconds; work of a lower ``rank`` comes first. ``seconds`` is what it will take."""

    id: str
    client: str
    due: float
    rank: int = 0
    seconds: float = 0.0


def next_job(waiting: Iterable[Job], used: Callable[[str], float], now: float) -> Job | None:
    """Returns the job whose turn it is, None if none is due.

    Of the jobs that are due those of the lowest rank come first; of these the one after which its client will have used the fewest seconds (``used``), so that
    short work waits for no long work of clients that are new; of equals the one that has been due for longest.

    >>> mine, yours = Job("a", "me", 0.0), Job("b", "you", 1.0)
    >>> next_job([mine, yours], {"me": 3.0, "you": 0.0}.__getitem__, now=2.0).id
    'b'
    """
    due = [job for job in waiting if job.due <= now]
    seconds = {client: used(client) for client in {job.client for job in due}}
    return min(due, key=lambda job: (job.rank, seconds[job.client] + job.seconds, job.due), default=None)


class ClientUse:
    """How many seconds of work each client has had lately. ``clock`` returns monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}

    def add(self, client: str, seconds: float) -> None:
        self._used[client] = self.seconds(client) + seconds, self._clock()
        if len(self._used) > MAX_CLIENTS:
            del self._used[min(self._used, key=self.seconds)]

    def seconds(self, client: str) -> float:
        """Returns the seconds of work that a client has had, each counted as half after ``HALF_LIFE``."""
        seconds, at = self._used.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE) if seconds else 0.0


class JobQueue:
    """Jobs that wait for a few threads, which do them in the order of ``next_job``; of one id only one waits, and only one is done at a time.

    ``rank`` gives the rank of a job when its turn may have come, where that changes while it waits. For any thread.
    """

    def __init__(self, threads: int, name: str, rank: Callable[[Job], int] = lambda job: job.rank) -> None:
        self._size = threads
        self._name = name
        self._rank = rank
        self._waiting: dict[str, tuple[Job, Callable[[], None]]] = {}
        self._active: set[str] = set()
        self._threads: list[Thread] = []
        self._use = ClientUse(time.monotonic)
        self._changed = Condition()
        self.is_closed = False

    @property
    def is_idle(self) -> bool:
        """Whether no job waits or is being done."""
        with self._changed:
            return not self._waiting and not self._active

    @property
    def waiting(self) -> list[str]:
        with self._changed:
            return list(self._waiting)

    def count_of(self, client: str, rank: int) -> int:
        """Returns how many jobs of a client wait that were added with this rank."""
        with self._changed:
            return sum(job.client == client and job.rank == rank for job, _ in self._waiting.values())

    def add(self, job: Job, work: Callable[[], None]) -> None:
        """Adds a job, unless one of its id waits already."""
        with self._changed:
            if self.is_closed or job.id in self._waiting:
                return
            self._waiting[job.id] = job, work
            if len(self._threads) < self._size:
                self._threads.append(Thread(target=self._run, daemon=True, name=self._name))
                self._threads[-1].start()
            self._changed.notify_all()

    def discard(self, id: str) -> None:
        with self._changed:
            self._waiting.pop(id, None)

    def close(self) -> None:
        """Drops what waits, and returns when the jobs that were begun are done."""
        with self._changed:
            self.is_closed = True
            self._waiting.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while (found := self._next()) is not None:
            job, work = found
            began = time.monotonic()
            try:
                work()
            except Exception as error:
                log.error("%s failed: %s: %s", job.id, type(error).__name__, str(error)[:300])
            with self._changed:
                self._use.add(job.client, time.monotonic() - began)
                self._active.discard(job.id)
                self._changed.notify_all()

    def _next(self) -> tuple[Job, Callable[[], None]] | None:
        """Waits for the job whose turn it is; None if the queue is closed."""
        with self._changed:
            while not self.is_closed:
                waiting = [replace(job, rank=self._rank(job)) for id, (job, _) in self._waiting.items() if id not in self._active]
                job = next_job(waiting, self._use.seconds, time.monotonic())
                if job is not None:
                    self._active.add(job.id)
                    return self._waiting.pop(job.id)
                first = min((each.due for each in waiting), default=None)
                self._changed.wait(None if first is None else max(first - time.monotonic(), 0.0))
            return None
