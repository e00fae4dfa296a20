"""Processes that compute beside this one: bots' moves, hints and analyses of a server, games of the arena and the laboratory.

A task is a function at the top of a module and what it is given: texts, numbers and plain data, which take less than a game to send.
Processes are spawned, ignore Ctrl-C from their first moment on, and end when this process is gone, however it ended.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock
from typing import TYPE_CHECKING, Generic, NamedTuple, Self, TypeVar

from .engine.errors import GroundfloorError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from multiprocessing.synchronize import Event
    from types import FrameType

    import pebble

Item = TypeVar("Item")
Result = TypeVar("Result")

TASKS_AHEAD = 3
"""Tasks for each process that are begun before the result of the first of them was taken."""
CHECK_SECONDS = 1.0
"""How often those who wait for a result check whether it can still come."""
START_SECONDS = 60.0
"""How long a process may take to start."""
RESTART_SECONDS = 60.0
"""Pause after no process could be started."""
SECONDS_TO_END = 1.0
"""How long a process whose parent is gone may take to end what it has begun."""
SECONDS_TO_CLOSE = 10.0
"""How long closing a pool waits for its processes; after that they are left, and end with this process."""
MAX_LOGGED = 20
"""Messages of the log that a task brings along; further ones are dropped."""


ENDED = "A process that played games has ended: it was killed, or a bot has ended it. Games that were written are kept."


class WorkerEnded(GroundfloorError):
    """A process has ended in the middle of a task, or was ended as the task took too long."""


class CannotStart(GroundfloorError):
    """No process can be started now."""


class TaskError(GroundfloorError):
    """A task has raised an error that can't be sent from one process to another."""


class Processes(NamedTuple):
    """What pebble makes of a pool, and whether one of its processes has been ready for tasks."""

    pool: pebble.ProcessPool
    have_started: Event


class LogMessage(NamedTuple):
    """A message of the log of another process."""

    logger: str
    level: int
    text: str


class Outcome(NamedTuple, Generic[Result]):
    """What a task has returned or raised, what was logged meanwhile, and the seconds that it took in its process."""

    result: Result | None
    error: Exception | None
    log: list[LogMessage]
    seconds: float


class Task(Generic[Result]):
    """A task that a pool has begun, or will. ``seconds`` is how long it took in its process, known with its result."""

    def __init__(self, pool: ProcessPool, processes: Processes, future: pebble.ProcessFuture[Outcome[Result]], seconds: float) -> None:
        self._pool = pool
        self._processes = processes
        self._future = future
        self._began = time.monotonic()
        self._ends = self._began + seconds
        self._cancelled_from = float("inf")
        self.seconds = 0.0

    def cancel(self, after: float = 0.0) -> None:
        """Ends the task, and the process that computes it; those who wait for the result get CancelledError.

        With ``after`` a thread that waits for its result ends it, if the result has not come so many seconds after the task was submitted.
        """
        if after:
            self._cancelled_from = self._began + after
        else:
            self._future.cancel()

    def result(self) -> Result:
        """Waits for what the task returns or raises, and logs what was logged there. Raises CancelledError, WorkerEnded or CannotStart."""
        while True:
            try:
                answer = self._future.result(CHECK_SECONDS)
                break
            except TimeoutError as error:
                if error.args:
                    raise WorkerEnded("A process was ended, as its task took too long.") from None
                if time.monotonic() > self._ends or not self._processes.pool.active:
                    raise self._failure() from None
                if time.monotonic() >= self._cancelled_from:
                    self._future.cancel()
            except BrokenProcessPool:
                raise self._failure() from None
            except OSError:  # pebble.ProcessExpired
                raise WorkerEnded(ENDED) from None
        self.seconds = answer.seconds
        for message in answer.log:
            logging.getLogger(message.logger).log(message.level, "%s", message.text)
        if answer.error is not None:
            raise answer.error
        return answer.result  # type: ignore[return-value]

    def _failure(self) -> GroundfloorError:
        """Why no process does the task; others take their place, after a pause if none of them could be started."""
        has_started = self._processes.have_started.is_set()
        self._pool.replace(self._processes, 0.0 if has_started else RESTART_SECONDS)
        return WorkerEnded(ENDED) if has_started else CannotStart("A process has ended while it started.")


