"""A TCP proxy for tests, before one server or several by turns; its connections can be cut, or hang."""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Callable
from contextlib import suppress


class Proxy:
    """Forwards connections at ``port`` (as a web server: ``address``), each to the next one of these ports of this machine at which something answers."""

    def __init__(self, *targets: int) -> None:
        self._targets = itertools.cycle(targets)
        self._count = len(targets)
        self._flows = threading.Event()
        self._flows.set()
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port = int(self._listener.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, work: Callable[..., None], *arguments: socket.socket) -> None:
        self._threads.append(threading.Thread(target=work, args=arguments, daemon=True))
        self._threads[-1].start()

    def cut(self) -> None:
        """Cuts all connections; new ones are forwarded."""
        cut, self._sockets = self._sockets, []
        for each in cut:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def hang(self) -> None:
        """Forwards nothing until ``resume``; connections stay open, and new ones are accepted."""
        self._flows.clear()

    def resume(self) -> None:
        """Forwards what has come meanwhile, and goes on."""
        self._flows.set()

    def close(self) -> None:
        """Ends everything."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._threads[0].join()
        self.resume()
        self.cut()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near = self._listener.accept()[0]
                far = self._connect()
                if far is None:
                    near.close()
                    continue
                self._sockets += [near, far]
                for source, sink in ((near, far), (far, near)):
                    self._start(self._forward, source, sink)

    def _connect(self) -> socket.socket | None:
        for _ in range(self._count):
            with suppress(OSError):
                return socket.create_connection(("127.0.0.1", next(self._targets)))
        return None

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                sink.sendall(data)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        source.close()
