"""Pages about the results of a browser."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ..store import StorageError
from .context import get_context
from .pages import answer, get_locale
from .security import browser_id, ensure_browser_id, set_browser_cookie

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response


async def page_of_results(request: Request, render: Callable[[str], str], status: int) -> Response:
    """Responds with the page that ``render`` makes for the id of the browser, whose finished games are counted first."""
    context, locale = get_context(request), get_locale(request)
    ensure_browser_id(request)
    browser = browser_id(request)
    with suppress(StorageError):  # the page is shown without what can't be stored now; the next one tries again
        if missing := await context.read(context.host.results.missing, browser):
            found = await context.heavy(context.host.results.missing_results, missing)
            await context.write(context.host.results.catch_up, browser, found)
        if await context.read(context.store.is_idle, browser):
            await context.write(context.store.touch_player, browser)
    response = answer(request, locale, await context.read(render, browser), status)
    set_browser_cookie(request, response)
    return response
