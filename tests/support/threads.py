"""Threads that take turns after almost every instruction, so that what is not safe for them fails at once, and waiting for what they do."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 60.0
"""Seconds after which something should have happened, however busy the machine is."""


@contextmanager
def frequent_switches() -> Iterator[None]:
    """Has Python switch between threads every microsecond within the block."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def wait_until(is_so: Callable[[], object]) -> None:
    """Waits until something is so."""
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends, "it does not happen"
        time.sleep(0.005)