class ProcessPool:
    """Processes that are started with the first task. One that dies, or whose task is cancelled or takes too long, is replaced.

    For any thread. As a context manager it ends all tasks with its block. ``niceness`` lowers the priority of the processes: 0 (as this one) to 19.
    """

    def __init__(self, processes: int, niceness: int = 0) -> None:
        self.size = processes
        self.niceness = niceness
        self._processes: Processes | None = None
        self._tasks: set[pebble.ProcessFuture[Outcome[object]]] = set()
        self._lock = Lock()
        self._is_closed = False
        self._starts_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def submit(self, function: Callable[..., Result], *given: object, seconds: float | None = None) -> Task[Result]:
        """Begins a task as soon as a process is free. A process that has not answered after ``seconds`` is ended.

        Raises CannotStart, also for ``RESTART_SECONDS`` after that has happened, and CancelledError once the pool is closed.
        """
        with self._lock:
            if self._is_closed:
                raise CancelledError
            if time.monotonic() < self._starts_at:
                raise CannotStart("No process can be started.")
            try:
                if self._processes is None or not self._processes.pool.active:  # as after a process was killed that had nothing to do
                    self._end()
                    self._processes = new_processes(self.size, self.niceness)
                processes = self._processes
                future = processes.pool.schedule(run_task, (function, *given), timeout=seconds)
            except (OSError, RuntimeError) as error:
                self._end(RESTART_SECONDS)
                raise CannotStart(f"No process can be started ({type(error).__name__}).") from None
            self._tasks.add(future)
        future.add_done_callback(self._tasks.discard)
        return Task(self, processes, future, float("inf") if seconds is None else seconds + START_SECONDS)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item], ahead: int | None = None) -> Iterator[Result]:
        """Returns what a function returns for each item, in their order. Raises as ``submit`` and ``Task.result`` do.

        The items may be endless: only ``ahead`` of them are begun before the result of the first was taken; ``TASKS_AHEAD`` a process if
        that is not said.
        """
        coming = iter(items)
        begun = deque(self.submit(function, item) for item in islice(coming, TASKS_AHEAD * self.size if ahead is None else ahead))

        def results() -> Iterator[Result]:
            while begun:
                yield begun.popleft().result()
                begun.extend(self.submit(function, item) for item in islice(coming, 1))

        return results()

    def close(self) -> None:
        """Ends all tasks and processes for good."""
        with self._lock:
            self._is_closed = True
            for task in list(self._tasks):
                task.cancel()
            self._end()

    def replace(self, processes: Processes, pause: float) -> None:
        """Ends processes, unless others have taken their place already; others are started with the next task after a pause in seconds."""
        with self._lock:
            if self._processes is processes:
                self._end(pause)

    def _end(self, pause: float = 0.0) -> None:
        self._starts_at = time.monotonic() + pause
        processes, self._processes = self._processes, None
        if processes is not None:
            # Ctrl-C can leave a lock of pebble's held, so that its threads wait for ever.
            ending = threading.Thread(target=stop, args=(processes.pool,), daemon=True)
            ending.start()
            ending.join(SECONDS_TO_CLOSE)


def stop(pool: pebble.ProcessPool) -> None:
    """Ends the processes of a pool, and waits for them."""
    pool.stop()
    pool.join()


def new_processes(size: int, niceness: int = 0) -> Processes:
    """Returns processes that start with the first task."""
    import pebble  # takes a tenth of a second, and most commands do without it

    context = WorkerContext()
    have_started = context.Event()
    return Processes(pebble.ProcessPool(size, initializer=prepare_worker, initargs=(have_started, niceness), context=context), have_started)


class Worker(SpawnProcess):
    """A process of a pool. A terminal sends Ctrl-C to all processes, and only the main process handles it."""

    def start(self) -> None:
        """Starts the process, which inherits that Ctrl-C is held back."""
        with interrupts_blocked():
            super().start()

    @property
    def exitcode(self) -> int | None:
        """The exit code; 1 where it is 0, as no process of a pool ends by itself: pebble takes 0 for a process that has done its part."""
        return 1 if super().exitcode == 0 else super().exitcode


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


class WorkerContext(SpawnContext):
    """Spawns the processes of a pool."""

    Process = Worker


def prepare_worker(have_started: Event, niceness: int) -> None:
    """Lowers the priority of this process, collects what is logged in it, and has it end when its parent is gone, which pebble does not see to."""
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    log_collector()
    end_with_parent(SECONDS_TO_END)
    have_started.set()


def end_with_parent(seconds: float) -> None:
    """Ends this process by a signal when the one that started it is gone; by force if it still runs so many seconds later."""
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(seconds)
            os._exit(1)  # it is stuck

    threading.Thread(target=follow, daemon=True).start()


def run_task(function: Callable[..., Result], *given: object) -> Outcome[Result]:
    """Computes a task in a process of a pool. SIGTERM raises an exception in it, so that it ends what it has begun, such as a bot's program."""
    before = signal.signal(signal.SIGTERM, raise_system_exit)
    began = time.monotonic()
    result: Result | None = None
    raised: Exception | None = None
    try:
        result = function(*given)
    except SystemExit:
        os._exit(1)
    except Exception as error:
        raised = portable(error)
    finally:
        signal.signal(signal.SIGTERM, before)
    return Outcome(result, raised, log_collector().take(), time.monotonic() - began)


def raise_system_exit(_number: int, _frame: FrameType | None) -> None:
    """Raises SystemExit."""
    sys.exit(1)


def portable(error: Exception) -> Exception:
    """Returns an error, or if it can't be sent to another process one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return TaskError(f"{type(error).__name__}: {error}")
    return error


class LogCollector(logging.Handler):
    """Keeps what is logged in a process, so that its parent logs it in its own way."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._messages: list[LogMessage] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self._messages) < MAX_LOGGED:
            self._messages.append(LogMessage(record.name, record.levelno, record.getMessage()))

    def take(self) -> list[LogMessage]:
        taken, self._messages = self._messages, []
        return taken


@cache
def log_collector() -> LogCollector:
    """Returns the collector of this process, which is added to the log when it is first asked for."""
    found = LogCollector()
    logging.getLogger().addHandler(found)
    return found


def map_tasks(function: Callable[[Item], Result], items: Iterable[Item], processes: int) -> Generator[Result, None, None]:
    """Yields what a function returns for each item, in their order, computed by so many processes, or by this one if one is enough.

    Raises WorkerEnded if a process dies.
    """
    if processes <= 1:
        yield from map(function, items)
        return
    with ProcessPool(processes) as pool:
        yield from pool.map(function, items)


def available_cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
