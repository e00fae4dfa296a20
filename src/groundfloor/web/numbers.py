"""Whole numbers as strangers write them in addresses and forms."""

from __future__ import annotations

DIGITS = 15
"""Longer ones are never meant."""


def whole(given: str) -> int | None:
    """The number of up to 15 plain digits; None for everything else."""
    return int(given) if given.isascii() and given.isdigit() and len(given) <= DIGITS else None
