"""The page of one's settings, the switches of every page, and the same over the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...presentation.translations import LANGUAGES
from ..account_settings import change_settings, chosen_settings, settings_json, settings_of_form
from ..accounts import logged_in
from ..context import get_context
from ..error_messages import message_for, status_of
from ..idempotency import IGNORED_FIELDS
from ..pages import LANGUAGE, get_locale, own_page, own_path, render
from ..request_body import read_fields
from ..security import account_of, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie, set_cookie
from .api import json_response, respond_to_json

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_PATH = 2_000
"""Characters of the address to which a form leads back."""


async def show(request: Request) -> Response:
    """``/settings``: what somebody has chosen."""
    return await settings_page(request)


async def settings_page(request: Request, notice: str = "", status: int = 200) -> Response:
    return await own_page(get_context(request), request, settings_text, notice, status=status)


def settings_text(context: AppContext, request: Request, locale: RequestLocale, notice: str) -> str:
    facts: dict[str, object] = {
        "chosen": chosen_settings(request),
        "languages": [(code, LANGUAGES[code].name) for code in LANGUAGES],
        "is_saved": request.query_params.get("done") == "saved",
        "notice": notice,
    }
    return render(context, request, locale, "settings.html", facts)


async def change(request: Request) -> Response:
    """``POST /settings``: changes those settings that the form has, and leads to ``then``. A guest's language is kept in a cookie, the rest by scripts."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_PATH)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await settings_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    response = RedirectResponse(own_path(form.get("then", "") or "/settings?done=saved"), 303)
    if account_of(request) is None:
        if form.get("language") in LANGUAGES:
            set_cookie(request, response, LANGUAGE, form["language"])
        elif form.get("language") == "":
            response.delete_cookie(LANGUAGE)
    else:
        try:
            await change_settings(request, settings_of_form(form))
        except GroundfloorError as error:
            return await settings_page(request, message_for(error, words), status_of(error))
    set_browser_cookie(request, response)
    return response


async def as_json(request: Request) -> Response:
    """``GET /api/account/settings``."""

    async def work() -> dict[str, object]:
        logged_in(request)
        return settings_json(chosen_settings(request))

    return await json_response(request, work, 200)


async def change_json(request: Request) -> Response:
    """``POST /api/account/settings``: changes the settings that the body names; those that the account has not chosen yet are the browser's."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        return settings_json(await change_settings(request, {name: value for name, value in body.items() if name not in IGNORED_FIELDS}))

    return await respond_to_json(request, work, 200)
