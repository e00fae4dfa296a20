"""Worker processes that ignore Ctrl-C, so that only the main process handles it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import ParamSpec, TypeVar

from groundfloor.engine.errors import GroundfloorError
from groundfloor.interrupts import interrupts_blocked

Task = TypeVar("Task")
Result = TypeVar("Result")
Parameters = ParamSpec("Parameters")
SECONDS_TO_END = 1.0
"""How long workers may take to end what they have started, before they are killed."""
TASKS_AHEAD = 3
"""Tasks for each process that are begun before the result of the first of them was taken."""


class WorkerEnded(GroundfloorError):
    """A worker process has ended in the middle of its work."""


class WorkerPool(ProcessPoolExecutor):
    """An executor whose processes end what they have begun when they are ended."""

    def submit(self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Future[Result]:
        """Returns the future result of a function, as in the class above; a process that is started for it can't be reached by Ctrl-C."""
        with interrupts_blocked():
            return super().submit(run_task, fn, *args, **kwargs)


def available_cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def worker_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Yields an executor with ``jobs`` processes that ends with the block: after their work, or at once if the block raises.

    Raises WorkerEnded if a process has died.
    """
    others, threads = set(active_children()), set(threading.enumerate())
    pool = WorkerPool(jobs, get_context("spawn"), prepare_worker)
    try:
        for _ in range(jobs):
            pool.submit(int)  # starts a process, unless one that has started is idle already
        yield pool
    except BaseException as error:
        pool.shutdown(wait=False, cancel_futures=True)
        end_processes([child for child in active_children() if child not in others])
        end_threads([thread for thread in threading.enumerate() if thread not in threads])
        if isinstance(error, BrokenProcessPool):
            raise WorkerEnded(
                "A process that played games has ended: it was killed, or a bot has ended it. Games that were written are kept."
            ) from None
        raise
    pool.shutdown()


def results_in_order(pool: ProcessPoolExecutor, jobs: int, one: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """Yields what a function returns for each task, in their order; only some of them run ahead, as the tasks may be endless."""
    coming = iter(tasks)
    begun = deque(pool.submit(one, task) for task in islice(coming, TASKS_AHEAD * jobs))
    while begun:
        yield begun.popleft().result()
        begun.extend(pool.submit(one, task) for task in islice(coming, 1))


def end_processes(processes: list[BaseProcess]) -> None:
    """Asks processes to end, and kills those that don't."""
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(SECONDS_TO_END)
        if process.is_alive():
            process.kill()
            process.join()


def end_threads(threads: list[threading.Thread]) -> None:
    """Waits for an executor's threads to notice that its processes have ended.

    When Python ends it wakes those that are left, and complains if one of them closes its pipe at that moment.
    """
    for thread in threads:
        thread.join(SECONDS_TO_END)


def prepare_worker() -> None:
    """Ignores Ctrl-C in a worker, and has it end when its parent was killed, which the standard library's executor does not see to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Waits for the end of the parent, then ends this process."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_END)
        os._exit(1)  # it is stuck


def run_task(function: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
    """Returns what a function returns; a process that is to end in the meantime leaves it by an exception, so that it ends what it began.

    Between two tasks SIGTERM ends the process as usual.
    """
    signal.signal(signal.SIGTERM, raise_system_exit)
    try:
        return function(*args, **kwargs)
    except SystemExit:
        os._exit(1)  # the executor would send the exception to the parent and begin another task
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def raise_system_exit(_number: int, _frame: FrameType | None) -> None:
    """Raises SystemExit."""
    sys.exit(1)
