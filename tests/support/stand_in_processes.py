"""What runs in place of the processes that draw, where a test is about their start or their silence."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

LONG = 600
"""Seconds after which nobody waits any more."""


def drawing_that_is_never_ready(_connection: Connection, *_bytes: int) -> None:
    """Is stuck as it starts."""
    time.sleep(LONG)


def drawing_that_never_answers(connection: Connection, *_bytes: int) -> None:
    """Is ready, then stuck."""
    connection.send("")
    time.sleep(LONG)


def drawing_that_tells_signals(connection: Connection, *_bytes: int) -> None:
    """Is ready, then sends which signals were held back when it began."""
    connection.send("")
    connection.send(held_signals())


def held_signals() -> list[str]:
    """Returns the names of the signals that are held back from this process."""
    return [signal.Signals(number).name for number in signal.pthread_sigmask(signal.SIG_BLOCK, [])]
