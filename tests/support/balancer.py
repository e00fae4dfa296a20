"""A small balancer for tests: passes requests on to any of several servers that run, as a proxy before them does, and streams as they come."""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress

CHUNK = 65_536


class Balancer:
    """Listens at ``address`` and connects each client in turn to one of the ports at which something answers."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._turns = itertools.cycle(ports)
        self._count = len(ports)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Takes no more clients."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _address = self._listener.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        server = self._connect()
        if server is None:
            client.close()
            return
        back = threading.Thread(target=pass_on, args=[server, client], daemon=True)
        back.start()
        pass_on(client, server)
        back.join()
        client.close()
        server.close()

    def _connect(self) -> socket.socket | None:
        for _ in range(self._count):
            with suppress(OSError):
                return socket.create_connection(("127.0.0.1", next(self._turns)), timeout=5)
        return None


def pass_on(source: socket.socket, target: socket.socket) -> None:
    """Passes on what one side sends until it has ended."""
    source.settimeout(None)
    with suppress(OSError):
        while data := source.recv(CHUNK):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
