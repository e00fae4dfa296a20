"""The page of those whom somebody has blocked, and the same over the API. The browser's cookie, or the account, says who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...presentation.results.words import date_of
from ..blocks import FIELDS, blocked_people, change
from ..context import get_context
from ..error_messages import message_for, status_of
from ..json_fields import required_field
from ..pages import get_locale, own_page, render
from ..request_body import read_fields
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from .api import json_response, respond_with_cookie

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_FIELD = 200
DONE = ("block", "unblock")


async def show(request: Request) -> Response:
    """``/blocks``: whom whoever asks has blocked."""
    return await blocks_page(request)


async def blocks_page(request: Request, notice: str = "", status: int = 200, name: str = "") -> Response:
    return await own_page(get_context(request), request, blocks_text, notice, name, status=status)


def blocks_text(context: AppContext, request: Request, locale: RequestLocale, notice: str, name: str) -> str:
    done = request.query_params.get("done", "")
    found = context.store.blocked_by(browser_id(request))
    facts: dict[str, object] = {
        "people": [(each, date_of(each.at, locale.language)) for each in found],
        "done": done if done in DONE else "",
        "name": name,
        "notice": notice,
    }
    return render(context, request, locale, "blocks.html", facts)


async def change_by_form(request: Request) -> Response:
    """``POST /blocks``: blocks somebody, or ends it."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await blocks_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    do = form.get("do", "")
    try:
        await change(request, do, form)
    except GroundfloorError as error:
        return await blocks_page(request, message_for(error, words), status_of(error), form.get("name", ""))
    response = RedirectResponse(f"/blocks?done={do}", 303)
    set_browser_cookie(request, response)
    return response


async def as_json(request: Request) -> Response:
    """``GET /api/blocks``."""
    return await json_response(request, lambda: blocks_json(request), 200)


async def blocks_json(request: Request) -> dict[str, object]:
    return {"blocks": [{"id": each.id, "name": each.name, "since": each.at} for each in await blocked_people(request)]}


async def change_json(request: Request) -> Response:
    """``POST /api/blocks``: the same as the form, with ``do`` and its fields."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        await change(request, required_field(body, "do", str), {name: str(body[name]) for name in FIELDS if body.get(name) is not None})
        return await blocks_json(request)

    return await respond_with_cookie(request, work, 200)
