"""Parses whole numbers that somebody has sent or typed: in addresses, headers, forms and commands."""

from __future__ import annotations

MAX_DIGITS = 15


def parse_int(text: str) -> int | None:
    """Returns the number written in ASCII digits, at most ``MAX_DIGITS`` of them; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None
