"""What can be wrong with a request itself, each with its status."""

from __future__ import annotations

from ..engine.cancellation import OperationCancelled
from ..tables.errors import TranslatableError


class WebError(TranslatableError):
    """A request that can't be answered; the sentence says why, ``status`` is that of the answer."""

    status = 400


class BadBody(WebError):
    """What was sent is not of a form that is understood."""


class BodyTooLarge(WebError):
    """What was sent is too large."""

    status = 413


class UnsupportedMediaType(WebError):
    """What was sent is of a kind, or in an encoding, that is not read here."""

    status = 415


class TooManyWaiting(WebError):
    """So much work of this client waits already."""

    status = 429


class DeadlinePassed(WebError, OperationCancelled):
    """The work for a request took longer than it may."""

    status = 503


class ClientDisconnected(WebError, OperationCancelled):
    """Whoever sent the request has gone; nobody reads the answer."""

    status = 503
