"""The processes of a server: how they end and free memory; several that serve one port, watched and replaced when they end or no longer respond."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import multiprocessing
import signal
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from ..database.errors import NewerData
from .metrics import forget_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from types import FrameType

    import uvicorn

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals that shut the server down, where the system has them."""
THRESHOLDS = (4_000, 10, 500)
"""When Python looks for cycles, in which each page leaves some hundred objects of Jinja. A search holds up all threads: with more objects a time, those of the
second generation took up to half a second under load. The third looks through all tables, so it comes seldom."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
MALLOPT = ((M_ARENA_MAX, 2), (M_MMAP_THRESHOLD, 256 * 1024), (M_TRIM_THRESHOLD, 1024 * 1024))
"""Settings of glibc, as in ``mallopt(3)``: left to itself it has eight arenas for each processor, and keeps up to 64 MB that were freed in each."""
HEARTBEAT_SECONDS = 1.0
"""How often a process says that it responds."""
HEARTBEAT_TIMEOUT = 30.0
"""After which a process that has said nothing is replaced."""
END_SECONDS = 10.0
"""How long processes may take to end."""
RESTART_SECONDS = 1.0
"""Between two starts in the place of a process that ended."""
OUTDATED = 3
"""The exit code of a process that is of another version than the database: another process in its place could do nothing either."""
log = logging.getLogger(__name__)


@dataclass
class ShutdownHandler:
    """Shuts the server down on Ctrl-C or a signal, even while it starts: the store is closed, and the exit code is 0. ``server`` is None until the server exists; ``is_requested`` tells whether a signal has come.

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


def reduce_gc_frequency() -> None:
    """Excludes existing objects, which live as long as the process, from all later searches, and searches less often."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def return_freed_memory() -> None:
    """Makes the C library return freed memory to the system early; does nothing where it is not glibc."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        for name, value in MALLOPT:
            mallopt(name, value)


class Worker:
    """A process, and when its last heartbeat came, in monotonic seconds."""

    def __init__(self, target: Callable[..., None], arguments: tuple[object, ...]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.heartbeats, sender = spawn.Pipe(duplex=False)
        self.process = spawn.Process(target=target, args=(*arguments, sender), name="server")
        self.process.start()
        sender.close()
        self.last_heartbeat = self.started_at = time.monotonic()

    def listen(self) -> bool:
        """Returns whether the process runs and responds."""
        with suppress(EOFError, OSError):
            while self.heartbeats.poll():
                self.heartbeats.recv_bytes()
                self.last_heartbeat = time.monotonic()
        return self.process.is_alive() and time.monotonic() - self.last_heartbeat < HEARTBEAT_TIMEOUT

    def end(self, seconds: float) -> None:
        """Waits until the process has ended, and kills it after so many seconds."""
        self.process.join(seconds)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.heartbeats.close()


def run_workers(count: int, target: Callable[..., None], arguments: tuple[object, ...], shutdown: ShutdownHandler) -> None:
    """Runs so many processes until Ctrl-C or a signal; ``target`` gets the arguments, and the connection over which it says that it responds (`send_heartbeats`)."""

    def start() -> Worker:
        return Worker(target, arguments)

    workers = [start() for _ in range(count)]
    try:
        while not shutdown.is_requested:
            wait([worker.process.sentinel for worker in workers], HEARTBEAT_SECONDS / 2)
            for index, worker in enumerate(workers):
                if worker.listen() or shutdown.is_requested:
                    continue
                if worker.process.exitcode == OUTDATED:
                    raise NewerData(
                        "Another version of groundfloor was installed, or has brought the database up to date. Start the server again, with that version."
                    )
                log.error(
                    "process %s %s; another one takes its place",
                    worker.process.pid,
                    "does not respond" if worker.process.is_alive() else "has ended",
                )
                worker.end(0.0)
                forget_process(worker.process.pid or 0)
                time.sleep(max(worker.started_at + RESTART_SECONDS - time.monotonic(), 0.0))
                workers[index] = start()
    finally:
        for worker in workers:
            worker.process.terminate()
        until = time.monotonic() + END_SECONDS
        for worker in workers:
            worker.end(max(until - time.monotonic(), 0.0))


async def send_heartbeats(heartbeats: Connection) -> None:
    """Says every ``HEARTBEAT_SECONDS`` that the event loop responds."""
    with suppress(OSError):
        while True:
            heartbeats.send_bytes(b".")
            await asyncio.sleep(HEARTBEAT_SECONDS)
