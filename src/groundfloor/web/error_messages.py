"""Error messages in the language of the request, the HTTP status of each error, and the response to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from gettext import NullTranslations
from typing import TYPE_CHECKING, Any, TypeVar

from markupsafe import Markup

from ..daily import UnknownDay
from ..engine.cancellation import OperationCancelled
from ..engine.errors import BadHouseValues, BadRecord, GroundfloorError, IllegalAction, ImpossibleTable
from ..presentation import names
from ..presentation.log.event_text import format_refusal
from ..presentation.options import value_name
from ..store import StorageError, StorageFull
from ..tables.errors import (
    CannotBegin,
    CannotGiveTime,
    CannotJoin,
    CannotPropose,
    CannotWrite,
    DamagedTable,
    NoDraft,
    NoProposal,
    NothingToUndo,
    NotRatedPlayer,
    NotTheHost,
    NotYourTurn,
    Refused,
    StaleVersion,
    UnknownGame,
    UnknownOpenTable,
)
from ..translatable import TranslatableError
from .error_pages import error_response
from .errors import (
    BadToken,
    Banned,
    BodyTooLarge,
    ClientDisconnected,
    DeadlinePassed,
    LastWayIn,
    MissingScope,
    NameTaken,
    NotLoggedIn,
    NotYourSeat,
    TooManyAttempts,
    TooManyWaiting,
    UnknownAccount,
    UnknownMessage,
    UnknownTarget,
    UnsupportedMediaType,
    WebError,
    WrongPassword,
)
from .pages import get_locale
from .quotas import DataFull, ServerFull, TooManyTables, TooMuchStored

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

T = TypeVar("T")


def message_for(error: GroundfloorError, words: NullTranslations) -> str:
    return nearest(MESSAGES, error)(error, words)


def refusal_message(error: Refused, words: NullTranslations) -> str:
    return format_refusal(error.refusal, words)


def translated_message(error: TranslatableError, words: NullTranslations) -> str:
    return words.gettext(error.msgid) % error.facts


def storage_message(error: StorageError, words: NullTranslations) -> str:
    return words.gettext(error.sentence)


def table_message(error: ImpossibleTable, words: NullTranslations) -> str:
    """Returns why there can be no such table; options by their ids."""
    said = words.gettext(error.sentence)
    return said % error.facts if error.facts else said


def table_message_with_names(error: ImpossibleTable, words: NullTranslations) -> str:
    """Returns why there can be no such table; options by their names."""
    said = words.gettext(error.sentence)
    return said % facts_with_names(error.facts, words) if error.facts else said


def action_message(_error: IllegalAction, words: NullTranslations) -> str:
    return words.gettext("Not possible now.")


def record_message(error: BadRecord, words: NullTranslations) -> str:
    """Returns why a record can't be read; the reason is in English."""
    return words.gettext("This record can’t be read: %(reason)s") % {"reason": error}


def other_message(error: GroundfloorError, words: NullTranslations) -> str:
    """Returns why something can't be done; the reason is in English."""
    return words.gettext("That can’t be done: %(reason)s") % {"reason": error}


def record_message_with_language(error: BadRecord, words: NullTranslations) -> str:
    """Returns why a record can't be read, the reason marked as English."""
    return Markup(words.gettext("This record can’t be read: %(reason)s")) % {"reason": in_english(error)}  # noqa: S704 - our own text


def house_values_message(error: BadHouseValues, words: NullTranslations) -> str:
    """Returns what is wrong with house values; values by their keys."""
    said = words.gettext(error.sentence)
    return said % error.facts if error.facts else said


def in_english(error: GroundfloorError) -> Markup:
    return Markup('<span lang="en">{}</span>').format(error)


def facts_with_names(facts: Mapping[str, str | int], words: NullTranslations) -> dict[str, str | int]:
    """Returns the facts of an impossible table with readable names for options, their values and rulesets."""
    found = dict(facts)
    for key, value_key in (("option", "chosen"), ("other", "value")):
        option = str(facts.get(key, ""))
        if option in names.OPTIONS:
            found[key] = names.full("option", option, words)
            if value_key in facts:
                found[value_key] = words.gettext("“%(value)s”") % {"value": value_name(option, str(facts[value_key]), words)}
    if str(facts.get("ruleset", "")) in names.RULESETS:
        found["ruleset"] = names.full("ruleset", str(facts["ruleset"]), words)
    return found


MESSAGES: dict[type[GroundfloorError], Callable[[Any, NullTranslations], str]] = {
    Refused: refusal_message,
    TranslatableError: translated_message,
    StorageError: storage_message,
    ImpossibleTable: table_message,
    BadRecord: record_message,
    IllegalAction: action_message,
    BadHouseValues: house_values_message,
    GroundfloorError: other_message,
}
"""What makes the message of an error, by its class or the nearest one that it is derived from."""
PAGE_MESSAGES: dict[type[GroundfloorError], Callable[[Any, NullTranslations], str]] = {
    **MESSAGES,
    ImpossibleTable: table_message_with_names,
    BadRecord: record_message_with_language,
}
"""What makes the message for a page."""
STATUSES: dict[type[GroundfloorError], int] = {
    WebError: 400,
    UnknownDay: 404,
    UnknownGame: 404,
    UnknownOpenTable: 404,
    UnknownAccount: 404,
    UnknownMessage: 404,
    UnknownTarget: 404,
    NotYourSeat: 403,
    NotRatedPlayer: 403,
    Banned: 403,
    NotLoggedIn: 403,
    WrongPassword: 403,
    NameTaken: 409,
    LastWayIn: 409,
    BadToken: 401,
    MissingScope: 403,
    NotTheHost: 403,
    CannotWrite: 403,
    CannotJoin: 409,
    CannotBegin: 409,
    CannotPropose: 409,
    CannotGiveTime: 409,
    NoProposal: 409,
    StaleVersion: 409,
    NotYourTurn: 409,
    NoDraft: 409,
    NothingToUndo: 409,
    BodyTooLarge: 413,
    UnsupportedMediaType: 415,
    GroundfloorError: 422,
    TooManyAttempts: 429,
    TooManyTables: 429,
    TooMuchStored: 429,
    TooManyWaiting: 429,
    ServerFull: 503,
    DamagedTable: 503,
    StorageError: 503,
    OperationCancelled: 503,
    DeadlinePassed: 503,
    ClientDisconnected: 503,
    StorageFull: 507,
    DataFull: 507,
}
"""The HTTP status of each error, by its class or the nearest one that it is derived from."""


def refusal(request: Request, error: GroundfloorError) -> Response:
    """Responds to an error of the project with its sentence, in the language of the request."""
    response = error_response(request, message_for(error, get_locale(request).words), status_of(error), type(error).__name__)
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def page_message_for(error: GroundfloorError, words: NullTranslations) -> str:
    """Returns the message of an error for a page: options by their names, and texts that exist only in English marked as English."""
    return nearest(PAGE_MESSAGES, error)(error, words)


def status_of(error: GroundfloorError) -> int:
    """Returns the HTTP status of an error; 422 if nothing more specific fits."""
    return nearest(STATUSES, error)


def nearest(table: Mapping[type[GroundfloorError], T], error: GroundfloorError) -> T:
    """Returns the entry of the error's class, or of the nearest class that it is derived from."""
    return next(table[each] for each in type(error).__mro__ if each in table)
