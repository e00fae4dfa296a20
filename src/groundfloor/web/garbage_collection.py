"""How the processes of the server free memory: how seldom Python looks for cycles of objects that nothing refers to, and what the C library returns to the system."""

from __future__ import annotations

import ctypes
import gc
import sys

THRESHOLDS = (20_000, 20, 50)
"""A board makes thousands of objects, and next to no cycles: Python's own thresholds would look through them several times in each."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
MALLOPT = ((M_ARENA_MAX, 2), (M_MMAP_THRESHOLD, 256 * 1024), (M_TRIM_THRESHOLD, 1024 * 1024))
"""Settings of glibc, as in ``mallopt(3)``: left to itself it has eight arenas for each processor, and keeps up to 64 MB that were freed in each."""


def reduce_gc_frequency() -> None:
    """Leaves what is there, which lives as long as the process, out of all later searches, and searches less often."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def return_freed_memory() -> None:
    """Makes the C library return what is freed to the system early; does nothing where it is not glibc."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        for name, value in MALLOPT:
            mallopt(name, value)
