"""What the worker of the page calls: starts the application, and passes requests and answers between JavaScript and Python. Runs in Pyodide only."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from concurrent.futures import CancelledError
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from groundfloor.process_pool import WorkerEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from .local_server import LocalServer

DATA = Path("/data")
START_SECONDS = 60.0
"""How long the other worker may take to start."""


class PageWorker:
    """A ``LocalServer`` for JavaScript."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server
        self._under_way: dict[str, asyncio.Event] = {}

    async def handle(self, request: str, method: str, path: str, headers: Any, body: Any, begin: Any, send: Any) -> None:
        """Answers a request, which has an id: ``leave``."""
        from pyodide.ffi import to_js

        self._under_way[request] = gone = asyncio.Event()
        try:
            await self._server.handle(
                method,
                path,
                [(name, value) for name, value in headers.to_py()],
                body.to_py().tobytes() if body is not None else b"",
                lambda status, answer_headers: begin(status, to_js(answer_headers)),
                lambda part: send(to_js(part)),
                gone,
            )
        finally:
            del self._under_way[request]

    def leave(self, request: str) -> None:
        """Tells a request that nobody waits for its answer any more, unless it has been answered meanwhile."""
        if gone := self._under_way.get(request):
            gone.set()


class WorkerTask:
    """A task of the other worker, as ``server.database.job_runner.PoolTask``: awaited, never waited for in place."""

    def __init__(self, pool: WorkerPool, number: int, promise: Any, seconds: float | None) -> None:
        self._pool = pool
        self._number = number
        self._began = time.monotonic()
        self._future: asyncio.Future[str] = asyncio.ensure_future(promise)
        self._is_cancelled = False
        self._timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds + START_SECONDS, self._end)
        self.seconds = 0.0

    def cancel(self, after: float = 0.0) -> None:
        """Ends the task; with ``after``, so many seconds after its beginning."""
        left = self._began + after - time.monotonic()
        if left > 0:
            asyncio.get_running_loop().call_later(left, self.cancel)
        elif not self._future.done():
            self._is_cancelled = True
            self._end()

    def result(self) -> str:
        return self._future.result()

    def __await__(self) -> Generator[Any, None, str]:
        try:
            return (yield from self._future.__await__())
        except Exception as error:
            if self._is_cancelled:
                raise CancelledError from None
            raise WorkerEnded(f"The worker that thinks has ended: {error}") from None
        finally:
            self.seconds = time.monotonic() - self._began
            if self._timer is not None:
                self._timer.cancel()

    def _end(self) -> None:
        self._pool.end(self._number)


class WorkerPool:
    """The other worker as ``server.database.job_runner.Pool``: one task at a time."""

    def __init__(self, compute: Callable[[int, str, str, str], Any], end: Callable[[int], None]) -> None:
        self._compute = compute
        self.end = end
        self._last = 0

    def submit(self, function: Callable[..., Any], /, *given: Any, seconds: float | None = None) -> WorkerTask:
        self._last += 1
        promise = self._compute(self._last, function.__module__, function.__name__, json.dumps(given))
        return WorkerTask(self, self._last, promise, seconds)

    def close(self) -> None:
        """Does nothing: the worker ends with the page."""


def compute(module: str, name: str, given: str) -> Any:
    """Returns what a function at the top of a module of this package returns. For the other worker."""
    leave_out_interpreters()
    return getattr(import_module(module), name)(*json.loads(given))


async def start(base: str, compute: Callable[[int, str, str, str], Any], end: Callable[[int], None]) -> PageWorker:
    """Opens the games of this browser and goes on with them. ``compute`` and ``end`` begin and end a task in the other worker."""
    gc.disable()  # nothing of what a start loads is ever thrown away
    leave_out_interpreters()
    from .local_server import LocalServer

    server = LocalServer(DATA, base, WorkerPool(compute, end))
    await server.start()
    gc.freeze()
    gc.enable()
    return PageWorker(server)


def leave_out_interpreters() -> None:
    """Makes anyio do without the interpreters that Pyodide's Python lacks; it imports them, but nothing here uses them."""
    missing = ModuleType("concurrent.interpreters")
    missing.__dict__.update(ExecutionFailed=RuntimeError, create=None)
    sys.modules.setdefault("concurrent.interpreters", missing)
