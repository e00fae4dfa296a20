"""Processes that play games side by side and leave Ctrl-C to the one that began them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.pool import Pool


@contextmanager
def workers(jobs: int) -> Iterator[Pool]:
    """A pool of so many processes, ended with the block; Ctrl-C ends the block alone, without a word of theirs."""
    with held_back():
        pool = get_context("spawn").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN))
    with pool:
        yield pool


@contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C waits until the end of the block; for processes begun in it, it never comes, not even while they start."""
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
