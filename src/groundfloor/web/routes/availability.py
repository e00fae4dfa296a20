"""The page of one's hours and holidays, and the same over the API. The browser's cookie, or the account, says who asks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from babel.dates import format_date
from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...tables.availability import coming_holidays, hours_at, planned_hours, time_zones, today
from ..availability import availability_json, change, holiday_text, hours_json, hours_text, left_text
from ..context import get_context
from ..error_messages import message_for, status_of
from ..json_fields import optional_text, required_field
from ..pages import get_locale, own_page, render
from ..request_body import read_fields
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from .api import json_response, respond_with_cookie

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ...store import Availability
    from ..context import AppContext
    from ..rendering import RequestLocale

FIELDS = ("time_zone", "from", "to", "first", "last")
MAX_FIELD = 200


async def show(request: Request) -> Response:
    """``/hours``: when whoever asks plays at tables over days."""
    return await hours_page(request)


async def hours_page(request: Request, notice: str = "", status: int = 200, form: Mapping[str, str] | None = None) -> Response:
    return await own_page(get_context(request), request, hours_page_text, notice, form or {}, status=status)


def hours_page_text(context: AppContext, request: Request, locale: RequestLocale, notice: str, form: Mapping[str, str]) -> str:
    key, at = browser_id(request), context.host.now()
    said, runs_clock = context.store.availability_of(key), context.store.runs_clock(key)
    planned, day, coming = planned_hours(said, at), today(said, at), coming_holidays(said, at)
    years = [day.year, *([day.year + 1] if any(each.last >= f"{day.year + 1}" for each in coming) else [])]
    facts: dict[str, object] = {
        "chosen": {**hours_json(planned or hours_at(said, at)), **form},
        "is_unset": not said.hours and "time_zone" not in form,
        "planned": hours_text(hours_at(said, at), locale) if planned is not None else "",
        "planned_since": format_date(first_day(said, at), "medium", locale=locale.language),
        "runs_clock": runs_clock,
        "zones": [(zone, zone.replace("_", " ")) for zone in time_zones()],
        "holidays": [(each, holiday_text(each, locale), each.begins <= at) for each in coming],
        "left": [left_text(said, year, locale) for year in years],
        "earliest": first_day(said, at) if runs_clock else day,
        "latest": date(day.year + 1, 12, 31),
        "is_saved": request.query_params.get("done") == "saved",
        "notice": notice,
    }
    return render(context, request, locale, "hours.html", facts)


def first_day(availability: Availability, at: str) -> date:
    """Returns the next day, on which changes count while a clock runs."""
    return today(availability, at) + timedelta(days=1)


async def change_by_form(request: Request) -> Response:
    """``POST /hours``: sets the hours, adds a holiday, or ends one."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await hours_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        await change(request, form.get("do", ""), form)
    except GroundfloorError as error:
        return await hours_page(request, message_for(error, words), status_of(error), {name: form[name] for name in FIELDS if name in form})
    response = RedirectResponse("/hours?done=saved", 303)
    set_browser_cookie(request, response)
    return response


async def as_json(request: Request) -> Response:
    """``GET /api/hours``."""
    context = get_context(request)

    async def work() -> dict[str, object]:
        return availability_json(await context.read(context.store.availability_of, browser_id(request)), context.host.now())

    return await json_response(request, work, 200)


async def change_json(request: Request) -> Response:
    """``POST /api/hours``: the same as the form, with ``do`` and its fields."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        do = required_field(body, "do", str)
        return availability_json(
            await change(request, do, {name: optional_text(body, name) for name in FIELDS}), get_context(request).host.now()
        )

    return await respond_with_cookie(request, work, 200)
