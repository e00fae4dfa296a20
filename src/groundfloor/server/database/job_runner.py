"""Does jobs of some kinds in a few threads: claims the one whose turn it is, does it, and gives it back or removes it.

Nobody waits long because somebody else asks for a lot: bots' moves, hints and analyses of many clients are ordered by ``next_job``.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from groundfloor.request_id import on_behalf_of

from .errors import log_text
from .jobs import CLAIM_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterable

    from .jobs import JobChooser, Jobs
    from .rows import Job, JobKind

RETRY_SECONDS = 10.0
"""After which a job that failed is tried again."""
LOOK_SECONDS = 3.0
"""Between two looks for jobs that nobody has told of."""
SHORT_SECONDS = 0.1
"""A bot that thinks for at most this long never waits for one that thinks longer at a table that somebody looks at."""
log = logging.getLogger(__name__)
done_log = logging.getLogger("groundfloor.jobs")


@dataclass(frozen=True)
class Again:
    """A job goes on after so many seconds, from the result that it has so far."""

    seconds: float = 0.0
    result: str = ""


class Waiting(Protocol):
    """What work waits for, such as a task of a pool: threads wait for its ``result``. The task of a pool without threads is awaitable, too."""

    def result(self) -> Any: ...


class PoolTask(Waiting, Protocol):
    """A task of a pool; ``seconds`` is how long it took, known with its result."""

    seconds: float

    def cancel(self, after: float = 0.0) -> None: ...


class Pool(Protocol):
    """Computes what functions return elsewhere: ``process_pool.ProcessPool``, whose methods tell how."""

    def submit(self, function: Callable[..., Any], /, *given: Any, seconds: float | None = None) -> PoolTask: ...

    def close(self) -> None: ...


Outcome: TypeAlias = "str | Again | None"
Steps: TypeAlias = "Generator[Waiting, Any, Outcome]"
"""Work that waits in between: it yields what it waits for, and gets the result."""


class JobRunner:
    """The threads that do jobs of these kinds, at most so many. ``work`` returns None for a job that is over, its result as a text, or that it goes on (``Again``), at once or after ``Steps``.

    ``is_watched`` says of the id of a game whether somebody looks at it, ``after`` is called after each job, ``order`` chooses the next one in place of
    ``next_job``. For any thread.
    """

    def __init__(
        self,
        jobs: Jobs,
        kinds: tuple[JobKind, ...],
        work: Callable[[Job], Outcome | Steps],
        threads: int = 1,
        is_watched: Callable[[str], bool] = lambda game_id: True,
        after: Callable[[], None] = lambda: None,
        order: JobChooser | None = None,
    ) -> None:
        self._jobs = jobs
        self._kinds = kinds
        self._work = work
        self._size = threads
        self._after = after
        self._order = order or partial(next_job, rank=partial(rank_of, is_watched=is_watched))
        self._active: dict[Job, float] = {}
        self._threads: list[Thread] = []
        self._looking = Lock()
        self._idle = 0
        self._wakes = 0
        self._changed = Condition()
        self._closed = Event()

    @property
    def is_closed(self) -> bool:
        """Whether no further job is begun."""
        return self._closed.is_set()

    @property
    def active(self) -> list[Job]:
        """The jobs that are being done."""
        with self._changed:
            return list(self._active)

    def wake(self) -> None:
        """Makes the threads look for jobs."""
        with self._changed:
            if self.is_closed:
                return
            if not self._threads:
                self._start(self._extend, "claims")
                self._start(self._run, "-".join(self._kinds))
            self._wakes += 1
            self._changed.notify_all()

    def spare(self, job: Job, seconds: float) -> None:
        """Does not charge so many seconds of a job that is being done to its client."""
        with self._changed:
            if job in self._active:
                self._active[job] += seconds

    def stop(self) -> None:
        """Begins no further job."""
        with self._changed:
            self._closed.set()
            self._changed.notify_all()

    def close(self) -> None:
        """Returns when the jobs that were begun are done; waiting ones are done by another process, or after the next start."""
        self.stop()
        for thread in self._threads:
            thread.join()

    def _start(self, work: Callable[[], None], name: str) -> None:
        thread = Thread(target=work, daemon=True, name=name)
        self._threads.append(thread)
        thread.start()

    def _run(self) -> None:
        while (job := self._claimed()) is not None:
            with on_behalf_of(job.request):
                self._do(job)

    def _claimed(self) -> Job | None:
        """Returns the next job when there is one, None if no further one is begun. One thread looks for jobs, as each look is a query; the next one does when it has found one."""
        with self._changed:
            self._idle += 1
        with self._looking:
            while not self.is_closed:
                try:
                    wakes = self._wakes
                    job, seconds = self._jobs.claim(self._kinds, self._order)
                    if job is not None:
                        self._begin(job)
                        return job
                except Exception as error:
                    log.error("jobs can't be read now: %s", log_text(error))
                    seconds = LOOK_SECONDS
                with self._changed:
                    if wakes == self._wakes and not self.is_closed:
                        self._changed.wait(LOOK_SECONDS if seconds is None else min(max(seconds, 0.001), LOOK_SECONDS))
        return None

    def _begin(self, job: Job) -> None:
        """Notes that this thread does a job, and starts another one if none is left to look for jobs."""
        with self._changed:
            self._active[job] = time.monotonic()
            self._idle -= 1
            if not self._idle and len(self._threads) <= self._size and not self.is_closed:
                self._start(self._run, "-".join(self._kinds))

    def _do(self, job: Job) -> None:
        began = time.monotonic()
        try:
            outcome = completed(outcome_of(self._work(job)))
        except Exception as error:
            outcome = self._failed(job, error)
        finally:
            with self._changed:
                began = self._active.pop(job, began)  # another thread may have done the same, if the clock was set forward past its claim
        self._store(job, outcome, max(time.monotonic() - began, 0.0))
        self.wake()

    def _failed(self, job: Job, error: Exception) -> Again:
        log.error("%s of game %s failed: %s", job.kind, job.game, log_text(error))
        return Again(RETRY_SECONDS, job.result)

    def _store(self, job: Job, outcome: Outcome, seconds: float) -> None:
        """Stores what has come of a job that took so many seconds."""
        try:
            self._jobs.add_use(job.client, seconds)
            if isinstance(outcome, Again):
                self._jobs.release(job, outcome.seconds, outcome.result)
            else:
                self._jobs.finish(job, outcome)
        except Exception as error:  # the claim ends by itself, and the job is done again
            log.error("%s of game %s can't be stored as done: %s", job.kind, job.game, log_text(error))
        done_log.info("job done", extra={"job": job.kind, "ms": round(seconds * 1000, 1)})
        self._after()

    def _extend(self) -> None:
        """Extends the claims of long jobs."""
        while not self._closed.wait(CLAIM_SECONDS / 3):
            with self._changed:
                now = time.monotonic()
                long = [job for job, began in self._active.items() if now - began > CLAIM_SECONDS / 5]
            try:
                self._jobs.extend(long)
            except Exception as error:
                log.error("claims of jobs can't be extended now: %s", log_text(error))


class LoopJobRunner(JobRunner):
    """Does the jobs one after the other in the event loop, where there are no threads, as in a browser. For the thread of the loop."""

    _task: asyncio.Task[None] | None = None
    _woken: asyncio.Event | None = None

    def wake(self) -> None:
        """Makes the loop look for jobs."""
        if self.is_closed:
            return
        if self._task is None or self._woken is None:
            self._woken = asyncio.Event()
            self._task = asyncio.get_running_loop().create_task(self._do_all(self._woken))
        self._woken.set()

    def close(self) -> None:
        """Ends what is being done; it is done again after the next start."""
        self.stop()
        if self._task is not None:
            self._task.cancel()

    async def _do_all(self, woken: asyncio.Event) -> None:
        while not self.is_closed:
            woken.clear()
            try:
                job, seconds = self._jobs.claim(self._kinds, self._order)
            except Exception as error:
                log.error("jobs can't be read now: %s", log_text(error))
                job, seconds = None, LOOK_SECONDS
            if job is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        await woken.wait()
                continue
            self._active[job] = began = time.monotonic()
            with on_behalf_of(job.request):
                try:
                    outcome = await outcome_of(self._work(job))
                except Exception as error:
                    outcome = self._failed(job, error)
                finally:
                    began = self._active.pop(job, began)
                self._store(job, outcome, max(time.monotonic() - began, 0.0))


async def outcome_of(steps: Outcome | Steps) -> Outcome:
    """Returns what comes of steps; an event loop goes on while they wait, a thread waits with them."""
    if steps is None or isinstance(steps, str | Again):
        return steps
    try:
        waiting = next(steps)
        while True:
            try:
                result = await waiting if isinstance(waiting, Awaitable) else waiting.result()
            except BaseException as error:
                waiting = steps.throw(error)
            else:
                waiting = steps.send(result)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def completed(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Returns what a coroutine returns that never waits for an event loop, as what it waits for blocks."""
    try:
        work.send(None)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    raise RuntimeError("nothing resumes this coroutine")


