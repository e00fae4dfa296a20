"""Where work that would keep the event loop waiting is done: in threads of a server, or in place where there are none, as in a browser."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol, TypeVar

from anyio import to_thread

from ..database.job_runner import JobRunner, LoopJobRunner

if TYPE_CHECKING:
    from collections.abc import Callable

    from anyio import CapacityLimiter

    from ..database.job_runner import Pool

T = TypeVar("T")


class Executor(Protocol):
    """Runs work; all that blocks goes through one. ``runner`` does the jobs, ``pool`` computes for them in place of processes (None: processes do)."""

    runner: type[JobRunner]
    pool: Pool | None
    is_in_place: bool
    """Whether work runs in the thread of the event loop."""

    async def run(self, work: Callable[[], T], limiter: CapacityLimiter | None = None, *, is_abandoned: bool = False) -> T:
        """Returns what the work returns or raises. ``limiter`` limits how much of it runs at once; work that ``is_abandoned`` is no longer waited for when its request is cancelled."""

    def processor_seconds(self) -> float:
        """Returns the seconds that the current thread has computed."""


class ThreadExecutor:
    """Runs work in threads."""

    runner: type[JobRunner] = JobRunner
    pool: Pool | None = None
    is_in_place = False

    async def run(self, work: Callable[[], T], limiter: CapacityLimiter | None = None, *, is_abandoned: bool = False) -> T:
        return await to_thread.run_sync(work, limiter=limiter, abandon_on_cancel=is_abandoned)

    def processor_seconds(self) -> float:
        return time.thread_time()


class InPlaceExecutor:
    """Runs work at once, in the thread of the event loop; what takes long is computed in a ``pool``, if there is one."""

    runner: type[JobRunner] = LoopJobRunner
    is_in_place = True

    def __init__(self, pool: Pool | None = None) -> None:
        self.pool = pool

    async def run(self, work: Callable[[], T], limiter: CapacityLimiter | None = None, *, is_abandoned: bool = False) -> T:
        return work()

    def processor_seconds(self) -> float:
        return time.perf_counter()
