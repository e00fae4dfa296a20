"""Responses to errors: as a page, as JSON or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, PlainTextResponse, Response

from .context import get_context
from .pages import get_locale, page

if TYPE_CHECKING:
    from starlette.requests import Request


def unknown_address(request: Request) -> Response:
    """Responds to a path at which there is nothing, or nothing for who asks."""
    return error_response(request, get_locale(request).words.gettext("There is no page at this address."), 404)


def error_response(request: Request, sentence: str, status: int, kind: str = "") -> Response:
    """Responds with an error message: as JSON under ``/api``, with its ``kind``, as text under ``/static``, else as a page."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence} | ({"kind": kind} if kind else {}), status)
    if request.url.path.startswith("/static/"):
        return PlainTextResponse(sentence, status)
    return page(get_context(request), request, "error.html", {"sentence": sentence, "status": status}, status)
