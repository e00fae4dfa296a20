"""A pool of worker processes that ignore Ctrl-C, so that only the main process handles it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.pool import Pool


@contextmanager
def worker_pool(jobs: int) -> Iterator[Pool]:
    """Yields a pool of ``jobs`` processes that ends with the block; on Ctrl-C the workers print no traceback."""
    with interrupts_blocked():
        pool = get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    with pool:
        yield pool


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
