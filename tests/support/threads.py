"""Threads that take turns after almost every instruction, so that what is not safe for them fails at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def frequent_switches() -> Iterator[None]:
    """Has Python switch between threads every microsecond within the block."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
