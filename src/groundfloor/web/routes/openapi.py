"""The description of the web interface for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from ..context import get_context

if TYPE_CHECKING:
    from starlette.requests import Request


async def show(request: Request) -> Response:
    """``GET /api/openapi.json``: the description in OpenAPI."""
    return Response(await get_context(request).read(description_text), media_type="application/json")


def description_text() -> bytes:
    # Imported here, as it imports numpy with the types of analyses, which takes a tenth of a second.
    from ..openapi import description

    return description()
