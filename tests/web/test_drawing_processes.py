"""A server whose boards are drawn by processes of their own: the same pages, drawn here when a process is late or has ended, and no orphans."""

from __future__ import annotations

import logging
import multiprocessing
import os
import random
import threading
from multiprocessing.context import SpawnProcess
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from groundfloor.tables import NewTable, SeatRequest
from groundfloor.tables.creation import create_table
from groundfloor.web import drawing_processes, drawing_worker
from groundfloor.web.drawing_processes import MANY_PAGES, DrawingProcess, DrawingProcesses, processes_for
from groundfloor.web.drawn_tables import OpenPage
from groundfloor.web.page_parts import PartCache
from groundfloor.web.scenes import Scenes
from groundfloor.web.settings import Settings
from groundfloor.web.table_drawing import draw_table, drawing_key
from tests.support.stand_in_processes import drawing_that_is_never_ready, drawing_that_never_answers, drawing_that_tells_signals
from tests.support.threads import wait_until
from tests.web.conftest import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from groundfloor.store import Store
    from groundfloor.tables import Table
    from groundfloor.web.drawn_tables import TableBody
    from tests.web.conftest import NewGame

pytestmark = pytest.mark.slow
WAIT = 60
MOST = 10_000_000
PAGE = OpenPage("/g/abc", takes_gzip=True)


@pytest.fixture
def settings() -> Settings:
    return Settings(drawing_processes=1)


