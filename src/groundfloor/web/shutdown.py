"""Shuts the server down on Ctrl-C or a signal, also while it starts: the store is closed, and the exit code is 0."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    import uvicorn

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that shut the server down, where the system has them."""


@dataclass
class ShutdownHandler:
    """The signal handler. ``server`` is None until the server exists; ``is_requested`` tells whether a signal has come.

    It raises nothing: Python drops exceptions that are raised in a finalizer or a weak reference's callback, and the server would stay.
    """

    server: uvicorn.Server | None = None
    is_requested: bool = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Asks the server to exit, if it exists. Once it has ended, uvicorn raises the signals that it caught again, without effect."""
        self.is_requested = True
        if self.server is not None:
            self.server.should_exit = True


@contextmanager
def shutdown_signals() -> Iterator[ShutdownHandler]:
    """Handles the signals within the block; those that are ignored (``nohup``) stay ignored."""
    handler = ShutdownHandler()
    if threading.current_thread() is not threading.main_thread():
        yield handler
        return
    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, old in before.items():
        if old != signal.SIG_IGN:
            signal.signal(number, handler.handle)
    try:
        yield handler
    finally:
        for number, old in before.items():
            signal.signal(number, old)
