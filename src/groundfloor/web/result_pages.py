"""Pages about the results of a browser."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ..store import StorageError
from .context import get_context
from .handlers import NO_FIELDS, own_page
from .security import browser_id, ensure_browser_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from ..engine.errors import GroundfloorError
    from .handlers import PageHandler, PageText


def results_page(text: PageText) -> PageHandler:
    """Decorator: an own page, before which the finished games of the browser are counted."""
    show_text = own_page(text)

    async def show(request: Request, error: GroundfloorError | None = None, form: Mapping[str, str] = NO_FIELDS) -> Response:
        context = get_context(request)
        ensure_browser_id(request)
        browser = browser_id(request)
        with suppress(StorageError):  # the page is shown without what can't be stored now; the next one tries again
            if missing := await context.read(context.host.results.missing, browser):
                found = await context.heavy(context.host.results.missing_results, missing)
                await context.write(context.host.results.catch_up, browser, found)
            if await context.read(context.store.is_idle, browser):
                await context.write(context.store.touch_player, browser)
        return await show_text(request, error, form)

    return show
