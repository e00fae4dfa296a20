"""Which encodings of an answer a client takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


def takes_gzip(headers: Headers) -> bool:
    """Returns whether a client takes gzip, by its ``Accept-Encoding``: a weight of 0 refuses it, and ``*`` stands for encodings that are not named (RFC 9110, 12.5.3)."""
    weights = {}
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, *parameters = (each.strip() for each in part.split(";"))
        weights[name] = next((weight_of(each) for each in parameters if each.startswith("q=")), 1.0)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def weight_of(parameter: str) -> float:
    """Returns the weight that a parameter such as ``q=0.5`` names; 0 if it names none."""
    try:
        return float(parameter.removeprefix("q="))
    except ValueError:
        return 0.0


class Compression(GZipMiddleware):
    """Middleware: compresses answers for clients that take gzip."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes other requests on as they are."""
        if scope["type"] == "http" and not takes_gzip(Headers(scope=scope)):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
