"""Pages about the results of a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import get_context
from .pages import answer, get_locale
from .security import browser_id, ensure_browser_id, set_browser_cookie

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response


async def page_of_results(request: Request, draw: Callable[[str], str], status: int) -> Response:
    """Responds with the page that ``draw`` makes for the id of the browser, whose finished games are counted first."""
    context, locale = get_context(request), get_locale(request)
    ensure_browser_id(request)
    browser = browser_id(request)
    await context.write(context.host.results.catch_up, browser)
    response = answer(request, locale, await context.read(draw, browser), status)
    set_browser_cookie(request, response)
    return response
