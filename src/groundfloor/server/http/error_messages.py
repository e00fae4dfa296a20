"""Error messages in the language of the request, the HTTP status of each error, and the response to it: as a page, as JSON or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.responses import JSONResponse, PlainTextResponse, Response

from groundfloor.daily import UnknownDay
from groundfloor.engine.cancellation import OperationCancelled
from groundfloor.engine.errors import BadHouseValues, BadRecord, GroundfloorError, IllegalAction, ImpossibleTable
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.log.event_text import format_refusal
from groundfloor.presentation.options import value_name
from groundfloor.table.errors import (
    DamagedTable,
    LostSeat,
    NotAllowed,
    NotPossibleNow,
    Refused,
    SeatOfAccount,
    SeatOffered,
    UnknownGame,
    UnknownOpenTable,
)
from groundfloor.translatable import TranslatableError

from ..database.errors import StorageError, StorageFull
from .pages import get_locale, render_page
from .request_context import get_context

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations

    from starlette.requests import Request

STATUSES: dict[int, tuple[type[GroundfloorError], ...]] = {
    403: (NotAllowed,),
    410: (LostSeat,),
    404: (UnknownDay, UnknownGame, UnknownOpenTable),
    409: (NotPossibleNow,),
    507: (StorageFull,),
    503: (DamagedTable, OperationCancelled, StorageError),
}
"""The HTTP status of errors that know nothing about HTTP, and of those derived from them: the first that fits. Errors of requests have their own."""


def status_of(error: GroundfloorError) -> int:
    """Returns the HTTP status of an error; 422 if nothing more specific fits."""
    status: int = getattr(error, "status", 0)
    return status or next((status for status, kinds in STATUSES.items() if isinstance(error, kinds)), 422)


def message_for(error: GroundfloorError, translations: NullTranslations) -> str:
    """Returns the message of an error; options by their ids, and reasons that exist only in English as they are."""
    match error:
        case Refused():
            return format_refusal(error.refusal, translations)
        case TranslatableError():
            return translations.gettext(error.msgid) % isolated_facts(error.facts)
        case StorageError():
            return translations.gettext(error.sentence)
        case ImpossibleTable() | BadHouseValues():
            return with_facts(error.sentence, error.facts, translations)
        case BadRecord():
            return translations.gettext("This record can’t be read: %(reason)s") % {"reason": error}
        case IllegalAction():
            return translations.gettext("Not possible now.")
        case _:
            return translations.gettext("That can’t be done: %(reason)s") % {"reason": error}


def page_message_for(error: GroundfloorError, translations: NullTranslations) -> str:
    """Returns the message of an error for a page: options by their names, and the reason why a record can't be read marked as English."""
    match error:
        case ImpossibleTable():
            return with_facts(error.sentence, facts_with_names(error.facts, translations), translations)
        case BadRecord():
            reason = Markup('<span lang="en">{}</span>').format(error)
            return Markup(translations.gettext("This record can’t be read: %(reason)s")) % {"reason": reason}  # noqa: S704 - our own text
        case _:
            return message_for(error, translations)


def with_facts(sentence: str, facts: Mapping[str, str | int], translations: NullTranslations) -> str:
    """Returns a sentence in the language of the words; one without facts may have a percent sign."""
    said = translations.gettext(sentence)
    return said % isolated_facts(facts) if facts else said


def isolated_facts(facts: Mapping[str, str | int]) -> dict[str, str | int]:
    """Returns the facts of a sentence, with names isolated from the text around them."""
    return {name: isolated(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}


def facts_with_names(facts: Mapping[str, str | int], translations: NullTranslations) -> dict[str, str | int]:
    """Returns the facts of an impossible table with readable names for options, their values and rulesets."""
    named = dict(facts)
    for key, value_key in (("option", "chosen"), ("other", "value")):
        option = str(facts.get(key, ""))
        if option in names.OPTIONS:
            named[key] = names.full("option", option, translations)
            if value_key in facts:
                named[value_key] = translations.gettext("“%(value)s”") % {"value": value_name(option, str(facts[value_key]), translations)}
    if str(facts.get("ruleset", "")) in names.RULESETS:
        named["ruleset"] = names.full("ruleset", str(facts["ruleset"]), translations)
    return named


def refusal(request: Request, error: GroundfloorError) -> Response:
    """Responds to an error of the project with its sentence, in the language of the request."""
    watch = f"/g/{error.facts['game']}" if isinstance(error, SeatOfAccount | SeatOffered | LostSeat) else ""
    response = error_response(request, message_for(error, get_locale(request).translations), status_of(error), type(error).__name__, watch)
    if response.status_code == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def error_response(request: Request, sentence: str, status: int, kind: str = "", watch: str = "") -> Response:
    """Responds with an error message: as JSON under ``/api``, with its ``kind``, as text under ``/static``, else as a page.

    ``watch`` is the address at which everybody can watch the game of a seat that is not theirs ("": the error is another one).
    """
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence} | ({"kind": kind} if kind else {}), status)
    if request.url.path.startswith("/static/"):
        return PlainTextResponse(sentence, status)
    return render_page(request, "error.html", status, sentence=sentence, status=status, watch=watch, kind=kind, path=request.url.path)


def unknown_address(request: Request) -> Response:
    """Responds to a path at which there is nothing, or nothing for the person who asks."""
    translations = get_locale(request).translations
    sentence = translations.gettext("There is no page at this address.")
    if get_context(request).is_local:
        note = translations.gettext(
            "Lobby, accounts, notices and ratings are only there on a server, where several people play. In this page the game runs in your browser alone."
        )
        sentence = f"{sentence} {note}"
    return error_response(request, sentence, 404)
