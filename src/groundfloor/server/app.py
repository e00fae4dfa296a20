"""The web application: its routes, middlewares and error pages."""

from __future__ import annotations

import logging
import secrets
import time
from functools import cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from groundfloor.engine.errors import GroundfloorError

from .context import AppContext
from .database.errors import Outdated
from .game.after_game import analysis_routes as analyses
from .game.after_game import routes as after_game
from .game.api import routes as api
from .game.api.game_view import view_as_asked
from .game.board import routes as board_routes
from .game.branches import routes as branches
from .game.club import Club
from .game.day import routes as day
from .game.exercises import routes as exercises
from .game.hints import routes as hints
from .game.results import finished_games_routes as finished_games
from .game.results import my_games_routes as my_games
from .game.rules import routes as rules
from .game.seats import routes as seat_routes
from .game.start import house_values_routes as house_values
from .game.start import installable_routes as installable
from .game.start import routes as start
from .game.streams import routes as stream_routes
from .game.streams.presence import Presence
from .game.tables.table_service import TableService
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
from .http.pages import RoutedPage, get_locale, now
from .http.rates import Rates
from .http.request_body import BodyLimit
from .http.request_checks import ForwardedHost, RequestChecks
from .http.request_context import context_of
from .http.request_log import RequestLog
from .http.request_turns import RequestTurns
from .http.route import Route
from .http.security import SecurityHeaders
from .http.settings import Settings
from .http.sse import Hub
from .lifespan import lifespan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
    stream_routes,
    exercises,
    finished_games,
    health,
    hints,
    house_values,
    installable,
    seat_routes,
    my_games,
    board_routes,
    rules,
    start,
)
ROUTES: tuple[Route, ...] = tuple(route for subject in SUBJECTS for route in subject.ROUTES)
"""Everything that is at an address of the game, but the static files; ``every_route.py`` has those of the club too."""


@cache
def routed(routes: tuple[Route, ...], *, is_local: bool) -> tuple[routing.Route, ...]:
    """Returns routes for the router; ``is_local``: without those that need a server. They are kept, as each compiles its path."""
    parameters = {route.path: route.query for route in routes if route.method == "GET"}
    return tuple(RoutedPage(route, parameters.get(route.path, ())) for route in routes if not (is_local and route.needs_server))


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
        publish=lambda change, table, page: context.publisher.publish(change, table, page),
        cache_bytes=settings.limits.table_megabytes * MEGABYTE,
        on_change=lambda table: context.publisher.note_table(table),
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
    return await context_of(request.app).work.in_thread(partial(refusal, request, error))


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Responds to an unknown path or a method that is not allowed."""
    assert isinstance(error, HTTPException)
    return await context_of(request.app).work.in_thread(partial(http_error, request, error))


def http_error(request: Request, error: HTTPException) -> Response:
    if error.status_code == 404:
        return unknown_address(request)
    response = error_response(
        request, get_locale(request).translations.gettext("This address doesn’t accept such requests."), error.status_code
    )
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
    return await context_of(request.app).work.in_thread(partial(unexpected_error, request))


def unexpected_error(request: Request) -> Response:
    translations = get_locale(request).translations
    sentence = translations.gettext("Something went wrong on the server. Nothing was lost: the game stands at its last confirmed move.")
    number = translations.gettext("In the server’s log this is request %(number)s.") % {"number": request.state.id}
    return error_response(request, f"{sentence} {number}", 500)
