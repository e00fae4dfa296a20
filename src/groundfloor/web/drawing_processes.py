"""Processes that draw tables, so that drawing takes no time from the process that answers moves.

A table is always drawn by the same process, which gets only what is new at the table. If a process is not ready, is too late or has
ended, the caller draws in its own thread.
"""

from __future__ import annotations

import logging
import multiprocessing
import time
from collections import OrderedDict
from threading import Lock, Thread
from typing import TYPE_CHECKING
from zlib import crc32

from ..interrupts import interrupts_blocked
from .drawing_orders import Failed, Order, Unknown
from .drawn_tables import TableBody
from .priority_lock import PriorityLock

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from ..tables import Table
    from .drawn_tables import DrawingKey, OpenPage

QUEUE_SECONDS = 2.0
"""After which a drawing that still waits for its process is drawn in a thread."""
ANSWER_SECONDS = 5.0
"""After which a process that has not answered is ended."""
RESTART_SECONDS = 5.0
"""Pause before a process that has ended is started again."""
RETRY_SECONDS = 60.0
"""Pause before a process that could not be started is tried again."""
MAX_SENT = 1_000
"""Tables of which is remembered how many of their entries a process has."""
START_SECONDS = 60.0
MANY_PAGES = 24
"""Open pages from which on a server that has two processors or more draws in processes, unless the settings say otherwise."""
DEFAULT_PROCESSES = 2
"""Processes that draw then: while one draws the answer to a move, the other one may draw boards of another table."""
log = logging.getLogger(__name__)


