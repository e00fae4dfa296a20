"""Errors about messages, with the HTTP status of the response."""

from __future__ import annotations

from groundfloor.translatable import TranslatableError


class UnknownMessage(TranslatableError):
    """There is no such message that whoever asks may read."""

    status = 404
