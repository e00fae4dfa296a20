"""What administrators see and do, on pages and over the API (docs/http.md): their addresses. Each section has a module of its own.

A section is an object of JSON, which its page shows. Each change has ``do`` and a few texts, and is noted in the log. ``RightsCheck`` hides all of it from everybody else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from babel.numbers import format_decimal, format_percent
from msgspec import structs

from groundfloor.editions import NAMES
from groundfloor.presentation.results.ratings import pool_title
from groundfloor.presentation.results.words import date_of

from ...game.time_zone import own_zone, time_text
from ...http.errors import AnsweredBefore, BadBody
from ...http.handlers import NO_FIELDS, form_of, json_change, json_view, page_error_message, page_status
from ...http.json_types import ApiStruct, Empty
from ...http.pages import get_locale, html_response, render
from ...http.request_context import get_context
from ...http.route import ApiHandler, Route, on_server
from ..accounts.accounts import LOG_IN_CODE_DAYS
from ..identity.checks import logged_in
from ..identity.errors import UnknownAccount
from ..moderation import report_storage
from . import storage as administration_storage
from .bans import LiftBan, NewAddressBan, NewBan, bans, change_bans
from .log import log
from .people import ChangePerson, DeletePerson, OnePerson, change_person, one_person, people
from .ratings import ratings
from .reports import BanAccused, CloseReport, RemoveMessage, RemoveTable, change_reports, reports
from .rows import AdministrationEntry
from .sections import Done, Fields
from .site import LINK_DAYS, MAX_BANNER, MAX_INVITED, MakeLink, RemoveLink, SetBanner, SetRegistration, change_site, site, site_json
from .sizes import RemoveJob, change_jobs, jobs, sizes
from .tables import RemoveGame, RemoveOpenTable, change_games, change_tables, games, tables

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from groundfloor.engine.errors import GroundfloorError

    from ...context import AppContext
    from ...http.request_body import FormFields, JsonFields


FIRST = "reports"
"""The section that ``/admin`` itself shows."""


async def show(
    request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS, shown: Mapping[str, str] = NO_FIELDS
) -> Response:
    """``/admin``, which begins with the reports, and its other sections, with what is ``shown`` only this once; the page of all people instead of that of a deleted account."""
    context, error_message, status = get_context(request), page_error_message(request, error), page_status(error)
    try:
        text = await context.work.read(section_text, request, section_of(request), person_of(request), error_message, shown)
    except UnknownAccount as gone:
        text, status = await context.work.read(section_text, request, "people", "", page_error_message(request, gone)), page_status(gone)
    return html_response(request, text, status)


def section_text(request: Request, section: str, person: str, error_message: str, shown: Mapping[str, str] = NO_FIELDS) -> str:
    context, translations, language = get_context(request), get_locale(request).translations, get_locale(request).language
    done = {
        "ban": translations.gettext("The ban holds from now on."),
        "lift": translations.gettext("The ban is lifted."),
        "end-sessions": translations.gettext(
            "This person is logged out everywhere, their API tokens are revoked, and their webhooks and notices to browsers are switched off."
        ),
        "remove-messages": translations.gettext("All messages of this person are removed."),
        "appoint": translations.gettext("This person is an administrator now."),
        "dismiss": translations.gettext("This person is no administrator any more."),
        "delete": translations.gettext("The account is deleted."),
        "close": translations.gettext("The report is closed."),
        "remove-message": translations.gettext("The message is removed."),
        "remove-game": translations.gettext("The game is removed."),
        "remove-table": translations.gettext("The table is removed."),
        "remove": translations.gettext("The job is removed."),
        "banner": translations.gettext("The banner is saved: pages show it from now on."),
        "registration": translations.gettext("That holds from now on."),
        "remove-link": translations.gettext("The link is removed."),
    }
    return render(
        request,
        f"admin_{'person' if person else section}.html",
        date=partial(date_of, language=language),
        number=partial(format_decimal, locale=language),
        megabytes=lambda count: format_decimal(count / 1_000_000, "#,##0.0", locale=language),
        section=section,
        error_message=error_message,
        shown=shown,
        code_days=LOG_IN_CODE_DAYS,
        rulesets=NAMES,
        link_days=LINK_DAYS,
        max_banner=MAX_BANNER,
        max_invited=MAX_INVITED,
        done=done.get(request.query_params.get("done", ""), ""),
        pool_title=partial(pool_title, translations=translations),
        percent=partial(format_percent, format="0.0##%", locale=language),
        share=partial(format_percent, locale=language),
        time_text=time_text(own_zone(request), language),
        own_id=logged_in(request).id,
        today=f"{context.table_service.today()}",
        open_reports=report_storage.count_open(context.store),
        **structs.asdict(shown_section(request, section, person)),
    )


def section_of(request: Request) -> str:
    """Returns the section of the address, such as ``people``."""
    parts = request.url.path.removeprefix("/api").split("/")
    return parts[2] if len(parts) > 2 else FIRST


def person_of(request: Request) -> str:
    """Returns the id of the account of the address; "" if that is a section."""
    return str(request.path_params.get("person", ""))


def shown_section(request: Request, section: str, person: str) -> ApiStruct:
    """Returns a section, or a person; UnknownAccount if the account was deleted."""
    context = get_context(request)
    return one_person(context, person) if person else SECTIONS[section](context, request.query_params)


async def again(request: Request, form: FormFields, promised: Mapping[str, str] | None) -> Response | str:
    """Answers a change that was made before; AnsweredBefore if what was shown then is no longer kept."""
    if promised is None and form.get("do") in SHOWN_ONCE:
        raise AnsweredBefore("This was done already. What you were shown then is kept for a few minutes only.")
    return await answer_change(request, form, promised or {})


@form_of(show, again=again)
async def change(request: Request, form: FormFields) -> Response | str:
    """``POST /admin/…``: a change, which ``do`` names; leads back to the page, or answers with it and what is shown this once."""
    return await answer_change(request, form, await make_change(request, form))


async def answer_change(request: Request, form: FormFields, shown: Mapping[str, str]) -> Response | str:
    if shown:
        return await show(request, shown=shown)
    path = "/admin/people" if form.get("do") == "delete" else request.url.path
    return f"{path}?done={form['do']}"


def current_section(request: Request) -> ApiStruct:
    """Returns the section of the address, or the person."""
    return shown_section(request, section_of(request), person_of(request))


def requested_account(request: Request) -> OnePerson:
    """Returns the account of the address."""
    return one_person(get_context(request), person_of(request))


async def json_again(request: Request, promised: Mapping[str, str] | None) -> ApiStruct:
    """Returns the current section, after a change that was made before, and what was told then; nothing for a person who was deleted."""
    try:
        return structs.replace(await get_context(request).work.read(current_section, request), **(promised or {}))
    except UnknownAccount:
        return Empty()


async def change_in_section(request: Request, body: JsonFields) -> ApiStruct:
    """Makes a change; returns the section as it is then, with what is told this once."""
    fields = {name: str(value) for name, value in body.items() if isinstance(value, str | int)}
    if len(fields) < len(body):
        raise BadBody("The fields are texts.")
    shown = await make_change(request, fields)
    return (
        Empty()
        if fields.get("do") == "delete"
        else structs.replace(await get_context(request).work.read(current_section, request), **shown)
    )


async def changed_person(request: Request, body: JsonFields) -> OnePerson | Empty:
    """Changes an account; returns it, or nothing if it was deleted."""
    answer = await change_in_section(request, body)
    assert isinstance(answer, OnePerson | Empty)
    return answer


async def make_change(request: Request, fields: Fields) -> Mapping[str, str]:
    """Does what ``do`` names, and notes it in the log; returns what is shown this once."""
    context, own, id = get_context(request), logged_in(request), person_of(request)
    done = await (change_person(request, fields, id) if id else CHANGES[section_of(request)](request, fields))
    now = context.table_service.now()
    entry = AdministrationEntry(now, own.id, section_of(request), fields.get("do", ""), done.subject, done.detail)
    await context.work.write(administration_storage.add_log_entry, context.store, entry)
    return done.shown


SECTIONS: dict[str, Callable[[AppContext, Mapping[str, str]], ApiStruct]] = {
    "reports": reports,
    "people": people,
    "bans": bans,
    "tables": tables,
    "games": games,
    "ratings": ratings,
    "site": site,
    "log": log,
    "sizes": sizes,
    "jobs": jobs,
}


CHANGES: dict[str, Callable[[Request, Fields], Awaitable[Done]]] = {
    "reports": change_reports,
    "bans": change_bans,
    "tables": change_tables,
    "games": change_games,
    "site": change_site,
    "jobs": change_jobs,
}
"""What can be changed, by section; ``change_person`` besides."""


SHOWN_ONCE = ("code", "invite")
"""Changes after which something is shown this once."""


PERSON_PATH = "/admin/people/{person}"


PATHS = (PERSON_PATH, *(f"/admin/{section}" for section in SECTIONS))
"""The pages, besides ``/admin``."""


FILTERS = ("done", "q", "order", "kind", "state", "status", "ruleset", "by", "page")
"""The parameters of the pages: what was done, what a list shows, and which part of it."""
CHANGING = (PERSON_PATH, *(f"/admin/{section}" for section in CHANGES))
"""The paths to which something is sent."""


CHANGE_JSON = json_change(again=json_again, sets_cookie=False)(change_in_section)


def section_json(section: str) -> ApiHandler:
    """Makes the handler that answers with a section."""
    return replace(json_view(current_section), works=(SECTIONS[section],))


def section_change(section: str) -> ApiHandler:
    """Makes the handler of changes in a section, which answers with it."""
    return replace(CHANGE_JSON, works=(SECTIONS[section],))


change_person_json = json_change(again=json_again, sets_cookie=False)(changed_person)


ROUTES = (
    Route("GET /api/site", site_json, "The banner of the server, and who may create an account."),
    *on_server(
        *(
            Route(f"GET {path}", show, "A section of the administration; the first one shows the reports.", rights="administrator", query=FILTERS)
            for path in ("/admin", *PATHS)
        ),
        *(Route(f"POST {path}", change, "What an administrator does in a section.", rights="administrator") for path in CHANGING),
        Route("GET /api/admin/people", section_json("people"), "Accounts, for administrators.", rights="administrator", query=("q", "order", "kind", "page")),
        Route("GET /api/admin/people/{person}", json_view(requested_account), "An account.", rights="administrator"),
        Route("POST /api/admin/people/{person}", change_person_json, "Bans, logs out, appoints, dismisses or deletes somebody, makes a code for a lost password, or removes all messages.", body=NewBan | ChangePerson | DeletePerson, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/bans", section_json("bans"), "Bans.", rights="administrator", query=("page",)),
        Route("POST /api/admin/bans", section_change("bans"), "Bans an address, or lifts a ban.", body=NewAddressBan | LiftBan, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/reports", section_json("reports"), "Reports.", rights="administrator", query=("state", "page")),
        Route("POST /api/admin/reports", section_change("reports"), "Closes a report, removes its message, all messages of their author or its table, or bans whom it is about.", body=CloseReport | RemoveMessage | BanAccused | RemoveTable, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/tables", section_json("tables"), "Open tables, private ones too.", rights="administrator", query=("q", "page")),
        Route("POST /api/admin/tables", section_change("tables"), "Closes an open table.", body=RemoveOpenTable, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/games", section_json("games"), "All games.", rights="administrator", query=("q", "status", "ruleset", "page")),
        Route("POST /api/admin/games", section_change("games"), "Removes a game.", body=RemoveGame, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/ratings", section_json("ratings"), "Ratings to look at: unlikely series, and what comes from games against newcomers.", rights="administrator"),
        Route("GET /api/admin/site", section_json("site"), "What is chosen for the whole server.", rights="administrator"),
        Route("POST /api/admin/site", section_change("site"), "Sets the banner or who may create an account, makes or removes an invitation link.", body=SetBanner | SetRegistration | MakeLink | RemoveLink, rights="administrator", refusals=(422,)),
        Route("GET /api/admin/log", section_json("log"), "What administrators have done.", rights="administrator", query=("by", "page")),
        Route("GET /api/admin/sizes", section_json("sizes"), "Sizes of the data and of memory.", rights="administrator"),
        Route("GET /api/admin/jobs", section_json("jobs"), "Jobs and processes.", rights="administrator"),
        Route("POST /api/admin/jobs", section_change("jobs"), "Removes a job.", body=RemoveJob, rights="administrator", refusals=(422,)),
    ),
)  # fmt: skip
