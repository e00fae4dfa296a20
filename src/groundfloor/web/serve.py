"""The running server: the data folder, the port, the addresses, and an end within two seconds."""

from __future__ import annotations

import os
import socket
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from ..engine.errors import GroundfloorError
from ..store import Store
from .addresses import EVERYWHERE, bracketed, network_address
from .app import create_app
from .connections import allow_files, limited_protocol
from .pages import load_templates
from .request_log import configure_logging
from .settings import Settings
from .shutdown import ShutdownBeforeStart, ShutdownHandler, shutdown_signals

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette

    from .context import AppContext
    from .sse import Hub


SWITCH_SECONDS = 0.001
"""After which a thread that computes lets another one go on: a confirmed move does not wait for pages that are drawn meanwhile."""


class PortTaken(GroundfloorError):
    """Something else listens there already."""


class Server(uvicorn.Server):
    """A server that compiles the templates once it is open, and ends its streams before it waits for its connections."""

    hub: Hub

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Opens the server; a thread of its own compiles the templates meanwhile."""
        await super().startup(sockets)
        threading.Thread(target=load_templates, args=[lambda: self.should_exit], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams first."""
        self.hub.close()
        await super().shutdown(sockets)


def serve(
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    say: Callable[[str], None] = print,
    values: str = "",
    settings: Settings | None = None,
) -> None:
    """Serves until it is stopped, by Ctrl-C or by a signal.

    ``host``, ``port`` and ``data`` take the place of those of the settings. ``values`` are house values, as TOML, that the start page
    proposes for new tables. Raises PortTaken, DataInUse, NewerData with a sentence before anything is served.
    """
    settings = settings or Settings()
    settings = replace(settings, host=settings.host if host is None else host, port=settings.port if port is None else port)
    with suppress(ShutdownBeforeStart), shutdown_signals() as stop:
        listener = listen(settings.host, settings.port)
        try:
            store = Store(data or (Path(settings.data) if settings.data else data_folder()))
            try:
                announce(settings, listener.getsockname()[1], store, say)
                run(store, listener, values, settings, stop)
            finally:
                store.close()
        finally:
            listener.close()


def run(store: Store, listener: socket.socket, values: str, settings: Settings, stop: ShutdownHandler) -> None:
    """The server itself; Ctrl-C and signals end it without a traceback."""
    configure_logging(settings)
    allow_files(settings.limits)
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(store, values=values, settings=settings, port=listener.getsockname()[1])
    server = Server(configuration(app))
    server.hub = app.state.context.hub
    stop.server = server
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def configuration(app: Starlette, log_level: str = "warning") -> uvicorn.Config:
    """How uvicorn runs the application: connections with limits, no WebSockets, forwarded headers left to the application."""
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
        h11_max_incomplete_event_size=context.settings.limits.header_bytes,
    )


def listen(host: str, port: int) -> socket.socket:
    """The open port; PortTaken with what to do instead."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, the loop sends small answers at once instead of waiting 40 ms for more of them.
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
    """Some port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def announce(settings: Settings, port: int, store: Store, say: Callable[[str], None]) -> None:
    """The addresses to open."""
    host = settings.host
    if store.backup is not None:
        say(f"The data was brought up to date; the old state is kept in {store.backup}.")
    own = "127.0.0.1" if host in EVERYWHERE else host
    say(f"Ground Floor is open at http://{bracketed(own)}:{port}/")
    if settings.public_url:
        say(f"Links to it begin with {settings.public_url}/")
    elif host in EVERYWHERE:
        address = network_address()
        if address:
            say(f"From other devices of this network: http://{address}:{port}/")
    else:
        say("For other devices of this network too: start it with --host 0.0.0.0")
    say(f"Games are kept in {store.folder}. Ctrl-C ends.")
    sys.stdout.flush()


def data_folder() -> Path:
    """Where games are kept if nothing is said: the user's own folder for data."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "groundfloor"
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "groundfloor"
