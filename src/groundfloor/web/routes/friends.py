"""The page of one's friends, and the same over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...numbers import parse_int
from .. import friends
from ..context import get_context
from ..error_messages import message_for, status_of
from ..json_fields import required_field
from ..pages import get_locale, own_page, own_path, render
from ..request_body import read_fields
from ..security import account_of, browser_id, foreign_form_notice, is_own_form
from ..viewer import player
from .api import json_response, respond_to_json

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_FIELD = 200


async def show(request: Request) -> Response:
    """``/friends``: the friends of the account that is logged in, and open requests."""
    return await friends_page(request)


async def friends_page(request: Request, notice: str = "", status: int = 200, name: str = "") -> Response:
    return await own_page(get_context(request), request, friends_text, notice, name, status=status)


def friends_text(context: AppContext, request: Request, locale: RequestLocale, notice: str, name: str) -> str:
    account = account_of(request)
    facts: dict[str, object] = {
        "found": context.store.friends_of(account) if account is not None else None,
        "is_asked": request.query_params.get("done") == "asked",
        "name": name,
        "notice": notice,
    }
    return render(context, request, locale, "friends.html", facts)


async def change(request: Request) -> Response:
    """``POST /friends``: asks, accepts, declines, withdraws or removes; with ``token`` and ``seat`` asks whoever sits there."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await friends_page(request, foreign_form_notice(words), 403)
    do, name, seat = form.get("do", ""), form.get("name", ""), parse_int(form.get("seat", ""))
    try:
        if do == "ask" and "token" in form:
            viewer = await context.read(player, context, form["token"], browser_id(request))
            await friends.ask_at_table(request, viewer, -1 if seat is None else seat)
        else:
            await friends.change(request, do, name)
    except GroundfloorError as error:
        return await friends_page(request, message_for(error, words), status_of(error), name)
    default = "/friends?done=asked" if do == "ask" else "/friends"
    return RedirectResponse(own_path(form.get("then", "")) if form.get("then") else default, 303)


async def as_json(request: Request) -> Response:
    """``GET /api/account/friends``."""
    return await json_response(request, lambda: friends_json(request), 200)


async def friends_json(request: Request) -> dict[str, object]:
    found = await friends.friends_of(request)
    return {"friends": [each.name for each in found.friends], "received": list(found.received), "sent": list(found.sent)}


async def change_json(request: Request) -> Response:
    """``POST /api/account/friends``: the same as the form with ``do`` and ``name``."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        await friends.change(request, required_field(body, "do", str), required_field(body, "name", str))
        return await friends_json(request)

    return await respond_to_json(request, work, 200)
