"""Signals that end the server like Ctrl-C: the store is closed, and the exit code is 0."""

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

NAMES = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Those of them that the system has: asked to end, the terminal was closed, Ctrl-Break on Windows."""


class Stopped(BaseException):
    """The server was asked to end before it was there."""


@dataclass
class Stop:
    """What the signals end: the server, once there is one."""

    server: uvicorn.Server | None = None
    is_over: bool = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        """A signal has come; uvicorn hands those that it has caught itself on when it has ended."""
        if self.server is not None:
            self.server.should_exit = True
        elif not self.is_over:
            raise Stopped


@contextmanager
def stop_signals() -> Iterator[Stop]:
    """Catches the signals for as long as the block runs; those that are ignored (``nohup``) stay ignored."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:
            signal.signal(number, stop.handle)
    try:
        yield stop
    finally:
        stop.is_over = True
        for number, handler in before.items():
            signal.signal(number, handler)
