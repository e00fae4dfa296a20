"""Errors of requests, with the HTTP status of the response; 422 for those that have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.cancellation import OperationCancelled
from groundfloor.translatable import TranslatableError, _

if TYPE_CHECKING:
    from ..database.rows import PrivateNotes


class WebError(TranslatableError):
    """A request that can't be answered."""

    status = 400


class BadBody(WebError):
    """The body is malformed."""


class TextTooLong(BadBody):
    """A text of the request is too long."""


class NullCharacter(BadBody):
    """A text of the request, or its address, holds the null character."""


class AddressTooLong(WebError):
    """The path or the query is too long."""

    status = 414


class TooManyCookies(WebError):
    """The request has too many cookies."""

    status = 431


class BodyTooLarge(WebError):
    """The body is too large."""

    status = 413


class ForeignForm(WebError):
    """None of the server's own pages has sent a form."""

    status = 403


class CookiesRefused(WebError):
    """A browser does not send back the cookie with which a page was made."""

    status = 403


class NotesChanged(TranslatableError):
    """The notes of a seat are ``now`` not those with which somebody began."""

    status = 409

    def __init__(self, now: PrivateNotes) -> None:
        super().__init__(
            _("These notes were changed in another browser meanwhile, and nothing is overwritten. Save again what you want to keep.")
        )
        self.now = now


class ChangedMeanwhile(TranslatableError):
    """A form changes a value that another browser has changed since its page was made."""

    status = 409


class AnsweredBefore(TranslatableError):
    """A request was carried out before, and what it was told then is no longer kept."""

    status = 409


class TooManyAttempts(TranslatableError):
    """A client, or a name, has had too many attempts to log in or to create an account."""

    status = 429


class NotAppropriate(TranslatableError):
    """An administrator asks for something that can't be done to this person, table or job."""


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


class TooManyTables(TranslatableError):
    """A client or a browser has reached its quota of tables."""

    status = 429


class ServerFull(TranslatableError):
    """The server has reached its quota of tables."""

    status = 503


class TooMuchStored(TranslatableError):
    """A client has made the data grow too much lately."""

    status = 429


class DataFull(TranslatableError):
    """The data folder has no room for new tables or imports."""

    status = 507
