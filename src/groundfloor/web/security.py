"""What keeps a table's secrets: headers of every answer, the browser's cookie, and proof that a form came from our own page."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from .middleware import HttpMiddleware

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Message, Receive, Scope, Send

COOKIE = "groundfloor"
YEAR = 365 * 24 * 3600
RETRY_AFTER = "60"
"""Seconds until somebody who was refused for now may try again, if nothing else is known."""
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


class SafeHeaders(HttpMiddleware):
    """Middleware: the headers that every answer carries; what is not said to be cacheable is not stored."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if message["status"] in (429, 503):
                    headers.setdefault("Retry-After", RETRY_AFTER)
            await send(message)

        await self.app(scope, receive, send_safely)


def browser_of(request: Request) -> str:
    """The hash that stands for this browser in the store; "" if it has no cookie."""
    cookie = cookie_of(request)
    return hashlib.sha256(cookie.encode()).hexdigest() if cookie else ""


def cookie_of(request: Request) -> str:
    """The browser's cookie, or the one that this answer will give it."""
    given = getattr(request.state, "cookie", "")
    return given if isinstance(given, str) and given else request.cookies.get(COOKIE, "")


def ensure_browser_id(request: Request) -> None:
    """Makes a cookie for a browser that has none; ``set_browser_cookie`` sends it."""
    if not cookie_of(request):
        request.state.cookie = secrets.token_urlsafe(24)


def set_browser_cookie(request: Request, response: Response) -> None:
    """Gives a welcomed browser its cookie, and every other one its own for another year."""
    set_cookie(request, response, COOKIE, cookie_of(request), is_hidden=True)


def set_cookie(request: Request, response: Response, name: str, value: str, is_hidden: bool = False) -> None:
    """A cookie of a year that goes to no other site."""
    response.set_cookie(name, value, max_age=YEAR, httponly=is_hidden, samesite="lax", secure=request.url.scheme == "https")


def csrf_token(secret: str, request: Request) -> str:
    """What a form must carry: it belongs to this browser and this server's data."""
    return hmac.new(secret.encode(), cookie_of(request).encode(), hashlib.sha256).hexdigest()[:32]


def is_foreign(request: Request) -> bool:
    """Another site has sent this request, as the browser says."""
    if request.headers.get("sec-fetch-site", "none") in ("cross-site", "same-site"):
        return True
    origin = request.headers.get("origin", "null")
    host = request.headers.get("host", "")
    return origin not in ("null", f"http://{host}", f"https://{host}", request.app.state.context.settings.public_url or "null")


def is_sandboxed(request: Request) -> bool:
    """A page without an origin, which is none of ours, has sent this request."""
    return request.headers.get("origin") == "null" and request.headers.get("sec-fetch-site") != "same-origin"


def is_ours(request: Request, secret: str, token: str) -> bool:
    """A form that our own page sent.

    Our pages send no referrer, and so a form without JavaScript comes with the origin "null": then the browser's word on the site
    counts, or the token, which only our pages have.
    """
    if is_foreign(request):
        return False
    if request.headers.get("origin", "null") != "null" or request.headers.get("sec-fetch-site") == "same-origin":
        return True
    return hmac.compare_digest(token.encode(), csrf_token(secret, request).encode())
