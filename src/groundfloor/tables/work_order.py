"""The order of work that many clients ask for: bots' moves, hints, analyses. Nobody waits long because somebody else asks for much."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..store.rows import Job


SHORT_SECONDS = 0.1
"""A bot that thinks no longer waits for none that thinks longer at a table that somebody looks at."""


def rank_of(job: Job, is_watched: Callable[[str], bool]) -> int:
    """Returns the rank of a job, of which the lowest comes first.

    Bots at tables that somebody looks at, and those that answer at once, come before others; hints before analyses.
    """
    if job.kind == "bot":
        return int(job.seconds > SHORT_SECONDS and not is_watched(job.game))
    return int(job.kind == "analysis")


def next_job(due: Iterable[Job], used: Callable[[str], float], rank: Callable[[Job], int] = lambda job: 0) -> Job | None:
    """Returns the job whose turn it is, None if none is due.

    Of the jobs that are due those of the lowest ``rank`` come first; of these the one after which its client will have used the fewest seconds
    (``used``), so that short work waits for no long work of clients that are new; of equals the one that has been due for longest, and of those that
    became due in the same millisecond the one that was added first.

    >>> from groundfloor.store.rows import Job
    >>> mine, yours = Job(1, "bot", "a", client="me"), Job(2, "bot", "b", client="you", due=1.0)
    >>> next_job([mine, yours], {"me": 3.0, "you": 0.0}.__getitem__).game
    'b'
    """
    return min(due, key=lambda job: (rank(job), used(job.client) + job.seconds, job.due, job.id), default=None)
