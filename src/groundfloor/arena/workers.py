"""A pool of worker processes that ignore Ctrl-C, so that only the main process handles it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import TimeoutError, active_children, get_context
from multiprocessing.pool import Pool
from types import FrameType
from typing import TypeVar

from groundfloor.engine.errors import GroundfloorError

T = TypeVar("T")
SECONDS_BETWEEN_LOOKS = 1.0
"""How often it is looked whether all workers are alive, while none has a result."""


@contextmanager
def worker_pool(jobs: int) -> Iterator[Pool]:
    """Yields a pool of ``jobs`` processes that ends with the block; on Ctrl-C the workers print no traceback."""
    with interrupts_blocked():
        pool = get_context("spawn").Pool(jobs, prepare_worker)
    with pool:
        yield pool


def prepare_worker() -> None:
    """Ignores Ctrl-C in a worker, and has it end by an exception when the pool ends it, so that it can end what it has started."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end_worker)


def end_worker(_number: int, _frame: FrameType | None) -> None:
    """Ends the process by SystemExit."""
    sys.exit(1)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Blocks SIGINT within the block; processes started in it inherit that, so Ctrl-C can't reach them even while they start."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running  # there is none on Windows

    ensure_running()  # its first start lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class WorkerEnded(GroundfloorError):
    """A worker process has ended in the middle of its work."""


def results_in_order(jobs: int, one: Callable[[int], T], numbers: range) -> Iterator[T]:
    """Yields what a function returns for each number, computed by ``jobs`` processes; WorkerEnded if one of these dies."""
    others = {child.pid for child in active_children()}
    with worker_pool(jobs) as pool:
        workers = {child.pid for child in active_children()} - others
        results = pool.imap(one, numbers)
        for _ in numbers:
            while True:
                try:
                    yield results.next(SECONDS_BETWEEN_LOOKS)
                    break
                except TimeoutError:
                    if not workers <= {child.pid for child in active_children()}:
                        raise WorkerEnded(
                            "A process that played games has ended: it was killed, or a bot has ended it. Games that were written are kept."
                        ) from None
