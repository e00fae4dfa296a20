"""Errors about bans, with the HTTP status of the response."""

from __future__ import annotations

from ...http.errors import WebError


class Banned(WebError):
    """Who asks may only look."""

    status = 403
