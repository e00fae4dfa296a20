"""Errors about who somebody is, with the HTTP status of the response; 422 for those that have none."""

from __future__ import annotations

from groundfloor.translatable import TranslatableError

from ...http.errors import NotAppropriate


class BadAccount(TranslatableError):
    """An account can't have this name or password."""


class UnknownAccount(NotAppropriate):
    """The account was deleted, or never was."""

    status = 404


class MissingScope(TranslatableError):
    """An API token may not do this."""

    status = 403


class NotLoggedIn(TranslatableError):
    """Only somebody who is logged in can do this."""

    status = 403
