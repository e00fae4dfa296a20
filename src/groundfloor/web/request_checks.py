"""What every request must pass: it names this server, and its client does not ask too often."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from .addresses import LOOPBACK, client_of, host_of, is_loopback, peer_of
from .context import get_context
from .middleware import HttpMiddleware
from .pages import get_locale, page

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from .context import AppContext

log = logging.getLogger(__name__)
UNCOUNTED = ("/static/", "/healthz")
SAFE = ("GET", "HEAD", "OPTIONS")
PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""Headers of which a proxy sends at least one, unless it hides that it is one."""


class ForwardedHost(HttpMiddleware):
    """Middleware: ``X-Forwarded-Host`` of a trusted proxy takes the place of ``Host``, which must be one of this server's names too."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        context = get_context(Request(scope))
        peer = peer_of(scope)
        headers = Headers(scope=scope)
        given = headers.get("x-forwarded-host")
        if given is not None and context.addresses.is_proxy(peer) and is_own(context, scope):
            MutableHeaders(scope=scope)["host"] = given.rpartition(",")[2].strip()
        elif is_passed_on(headers) and is_loopback(peer) and not context.addresses.is_proxy(peer):
            warn_of_proxy(context, peer)
        await self.app(scope, receive, send)


class RequestChecks(HttpMiddleware):
    """Middleware: 421 for a host name that is not this server's, 429 for too many requests."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        context = get_context(request)
        answer = wrong_host(context, request) or too_often(context, request)
        await (answer or self.app)(scope, receive, send)


def is_own(context: AppContext, scope: Scope) -> bool:
    """The request names this server."""
    return context.addresses.is_own(Headers(scope=scope).get("host", ""), (scope.get("server") or ("",))[0])


def wrong_host(context: AppContext, request: Request) -> Response | None:
    """The refusal of a name that is not ours: a page of another site might have led a browser here under its own name (DNS rebinding)."""
    if is_own(context, request.scope):
        return None
    sentence = get_locale(request).words.gettext(
        "This server does not answer to the name “%(host)s”. Whoever runs it can allow the name: it is the setting allowed_hosts."
    )
    named = "".join(letter for letter in request.headers.get("host", "")[:100] if letter.isprintable())
    return PlainTextResponse(sentence % {"host": named}, 421)


def too_often(context: AppContext, request: Request) -> Response | None:
    """The refusal of a client that asks too often."""
    client = counted_client(request)
    if not client or request.url.path.startswith(UNCOUNTED):
        return None
    wait = context.rates.requests.take(client)
    if not wait and request.method not in SAFE:
        wait = context.rates.changes.take(client)
    if not wait:
        return None
    sentence = get_locale(request).words.gettext("Too many requests come from your address. Please wait a moment and try again.")
    answer = refusal(request, sentence, 429)
    answer.headers["Retry-After"] = str(math.ceil(wait))
    return answer


def refusal(request: Request, sentence: str, status: int) -> Response:
    """A sentence, as JSON or as a page."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status)
    return page(get_context(request), request, "error.html", {"sentence": sentence, "status": status}, status)


def counted_client(request: Request) -> str:
    """Whose requests, tables and streams are counted together; "" for this machine's own user, who is not counted."""
    address = peer_of(request.scope)
    return "" if is_loopback(address) and is_from_here(request) else client_of(address)


def is_from_here(request: Request) -> bool:
    """No proxy has passed the request on: it names this machine, and the server has no address on the internet, where one must stand before it."""
    is_named_so = host_of(request.headers.get("host", "")) in LOOPBACK
    return is_named_so and not is_passed_on(request.headers) and not get_context(request).addresses.public_url


def is_passed_on(headers: Headers) -> bool:
    """A proxy says that it has passed the request on."""
    return any(name in headers for name in PASSED_ON)


def warn_of_proxy(context: AppContext, peer: str) -> None:
    """Says once that limits count all clients of a proxy as one."""
    if peer not in context.warned_proxies:
        context.warned_proxies.add(peer)
        log.warning(
            "requests come through a proxy at %s, which the setting trusted_proxies does not name: all its clients count as one", peer
        )
