"""``/healthz``: for whoever watches the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response

from ..house import house_of

if TYPE_CHECKING:
    from starlette.requests import Request


async def health(request: Request) -> Response:
    """200 if the store can be read and written, else 503."""
    house = house_of(request)
    if house.hub.is_closed:
        return JSONResponse({"status": "stopping"}, 503)
    is_well = await house.health.is_well(house.store.check)
    return JSONResponse({"status": "ok" if is_well else "failing"}, 200 if is_well else 503)
