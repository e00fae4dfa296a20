"""The record of a table as a download."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from ..context import get_context

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ..context import AppContext


async def record(request: Request) -> Response:
    """``/g/{public}/record``: the record as a file."""
    context = get_context(request)
    public = request.path_params["public"]
    text = await context.read(record_text, context, public)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="groundfloor-{public}.gfr"'})


def record_text(context: AppContext, public: str) -> str:
    table = context.host.table(public)
    with table.lock:
        return table.match.record.format()
