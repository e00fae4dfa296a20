"""``/healthz``: the health check for monitoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response

from ..request_context import get_context

if TYPE_CHECKING:
    from starlette.requests import Request


async def health(request: Request) -> Response:
    """Responds with 200 if the store can be read and written, else with 503."""
    context = get_context(request)
    if context.hub.is_closed:
        return JSONResponse({"status": "stopping"}, 503)
    is_well = await context.health.is_well(context.store.check, context.executor)
    return JSONResponse({"status": "ok" if is_well else "failing"}, 200 if is_well else 503)
