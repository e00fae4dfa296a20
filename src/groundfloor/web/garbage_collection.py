"""How seldom Python looks for cycles of objects that nothing refers to, in the processes of the server."""

from __future__ import annotations

import gc

THRESHOLDS = (20_000, 20, 50)
"""A drawing makes thousands of objects, and next to no cycles: Python's own thresholds would look through them several times in each."""


def collect_seldom() -> None:
    """Leaves what is there, which lives as long as the process, out of all later searches, and searches less often."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
