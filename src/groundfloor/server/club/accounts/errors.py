"""Errors about accounts, with the HTTP status of the response; 422 for those that have none."""

from __future__ import annotations

from groundfloor.translatable import TranslatableError

from ...http.errors import WebError


class BadPreference(TranslatableError):
    """An account has no such setting, or it can't have this value."""


class NameTaken(TranslatableError):
    """Another account has the name, or one that looks like it."""

    status = 409


class WrongPassword(TranslatableError):
    """Name and password, or name and recovery code, do not belong together."""

    status = 403


class BadToken(TranslatableError):
    """There is no such API token, or not any more."""

    status = 401


class PasskeysUnavailable(TranslatableError):
    """No passkey can be for the address of this request."""


class BadPasskey(WebError):
    """What a browser says about a passkey can't be read, or does not match what it was asked for."""


class LastWayIn(TranslatableError):
    """Nobody could log in to the account any more."""

    status = 409


class RegistrationClosed(TranslatableError):
    """Nobody may create an account now, or only people with an invitation link."""

    status = 403
