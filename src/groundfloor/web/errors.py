"""Errors of requests, each with its HTTP status."""

from __future__ import annotations

from ..engine.cancellation import OperationCancelled
from ..tables.errors import TranslatableError


class WebError(TranslatableError):
    """A request that can't be answered; ``status`` is the HTTP status of the response."""

    status = 400


class BadBody(WebError):
    """The body is malformed."""


class BodyTooLarge(WebError):
    """The body is too large."""

    status = 413


class UnsupportedMediaType(WebError):
    """The body has a media type or an encoding that the server does not read."""

    status = 415


class TooManyWaiting(WebError):
    """Too many requests of this client wait for a thread."""

    status = 429


class DeadlinePassed(WebError, OperationCancelled):
    """The work for a request took too long."""

    status = 503


class ClientDisconnected(WebError, OperationCancelled):
    """The client has closed the connection."""

    status = 503
