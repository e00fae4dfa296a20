"""Errors about friends and blocks."""

from __future__ import annotations

from groundfloor.translatable import TranslatableError


class BadFriend(TranslatableError):
    """Somebody can't be asked, accepted or invited as a friend."""


class BadBlock(TranslatableError):
    """Somebody can't be blocked."""