class DrawingProcess:
    """A process that draws one table at a time, and keeps copies of tables and what it drew, of so many bytes at most; other tables are sent whole again when they are drawn."""

    def __init__(self, table_bytes: int, board_bytes: int) -> None:
        self.table_bytes = table_bytes
        self.board_bytes = board_bytes
        self.process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._sent: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._lock = Lock()
        self._drawing_lock = PriorityLock()
        self._is_closed = False
        self._starts_at = 0.0

    def start(self) -> None:
        """Starts the process, and returns once it is ready; if that fails, the log says so, and the callers draw until it is tried again."""
        try:
            self._start()
        except (EOFError, OSError, RuntimeError) as error:
            if not self._is_closed:
                log.error(
                    "a process that draws can't be started (%s); the server draws itself, and tries again later", type(error).__name__
                )
                self._starts_at = time.monotonic() + RETRY_SECONDS

    def _start(self) -> None:
        from .drawing_worker import run  # what it imports imports this module

        here, there = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(
            target=run, args=(there, self.table_bytes, self.board_bytes), name="groundfloor-drawing", daemon=True
        )
        with interrupts_blocked():
            process.start()
        there.close()
        with self._lock:
            self.process = process
        is_ready = False
        try:
            if self._is_closed or not here.poll(START_SECONDS):
                raise TimeoutError("not ready in time")
            here.recv()
            with self._lock:
                is_ready = not self._is_closed
                if is_ready:
                    self._sent = OrderedDict()  # first, as a drawing may begin as soon as there is a connection
                    self._connection = here
        finally:
            if not is_ready:
                here.close()
                process.kill()

    def draw(self, table: Table, key: DrawingKey, page: OpenPage, notice: str, *, is_urgent: bool = True) -> TableBody | None:
        """Returns the table as it is sent to the page; None if the process can't draw it. Urgent drawings come first."""
        if self._connection is None or not self._drawing_lock.acquire(QUEUE_SECONDS, is_urgent=is_urgent):
            self._restart()
            return None
        try:
            answer = self._ask(table, key, page, notice, whole=False)
            if isinstance(answer, Unknown):
                answer = self._ask(table, key, page, notice, whole=True)
        except (EOFError, OSError, TimeoutError) as error:
            if not self._is_closed:
                log.error("a process that draws has ended or is stuck (%s); another one is started", type(error).__name__)
            self._end()
            return None
        finally:
            self._drawing_lock.release()
        return answer if isinstance(answer, TableBody) else None

    def _ask(self, table: Table, key: DrawingKey, page: OpenPage, notice: str, whole: bool) -> TableBody | Unknown | Failed | None:
        connection = self._connection
        first = 0 if whole else self._sent.get(key.table, 0)
        if connection is None or first > key.version:  # of two pages that asked, the later one was faster
            return None
        record = table.match.record
        entries = [(entry.seat, entry.text, entry.undo_count) for entry in record.entries[first : key.version]]
        bots = tuple(holder.agent for holder in table.seat_holders)
        head = "" if first else record.prefix(0).format()
        connection.send(
            Order(
                key=key,
                page=page,
                notice=notice,
                first=first,
                entries=entries,
                head=head,
                name=table.name,
                is_shown=table.is_shown,
                bots=bots,
            )
        )
        self._sent[key.table] = key.version
        self._sent.move_to_end(key.table)
        if len(self._sent) > MAX_SENT:
            self._sent.popitem(last=False)
        if not connection.poll(ANSWER_SECONDS):
            raise TimeoutError("no answer in time")
        answer: TableBody | Unknown | Failed = connection.recv()
        if not isinstance(answer, TableBody):
            self._sent.pop(key.table, None)
        if isinstance(answer, Failed):
            log.error("game %s could not be drawn by its process: %s", key.public, answer.reason)
        return answer

    def _end(self) -> None:
        """Ends the process; a new one is started later."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self.process is not None:
            self.process.kill()
        self._starts_at = time.monotonic() + RESTART_SECONDS

    def _restart(self) -> None:
        """Starts the process again in the background if it ended, or could not be started, some time ago."""
        if self._is_closed or self._connection is not None or not self._starts_at or time.monotonic() < self._starts_at:
            return
        with self._lock:
            is_due, self._starts_at = bool(self._starts_at), 0.0  # no longer if another thread starts it already
        if is_due:
            Thread(target=self.start, daemon=True).start()

    def close(self) -> None:
        """Ends the process for good, even in the middle of a drawing."""
        self._is_closed = True
        if self.process is not None:
            self.process.kill()
            self.process.join(1)
        if self._drawing_lock.acquire(1):
            self._end()
            self._drawing_lock.release()


class DrawingProcesses:
    """A number of drawing processes; if there are none, the caller draws everything.

    Their copies of tables take ``table_bytes`` at most, all together, and what each has drawn ``board_bytes``.

    They are started once ``are_wanted`` says so; it is asked before each drawing.
    """

    def __init__(self, count: int, table_bytes: int, board_bytes: int, are_wanted: Callable[[], bool] = lambda: True) -> None:
        self.processes = [DrawingProcess(table_bytes // count, board_bytes) for _ in range(count)]
        self.are_wanted = are_wanted
        self.is_started = False
        self._lock = Lock()

    def start(self) -> None:
        """Starts all processes in the background, if they are wanted by now; until they are ready, the callers draw."""
        with self._lock:
            if self.is_started or not self.are_wanted():
                return
            self.is_started = True
            for process in self.processes:
                Thread(target=process.start, daemon=True).start()

    def draw(self, table: Table, key: DrawingKey, page: OpenPage, notice: str = "", *, is_urgent: bool = True) -> TableBody | None:
        """Returns the table as it is sent to the page; None if the caller has to draw it. Urgent drawings come first."""
        if not self.processes:
            return None
        if not self.is_started:
            self.start()
            return None
        return self.processes[crc32(key.public.encode()) % len(self.processes)].draw(table, key, page, notice, is_urgent=is_urgent)

    def close(self) -> None:
        """Ends all processes."""
        with self._lock:
            self.is_started = True
        for process in self.processes:
            process.close()


def processes_for(setting: int, table_bytes: int, board_bytes: int, open_pages: Callable[[], int], processors: int) -> DrawingProcesses:
    """Returns the processes that a setting asks for; with -1 two that wait for many open pages, or none if there is one processor.

    ``table_bytes`` and ``board_bytes`` are those of ``DrawingProcesses``.
    """
    if setting >= 0:
        return DrawingProcesses(setting, table_bytes, board_bytes)
    return DrawingProcesses(DEFAULT_PROCESSES if processors > 1 else 0, table_bytes, board_bytes, lambda: open_pages() >= MANY_PAGES)
