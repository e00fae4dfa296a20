"""A server in a thread of the tests, which starts and ends without uvicorn's pauses of a tenth of a second."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from starlette.applications import Starlette

from groundfloor.server.serve import Server, configuration, listen

PATIENCE = 60.0
"""Seconds after which a server should have started or ended, however busy the machine is."""


class QuickServer(Server):
    """A server that notices at once that it is to end."""

    _loop: asyncio.AbstractEventLoop
    _ending: asyncio.Event

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts the server, and notes how it can be told to end."""
        self._loop, self._ending = asyncio.get_running_loop(), asyncio.Event()
        await super().startup(sockets)

    def end(self) -> None:
        """Tells the server to end; for other threads."""
        self.should_exit = True
        self._loop.call_soon_threadsafe(self._ending.set)

    async def main_loop(self) -> None:
        """Runs until the server is to end; each tick renews the date that answers carry."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), 0.5)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the event streams and idle connections; if a request is still being answered, as uvicorn does it."""
        self.context.hub.close()
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        for _ in range(20):
            if not self.server_state.connections and not self.server_state.tasks:
                await self.lifespan.shutdown()
                return
            await asyncio.sleep(0.002)
        await super().shutdown(sockets)


@contextmanager
def running(make_app: Callable[[int], Starlette], port: int = 0) -> Iterator[str]:
    """Runs an application, made for a port, in a thread; the value is its address. ``port`` 0 is any that is free."""
    listener = listen("127.0.0.1", port)
    app = make_app(listener.getsockname()[1])
    server = QuickServer(configuration(app, "error"))
    server.context = app.state.context
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    last = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < last, "the server does not start"
        time.sleep(0.001)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:  # also of a block that fails, which would otherwise never end
        server.end()
        thread.join(PATIENCE)
        listener.close()
    assert not thread.is_alive(), "the server does not end"
