"""Shuts the server down on a signal as on Ctrl-C: the store is closed, and the exit code is 0."""

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

SIGNALS = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that shut the server down, where the system has them."""


class ShutdownBeforeStart(BaseException):
    """A signal came before the server had started."""


@dataclass
class ShutdownHandler:
    """The signal handler. ``server`` is None until the server exists; ``is_over`` is set after it has ended."""

    server: uvicorn.Server | None = None
    is_over: bool = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Asks the server to exit. Once it has ended, uvicorn raises the signals that it caught again: those are ignored."""
        if self.server is not None:
            self.server.should_exit = True
        elif not self.is_over:
            raise ShutdownBeforeStart


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
        handler.is_over = True
        for number, old in before.items():
            signal.signal(number, old)
