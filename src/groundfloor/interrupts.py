"""Holds Ctrl-C back from processes that start: a terminal sends it to all of them, and only the main process handles it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


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
