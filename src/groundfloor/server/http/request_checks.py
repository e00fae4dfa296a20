"""Checks of every request: it names this server, and its client keeps within the rate limits."""

from __future__ import annotations

import logging
import math
from collections import Counter
from typing import TYPE_CHECKING

from anyio import sleep
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from groundfloor.presentation.translations import translations_of

from .addresses import LOOPBACK, client_hash_of, client_of, host_of, is_loopback, peer_of
from .error_messages import error_response, message_for
from .errors import WebError
from .middleware import HttpMiddleware
from .pages import accepted_language, get_locale
from .rates import LimitedUser
from .request_context import get_context
from .request_texts import check_address, check_cookies
from .security import COOKIE, account_of, hash_of, read_cookie

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from ..context import AppContext

log = logging.getLogger(__name__)
STATIC, HEALTH = "/static/", "/healthz"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
REFUSAL_SECONDS, REFUSALS_PER_SECOND = 1.0, 20
"""How long, at least, the answer to a request beyond a rate limit is held back, and how many of a client's are answered in a second."""
PROXY_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""Headers of proxies: every ordinary proxy sends at least one of them."""


class ForwardedHost(HttpMiddleware):
    """Middleware: replaces ``Host``, which must name this server as well, by the ``X-Forwarded-Host`` of a trusted proxy."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        context = get_context(Request(scope))
        peer = peer_of(scope)
        headers = Headers(scope=scope)
        scope.setdefault("state", {})["is_from_proxy"] = context.addresses.is_proxy(peer)
        given = headers.get("x-forwarded-host")
        if given is not None and context.addresses.is_proxy(peer) and names_this_server(context, scope):
            MutableHeaders(scope=scope)["host"] = given.rpartition(",")[2].strip()
        elif is_proxied(headers) and is_loopback(peer) and not context.addresses.is_proxy(peer):
            warn_of_proxy(context, peer)
        await self.app(scope, receive, send)


class RequestChecks(HttpMiddleware):
    """Middleware: responds with 421 to a foreign host name, with 429 to too many requests, and with 414 or 431 to a long address or many cookies; all of them count.

    A request beyond the limits is held back for ``REFUSAL_SECONDS``, longer the more of its client are, unless a trusted proxy has sent it, whose connections belong to all its clients. A
    health check that was held back is answered: behind a proxy that no setting names it comes from the same address as all requests.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app)
        self._held: Counter[str] = Counter()

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        context = get_context(request)
        wait = count_request(context, request)
        if wait and not request.state.is_from_proxy:
            await self._hold_back(limited_client(request))
            wait = 0.0 if scope["path"] == HEALTH else wait
        answer = refuse_wrong_host(context, request)
        if answer is None and wait:
            answer = too_many_requests(request, wait)
        answer = answer or refuse_long_head(request)
        await (answer or self.app)(scope, receive, send)

    async def _hold_back(self, client: str) -> None:
        self._held[client] += 1
        try:
            await sleep(max(REFUSAL_SECONDS, self._held[client] / REFUSALS_PER_SECOND))
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]


def names_this_server(context: AppContext, scope: Scope) -> bool:
    return context.addresses.is_own(Headers(scope=scope).get("host", ""), (scope.get("server") or ("",))[0])


def refuse_wrong_host(context: AppContext, request: Request) -> Response | None:
    """Returns the 421 response for a foreign host name, None for one of the server's own. It prevents DNS rebinding."""
    if names_this_server(context, request.scope):
        return None
    sentence = get_locale(request).translations.gettext(
        "This server does not answer to the name “%(host)s”. Its operator can allow the name with the setting allowed_hosts."
    )
    named = "".join(letter for letter in request.headers.get("host", "")[:100] if letter.isprintable())
    return PlainTextResponse(sentence % {"host": named}, 421)


def refuse_long_head(request: Request) -> Response | None:
    """Returns the 414 or 431 response to a request whose address or cookies are too long, None if they are not. The response is a short text: no page has such an address."""
    try:
        check_address(request.scope)
        check_cookies(request.scope)
    except WebError as error:
        sentence = message_for(error, translations_of(accepted_language(request)))
        if request.scope["path"].startswith("/api/"):
            return JSONResponse({"error": sentence, "kind": type(error).__name__}, error.status)
        return PlainTextResponse(sentence, error.status)
    return None


def count_request(context: AppContext, request: Request) -> float:
    """Counts a request; returns 0.0 within the rate limits of its client, else the seconds until there is room for it."""
    client, path = limited_client(request), request.scope["path"]
    if not client:
        return 0.0
    wait = (context.rates.files if path == HEALTH or path.startswith(STATIC) else context.rates.requests).take(client)
    if not wait and request.method not in SAFE_METHODS:
        wait = context.rates.changes.take(client)
    return wait


def too_many_requests(request: Request, wait: float) -> Response:
    sentence = get_locale(request).translations.gettext("Too many requests come from your address. Please wait a moment and try again.")
    is_short = not request.url.path.startswith("/api/") and get_context(request).rates.refusal_pages.take(limited_client(request))
    answer = PlainTextResponse(sentence, 429) if is_short else error_response(request, sentence, 429)
    answer.headers["Retry-After"] = str(math.ceil(wait))
    return answer


def limited_client(request: Request) -> str:
    """Returns the client whose requests, tables and streams are counted; "" for a user of this machine, who has no limits."""
    address = peer_of(request.scope)
    return "" if is_loopback(address) and is_local_user(request) else client_of(address)


def limited_user(request: Request) -> LimitedUser:
    """Returns who asks, for limits by person: an account, a browser that has sent its cookie, or else a client."""
    client, account = limited_client(request), account_of(request)
    if account is not None:
        return LimitedUser(client, account.owner_id, is_guest=False)
    cookie = read_cookie(request, COOKIE)
    return LimitedUser(client, hash_of(cookie) if cookie else client, is_guest=True)


def client_hash(secret: str, request: Request) -> str:
    """Returns a hash of the client that can be stored, a keyed hash of its address; "" for a user of this machine."""
    client = limited_client(request)
    return client_hash_of(secret, client) if client else ""


def is_local_user(request: Request) -> bool:
    """Returns whether the request was made on this machine and did not come through a proxy; a server with a ``public_url`` has one."""
    is_named_so = host_of(request.headers.get("host", "")) in LOOPBACK
    return is_named_so and not is_proxied(request.headers) and not get_context(request).addresses.public_url


def is_proxied(headers: Headers) -> bool:
    return any(name in headers for name in PROXY_HEADERS)


def warn_of_proxy(context: AppContext, peer: str) -> None:
    """Logs once for each unknown proxy that limits count all its clients as one."""
    if peer not in context.warned_proxies:
        context.warned_proxies.add(peer)
        log.warning(
            "requests come through a proxy at %s, which the setting trusted_proxies does not name: all its clients count as one", peer
        )