def rank_of(job: Job, is_watched: Callable[[str], bool]) -> int:
    """Returns the rank of a job, of which the lowest comes first.

    Bots at tables that somebody looks at, and those that answer at once, come before others; hints before analyses, and these before pars of days.
    """
    if job.kind == "bot":
        return int(job.seconds > SHORT_SECONDS and not is_watched(job.game))
    return ("analysis", "par").index(job.kind) + 1 if job.kind in ("analysis", "par") else 0


def next_job(due: Iterable[Job], used: Callable[[str], float], rank: Callable[[Job], int] = lambda job: 0) -> Job | None:
    """Returns the job whose turn it is, None if none is due.

    Of the jobs that are due those of the lowest ``rank`` come first; of these the one after which its client will have used the fewest seconds
    (``used``): short work never waits for long work of new clients. Among equals the one that has been due for longest comes first, and of those that
    became due in the same millisecond the one that was added first.

    >>> from groundfloor.server.database.rows import Job
    >>> mine, yours = Job(1, "bot", "a", client="me"), Job(2, "bot", "b", client="you", due=1.0)
    >>> next_job([mine, yours], {"me": 3.0, "you": 0.0}.__getitem__).game
    'b'
    """
    return min(due, key=lambda job: (rank(job), used(job.client) + job.seconds, job.due, job.id), default=None)
