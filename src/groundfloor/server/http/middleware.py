"""The base class of the server's middlewares."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class HttpMiddleware:
    """An ASGI middleware that passes HTTP requests to ``handle`` and other messages (lifespan) to the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.handle(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a request, usually by calling ``self.app``."""
        raise NotImplementedError


class QuotedSlashes(HttpMiddleware):
    """Middleware that keeps percent-encoded slashes (``%2F``) inside their segment of the path; ``path_segment`` decodes them."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw = scope.get("raw_path") or b""
        if b"%2f" in raw.lower():
            scope["path"] = "/".join(unquote(segment).replace("/", "%2F") for segment in raw.decode("latin-1").split("/"))
        await self.app(scope, receive, send)


def path_segment(scope: Scope, parameter: str) -> str:
    """Returns the value of a route parameter in the path, with slashes and percent signs as somebody meant them."""
    route = scope["route"].path.split("/")
    segments = scope["raw_path"].decode("latin-1").split("/")
    return unquote(segments[route.index(f"{{{parameter}}}") - len(route)])
