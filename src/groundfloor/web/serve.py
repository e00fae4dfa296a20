"""The running server: the data folder, the port, the addresses, and an end within two seconds."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from ..engine.errors import GroundfloorError
from ..store import Store
from .app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable

    from .sse import Hub

PORT = 8765
EVERYWHERE = ("0.0.0.0", "::")


class PortTaken(GroundfloorError):
    """Something else listens there already."""


class Server(uvicorn.Server):
    """A server that ends its streams before it waits for its connections."""

    hub: Hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ctrl-C: streams first."""
        self.hub.close()
        await super().shutdown(sockets)


def serve(
    host: str = "127.0.0.1", port: int = PORT, data: Path | None = None, say: Callable[[str], None] = print, values: str = ""
) -> None:
    """Serves until it is stopped. ``values`` are house values, as TOML, that the start page proposes for new tables.

    Raises PortTaken, DataInUse, NewerData with a sentence before anything is served.
    """
    listener = listen(host, port)
    try:
        store = Store(data if data is not None else data_folder())
    except GroundfloorError:
        listener.close()
        raise
    try:
        announce(host, listener.getsockname()[1], store, say)
        run(store, listener, values)
    finally:
        store.close()
        listener.close()


def run(store: Store, listener: socket.socket, values: str = "") -> None:
    """The server itself; Ctrl-C ends it without a traceback."""
    app = create_app(store, values=values)
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, server_header=False)
    server = Server(config)
    server.hub = app.state.house.hub
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


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
        raise PortTaken(
            f"Port {port} of {host} can't be used ({reason}); choose another one with --port {free_port()}."
        ) from None
    listener.set_inheritable(True)
    return listener


def free_port() -> int:
    """Some port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def announce(host: str, port: int, store: Store, say: Callable[[str], None]) -> None:
    """The addresses to open."""
    if store.backup is not None:
        say(f"The data was brought up to date; the old state is kept in {store.backup}.")
    own = "127.0.0.1" if host in EVERYWHERE else host
    say(f"Ground Floor is open at http://{bracketed(own)}:{port}/")
    if host in EVERYWHERE:
        address = network_address()
        if address:
            say(f"From other devices of this network: http://{address}:{port}/")
    else:
        say("For other devices of this network too: start it with --host 0.0.0.0")
    say(f"Games are kept in {store.folder}. Ctrl-C ends.")
    sys.stdout.flush()


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def network_address() -> str:
    """This machine's address in its network; "" if it has none. Nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def data_folder() -> Path:
    """Where games are kept if nothing is said: the user's own folder for data."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "groundfloor"
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "groundfloor"
