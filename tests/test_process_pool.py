"""Processes that compute beside this one: replaced when they die or are stuck, deaf to Ctrl-C, gone when their parent is."""

from __future__ import annotations

import itertools
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundfloor import process_pool
from groundfloor.process_pool import MAX_LOGGED, CannotStart, ProcessPool, TaskError, Worker, WorkerEnded
from tests.support.several_servers import wait_until
from tests.support.stores import WAIT

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow
on_posix = pytest.mark.skipif(os.name != "posix", reason="needs signals")


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    with ProcessPool(1) as found:
        yield found


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Lets Ctrl-C be heard, also where the tests are run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def double(number: int) -> int:
    return 2 * number


def process_id(_number: int = 0) -> int:
    return os.getpid()


def wait_until_killed(started: str) -> None:
    Path(started).touch()
    while True:
        time.sleep(0.01)


def exit_with(code: int) -> None:
    os._exit(code)


def deaf_to_ctrl_c(folder: str) -> bool:
    """Whether Ctrl-C was held back when this process began and is ignored now; told once there are two processes."""
    (Path(folder) / str(os.getpid())).touch()
    ends = time.monotonic() + WAIT
    while len(list(Path(folder).iterdir())) < 2:
        assert time.monotonic() < ends, "there is no other process"
        time.sleep(0.01)
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []) and signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def warn(count: int) -> str:
    for number in range(count):
        logging.getLogger("groundfloor.bots").warning("warning %d", number)
    return "done"


class Unsendable(Exception):
    """An error that can't be made again from its arguments."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def fail(kind: str) -> None:
    raise Unsendable("no ", "plan") if kind == "unsendable" else LookupError("no plan")


@pytest.mark.thorough
def test_results_come_in_order_and_few_tasks_run_ahead(pool: ProcessPool) -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    results = pool.map(double, numbers())
    assert list(itertools.islice(results, 5)) == [0, 2, 4, 6, 8]
    assert len(taken) <= 5 + process_pool.TASKS_AHEAD


def test_process_is_kept_for_the_next_task(pool: ProcessPool) -> None:
    assert len(set(pool.map(process_id, range(3)))) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("code", [0, 3])
def test_process_that_dies_at_work_is_an_error_and_is_replaced(pool: ProcessPool, code: int) -> None:
    with pytest.raises(WorkerEnded, match="has ended"):
        pool.submit(exit_with, code).result()
    assert pool.submit(double, 2).result() == 4


@on_posix
def test_processes_can_have_a_lower_priority() -> None:
    with ProcessPool(1, niceness=3) as pool:
        assert pool.submit(os.nice, 0).result() == min(os.nice(0) + 3, 19)


@pytest.mark.thorough
@on_posix
def test_process_that_dies_idle_is_replaced(pool: ProcessPool) -> None:
    first = pool.submit(process_id).result()
    worker = next(each for each in multiprocessing.active_children() if each.pid == first)
    worker.kill()
    worker.join()
    wait_until(lambda: pool._processes is None or not pool._processes.pool.active)
    assert pool.submit(process_id).result() != first


@pytest.mark.thorough
@pytest.mark.parametrize("is_stopped", [False, pytest.param(True, marks=on_posix)])
def test_process_that_is_stuck_is_ended_and_replaced(pool: ProcessPool, tmp_path: Path, is_stopped: bool) -> None:
    first = pool.submit(process_id).result()
    task = pool.submit(wait_until_killed, str(tmp_path / "started"), seconds=0.2)
    wait_until((tmp_path / "started").exists)
    if is_stopped:
        os.kill(first, signal.SIGSTOP)
    with pytest.raises(WorkerEnded, match="too long"):
        task.result()
    assert pool.submit(process_id).result() != first


@pytest.mark.thorough
def test_cancelled_task_ends_at_once_and_makes_room(pool: ProcessPool, tmp_path: Path) -> None:
    task = pool.submit(wait_until_killed, str(tmp_path / "started"))
    wait_until((tmp_path / "started").exists)
    task.cancel()
    with pytest.raises(CancelledError):
        task.result()
    assert pool.submit(double, 1).result() == 2


@pytest.mark.thorough
def test_task_that_is_cancelled_later_may_end_before(pool: ProcessPool, tmp_path: Path) -> None:
    """Its process is kept; one that takes longer is ended."""
    first = pool.submit(process_id).result()
    short = pool.submit(process_id)
    short.cancel(after=WAIT)
    assert short.result() == first
    long = pool.submit(wait_until_killed, str(tmp_path / "started"))
    wait_until((tmp_path / "started").exists)
    long.cancel(after=0.01)
    with pytest.raises(CancelledError):
        long.result()
    assert pool.submit(process_id).result() != first


@pytest.mark.thorough
def test_start_of_a_process_is_no_part_of_the_seconds_of_a_task(pool: ProcessPool) -> None:
    began = time.monotonic()
    task = pool.submit(time.sleep, 0.05)
    task.result()
    assert 0.05 <= task.seconds < time.monotonic() - began


@pytest.mark.thorough
def test_closing_a_pool_ends_its_tasks_and_processes(tmp_path: Path) -> None:
    pool = ProcessPool(1)
    begun, waiting = pool.submit(wait_until_killed, str(tmp_path / "started")), pool.submit(double, 1)
    wait_until((tmp_path / "started").exists)
    pool.close()
    for task in (begun, waiting):
        with pytest.raises(CancelledError):
            task.result()
    with pytest.raises(CancelledError):
        pool.submit(double, 1)
    assert not [each for each in multiprocessing.active_children() if isinstance(each, Worker)]


@pytest.mark.thorough
def test_closing_does_not_wait_for_a_lock_that_is_left_held(pool: ProcessPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "SECONDS_TO_CLOSE", 0.2)
    task = pool.submit(wait_until_killed, str(tmp_path / "started"))
    wait_until((tmp_path / "started").exists)
    with task._future._condition:
        pool.close()
    with pytest.raises(CancelledError):
        task.result()


def test_pool_without_processes_says_so_and_does_not_try_again_at_once(pool: ProcessPool, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[Worker] = []

    def start(worker: Worker) -> None:
        tries.append(worker)
        raise OSError("no memory")

    with monkeypatch.context() as patch:
        patch.setattr(Worker, "start", start)
        for _ in range(2):
            with pytest.raises(CannotStart):
                pool.submit(double, 1)
    assert len(tries) == 1
    monkeypatch.setattr(pool, "_starts_at", 0.0)
    assert pool.submit(double, 1).result() == 2


@pytest.mark.thorough
def test_log_of_a_task_is_written_here_and_has_an_end(
    pool: ProcessPool, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not by the process itself, which does not know in what form the server logs."""
    with caplog.at_level(logging.WARNING):
        assert pool.submit(warn, MAX_LOGGED + 5).result() == "done"
    assert [(each.name, each.getMessage()) for each in caplog.records] == [
        ("groundfloor.bots", f"warning {number}") for number in range(MAX_LOGGED)
    ]
    assert capfd.readouterr().err == ""


