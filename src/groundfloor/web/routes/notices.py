"""The page of one's notices, and the same over the API. The browser's cookie, or the account, says who asks."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from babel.dates import format_datetime
from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from ...tables.availability import hours_at
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import BadNotices
from ..json_fields import required_field
from ..notices import DELAYS, HOURS, POSSIBLE, change_settings, is_interrupted, mark_read, notices_json
from ..pages import get_locale, own_page, render
from ..request_body import read_fields
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from .api import json_response, respond_with_cookie

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_FIELD = 200
MAX_LOST = 5
"""Messages that did not arrive of which the page tells."""


async def show(request: Request) -> Response:
    """``/notices``: which tables wait, what is new, and when whoever asks is sent notices."""
    return await notices_page(request)


async def notices_page(request: Request, notice: str = "", status: int = 200) -> Response:
    return await own_page(get_context(request), request, notices_text, notice, status=status)


def notices_text(context: AppContext, request: Request, locale: RequestLocale, notice: str) -> str:
    store, holder, now = context.store, browser_id(request), context.host.now()
    zone = ZoneInfo(hours_at(store.availability_of(holder), now).time_zone)
    targets = {each.id: each for each in store.notice_targets_of(holder)}
    lost = [each for each in store.deliveries_of(holder) if each.state == "failed" or is_interrupted(each, now)]

    def time_text(at: str) -> str:
        return str(format_datetime(datetime.fromisoformat(at), "short", tzinfo=zone, locale=locale.language))

    facts: dict[str, object] = {
        "waiting": store.waiting_tables(holder),
        "found": store.notices_of(holder),
        "unread": store.count_unread_notices(holder),
        "targets": targets,
        "lost": lost[:MAX_LOST],
        "chosen": store.notice_settings_of(holder),
        "delays": DELAYS,
        "hours": HOURS,
        "zone": zone.key.replace("_", " "),
        "time_text": time_text,
        "is_saved": request.query_params.get("done") == "saved",
        "notice": notice,
    }
    return render(context, request, locale, "notices.html", facts)


async def change(request: Request) -> Response:
    """``POST /notices``: marks all as read, or changes when notices are sent."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await notices_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        if form.get("do") == "read":
            await mark_read(request)
        else:
            await change_settings(request, {name: parse_int(form[name]) for name in POSSIBLE if name in form})
    except GroundfloorError as error:
        return await notices_page(request, message_for(error, words), status_of(error))
    response = RedirectResponse("/notices" if form.get("do") == "read" else "/notices?done=saved", 303)
    set_browser_cookie(request, response)
    return response


async def as_json(request: Request) -> Response:
    """``GET /api/notices``."""
    context = get_context(request)
    return await json_response(request, lambda: context.read(notices_json, context, browser_id(request)), 200)


async def change_json(request: Request) -> Response:
    """``POST /api/notices``: marks all as read, or changes when notices are sent."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        do = required_field(body, "do", str)
        if do == "read":
            await mark_read(request)
        elif do == "settings":
            await change_settings(request, {name: body[name] for name in POSSIBLE if name in body})
        else:
            raise BadNotices("do is one of: %(known)s.", known="read, settings")
        return await context.read(notices_json, context, browser_id(request))

    return await respond_with_cookie(request, work, 200)
