"""The page of a message, where it is deleted, reported, or its author blocked, and the same over the API."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from babel.dates import format_datetime
from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ..chat import DELETABLE_MINUTES
from ..context import get_context
from ..error_messages import message_for, status_of
from ..json_fields import optional_text, required_field
from ..message_actions import act, found_message
from ..pages import answer, get_locale, render
from ..request_body import read_fields
from ..security import ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from .api import respond_with_cookie

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_FIELD = 2_000


async def show(request: Request) -> Response:
    """``…/chat/{channel}/{number}``: a message, and what whoever asks can do about it."""
    return await respond(request)


async def respond(request: Request, notice: str = "", status: int = 200, text: str = "") -> Response:
    context, locale = get_context(request), get_locale(request)
    return answer(request, locale, await context.read(page_text, context, request, locale, notice, text), status)


def page_text(context: AppContext, request: Request, locale: RequestLocale, notice: str, text: str) -> str:
    found = found_message(context, request)
    facts: dict[str, object] = {
        "found": found,
        "row": found.row,
        "viewer": found.access.viewer,
        "at": format_datetime(datetime.fromisoformat(found.row.at), "medium", locale=locale.language),
        "minutes": DELETABLE_MINUTES,
        "is_reported": "reported" in request.query_params,
        "text": text,
        "notice": notice,
    }
    return render(context, request, locale, "message.html", facts)


async def change(request: Request) -> Response:
    """``POST …/chat/{channel}/{number}``: deletes or reports the message, or blocks its author."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await respond(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    do = form.get("do", "")
    try:
        await act(request, do, form.get("text", ""))
    except GroundfloorError as error:
        return await respond(request, message_for(error, words), status_of(error), form.get("text", ""))
    chat = request.url.path.rsplit("/", 2)[0]
    response = RedirectResponse({"report": f"{request.url.path}?reported=1", "block": "/blocks?done=block"}.get(do, chat), 303)
    set_browser_cookie(request, response)
    return response


async def change_json(request: Request) -> Response:
    """``POST /api/seats/{token}/chat/{channel}/{number}`` and the same of games: ``{"do": "delete"}``, ``block``, or ``report`` with a ``text``."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        await act(request, required_field(body, "do", str), optional_text(body, "text"))
        return {}

    return await respond_with_cookie(request, work, 200)
