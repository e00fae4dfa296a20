"""Runs the server: opens the data folder and the port, prints the addresses, and shuts down within two seconds."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from groundfloor.engine.errors import GroundfloorError
from groundfloor.process_pool import end_with_parent

from .app import create_app, installed_club
from .database.errors import NewerData
from .database.postgresql import checked_address
from .database.store import Store
from .http.addresses import ALL_INTERFACES, LOOPBACK, network_address, url_host
from .http.connections import limited_protocol, raise_file_limit
from .http.metrics import common_folder, published
from .http.processes import (
    END_SECONDS,
    OUTDATED,
    ShutdownHandler,
    reduce_gc_frequency,
    return_freed_memory,
    run_workers,
    send_heartbeats,
    shutdown_signals,
)
from .http.rendering import load_templates
from .http.request_log import configure_logging
from .http.settings import Settings, where_data_is
from .lifespan import lifespan

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from starlette.applications import Starlette

    from .context import AppContext


log = logging.getLogger(__name__)
BACKLOG = 128
"""Connections that wait to be accepted. The event loop accepts all of them in one go: more would hold up moves."""
SHUTDOWN_SECONDS = 0.2
"""How long a worker may take to notice a signal."""
SWITCH_SECONDS = 0.001
"""Python's thread switch interval: short, so that a confirmed move does not wait for threads that make pages."""


class PortTaken(GroundfloorError):
    """The port can't be opened."""


