"""A process in which a bot thinks, seen from the server: started when it is first needed, ended when it is stuck or no longer needed."""

from __future__ import annotations

import logging
import multiprocessing
import os
import time
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING

from ..interrupts import interrupts_blocked
from .thinking_worker import ANSWERED, DROPPED, FAILED, INTERRUPT, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

START_SECONDS = 60.0
RESTART_SECONDS = 60.0
"""Pause after a process could not be started."""
POLL_SECONDS = 0.05
"""How often it is looked whether the answer is still needed."""


class ThinkingFailed(Exception):
    """The process has ended, is stuck, or could not answer."""


class CannotStart(ThinkingFailed):
    """No process can be started now."""


class ThinkingProcess:
    """Asks one question at a time. ``close`` may be called from another thread, also in the middle of a thought.

    ``target`` is what the process runs: bots, or something else that answers a record and a request with a text.
    """

    def __init__(self, target: Callable[[Connection], None] = run) -> None:
        self._target = target
        self.process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._lock = Lock()
        self._is_closed = False
        self._starts_at = 0.0

    def think(self, record: str, bot: str, seconds: float, is_dropped: Callable[[], bool] = lambda: False) -> str | None:
        """Returns the action of a bot after all entries of a record; None if the answer is no longer needed. Raises ThinkingFailed.

        A process that has not answered after ``seconds`` is ended; the next question starts another one.
        """
        connection = self._connection or self._started()
        try:
            connection.send((record, bot))
            found = self._answer(connection, seconds, is_dropped)
        except (EOFError, OSError, TimeoutError) as error:
            self._end()
            raise ThinkingFailed(f"its process has ended or is stuck ({type(error).__name__})") from None
        if found == DROPPED:
            return None
        if not found.startswith(ANSWERED):
            raise ThinkingFailed(found.removeprefix(FAILED))
        return found.removeprefix(ANSWERED)

    def close(self) -> None:
        """Ends the process for good."""
        with self._lock:
            self._is_closed = True
            process = self.process
        if process is not None:
            process.kill()
            process.join(1)

    def _answer(self, connection: Connection, seconds: float, is_dropped: Callable[[], bool]) -> str:
        ends = time.monotonic() + seconds
        is_interrupted = False
        while not connection.poll(POLL_SECONDS):
            if time.monotonic() > ends:
                raise TimeoutError
            if not is_interrupted and is_dropped():
                is_interrupted = True
                self._interrupt()
        found, logged = connection.recv()
        for name, level, text in logged:
            logging.getLogger(name).log(level, "%s", text)
        return str(found)

    def _started(self) -> Connection:
        """Starts the process; CannotStart if that fails, or failed a short time ago."""
        if time.monotonic() < self._starts_at:
            raise CannotStart("its process can't be started")
        try:
            return self._start()
        except (EOFError, OSError, RuntimeError) as error:
            self._starts_at = time.monotonic() + RESTART_SECONDS
            self._end()
            raise CannotStart(f"its process can't be started ({type(error).__name__})") from None

    def _start(self) -> Connection:
        """Starts the process and waits until it is ready."""
        here, there = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=self._target, args=(there,), name="groundfloor-bots", daemon=True)
        with self._lock:
            if self._is_closed:
                raise EOFError
            with interrupts_blocked():
                process.start()
            self.process = process
        there.close()
        self._connection = here
        if not here.poll(START_SECONDS):
            raise TimeoutError
        here.recv()
        return here

    def _interrupt(self) -> None:
        if INTERRUPT is not None and self.process is not None and self.process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, INTERRUPT)

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self.process is not None:
            self.process.kill()
            self.process.join(1)