def make(seed: int) -> Table:
    return create_table(NewTable((SeatRequest("Ann"), SeatRequest("Ben"))), random.Random(seed).randbytes)[0]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives processes the time that a busy machine may need."""
    monkeypatch.setattr(drawing_processes, "ANSWER_SECONDS", WAIT)


@pytest.fixture(scope="module")
def process() -> Iterator[DrawingProcess]:
    found = DrawingProcess(MOST, MOST)
    found.start()
    yield found
    found.close()


def test_process_draws_what_a_thread_would(process: DrawingProcess) -> None:
    table = make(1)
    for _ in range(3):
        seat = table.asked
        assert seat is not None
        table.pick(seat, table.game.legal_actions[0].text, table.version)
        for viewer in (None, seat):
            key = drawing_key(table, viewer, (), "de", None)
            assert process.draw(table, key, PAGE, "") == draw_table(Scenes(), PartCache(), table, key)[1].body(PAGE)
        table.confirm(seat, table.version)


def test_copy_that_the_process_has_lost_is_sent_again(process: DrawingProcess) -> None:
    key = drawing_key(table := make(2), None, (), "en", None)
    process._sent[key.table] = table.version
    assert process.draw(table, key, PAGE, "") is not None


def test_older_version_than_the_copy_is_left_to_the_caller(process: DrawingProcess) -> None:
    table = make(3)
    older = drawing_key(table, None, (), "en", None)
    seat = table.asked
    assert seat is not None
    table.apply(seat, (table.game.legal_actions[0].text,), table.version)
    assert process.draw(table, drawing_key(table, None, (), "en", None), PAGE, "") is not None
    assert process.draw(table, older, PAGE, "") is None


def test_process_that_was_killed_is_replaced(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(drawing_processes, "RESTART_SECONDS", 0.0)
    process, table = DrawingProcess(MOST, MOST), make(4)
    key = drawing_key(table, None, (), "en", None)
    process.start()
    try:
        first = process.process
        assert first is not None
        first.kill()
        first.join(WAIT)
        with caplog.at_level(logging.ERROR):
            assert process.draw(table, key, PAGE, "") is None
        assert "has ended" in caplog.text
        wait_until(lambda: process.draw(table, key, PAGE, "") is not None)
        assert process.process is not first
    finally:
        process.close()
    assert process.process is not None and not process.process.is_alive()


def test_process_that_does_not_answer_in_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing_worker, "run", drawing_that_never_answers)
    monkeypatch.setattr(drawing_processes, "ANSWER_SECONDS", 0.05)
    stuck, table = DrawingProcess(MOST, MOST), make(5)
    stuck.start()
    assert stuck.draw(table, drawing_key(table, None, (), "en", None), PAGE, "") is None
    assert stuck.process is not None
    stuck.process.join(WAIT)
    assert not stuck.process.is_alive()
    stuck.close()


def test_new_process_is_not_taken_for_the_one_that_ended() -> None:
    """As soon as a drawing can find the connection, what had been sent to the process before it is forgotten."""
    found: list[object] = []

    class Noting(DrawingProcess):
        def __setattr__(self, name: str, value: object) -> None:
            if name == "_connection" and value is not None:
                found.append(dict(self._sent))
            super().__setattr__(name, value)

    process = Noting(MOST, MOST)
    process._sent["abc", ""] = 7
    process.start()
    process.close()
    assert found == [{}]


def test_process_is_restarted_once_for_several_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    both_look = threading.Barrier(2)

    def monotonic() -> float:
        both_look.wait(WAIT)
        return 2.0

    def new_thread(target: object, daemon: bool) -> threading.Thread:
        started.append(target)
        return threading.Thread(daemon=daemon)

    monkeypatch.setattr(drawing_processes, "time", SimpleNamespace(monotonic=monotonic))
    monkeypatch.setattr(drawing_processes, "Thread", new_thread)
    process, table = DrawingProcess(MOST, MOST), make(8)
    process._starts_at = 1.0
    key = drawing_key(table, None, (), "en", None)
    threads = [threading.Thread(target=process.draw, args=(table, key, PAGE, "")) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert started == [process.start]


def test_urgent_drawings_come_before_others(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    process = DrawingProcess(MOST, MOST)
    monkeypatch.setattr(process, "_connection", object())
    monkeypatch.setattr(process, "_ask", lambda table, key, page, notice, whole: drawn.append(table))
    assert process._drawing_lock.acquire(0)
    threads = []
    for number, is_urgent in enumerate((False, False, True)):
        threads.append(threading.Thread(target=process.draw, args=(number, None, PAGE, ""), kwargs={"is_urgent": is_urgent}))
        threads[-1].start()
        wait_until(lambda: process._drawing_lock.waiting == len(threads))
    process._drawing_lock.release()
    for thread in threads:
        thread.join(WAIT)
    assert drawn == [2, 0, 1]


def test_process_that_is_not_ready_in_time_is_ended_and_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(drawing_worker, "run", drawing_that_is_never_ready)
    monkeypatch.setattr(drawing_processes, "START_SECONDS", 0.05)
    process, table = DrawingProcess(MOST, MOST), make(9)
    process.start()
    assert "can't be started" in caplog.text
    assert process.draw(table, drawing_key(table, None, (), "en", None), PAGE, "") is None
    assert process.process is not None
    process.process.join(WAIT)
    assert not process.process.is_alive()
    process.close()


def test_process_that_cannot_be_started_is_logged_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(self: SpawnProcess) -> None:
        raise OSError(12, "Cannot allocate memory")

    process, table = DrawingProcess(MOST, MOST), make(10)
    key = drawing_key(table, None, (), "en", None)
    with monkeypatch.context() as patched:
        patched.setattr(SpawnProcess, "start", refuse)
        patched.setattr(drawing_processes, "RETRY_SECONDS", 0.0)
        process.start()
    assert "can't be started (OSError)" in caplog.text
    try:
        assert process.draw(table, key, PAGE, "") is None
        wait_until(lambda: process.draw(table, key, PAGE, "") is not None)
    finally:
        process.close()


def test_process_that_is_closed_while_it_starts_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    process = DrawingProcess(MOST, MOST)
    process.close()
    process.start()
    assert process.process is not None
    process.process.join(WAIT)
    assert not process.process.is_alive() and not caplog.text


@pytest.mark.skipif(os.name != "posix", reason="signals are held back on POSIX")
def test_process_ignores_ctrl_c_even_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing_worker, "run", drawing_that_tells_signals)
    process = DrawingProcess(MOST, MOST)
    process.start()
    assert process._connection is not None and process._connection.poll(WAIT) and process._connection.recv() == ["SIGINT"]
    process.close()


def test_without_processes_the_caller_draws() -> None:
    processes, table = DrawingProcesses(0, MOST, MOST), make(6)
    processes.start()
    assert processes.draw(table, drawing_key(table, None, (), "en", None), PAGE) is None
    processes.close()


@pytest.mark.parametrize(("setting", "processors", "count"), [(-1, 1, 0), (-1, 2, 2), (-1, 64, 2), (0, 8, 0), (3, 1, 3)])
def test_as_many_processes_as_the_setting_says_or_two_beside_the_server(setting: int, processors: int, count: int) -> None:
    assert len(processes_for(setting, MOST, MOST, lambda: 0, processors).processes) == count


def test_processes_start_when_many_pages_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table at home they never start; the caller draws meanwhile. Those that are closed are not started any more."""
    started: list[DrawingProcess] = []
    begun = threading.Semaphore(0)

    def start(self: DrawingProcess) -> None:
        started.append(self)
        begun.release()

    monkeypatch.setattr(DrawingProcess, "start", start)
    pages, table = [MANY_PAGES - 1], make(7)
    key = drawing_key(table, None, (), "en", None)
    processes = processes_for(-1, MOST, MOST, lambda: pages[0], 2)
    processes.start()
    assert processes.draw(table, key, PAGE) is None and not processes.is_started
    pages[0] += 1
    assert processes.draw(table, key, PAGE) is None and processes.draw(table, key, PAGE) is None
    assert begun.acquire(timeout=WAIT) and begun.acquire(timeout=WAIT)
    assert len(started) == 2 and set(started) == set(processes.processes)
    closed = processes_for(-1, MOST, MOST, lambda: pages[0], 2)
    closed.close()
    assert closed.draw(table, key, PAGE) is None and len(started) == 2


def test_server_with_a_process_sends_the_same_boards_and_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch, client: httpx.Client, new_game: NewGame
) -> None:
    answers: list[bool] = []
    draw = DrawingProcess.draw

    def noted(self: DrawingProcess, *given: Any, **named: Any) -> TableBody | None:
        found = draw(self, *given, **named)
        answers.append(found is not None)
        return found

    monkeypatch.setattr(DrawingProcess, "draw", noted)
    page = new_game("here", "here")
    drawn: list[str] = []
    wait_until(lambda: drawn.append(client.get(f"{page.address}/board").text) or any(answers))  # type: ignore[func-returns-value]
    monkeypatch.setattr(DrawingProcess, "draw", lambda self, *given, **named: None)
    assert client.get(f"{page.address}/board").text == drawn[-1]


def test_server_ends_its_processes(store: Store, settings: Settings) -> None:
    others = set(multiprocessing.active_children())
    with serving(store, "", settings):
        wait_until(lambda: set(multiprocessing.active_children()) - others)
        children = set(multiprocessing.active_children()) - others
    for child in children:
        child.join(WAIT)
        assert not child.is_alive()
