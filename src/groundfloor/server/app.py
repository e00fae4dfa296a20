"""The web application: its routes, middlewares and error pages."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from ..engine.errors import GroundfloorError
from .context import AppContext
from .database.errors import Outdated
from .game.board.pushed_boards import answered_request
from .game.club import Club
from .game.game_view import view_as_asked
from .game.presence import Presence, share_presence
from .game.routes import (
    after_game,
    analyses,
    api,
    branches,
    day,
    events,
    exercises,
    finished_games,
    hints,
    house_values,
    installable,
    links,
    my_games,
    play,
    rules,
    start,
)
from .game.tables.table_service import TableService
from .housekeeping import run_housekeeping
from .http import health_routes as health
from .http.addresses import Addresses
from .http.assets import Assets
from .http.compression import Compression
from .http.deadlines import DeadlineMiddleware
from .http.error_messages import error_response, refusal, unknown_address
from .http.executor import ThreadExecutor
from .http.limits import MEGABYTE
from .http.metrics import Metrics, NoMetrics
from .http.middleware import QuotedSlashes
from .http.pages import get_locale, now
from .http.rates import Rates
from .http.request_body import BodyLimit
from .http.request_checks import ForwardedHost, RequestChecks
from .http.request_context import context_of
from .http.request_log import RequestLog
from .http.request_turns import RequestTurns
from .http.route import Route
from .http.security import SecurityHeaders
from .http.settings import Settings
from .http.sse import Hub, draft_message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from .database.store import Store
    from .http.executor import Executor
    from .http.outgoing import OutgoingClient

PACKAGES_OF_CLUB = ("argon2", "webauthn", "aiosmtplib", "py_vapid", "openskill")
"""The packages of accounts, passkeys, mail, push and ratings, which come with the extra ``club``."""
log = logging.getLogger(__name__)
SUBJECTS = (
    after_game,
    analyses,
    api,
    branches,
    day,
    events,
    exercises,
    finished_games,
    health,
    hints,
    house_values,
    installable,
    links,
    my_games,
    play,
    rules,
    start,
)
ROUTES: tuple[Route, ...] = tuple(route for subject in SUBJECTS for route in subject.ROUTES)
"""Everything that is at an address of the game, but the static files; ``every_route.py`` has those of the club too."""


@cache
def routed(routes: tuple[Route, ...], *, is_local: bool) -> tuple[routing.Route, ...]:
    """Returns routes for the router; ``is_local``: without those that need a server. They are kept, as each compiles its path."""
    return tuple(
        routing.Route(route.path, route.respond, methods=[route.method]) for route in routes if not (is_local and route.needs_server)
    )


class Application(Starlette):
    """A Starlette app whose 500 responses also get the security headers and are logged."""

    def build_middleware_stack(self) -> ASGIApp:
        """Puts the two middlewares outside Starlette's own error handling."""
        return SecurityHeaders(RequestLog(super().build_middleware_stack(), context_of(self).settings.log_requests))


def create_app(
    store: Store,
    clock: Callable[[], str] = now,
    randomness: Callable[[int], bytes] = secrets.token_bytes,
    values: str = "",
    settings: Settings | None = None,
    port: int | None = None,
    seconds: Callable[[], float] = time.monotonic,
    client: OutgoingClient | None = None,
    executor: Executor | None = None,
    club: Club | None = None,
    *,
    is_local: bool = False,
    static_hash: str = "",
) -> Starlette:
    """Returns the application for a store, which the caller closes afterwards.

    ``values``: house values, as TOML, proposed for new tables. ``port``: the port in use, if it differs from the settings.
    ``clock`` returns the date and time as a text, ``seconds`` a monotonic number of seconds, ``client`` sends notices to addresses that people have typed, ``executor``
    runs what takes long (None: in threads). ``club`` is what there is beside the game (None: all of it). ``is_local``: it is for one person in their own browser, without lobby, accounts and notices. ``static_hash``: that of the static files, which others serve ("": this does). NewerData if a newer version has taken the database over.
    """
    settings, club = settings or Settings(), club if club is not None else whole_club()
    routes = (*ROUTES, *club.routes)
    metrics = Metrics() if settings.metrics else NoMetrics()
    hub, assets = Hub(metrics.set_streams), Assets(static_hash)

    table_service = TableService(
        store,
        clock,
        randomness,
        publish=lambda change: context.publish(change),
        publish_draft=lambda token: hub.publish(draft_message(token, answered_request.get())),
        cache_bytes=settings.limits.table_megabytes * MEGABYTE,
        on_change=lambda table: context.note_table(table),
        on_move=metrics.count_move,
        is_watched=lambda game_id: hub.is_watched(f"g:{game_id}"),
        bot_pause=settings.limits.bot_pause_seconds,
        club=club,
    )
    try:
        secret = store.get_or_create_setting("secret", randomness(24).hex())
        transports, push_key = ({}, "") if is_local else club.transports(store, settings, client, clock)
    except Outdated:
        store.check_version()
        raise
    context = AppContext(
        store=store,
        table_service=table_service,
        hub=hub,
        presence=Presence(hub, settings.limits.away_seconds),
        assets=assets,
        metrics=metrics,
        secret=secret,
        values=values,
        transports=transports,
        push_key=push_key,
        club=club,
        view_as_asked=view_as_asked,
        api_description=partial(api_description, routes),
        site=club.site_settings(store),
        settings=settings,
        addresses=Addresses.from_settings(settings, port),
        rates=Rates(settings.limits, seconds, store, secret),
        executor=executor or ThreadExecutor(),
        is_local=is_local,
    )

    app = Application(
        routes=[
            routing.Route("/static/{path:path}", serve_asset),
            *routed(routes, is_local=is_local),
        ],  # what is asked for most comes first
        middleware=middlewares(settings, seconds, club, routes),
        exception_handlers={GroundfloorError: handle_project_error, HTTPException: handle_http_error, Exception: handle_unexpected_error},
        lifespan=lifespan,
    )
    app.state.context = context
    return app


