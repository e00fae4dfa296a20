"""Threads that take turns after almost every instruction, so that what is not safe for them fails at once."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def frequent_switches() -> Iterator[None]:
    """Has Python switch between threads every microsecond within the block."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
