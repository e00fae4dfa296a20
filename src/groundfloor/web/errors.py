"""Errors of requests; ``error_messages.STATUSES`` has the HTTP status of each."""

from __future__ import annotations

from ..engine.cancellation import OperationCancelled
from ..translatable import TranslatableError


class WebError(TranslatableError):
    """A request that can't be answered."""


class BadBody(WebError):
    """The body is malformed."""


class BodyTooLarge(WebError):
    """The body is too large."""


class NotYourSeat(WebError):
    """Somebody says who plays a seat that is not theirs."""


class BadAccount(TranslatableError):
    """An account can't have this name or password."""


class BadSettings(TranslatableError):
    """There is no such setting, or it can't have this value."""


class BadFriend(TranslatableError):
    """Somebody can't be asked, accepted or invited as a friend."""


class UnknownMessage(TranslatableError):
    """There is no such message that whoever asks may read."""


class BadBlock(TranslatableError):
    """Somebody can't be blocked."""


class BadTarget(TranslatableError):
    """Notices can't be sent there."""


class UnknownTarget(TranslatableError):
    """Nobody is sent notices there, or somebody else."""


class NotSent(TranslatableError):
    """A message that somebody asked for was not sent."""


class BadNotices(TranslatableError):
    """Notices can't be sent like that."""


class NameTaken(TranslatableError):
    """Another account has the name, or one that looks like it."""


class WrongPassword(TranslatableError):
    """Name and password, or name and recovery code, do not belong together."""


class BadToken(TranslatableError):
    """There is no such API token, or not any more."""


class MissingScope(TranslatableError):
    """An API token may not do this."""


class PasskeysUnavailable(TranslatableError):
    """No passkey can be for the address of this request."""


class BadPasskey(WebError):
    """What a browser says of a passkey can't be read, or does not fit what it was asked for."""


class LastWayIn(TranslatableError):
    """Nobody could log in to the account any more."""


class NotLoggedIn(TranslatableError):
    """Only somebody who is logged in can do this."""


class TooManyAttempts(TranslatableError):
    """A client, or a name, has had too many attempts to log in or to create an account."""


class Banned(WebError):
    """Who asks may only look."""


class NotAppropriate(TranslatableError):
    """An administrator asks for something that can't be done to this person, table or job."""


class UnknownAccount(NotAppropriate):
    """The account was deleted, or never was."""


class UnsupportedMediaType(WebError):
    """The body has a media type or an encoding that the server does not read."""


class TooManyWaiting(WebError):
    """Too many requests of this client wait for a thread."""


class DeadlinePassed(WebError, OperationCancelled):
    """The work for a request took too long."""


class ClientDisconnected(WebError, OperationCancelled):
    """The client has closed the connection."""
