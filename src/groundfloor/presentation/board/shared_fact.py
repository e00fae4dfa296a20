"""Marks facts that many drawings of the same position use."""

from __future__ import annotations


class SharedFact:
    """A fact that is large, is never changed, and is drawn for many viewers: whoever makes a digest of it keeps that with it."""
