"""The same for programs that an administrator is logged in with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import administration
from ..context import get_context
from ..errors import BadBody
from .admin import section_of
from .api import json_response, respond_to_json

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


async def show(request: Request) -> Response:
    """``GET /api/admin/…``: a section, or a person."""
    return await json_response(request, lambda: facts(request), 200)


async def facts(request: Request) -> dict[str, object]:
    context, id = get_context(request), request.path_params.get("person", "")
    if id:
        return await context.read(administration.person, context, id)
    return await context.read(administration.SECTIONS[section_of(request)], context, request.query_params)


async def change(request: Request) -> Response:
    """``POST /api/admin/…``: a change; answers the section as it is then."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        fields = {name: str(value) for name, value in body.items() if isinstance(value, str | int)}
        if len(fields) < len(body):
            raise BadBody("The fields are texts.")
        await administration.change_of(request, section_of(request))(request, fields)
        return {} if fields.get("do") == "delete" else await facts(request)

    return await respond_to_json(request, work, 200)
