"""The order of work that many clients ask for: bots' moves, hints, analyses. Nobody waits long because somebody else asks for much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HALF_LIFE = 60.0
"""Seconds after which half of a client's use is forgotten."""
MAX_CLIENTS = 1_000
"""Clients whose use is remembered; beyond them, those with the smallest use are forgotten."""


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
        """Counts work that a client has had."""
        self._used[client] = self.seconds(client) + seconds, self._clock()
        if len(self._used) > MAX_CLIENTS:
            del self._used[min(self._used, key=self.seconds)]

    def seconds(self, client: str) -> float:
        """Returns the seconds of work that a client has had, each counted as half after ``HALF_LIFE``."""
        seconds, at = self._used.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE) if seconds else 0.0