class Server(uvicorn.Server):
    """A uvicorn server that compiles the templates after it has opened, and ends the event streams before it shuts down."""

    context: AppContext
    heartbeats: Connection | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.heartbeats is not None:
            self._heartbeat_task = asyncio.create_task(send_heartbeats(self.heartbeats))
        self._templates_task = asyncio.create_task(
            self.context.executor.run(partial(load_templates, lambda: self.should_exit), is_abandoned=True)
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.heartbeats is not None:
            self._heartbeat_task.cancel()
        self.context.hub.close()
        await super().shutdown(sockets)


def serve(
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    print_line: Callable[[str], None] = print,
    values: str = "",
    settings: Settings | None = None,
    database: str = "",
) -> None:
    """Runs a server until Ctrl-C or a signal.

    ``host``, ``port``, ``data`` and ``database`` override the settings. ``values`` are house values, as TOML, that the start page
    proposes for new tables. Raises PortTaken, DataInUse or NewerData before anything is served.
    """
    settings = settings or Settings()
    settings = replace(settings, host=settings.host if host is None else host, port=settings.port if port is None else port)
    with shutdown_signals() as shutdown:
        listener = listen(settings.host, settings.port)
        try:
            where = where_data_is(settings, data, database)
            with common_folder(settings), Store(where) as store:
                print_addresses(settings, listener.getsockname()[1], store, print_line)
                configure_logging(settings)
                if settings.workers == 1 or store.data.is_exclusive:
                    if settings.workers > 1:
                        log.warning("one process serves all, as several need room on the disk; with room, start the server again")
                    run(store, listener, values, settings, shutdown)
                else:
                    with published(settings, store):
                        run_workers(settings.workers, run_worker, (where, listener, values, settings), shutdown)
        finally:
            listener.close()


def run_worker(where: Path | str, listener: socket.socket, values: str, settings: Settings, heartbeats: Connection) -> None:
    """Serves the port, as one process of several, until a signal or the end of the process that has started it."""
    end_with_parent(END_SECONDS)
    try:
        with shutdown_signals() as shutdown, Store(where, is_one_of_several=True) as store:
            run(store, listener, values, settings, shutdown, heartbeats)
    except NewerData as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(OUTDATED)


def work(print_line: Callable[[str], None] = print, settings: Settings | None = None, database: str = "") -> None:
    """Does the jobs of the servers around a database until Ctrl-C or a signal: bots' moves, hints, analyses. Serves no pages.

    Raises GroundfloorError if no database is named, or if it can't be used.
    """
    settings = settings or Settings()
    if not (database or settings.database):
        raise GroundfloorError(
            "A worker needs the database that its servers share: --database postgresql://user@host/name. A server on a folder does all work itself."
        )
    settings = replace(settings, workers=1)
    with common_folder(settings), shutdown_signals() as shutdown, Store(checked_address(database or settings.database)) as store:
        configure_logging(settings)
        print_line(f"Working for the servers around {store.data}. Ctrl-C ends.")
        sys.stdout.flush()
        app = create_app(store, settings=settings, club=installed_club())
        with published(settings, store, app.state.context.metrics):
            asyncio.run(do_jobs(app, shutdown))


async def do_jobs(app: Starlette, shutdown: ShutdownHandler) -> None:
    """Runs what works beside the requests of an application, without any requests."""
    context: AppContext = app.state.context
    context.is_serving = False
    async with lifespan(app):
        while not shutdown.is_requested and context.failure is None:
            await asyncio.sleep(SHUTDOWN_SECONDS)
    if context.failure is not None:
        raise context.failure


def run(
    store: Store, listener: socket.socket, values: str, settings: Settings, shutdown: ShutdownHandler, heartbeats: Connection | None = None
) -> None:
    """Runs the server on an open port until Ctrl-C or a signal; not at all if that came earlier. NewerData if a newer version has taken the database over.

    ``heartbeats`` hears that it responds, if it is one process of several.
    """
    configure_logging(settings)
    raise_file_limit(settings.limits)
    sys.setswitchinterval(SWITCH_SECONDS)
    return_freed_memory()
    reduce_gc_frequency()
    app = create_app(store, values=values, settings=settings, port=listener.getsockname()[1], club=installed_club())
    context: AppContext = app.state.context
    server = Server(configuration(app))
    server.context, context.end = context, partial(setattr, server, "should_exit", True)
    server.heartbeats = heartbeats
    shutdown.server = server
    if not shutdown.is_requested and heartbeats is not None:  # the process that has started this one serves the metrics
        server.run(sockets=[listener])
    elif not shutdown.is_requested:
        with published(settings, store, context.metrics):
            server.run(sockets=[listener])
    if context.failure is not None:
        raise context.failure


def configuration(app: Starlette, log_level: str = "warning") -> uvicorn.Config:
    """Returns the uvicorn configuration: connections with limits, no WebSockets; the application handles forwarded headers."""
    context: AppContext = app.state.context
    return uvicorn.Config(
        app,
        http=limited_protocol(context.settings.limits, context.addresses),
        ws="none",
        log_config=None,
        log_level=log_level,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=context.settings.limits.idle_seconds,
        timeout_graceful_shutdown=1,
        backlog=BACKLOG,
        h11_max_incomplete_event_size=context.settings.limits.header_bytes,
    )


def listen(host: str, port: int) -> socket.socket:
    """Opens the port; PortTaken, with the number of a free port, if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only for sockets with IPPROTO_TCP; without it small responses wait up to 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise PortTaken(f"Port {port} of {host} can't be used ({reason}); choose another one with --port {free_port()}.") from None
    listener.set_inheritable(True)
    return listener


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def print_addresses(settings: Settings, port: int, store: Store, print_line: Callable[[str], None]) -> None:
    host = settings.host
    if store.backup is not None:
        print_line(f"The data was brought up to date; the old state is kept in {store.backup}.")
    own = "localhost" if host in LOOPBACK or host in ALL_INTERFACES else host  # passkeys can't belong to an IP address
    print_line(f"Ground Floor is open at http://{url_host(own)}:{port}/")
    if settings.public_url:
        print_line(f"Links to it begin with {settings.public_url}/")
    elif host in ALL_INTERFACES:
        address = network_address()
        if address:
            print_line(f"From other devices of this network: http://{address}:{port}/")
    else:
        print_line("For other devices of this network too: start it with --host 0.0.0.0")
    print_line(f"Games are kept in {store.data}. Ctrl-C ends.")
    sys.stdout.flush()
