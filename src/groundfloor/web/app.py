"""The web application: routes, errors as pages, and what stands round every answer."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ..engine.errors import GroundfloorError
from ..tables import Host
from .addresses import Addresses
from .assets import Assets
from .context import AppContext, context_of, draft_message, get_context, version_message
from .deadlines import DeadlineMiddleware
from .error_messages import message_for, status_of
from .housekeeping import run_housekeeping
from .pages import get_locale, now, page
from .rates import Rates
from .request_body import BodyLimit
from .request_checks import ForwardedHost, RequestChecks
from .request_log import RequestLog, number_of
from .routes import api, documents, events, health, play, rules, start
from .security import SafeHeaders
from .settings import Settings
from .sse import Hub

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from ..store import Store

ROUTES = [
    Route("/", start.show),
    Route("/new", start.make, methods=["POST"]),
    Route("/upload", start.upload, methods=["POST"]),
    Route("/forget", start.forget, methods=["POST"]),
    *(Route(path, start.show, methods=["GET"]) for path in ("/new", "/upload", "/forget")),
    Route("/about", rules.about),
    Route("/healthz", health.health),
    Route("/rules", rules.rules),
    Route("/rules/differences", rules.differences),
    Route("/rules/{name}", rules.rules),
    Route("/g/{public}/rules", rules.of_game),
    Route("/g/{public}/rules/panel", rules.panel),
    Route("/events", events.of_games),
    Route("/g/{public}/events", events.of_game),
    Route("/g/{public}/record", documents.record),
    Route("/api/games", api.create, methods=["POST"]),
    Route("/api/records", api.upload, methods=["POST"]),
    Route("/api/games/{public}", api.view),
    Route("/api/games/{public}/record", api.record),
    Route("/api/seats/{token}", api.view, methods=["GET"]),
    Route("/api/seats/{token}", api.act, methods=["POST"]),
    Route("/s/{token}", play.move, methods=["POST"]),
]
BOTH = ("/g/{public}", "/s/{token}")
"""A spectator's address and a player's."""
ROUTES += [
    Route(f"{base}{rest}", answer)
    for base in BOTH
    for rest, answer in (("", play.show), ("/board", play.board), ("/at/{number}", play.show), ("/table", documents.links))
]


class Application(Starlette):
    """Starlette, with the headers and the log also round the answer to a fault of ours."""

    def build_middleware_stack(self) -> ASGIApp:
        """The safe headers and the log round everything else."""
        return SafeHeaders(RequestLog(super().build_middleware_stack(), context_of(self).settings.log_requests))


def create_app(
    store: Store,
    clock: Callable[[], str] = now,
    randomness: Callable[[int], bytes] = secrets.token_bytes,
    values: str = "",
    settings: Settings | None = None,
    port: int | None = None,
    seconds: Callable[[], float] = time.monotonic,
) -> Starlette:
    """The application on a store; whoever made the store closes it.

    ``values``: house values, as TOML, proposed for new tables. ``port``: where the server listens, if not where the settings say.
    ``clock`` gives the time of day as a text, ``seconds`` a number that never goes backwards.
    """
    settings = settings or Settings()
    hub, assets = Hub(), Assets()
    host = Host(
        store,
        clock,
        randomness,
        publish=lambda notice: hub.publish(version_message(notice)),
        publish_draft=lambda token: hub.publish(draft_message(token)),
        cache_size=settings.limits.tables_in_memory,
    )
    secret = store.get_or_create_setting("secret", randomness(24).hex())
    context = AppContext(
        store,
        host,
        hub,
        assets,
        secret,
        values,
        settings,
        Addresses.from_settings(settings, port),
        Rates.from_limits(settings.limits, seconds),
    )

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub.open()
        await context.start()
        keeper = asyncio.create_task(run_housekeeping(context))
        yield
        keeper.cancel()
        hub.close()

    app = Application(
        routes=[*ROUTES, Mount("/static", assets)],
        middleware=checks(settings, seconds),
        exception_handlers={GroundfloorError: failed, HTTPException: http_failed, Exception: broken},
        lifespan=lifespan,
    )
    app.state.context = context
    return app


def checks(settings: Settings, seconds: Callable[[], float]) -> list[Middleware]:
    """What a request passes before its route answers, from the outside in."""
    return [
        Middleware(ForwardedHost),
        Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.trusted_proxies)),
        Middleware(RequestChecks),
        Middleware(DeadlineMiddleware, clock=seconds, seconds=settings.limits.work_seconds),
        Middleware(BodyLimit, most=settings.limits.body_bytes),
        Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
    ]


def failed(request: Request, error: Exception) -> Response:
    """One of the project's own errors where no page says it: a page of its own."""
    assert isinstance(error, GroundfloorError)
    return error_page(request, message_for(error, get_locale(request).words), status_of(error))


def http_failed(request: Request, error: Exception) -> Response:
    """No such page, or no such way to ask."""
    assert isinstance(error, HTTPException)
    words = get_locale(request).words
    sentence = (
        words.gettext("There is no page at this address.") if error.status_code == 404 else words.gettext("That can’t be asked here.")
    )
    return error_page(request, sentence, error.status_code)


def broken(request: Request, error: Exception) -> Response:
    """A fault of ours: a sentence, and the details only in the server's own log."""
    words = get_locale(request).words
    sentence = words.gettext("Something went wrong in the server. Nothing was lost: the game stands at its last confirmed move.")
    number = words.gettext("In the server’s log this is request %(number)s.") % {"number": number_of(request)}
    return error_page(request, f"{sentence} {number}", 500)


def error_page(request: Request, sentence: str, status: int) -> Response:
    """A page with one sentence; the sentence alone for what is not a page."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status)
    if request.url.path.startswith("/static/"):
        return PlainTextResponse(sentence, status)
    return page(get_context(request), request, "error.html", {"sentence": sentence, "status": status}, status)
