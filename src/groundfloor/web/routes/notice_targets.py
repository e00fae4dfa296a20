"""Forms that change where notices are sent, the links in e-mails, and the same over the API. The browser's cookie, or the account, says who asks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...notices.wording import unsubscribe_token
from ...tables.errors import NotTheHost
from ..context import get_context
from ..error_messages import message_for, status_of
from ..json_fields import optional_text, required_field
from ..notice_targets import (
    add,
    change,
    confirm,
    confirmation_token,
    proven_target,
    replace_subscription,
    shown_address,
    switch_off,
    target_facts,
    targets_json,
)
from ..pages import answer, get_locale, own_page, render
from ..request_body import read_fields
from ..rights import is_administrator
from ..security import browser_id, ensure_browser_id, foreign_form_notice, is_own_form, set_browser_cookie
from ..viewer import get_viewer
from .api import json_response, respond_with_cookie
from .links import answer_with_links

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from ...store import NoticeTarget
    from ..context import AppContext
    from ..rendering import RequestLocale

MAX_FIELD = 1_200
"""Characters of a field; addresses have at most 1,000."""
FIELDS = ("way", "address", "label")


async def show(request: Request) -> Response:
    """``/notices/ways``: where notices of whoever asks are sent."""
    return await ways_page(request)


async def ways_page(request: Request, notice: str = "", status: int = 200, form: Mapping[str, str] | None = None) -> Response:
    return await own_page(get_context(request), request, ways_page_text, notice, form or {}, status=status)


def ways_page_text(context: AppContext, request: Request, locale: RequestLocale, notice: str, form: Mapping[str, str]) -> str:
    targets = [each for each in context.store.notice_targets_of(browser_id(request)) if not each.game]
    facts: dict[str, object] = {
        "target_rows": target_facts(targets, locale.words),
        "push_key": context.push_key,
        "has_mail": "mail" in context.ways,
        "is_administrator": is_administrator(request),
        "form": form,
        "done": request.query_params.get("done", ""),
        "notice": notice,
    }
    return render(context, request, locale, "notice_ways.html", facts)


async def change_own(request: Request) -> Response:
    """``POST /notices/ways``: adds a target, or changes one."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await ways_page(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        if form.get("do") == "add":
            await add(request, form)
        else:
            await change(request, form.get("do", ""), form.get("id", ""))
    except GroundfloorError as error:
        return await ways_page(request, message_for(error, words), status_of(error), form)
    response = RedirectResponse(f"/notices/ways?done={done(form)}", 303)
    set_browser_cookie(request, response)
    return response


def done(form: dict[str, str]) -> str:
    """Returns what the page then says: that a link is under way, that a test is, or that something has changed."""
    if form.get("do") == "add" and form.get("way") == "mail":
        return "mail"
    return "test" if form.get("do") == "test" else "saved"


async def change_of_table(request: Request) -> Response:
    """``POST …/notices``: the same for the targets of a table, by its host."""
    context, words = get_context(request), get_locale(request).words
    form = await read_fields(request, MAX_FIELD)
    if not is_own_form(request, context.secret, form.get("csrf", "")):
        return await answer_with_links(request, foreign_form_notice(words), 403)
    ensure_browser_id(request)
    try:
        viewer = await context.read(get_viewer, context, request, browser_id(request))
        if not viewer.is_host or viewer.table.is_shown:
            raise NotTheHost("Only the host of the table can do that.")
        if form.get("do") == "add":
            await add(request, form, viewer.table.public)
        else:
            await change(request, form.get("do", ""), form.get("id", ""), viewer.table.public)
    except GroundfloorError as error:
        return await answer_with_links(request, message_for(error, words), status_of(error))
    return RedirectResponse(f"{viewer.base}/table?done={done(form)}#notices", 303)


async def by_link(request: Request, question: str, found: Callable[[Request], Awaitable[NoticeTarget]], is_done: bool) -> Response:
    """Shows the page of a link in an e-mail: what it asks, or that it is done."""
    context, locale = get_context(request), get_locale(request)
    try:
        target = await found(request)
    except GroundfloorError as error:
        facts: dict[str, object] = {"question": "", "notice": message_for(error, locale.words)}
        return answer(request, locale, render(context, request, locale, "notice_link.html", facts), status_of(error))
    facts = {
        "question": question,
        "name": shown_address(target, locale.words),
        "is_done": is_done or (question == "confirm" and bool(target.confirmed)),
    }
    return answer(request, locale, render(context, request, locale, "notice_link.html", facts))


async def ask_to_confirm(request: Request) -> Response:
    """``/notices/confirm/…``: asks whether an e-mail address shall get notices; a click on its button says so, as programs open links too."""
    return await by_link(request, "confirm", partial(proven_target, token_of=confirmation_token), False)


async def confirm_by_link(request: Request) -> Response:
    """``POST /notices/confirm/…``: confirms an e-mail address. Whoever has the link may do so, from anywhere."""
    return await by_link(request, "confirm", confirm, True)


async def ask_to_switch_off(request: Request) -> Response:
    """``/notices/off/…``: asks whether no more notices shall be sent to a target."""
    return await by_link(request, "off", partial(proven_target, token_of=unsubscribe_token), False)


async def switch_off_by_link(request: Request) -> Response:
    """``POST /notices/off/…``: switches a target off; programs for e-mail do it with one click (RFC 8058)."""
    return await by_link(request, "off", switch_off, True)


async def as_json(request: Request) -> Response:
    """``GET /api/notices/targets``."""
    context = get_context(request)

    async def work() -> dict[str, object]:
        return await context.read(targets_json, context, request)

    return await json_response(request, work, 200)


async def change_json(request: Request) -> Response:
    """``POST /api/notices/targets``: adds a target, or changes one."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        do = required_field(body, "do", str)
        if do == "add":
            await add(request, {**{name: optional_text(body, name) for name in FIELDS}, **subscription_of(body)})
            if replaced := optional_text(body, "replaces"):
                await replace_subscription(request, replaced)
        else:
            await change(request, do, required_field(body, "id", str))
        return await context.read(targets_json, context, request)

    return await respond_with_cookie(request, work, 200)


def subscription_of(body: dict[str, Any]) -> dict[str, str]:
    """Returns the fields of a push subscription, as a browser tells it, if a body has one."""
    if "subscription" not in body:
        return {}
    subscription = required_field(body, "subscription", dict)
    keys = required_field(subscription, "keys", dict)
    return {
        "address": required_field(subscription, "endpoint", str),
        **{name: required_field(keys, name, str) for name in ("p256dh", "auth")},
    }
