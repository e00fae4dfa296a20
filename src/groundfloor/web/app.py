"""The web application: its routes, middlewares and error pages."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ..engine.errors import GroundfloorError
from ..notices.outgoing import OutgoingClient
from ..notices.web_push import new_key, public_key
from ..store.errors import Outdated
from ..tables import Host
from .addresses import Addresses
from .assets import Assets
from .context import AppContext, context_of
from .deadlines import DeadlineMiddleware
from .error_messages import error_response, refusal, unknown_address
from .housekeeping import run_housekeeping
from .limits import MEGABYTE
from .metrics import Metrics, NoMetrics
from .pages import get_locale, now
from .presence import Presence, share_presence
from .pushed_boards import answered_request
from .rates import Rates
from .request_body import BodyLimit
from .request_checks import ForwardedHost, RequestChecks
from .request_log import RequestLog
from .rights import RightsCheck
from .routes import (
    account,
    account_api,
    account_settings,
    admin,
    admin_api,
    after_game,
    analyses,
    api,
    availability,
    blocks,
    branches,
    branches_api,
    chat,
    day,
    day_api,
    events,
    finished_games,
    followed,
    friends,
    health,
    hints,
    house_values,
    how_to_play,
    installable,
    links,
    lobby,
    lobby_api,
    message_actions,
    my_games,
    next_table,
    notice_targets,
    notices,
    openapi,
    people,
    play,
    ratings,
    record_download,
    rules,
    start,
)
from .security import SecurityHeaders
from .sessions import Sessions
from .settings import Settings
from .sse import Hub, draft_message
from .ways import ways_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from ..store import Store

ROUTES = [
    Route("/", start.show),
    Route("/new", start.create, methods=["POST"]),
    Route("/learn", start.learn, methods=["POST"]),
    Route("/upload", start.upload, methods=["POST"]),
    Route("/forget", start.forget, methods=["POST"]),
    *(Route(path, start.show, methods=["GET"]) for path in ("/new", "/learn", "/upload", "/forget")),
    Route("/house-values", house_values.show, methods=["GET"]),
    Route("/house-values", house_values.edit, methods=["POST"]),
    Route("/house-values/{name}", house_values.show),
    Route("/day", day.show),
    Route("/day/{day}", day.show, methods=["GET"]),
    Route("/day/{day}", day.play, methods=["POST"]),
    Route("/lobby", lobby.show, methods=["GET"]),
    Route("/lobby", lobby.create, methods=["POST"]),
    Route("/lobby/{table}", lobby.show_table, methods=["GET"]),
    Route("/lobby/{table}", lobby.change, methods=["POST"]),
    Route("/my-games", my_games.show),
    Route("/my-games/results.json", my_games.download),
    Route("/my-games/{game}/picture.svg", my_games.as_svg),
    Route("/my-games/{game}/picture.png", my_games.as_png),
    Route("/my-games/import", my_games.import_results, methods=["POST"]),
    Route("/my-games/delete", my_games.delete, methods=["POST"]),
    *(Route(f"/my-games/{path}", my_games.show, methods=["GET"]) for path in ("import", "delete")),
    Route("/ratings", ratings.show),
    Route("/games", finished_games.show),
    Route("/games/archive", finished_games.archive),
    Route("/people/{who}", people.show),
    Route("/people/{who}/against/{other}", people.show_against),
    Route("/next", next_table.show),
    Route("/account", account.show),
    Route("/account/create", account.create, methods=["POST"]),
    Route("/account/log-in", account.log_in, methods=["POST"]),
    Route("/account/log-out", account.log_out, methods=["POST"]),
    Route("/account/recover", account.recover, methods=["POST"]),
    Route("/account/password", account.change_password, methods=["POST"]),
    Route("/account/recovery-codes", account.renew_codes, methods=["POST"]),
    Route("/account/sessions", account.end_session, methods=["POST"]),
    Route("/account/passkeys", account.change_passkeys, methods=["POST"]),
    Route("/account/tokens", account.change_tokens, methods=["POST"]),
    Route("/account/bots", account.change_bots, methods=["POST"]),
    Route("/account/data.json", account.download),
    Route("/account/delete", account.delete, methods=["POST"]),
    *(Route(f"/account/{path}", account.show, methods=["GET"]) for path in account.FORMS),
    Route("/settings", account_settings.show, methods=["GET"]),
    Route("/settings", account_settings.change, methods=["POST"]),
    *(Route(path, admin.show, methods=["GET"]) for path in ("/admin", *admin.PATHS)),
    *(Route(path, admin.change, methods=["POST"]) for path in admin.CHANGING),
    Route("/hours", availability.show, methods=["GET"]),
    Route("/hours", availability.change_by_form, methods=["POST"]),
    Route("/blocks", blocks.show, methods=["GET"]),
    Route("/blocks", blocks.change_by_form, methods=["POST"]),
    Route("/friends", friends.show, methods=["GET"]),
    Route("/friends", friends.change, methods=["POST"]),
    Route("/notices/ways", notice_targets.show, methods=["GET"]),
    Route("/notices/ways", notice_targets.change_own, methods=["POST"]),
    Route("/notices/confirm/{target}/{proof}", notice_targets.ask_to_confirm, methods=["GET"]),
    Route("/notices/confirm/{target}/{proof}", notice_targets.confirm_by_link, methods=["POST"]),
    Route("/notices/off/{target}/{proof}", notice_targets.ask_to_switch_off, methods=["GET"]),
    Route("/notices/off/{target}/{proof}", notice_targets.switch_off_by_link, methods=["POST"]),
    Route("/notices", notices.show, methods=["GET"]),
    Route("/notices", notices.change, methods=["POST"]),
    Route("/about", rules.about),
    Route("/how-to-play", how_to_play.show),
    Route("/healthz", health.health),
    Route("/manifest.webmanifest", installable.manifest),
    Route("/service-worker.js", installable.service_worker),
    Route("/offline", installable.offline),
    Route("/rules", rules.rules),
    Route("/rules/differences", rules.differences),
    Route("/rules/aid", rules.aid),
    Route("/rules/{name}", rules.rules),
    Route("/rules/{name}/aid", rules.aid),
    Route("/g/{public}/rules", rules.game_rules),
    Route("/g/{public}/rules/aid", rules.game_aid),
    Route("/g/{public}/rules/panel", rules.game_rules_panel),
    Route("/g/{public}/rules/purpose", rules.purpose),
    Route("/events", events.events_of_games),
    Route("/g/{public}/events", events.events_of_game),
    Route("/g/{public}/follow", followed.change, methods=["POST"]),
    Route("/g/{public}/record", record_download.record),
    Route("/g/{public}/picture.svg", after_game.picture_svg),
    Route("/g/{public}/picture.png", after_game.picture_png),
    Route("/api/openapi.json", openapi.show),
    Route("/api/account", account_api.show, methods=["GET"]),
    Route("/api/account", account_api.create, methods=["POST"]),
    Route("/api/account/data", account_api.data),
    Route("/api/account/friends", friends.as_json, methods=["GET"]),
    Route("/api/account/friends", friends.change_json, methods=["POST"]),
    Route("/api/account/settings", account_settings.as_json, methods=["GET"]),
    Route("/api/account/settings", account_settings.change_json, methods=["POST"]),
    *(Route(f"/api/account/{path}", answer, methods=["POST"]) for path, answer in account_api.CHANGES.items()),
    Route("/api/blocks", blocks.as_json, methods=["GET"]),
    Route("/api/blocks", blocks.change_json, methods=["POST"]),
    Route("/api/hours", availability.as_json, methods=["GET"]),
    Route("/api/hours", availability.change_json, methods=["POST"]),
    Route("/api/notices/targets", notice_targets.as_json, methods=["GET"]),
    Route("/api/notices/targets", notice_targets.change_json, methods=["POST"]),
    Route("/api/notices", notices.as_json, methods=["GET"]),
    Route("/api/notices", notices.change_json, methods=["POST"]),
    Route("/api/followed", followed.show),
    Route("/api/games/{public}/follow", followed.change_json, methods=["POST"]),
    *(Route(f"/api{path}", admin_api.show, methods=["GET"]) for path in admin.PATHS),
    *(Route(f"/api{path}", admin_api.change, methods=["POST"]) for path in admin.CHANGING),
    Route("/api/day/{day}", day_api.show),
    Route("/api/next", next_table.as_json),
    Route("/api/ratings", ratings.show_json),
    Route("/api/lobby", lobby_api.show, methods=["GET"]),
    Route("/api/lobby", lobby_api.create, methods=["POST"]),
    Route("/api/lobby/{table}", lobby_api.show_table, methods=["GET"]),
    Route("/api/lobby/{table}", lobby_api.change, methods=["POST"]),
    Route("/api/games", finished_games.as_json, methods=["GET"]),
    Route("/api/games", api.create, methods=["POST"]),
    Route("/api/people/{who}", people.as_json),
    Route("/api/people/{who}/against/{other}", people.against_as_json),
    Route("/api/records", api.upload, methods=["POST"]),
    Route("/api/games/{public}", api.view),
    Route("/api/games/{public}/record", api.record),
    Route("/api/games/{public}/seats", api.seats),
    Route("/api/seats/{token}/seats", api.seats),
    Route("/api/games/{public}/history", after_game.history),
    Route("/api/games/{public}/purposes", api.purposes),
    *(Route(f"{path}/branches", branches_api.show, methods=["GET"]) for path in ("/api/games/{public}", "/api/seats/{token}")),
    *(Route(f"{path}/branches", branches_api.create, methods=["POST"]) for path in ("/api/games/{public}", "/api/seats/{token}")),
    Route("/api/seats/{token}/branch", branches_api.change, methods=["POST"]),
    Route("/api/seats/{token}", api.view, methods=["GET"]),
    Route("/api/seats/{token}", api.act, methods=["POST"]),
    Route("/api/seats/{token}/report", api.report, methods=["POST"]),
    *(Route(f"{path}/chat", chat.as_json, methods=["GET"]) for path in ("/api/games/{public}", "/api/seats/{token}")),
    *(Route(f"{path}/chat", chat.change_json, methods=["POST"]) for path in ("/api/games/{public}", "/api/seats/{token}")),
    *(
        Route(f"{path}/chat/{{channel}}/{{number}}", message_actions.change_json, methods=["POST"])
        for path in ("/api/games/{public}", "/api/seats/{token}")
    ),
    Route("/api/seats/{token}/note", chat.note_as_json, methods=["GET"]),
    Route("/api/seats/{token}/note", chat.change_note_json, methods=["POST"]),
    Route("/api/seats/{token}/hint", hints.as_json, methods=["GET"]),
    Route("/api/seats/{token}/hint", hints.take_json, methods=["POST"]),
    Route("/api/games/{public}/analysis", analyses.as_json, methods=["GET"]),
    Route("/api/games/{public}/analysis", analyses.change_json, methods=["POST"]),
    Route("/s/{token}/hint", hints.show, methods=["GET"]),
    Route("/s/{token}/hint", hints.take, methods=["POST"]),
    Route("/s/{token}", play.move, methods=["POST"]),
]
BOTH = ("/g/{public}", "/s/{token}")
"""Paths of a game's pages: for spectators and for a seat."""
ROUTES += [
    Route(f"{base}{rest}", answer)
    for base in BOTH
    for rest, answer in (
        ("", play.show),
        ("/board", play.board),
        ("/at/{number}", play.show),
        ("/table", links.show),
        ("/after", after_game.show),
        ("/branches", branches.show),
        ("/chat/{channel}/{number}", message_actions.show),
        ("/chat", chat.show),
    )
]
ROUTES += [
    Route(f"{base}/{name}", answer, methods=["POST"])
    for base in BOTH
    for name, answer in (
        ("rematch", after_game.rematch),
        ("chat/{channel}/{number}", message_actions.change),
        ("again", after_game.same_city),
        ("branches", branches.change),
        ("analysis", analyses.change),
        ("table", links.change_seat),
        ("chat", chat.change),
        ("notices", notice_targets.change_of_table),
    )
]


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
) -> Starlette:
    """Returns the application for a store, which the caller closes afterwards.

    ``values``: house values, as TOML, proposed for new tables. ``port``: the port in use, if it differs from the settings.
    ``clock`` returns the date and time as a text, ``seconds`` a monotonic number of seconds, ``client`` sends notices to addresses that people have typed. NewerData if a newer version has taken the database over.
    """
    settings = settings or Settings()
    metrics = Metrics() if settings.metrics else NoMetrics()
    hub, assets = Hub(metrics.set_streams), Assets()

    host = Host(
        store,
        clock,
        randomness,
        publish=lambda notice: context.publish(notice),
        publish_draft=lambda token: hub.publish(draft_message(token, answered_request.get())),
        cache_bytes=settings.limits.table_megabytes * MEGABYTE,
        on_change=lambda table: context.note_table(table),
        on_move=metrics.count_move,
        is_watched=lambda public: hub.is_watched(f"g:{public}"),
        bot_pause=settings.limits.bot_pause_seconds,
    )
    try:
        secret = store.get_or_create_setting("secret", randomness(24).hex())
        push_key = store.get_or_create_setting("push_key", new_key())
    except Outdated:
        store.check_version()
        raise
    ways = ways_of(settings, push_key, client or OutgoingClient(), lambda: datetime.fromisoformat(clock()).timestamp())
    context = AppContext(
        store=store,
        host=host,
        hub=hub,
        presence=Presence(hub, settings.limits.away_seconds),
        assets=assets,
        metrics=metrics,
        secret=secret,
        values=values,
        ways=ways,
        push_key=public_key(push_key),
        settings=settings,
        addresses=Addresses.from_settings(settings, port),
        rates=Rates(settings.limits, seconds, store, secret),
    )

    app = Application(
        routes=[*ROUTES, Route("/static/{path:path}", serve_asset)],
        middleware=middlewares(settings, seconds),
        exception_handlers={GroundfloorError: handle_project_error, HTTPException: handle_http_error, Exception: handle_unexpected_error},
        lifespan=lifespan,
    )
    app.state.context = context
    return app


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Starts what works beside the requests, and ends it when the server stops."""
    context = context_of(app)
    context.hub.open()
    context.presence.start()
    await context.start()
    tasks = [asyncio.create_task(work) for work in (run_housekeeping(context), context.note_alive(), context.bell.run())]
    if context.store.is_shared:
        tasks += [asyncio.create_task(share_presence(context.presence, context.store)), asyncio.create_task(context.end_when_outdated())]
    with context.metrics.counting_errors():
        yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    context.hub.close()
    await context.stop()


def middlewares(settings: Settings, seconds: Callable[[], float]) -> list[Middleware]:
    """Returns the middlewares, the outermost first."""
    return [
        Middleware(ForwardedHost),
        Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.trusted_proxies)),
        Middleware(RequestChecks),
        Middleware(DeadlineMiddleware, clock=seconds, seconds=settings.limits.work_seconds),
        Middleware(Sessions),
        Middleware(RightsCheck),
        Middleware(BodyLimit, max_bytes=settings.limits.body_bytes),
        Middleware(GZipMiddleware, minimum_size=600, compresslevel=6),
    ]


async def serve_asset(request: Request) -> Response:
    """``/static/HASH/NAME``: a script, style sheet, font or picture."""
    return context_of(request.app).assets.respond(request)


def handle_project_error(request: Request, error: Exception) -> Response:
    """Responds to an error of the project that the route did not handle."""
    assert isinstance(error, GroundfloorError)
    return refusal(request, error)


def handle_http_error(request: Request, error: Exception) -> Response:
    """Responds to an unknown path or a method that is not allowed."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return unknown_address(request)
    response = error_response(request, get_locale(request).words.gettext("This address doesn’t accept such requests."), error.status_code)
    if error.status_code == 405:
        response.headers["Allow"] = ", ".join(sorted(allowed_methods(request)))
    return response


def allowed_methods(request: Request) -> set[str]:
    """Returns the methods of all routes of an address; Starlette looks at the first one alone."""
    routes = (route for route in request.app.routes if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE)
    return {method for route in routes for method in route.methods or ()}


def handle_unexpected_error(request: Request, error: Exception) -> Response:
    """Responds to a bug: with a sentence and the id under which the server's log has the details."""
    words = get_locale(request).words
    sentence = words.gettext("Something went wrong on the server. Nothing was lost: the game stands at its last confirmed move.")
    number = words.gettext("In the server’s log this is request %(number)s.") % {"number": request.state.id}
    return error_response(request, f"{sentence} {number}", 500)
