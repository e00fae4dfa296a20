"""Errors about messages, with the HTTP status of the response."""

from __future__ import annotations

from groundfloor.translatable import TranslatableError


class UnknownMessage(TranslatableError):
    """There is no such message, or the person who asks may not read it."""

    status = 404