def api_description(routes: tuple[Route, ...]) -> bytes:
    """Returns the description of the API of these routes in OpenAPI. It imports numpy with the types of analyses, which takes a tenth of a second."""
    from .openapi import description

    return description(routes)


def whole_club() -> Club:
    """Returns the club with all its subjects; it is imported only where there is one."""
    from .club.whole_club import WholeClub

    return WholeClub()


def installed_club() -> Club:
    """Returns the whole club if its packages are installed, else the answers of a server of links."""
    missing = [name for name in PACKAGES_OF_CLUB if find_spec(name) is None]
    if not missing:
        return whole_club()
    log.warning("without %s there are no accounts, lobby and notices: people play by links", ", ".join(missing))
    return Club()


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Starts what works beside the requests, and ends it when the server stops."""
    context = context_of(app)
    context.hub.open()
    context.presence.start()
    await context.start()
    tasks = [asyncio.create_task(work) for work in (run_housekeeping(context), context.note_alive(), context.bell.run())]
    if context.store.is_shared:
        tasks += [
            asyncio.create_task(share_presence(context.presence, context.store, context.executor)),
            asyncio.create_task(context.end_when_outdated()),
        ]
        tasks += [asyncio.create_task(context.follow_site_settings())]
    with context.metrics.counting_errors():
        yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    context.hub.close()
    await context.stop()


def middlewares(settings: Settings, seconds: Callable[[], float], club: Club, routes: Iterable[Route]) -> list[Middleware]:
    """Returns the middlewares, the outermost first."""
    proxies = []
    if settings.trusted_proxies:
        from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware  # a page without a server has no uvicorn

        proxies = [Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.trusted_proxies))]
    return [
        Middleware(QuotedSlashes),
        Middleware(ForwardedHost),
        *proxies,
        Middleware(DeadlineMiddleware, clock=seconds, seconds=settings.limits.work_seconds),
        Middleware(RequestTurns),
        Middleware(RequestChecks),
        *club.middlewares(routes),
        Middleware(
            BodyLimit, max_bytes=settings.limits.body_bytes, larger={route.path: route.body_bytes for route in routes if route.body_bytes}
        ),
        Middleware(Compression),
    ]


async def serve_asset(request: Request) -> Response:
    """``/static/HASH/NAME``: a script, style sheet, font or picture."""
    return context_of(request.app).assets.respond(request)


async def handle_project_error(request: Request, error: Exception) -> Response:
    """Responds to an error of the project that the route did not handle."""
    assert isinstance(error, GroundfloorError)
    return await context_of(request.app).in_thread(partial(refusal, request, error))


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Responds to an unknown path or a method that is not allowed."""
    assert isinstance(error, HTTPException)
    return await context_of(request.app).in_thread(partial(http_error, request, error))


def http_error(request: Request, error: HTTPException) -> Response:
    if error.status_code == 404:
        return unknown_address(request)
    response = error_response(request, get_locale(request).words.gettext("This address doesn’t accept such requests."), error.status_code)
    if error.status_code == 405:
        response.headers["Allow"] = ", ".join(sorted(allowed_methods(request)))
    return response


def allowed_methods(request: Request) -> set[str]:
    """Returns the methods of all routes of an address; Starlette looks at the first one alone."""
    routes = (
        route
        for route in request.app.routes
        if isinstance(route, routing.Route) and route.matches(request.scope)[0] is not routing.Match.NONE
    )
    return {method for route in routes for method in route.methods or ()}


async def handle_unexpected_error(request: Request, error: Exception) -> Response:
    """Responds to a bug: with a sentence and the id under which the server's log has the details."""
    return await context_of(request.app).in_thread(partial(unexpected_error, request))


def unexpected_error(request: Request) -> Response:
    words = get_locale(request).words
    sentence = words.gettext("Something went wrong on the server. Nothing was lost: the game stands at its last confirmed move.")
    number = words.gettext("In the server’s log this is request %(number)s.") % {"number": request.state.id}
    return error_response(request, f"{sentence} {number}", 500)
