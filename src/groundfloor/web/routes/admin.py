"""The pages of administrators: people, bans, reports, sizes, jobs. ``RightsCheck`` hides them from everybody else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from babel.numbers import format_decimal
from starlette.responses import RedirectResponse, Response

from groundfloor.presentation.results.words import date_of

from ...engine.errors import GroundfloorError
from .. import administration
from ..accounts import logged_in
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import UnknownAccount
from ..pages import answer, get_locale, render
from ..request_body import read_fields
from ..security import foreign_form_notice, is_own_form

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..rendering import RequestLocale

PATHS = ("/admin/people", "/admin/people/{person}", "/admin/bans", "/admin/reports", "/admin/sizes", "/admin/jobs")
"""The pages; ``/admin`` itself shows the reports."""
CHANGING = ("/admin/people/{person}", "/admin/bans", "/admin/reports", "/admin/jobs")
"""The paths to which something is sent."""
FIRST = "reports"
MAX_FIELD = 2_000


def section_of(request: Request) -> str:
    """Returns the section of the address, such as ``people``."""
    parts = request.url.path.removeprefix("/api").split("/")
    return parts[2] if len(parts) > 2 else FIRST


async def show(request: Request) -> Response:
    """``/admin``, which begins with the reports, and its other sections."""
    return await section_page(request)


async def section_page(request: Request, notice: str = "", status: int = 200) -> Response:
    """Responds with the page of the section, or of the person; with that of all people if the account was deleted."""
    context, locale = get_context(request), get_locale(request)
    person = request.path_params.get("person", "")
    try:
        text = await context.read(section_text, context, request, locale, section_of(request), person, notice)
    except UnknownAccount as error:
        text, status = await context.read(section_text, context, request, locale, "people", "", message_for(error, locale.words)), 404
    return answer(request, locale, text, status)


def section_text(context: AppContext, request: Request, locale: RequestLocale, section: str, person: str, notice: str) -> str:
    words = locale.words
    found = administration.person(context, person) if person else administration.SECTIONS[section](context, request.query_params)
    done = {
        "ban": words.gettext("The ban holds from now on."),
        "lift": words.gettext("The ban is lifted."),
        "end-sessions": words.gettext("This person is logged out everywhere."),
        "appoint": words.gettext("This person is an administrator now."),
        "dismiss": words.gettext("This person is no administrator any more."),
        "delete": words.gettext("The account is deleted."),
        "close": words.gettext("The report is closed."),
        "remove-message": words.gettext("The message is removed."),
        "remove-table": words.gettext("The table is removed."),
        "remove": words.gettext("The job is removed."),
    }
    facts = page_facts(locale) | {
        "section": section,
        "notice": notice,
        "done": done.get(request.query_params.get("done", ""), ""),
        "own_id": logged_in(request).id,
        "today": f"{context.host.today()}",
        "open_reports": context.store.count_open_reports(),
    }
    return render(context, request, locale, f"admin_{'person' if person else section}.html", facts | found)


def page_facts(locale: RequestLocale) -> dict[str, object]:
    """Returns how the pages write dates and numbers."""
    return {
        "date": partial(date_of, language=locale.language),
        "number": partial(format_decimal, locale=locale.language),
        "megabytes": lambda count: format_decimal(count / 1_000_000, "#,##0.0", locale=locale.language),
    }


async def change(request: Request) -> Response:
    """``POST /admin/…``: a change, which ``do`` names; leads back to the page."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await section_page(request, foreign_form_notice(words), 403)
    try:
        await administration.change_of(request, section_of(request))(request, form)
    except GroundfloorError as error:
        return await section_page(request, message_for(error, words), status_of(error))
    path = "/admin/people" if form.get("do") == "delete" else request.url.path
    return RedirectResponse(f"{path}?done={form['do']}", 303)