@pytest.mark.thorough
def test_error_of_a_task_is_raised_here(pool: ProcessPool) -> None:
    with pytest.raises(LookupError, match="no plan"):
        pool.submit(fail, "plain").result()
    with pytest.raises(TaskError, match="Unsendable: no plan"):
        pool.submit(fail, "unsendable").result()


@pytest.mark.thorough
@on_posix
def test_processes_ignore_ctrl_c_even_while_they_start(tmp_path: Path) -> None:
    """Also one that replaces another."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with ProcessPool(2) as pool:
        for folder in (tmp_path / "first", tmp_path / "replaced"):
            folder.mkdir()
            assert list(pool.map(deaf_to_ctrl_c, [str(folder)] * 2)) == [True, True]
            with pytest.raises(WorkerEnded):
                pool.submit(exit_with, 1).result()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


@pytest.mark.thorough
@on_posix
def test_ctrl_c_while_processes_start_reaches_their_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    start = multiprocessing.context.SpawnProcess.start

    def interrupted(worker: Worker) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        start(worker)

    monkeypatch.setattr(multiprocessing.context.SpawnProcess, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), ProcessPool(1) as pool:
        pool.submit(double, 1)
        raise AssertionError("Ctrl-C was not heard")


PARENT = """
import os, sys, time
from groundfloor.process_pool import ProcessPool

def stuck():
    print("busy", flush=True)
    while True:
        try:
            time.sleep(600)
        except BaseException:
            pass

if __name__ == "__main__":
    with ProcessPool(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        if sys.argv[1] == "stuck":
            pool.submit(stuck).result()
        time.sleep(600)
"""


@pytest.mark.thorough
@on_posix
@pytest.mark.parametrize("state", ["idle", "stuck"])
def test_processes_end_when_their_parent_is_killed(tmp_path: Path, state: str) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, str(script), state], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None and parent.stdout.readline().strip().isdecimal()
        assert state == "idle" or parent.stdout.readline() == "busy\n"
        parent.kill()
        rest, _errors = parent.communicate(timeout=WAIT)  # the pipe is closed when the process has ended too
    assert rest == ""


ENDED_EARLY = """
import os, signal, sys, threading
from groundfloor.process_pool import CannotStart, ProcessPool

def end_this_process(_thread):
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    try:
        with ProcessPool(2) as pool:
            print(pool.submit(os.getpid).result())
    except CannotStart:
        sys.exit(7)
else:
    threading.Thread.start = end_this_process  # a process begins a thread when it is prepared
"""


@pytest.mark.thorough
@on_posix
def test_process_that_is_ended_while_it_starts_prints_nothing(tmp_path: Path) -> None:
    script = tmp_path / "ended_early.py"
    script.write_text(ENDED_EARLY)
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=WAIT, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (7, "", "")


ENDED_AT_WORK = """
import os, sys, time
from groundfloor.process_pool import ProcessPool, WorkerEnded

def work(done):
    try:
        print(os.getpid(), flush=True)
        time.sleep(600)
    finally:
        with open(done, "a") as file:
            file.write("ended\\n")

if __name__ == "__main__":
    try:
        with ProcessPool(1) as pool:
            pool.submit(work, sys.argv[1]).result()
    except (WorkerEnded, KeyboardInterrupt) as error:
        sys.exit(7 if isinstance(error, WorkerEnded) else 8)
"""


@pytest.mark.thorough
@on_posix
@pytest.mark.parametrize(("ended", "code"), [("process", 7), ("parent", 8)])
def test_task_that_is_ended_leaves_nothing_behind(tmp_path: Path, ended: str, code: int) -> None:
    """By SIGTERM to its process, or by Ctrl-C in its parent: a bot still ends its program then."""
    script, done = tmp_path / "ended_at_work.py", tmp_path / "done"
    script.write_text(ENDED_AT_WORK)
    with subprocess.Popen([sys.executable, str(script), str(done)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.kill(worker if ended == "process" else parent.pid, signal.SIGTERM if ended == "process" else signal.SIGINT)
        out, complaints = parent.communicate(timeout=WAIT)
    assert (parent.returncode, out, complaints, done.read_text()) == (code, "", "", "ended\n")
