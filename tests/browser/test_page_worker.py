"""What JavaScript calls in the worker of a page, with a stand-in for Pyodide."""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import pytest

from groundfloor.browser.page_worker import PageWorker

if TYPE_CHECKING:
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


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> PageWorker:
    ffi = ModuleType("pyodide.ffi")
    ffi.__dict__["to_js"] = lambda value: value
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    return PageWorker(cast("LocalServer", Server()))


def test_request_ends_when_its_page_is_left_and_no_sooner(worker: PageWorker) -> None:
    async def run() -> list[bytes]:
        parts: list[bytes] = []
        stream = asyncio.ensure_future(worker.handle("1", "GET", "/events", Headers(), None, lambda *_: None, parts.append))
        await asyncio.sleep(0)
        worker.leave("another")
        await asyncio.sleep(0)
        assert not parts
        worker.leave("1")
        await stream
        return parts

    assert asyncio.run(run()) == [b"/events"]


def test_page_that_is_left_when_it_has_its_answer_ends_nothing(worker: PageWorker) -> None:
    """As JavaScript hears of the end later than Python: an error there would end the whole game."""
    asyncio.run(worker.handle("1", "GET", "/", Headers(), None, lambda *_: None, lambda _: None))
    worker.leave("1")
