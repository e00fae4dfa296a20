"""Ports for servers that a test starts as processes of their own."""

from __future__ import annotations

import os
import socket
from itertools import count

FIRST, EACH = 20_000, 1_500
"""Below the ports that systems give to connections (from 32,768 on Linux), so that nobody is given one between this choice and the start of the server."""
_numbers = count(os.getpid())


def free_port() -> int:
    """Returns a port that nobody listens on; each worker of pytest-xdist has ports of its own, and takes them in turn."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for number in _numbers:
        port = FIRST + worker % 8 * EACH + number % EACH
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise AssertionError("unreachable")
