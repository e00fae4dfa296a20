"""Processes of a pool do not hear Ctrl-C from their first moment on, and whoever begins them still does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from groundfloor.arena.workers import worker_pool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60
"""Seconds after which a process should have started, however busy the machine is."""


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Lets Ctrl-C be heard, also where the tests are run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def held(_number: int) -> tuple[bool, bool]:
    """Returns whether Ctrl-C was held back when this process began, and whether it is ignored."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []), signal.getsignal(signal.SIGINT) == signal.SIG_IGN


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are held back on POSIX")
def test_workers_ignore_ctrl_c_even_while_they_start() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with worker_pool(2) as pool:
        assert list(pool.map(held, range(4))) == [(True, True)] * 4
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
        assert signal.getsignal(signal.SIGINT) != signal.SIG_IGN


def held_beside_another(folder: Path) -> bool:
    """Returns whether Ctrl-C was held back when this process began, once another one is there too."""
    (folder / str(os.getpid())).touch()
    ends = time.monotonic() + PATIENCE
    while len(list(folder.iterdir())) < 2:
        assert time.monotonic() < ends, "there is no other process"
        time.sleep(0.01)
    return held(0)[0]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are held back on POSIX")
def test_worker_that_starts_later_ignores_ctrl_c_while_it_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the first of many workers has time for another task before the last one has started: the executor begins no process then."""
    submit = ProcessPoolExecutor.submit
    begun: list[Future[object]] = []

    def submit_slowly(pool: ProcessPoolExecutor, *given: Any) -> Future[object]:
        begun.append(submit(pool, *given))
        if len(begun) <= 2:
            begun[-1].result()
        return begun[-1]

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit_slowly)
    with worker_pool(2) as pool:
        assert list(pool.map(held_beside_another, [tmp_path] * 2)) == [True, True]


@pytest.mark.skipif(os.name != "posix", reason="signals are held back on POSIX")
def test_ctrl_c_while_workers_start_reaches_their_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.submit", interrupted)
    with pytest.raises(KeyboardInterrupt), worker_pool(2):
        raise AssertionError("the block was entered")


PARENT = """
import os, time
from groundfloor.arena.workers import worker_pool

if __name__ == "__main__":
    with worker_pool(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals on POSIX")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None and parent.stdout.readline().strip().isdecimal()
        parent.kill()
        rest, _errors = parent.communicate(timeout=60)  # the pipe is closed when the worker has ended too
    assert rest == ""


ENDED_EARLY = """
import os, signal, sys, threading
from groundfloor.arena.workers import WorkerEnded, worker_pool

def end_this_process(_thread):
    os.kill(os.getpid(), signal.SIGTERM)
    signal.sigtimedwait([], 0.1)

if __name__ == "__main__":
    try:
        with worker_pool(2) as pool:
            print(pool.submit(os.getpid).result())
    except WorkerEnded:
        sys.exit(7)
else:
    threading.Thread.start = end_this_process  # a worker begins a thread when it is prepared
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals on POSIX")
def test_a_worker_that_is_ended_while_it_starts_prints_nothing(tmp_path: Path) -> None:
    script = tmp_path / "ended_early.py"
    script.write_text(ENDED_EARLY)
    ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (7, "", "")


ENDED_AT_WORK = """
import os, sys, time
from groundfloor.arena.workers import WorkerEnded, worker_pool

def work(done):
    try:
        print(os.getpid(), flush=True)
        time.sleep(600)
    finally:
        with open(done, "a") as file:
            file.write("ended\\n")

if __name__ == "__main__":
    try:
        with worker_pool(1) as pool:
            list(pool.map(work, [sys.argv[1]] * 3))
    except WorkerEnded:
        sys.exit(7)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals on POSIX")
def test_a_worker_that_is_ended_at_work_ends_it_and_begins_no_other(tmp_path: Path) -> None:
    script, done = tmp_path / "ended_at_work.py", tmp_path / "done"
    script.write_text(ENDED_AT_WORK)
    with subprocess.Popen([sys.executable, str(script), str(done)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        os.kill(int(parent.stdout.readline()), signal.SIGTERM)
        out, complaints = parent.communicate(timeout=60)
    assert (parent.returncode, out, complaints, done.read_text()) == (7, "", "", "ended\n")
