"""``/healthz``: the health check for monitoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .json_types import ApiResponse, ApiStruct
from .request_context import get_context
from .route import PER_FILE, Route

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


class Health(ApiStruct, frozen=True):
    status: Literal["ok", "failing", "stopping"]


async def health(request: Request) -> Response:
    """Responds with 200 if the store can be read and written, else with 503."""
    context = get_context(request)
    if context.hub.is_closed:
        return ApiResponse(Health(status="stopping"), 503)
    is_healthy = await context.health.is_healthy(context.store.check, context.executor)
    return ApiResponse(Health(status="ok" if is_healthy else "failing"), 200 if is_healthy else 503)


ROUTES = (Route("GET /healthz", health, "Whether games can be read and written.", answer=Health, limits=PER_FILE),)
