"""The next table that waits for whoever asks: a page that leads there, and the list for programs (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse

from ..bell import bell_facts
from ..context import get_context
from ..security import browser_id
from .api import json_response

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


async def show(request: Request) -> Response:
    """``/next``: leads to the table that has waited longest for a seat of this browser; to the start page if none does."""
    context = get_context(request)
    found = await context.read(context.store.waiting_tables, browser_id(request))
    return RedirectResponse(f"/s/{found[0].token}" if found else "/", 303)


async def as_json(request: Request) -> Response:
    """``GET /api/next``: the tables that wait for a seat of this browser, the one that has waited longest first, and how many notices are not read."""
    context = get_context(request)

    return await json_response(request, lambda: context.read(bell_facts, context.store, browser_id(request), None), 200)
