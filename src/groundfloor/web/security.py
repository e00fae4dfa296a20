"""What keeps a table's secrets: headers of every answer, the browser's cookie, and proof that a form came from our own page."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "groundfloor"
YEAR = 365 * 24 * 3600
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; img-src 'self' data:"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SafeHeaders:
    """Middleware: the headers that every answer carries; what is not said to be cacheable is not stored."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_safely)


def browser_of(request: Request) -> str:
    """The hash that stands for this browser in the store; "" if it has no cookie."""
    cookie = request.cookies.get(COOKIE, "")
    return hashlib.sha256(cookie.encode()).hexdigest() if cookie else ""


def introduce(request: Request, response: Response) -> str:
    """Gives the browser a cookie if it has none; returns the hash that stands for it."""
    cookie = request.cookies.get(COOKIE) or secrets.token_urlsafe(24)
    set_cookie(request, response, COOKIE, cookie, is_hidden=True)
    return hashlib.sha256(cookie.encode()).hexdigest()


def set_cookie(request: Request, response: Response, name: str, value: str, is_hidden: bool = False) -> None:
    """A cookie of a year that goes to no other site."""
    response.set_cookie(name, value, max_age=YEAR, httponly=is_hidden, samesite="lax", secure=request.url.scheme == "https")


def csrf_token(secret: str, request: Request) -> str:
    """What a form must carry: it belongs to this browser and this server's data."""
    cookie = request.cookies.get(COOKIE, "")
    return hmac.new(secret.encode(), cookie.encode(), hashlib.sha256).hexdigest()[:32]


def is_foreign(request: Request) -> bool:
    """Another site has sent this request."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host", "")


def is_ours(request: Request, secret: str, token: str) -> bool:
    """A form that our own page sent: of our origin and, where a browser does not say that, with the right token."""
    if is_foreign(request):
        return False
    if "origin" in request.headers or "sec-fetch-site" in request.headers:
        return True
    return hmac.compare_digest(token, csrf_token(secret, request))
