"""What JavaScript calls in the worker of a page, with a stand-in for Pyodide."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import pytest

from groundfloor.browser.page_worker import PageWorker

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from groundfloor.browser.local_server import LocalServer


class Server:
    """Answers when nobody waits any more, or at once."""

    async def handle(self, method: str, path: str, headers: object, body: bytes, begin: Any, send: Any, gone: asyncio.Event) -> None:
        begin(200, [])
        if path == "/events":
            await gone.wait()
        send(path.encode())


class Headers:
    def to_py(self) -> list[tuple[str, str]]:
        return []


def run(work: Coroutine[Any, Any, None]) -> None:
    """Runs it in a thread, as the event loop of a browser may run in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> PageWorker:
    ffi = ModuleType("pyodide.ffi")
    ffi.__dict__["to_js"] = lambda value: value
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    return PageWorker(cast("LocalServer", Server()))


def test_request_ends_when_its_page_is_left_and_no_sooner(worker: PageWorker) -> None:
    parts: list[bytes] = []

    async def leave() -> None:
        stream = asyncio.ensure_future(worker.handle("1", "GET", "/events", Headers(), None, lambda *_: None, parts.append))
        await asyncio.sleep(0)
        worker.leave("another")
        await asyncio.sleep(0)
        assert not parts
        worker.leave("1")
        await stream

    run(leave())
    assert parts == [b"/events"]


def test_page_that_is_left_when_it_has_its_answer_ends_nothing(worker: PageWorker) -> None:
    """As JavaScript hears of the end later than Python: an error there would end the whole game."""
    run(worker.handle("1", "GET", "/", Headers(), None, lambda *_: None, lambda _: None))
    worker.leave("1")
