"""The web application: its routes, middlewares and error pages."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Match, Route

from ..engine.errors import GroundfloorError
from ..store.errors import Outdated
from ..tables import TableService
from .addresses import Addresses
from .assets import Assets
from .compression import Compression
from .context import AppContext
from .deadlines import DeadlineMiddleware
from .error_messages import error_response, refusal, unknown_address
from .executor import ThreadExecutor
from .housekeeping import run_housekeeping
from .limits import MEGABYTE
from .metrics import Metrics, NoMetrics
from .middleware import QuotedSlashes
from .pages import get_locale, now
from .presence import Presence, share_presence
from .pushed_boards import answered_request
from .rates import Rates
from .request_body import BodyLimit
from .request_checks import ForwardedHost, RequestChecks
from .request_context import context_of
from .request_log import RequestLog
from .request_turns import RequestTurns
from .rights import RightsCheck
from .routes import (
    account,
    account_settings,
    admin,
    after_game,
    analyses,
    api,
    availability,
    blocks,
    branches,
    chat,
    day,
    events,
    exercises,
    finished_games,
    followed,
    friends,
    health,
    hints,
    house_values,
    installable,
    links,
    lobby,
    message_actions,
    my_games,
    notices,
    notification_addresses,
    people,
    play,
    rules,
    start,
)
from .security import SecurityHeaders
from .sessions import Sessions
from .settings import Settings
from .sse import Hub, draft_message
from .transports import transports_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp

    from ..notices.message import Transport
    from ..notices.outgoing import OutgoingClient
    from ..store import Store
    from ..store.rows import TransportName
    from .executor import Executor
    from .handlers import Handler

SPECTATOR, SEAT = "/g/{game_id}", "/s/{token}"
GAME_API, SEAT_API = "/api/games/{game_id}", "/api/seats/{token}"
PAGES: dict[str, Handler] = {
    "/": start.show,
    "/new": start.show,
    "/learn": start.show,
    "/learned": rules.learned,
    "/upload": finished_games.show,
    "/forget": start.show,
    "/house-values": house_values.show,
    "/house-values/{name}": house_values.show,
    "/day": day.show,
    "/day/{day}": day.show,
    "/exercises": exercises.show,
    "/exercises/{number}": exercises.show_puzzle,
    "/exercises/mine/{game_id}/{number}": exercises.show_mistake,
    "/lobby": lobby.show,
    "/lobby/{table}": lobby.show_table,
    "/my-games": my_games.show,
    "/my-games/import": my_games.show,
    "/my-games/delete": my_games.show,
    "/my-games/games.json": my_games.download,
    "/my-games/{game}/picture.svg": my_games.as_svg,
    "/my-games/{game}/picture.png": my_games.as_png,
    "/ratings": people.show_ratings,
    "/games": finished_games.show,
    "/games/archive": finished_games.archive,
    "/people/{who}": people.show,
    "/people/{who}/against/{other}": people.show_against,
    "/next": notices.next_table,
    f"{SPECTATOR}/play": notices.own_seat,
    "/account": account.show,
    **{f"/account/{name}": account.show for name in account.FORMS},
    "/account/data.json": account.download,
    "/settings": account_settings.show,
    **dict.fromkeys(("/admin", *admin.PATHS), admin.show),
    "/hours": availability.show,
    "/blocks": blocks.show,
    "/friends": friends.show,
    "/notices": notices.show,
    "/notices/addresses": notification_addresses.show,
    "/notices/confirm/{target}/{proof}": notification_addresses.confirm,
    "/notices/off/{target}/{proof}": notification_addresses.switch_off,
    "/about": rules.about,
    "/how-to-play": rules.how_to_play,
    "/healthz": health.health,
    "/manifest.webmanifest": installable.manifest,
    "/service-worker.js": installable.service_worker,
    "/offline": installable.offline,
    "/rules": rules.rules,
    "/rules/differences": rules.differences,
    "/rules/aid": rules.aid,
    "/rules/{name}": rules.rules,
    "/rules/{name}/aid": rules.aid,
    "/events": events.events_of_games,
    "/g/{game_id}/rules": rules.game_rules,
    "/g/{game_id}/rules/aid": rules.aid,
    "/g/{game_id}/rules/panel": rules.game_rules_panel,
    "/g/{game_id}/rules/purpose": rules.purpose,
    "/g/{game_id}/events": events.events_of_game,
    "/g/{game_id}/record": api.record_file,
    "/g/{game_id}/picture.svg": after_game.picture_svg,
    "/g/{game_id}/picture.png": after_game.picture_png,
    "/g/{game_id}/film.png": after_game.film,
    "/s/{token}/hint": hints.show,
}
"""What is shown at each address."""
FORMS: dict[str, Handler] = {
    "/new": start.create,
    "/learn": start.learn,
    "/learned": start.play_on,
    "/upload": start.upload,
    "/forget": start.forget,
    "/house-values": house_values.edit,
    "/day/{day}": day.play,
    "/lobby": lobby.create,
    "/lobby/{table}": lobby.change,
    "/my-games/import": my_games.import_games,
    "/my-games/delete": my_games.delete,
    **{f"/account/{name}": account.change for name in account.FORMS},
    "/settings": account_settings.change,
    **dict.fromkeys(admin.CHANGING, admin.change),
    "/hours": availability.change_by_form,
    "/blocks": blocks.change_by_form,
    "/friends": friends.change_by_form,
    "/notices": notices.change,
    "/notices/addresses": notification_addresses.change_own,
    "/notices/confirm/{target}/{proof}": notification_addresses.confirm,
    "/notices/off/{target}/{proof}": notification_addresses.switch_off,
    "/g/{game_id}/follow": followed.change,
    "/s/{token}/hint": hints.take,
    "/s/{token}": play.move,
}
"""What is sent to each address."""
for base in (SPECTATOR, SEAT):
    PAGES |= {
        f"{base}": play.show,
        f"{base}/board": play.board,
        f"{base}/at/{{number}}": play.show,
        f"{base}/table": links.show,
        f"{base}/after": after_game.show,
        f"{base}/branches": branches.show,
        f"{base}/companies": after_game.compare,
        f"{base}/chat": chat.show,
        f"{base}/chat/{{channel}}/{{number}}": message_actions.show,
    }
    FORMS |= {
        f"{base}/rematch": after_game.rematch,
        f"{base}/same-seed": after_game.same_seed,
        f"{base}/branches": branches.change,
        f"{base}/analysis": analyses.change,
        f"{base}/table": links.change_seat,
        f"{base}/notices": links.change_targets,
        f"{base}/chat": chat.change,
        f"{base}/chat/{{channel}}/{{number}}": message_actions.change,
    }
API_VIEWS: dict[str, Handler] = {
    "/api/openapi.json": api.description,
    "/api/account": account.as_json,
    "/api/account/data": account.data_json,
    "/api/account/friends": friends.as_json,
    "/api/account/settings": account_settings.as_json,
    "/api/blocks": blocks.as_json,
    "/api/hours": availability.as_json,
    "/api/notices": notices.as_json,
    "/api/notices/targets": notification_addresses.as_json,
    "/api/followed": followed.show,
    "/api/site": admin.site_json,
    **{f"/api{path}": admin.as_json for path in admin.PATHS},
    "/api/day/{day}": day.as_json,
    "/api/exercises": exercises.as_json,
    "/api/next": notices.waiting_json,
    "/api/ratings": people.ratings_json,
    "/api/lobby": lobby.as_json,
    "/api/lobby/{table}": lobby.table_as_json,
    "/api/games": finished_games.as_json,
    "/api/people/{who}": people.as_json,
    "/api/people/{who}/against/{other}": people.against_as_json,
    f"{GAME_API}/record": api.record,
    f"{GAME_API}/history": after_game.history,
    f"{GAME_API}/companies": after_game.companies,
    f"{GAME_API}/purposes": api.purposes,
    f"{GAME_API}/analysis": analyses.as_json,
    f"{SEAT_API}/note": chat.note_as_json,
    f"{SEAT_API}/hint": hints.as_json,
}
API_CHANGES: dict[str, Handler] = {
    "/api/account": account.create_json,
    **{f"/api/account/{name}": handler for name, handler in account.CHANGES.items()},
    "/api/account/friends": friends.change_json,
    "/api/account/settings": account_settings.change_json,
    "/api/blocks": blocks.change_json,
    "/api/hours": availability.change_json,
    "/api/notices": notices.change_json,
    "/api/notices/targets": notification_addresses.change_json,
    **{f"/api{path}": admin.change_json for path in admin.CHANGING},
    "/api/lobby": lobby.create_json,
    "/api/lobby/{table}": lobby.change_json,
    "/api/games": api.create,
    "/api/records": api.upload,
    f"{GAME_API}/follow": followed.change_json,
    f"{GAME_API}/analysis": analyses.change_json,
    f"{SEAT_API}": api.act,
    f"{SEAT_API}/branch": branches.change_json,
    f"{SEAT_API}/report": api.report,
    f"{SEAT_API}/note": chat.change_note_json,
    f"{SEAT_API}/hint": hints.take_json,
}
for base in (GAME_API, SEAT_API):
    API_VIEWS |= {
        f"{base}": api.view,
        f"{base}/seats": api.seats,
        f"{base}/branches": branches.as_json,
        f"{base}/chat": chat.as_json,
    }
    API_CHANGES |= {
        f"{base}/branches": branches.create_json,
        f"{base}/chat": chat.change_json,
        f"{base}/chat/{{channel}}/{{number}}": message_actions.change_json,
    }
ROUTES = [
    *(Route(path, handler, methods=["GET"]) for path, handler in (PAGES | API_VIEWS).items()),
    *(Route(path, handler, methods=["POST"]) for path, handler in (FORMS | API_CHANGES).items()),
]


async def only_on_server(request: Request) -> Response:
    """Responds to an address that needs other people, where there is no server for them."""
    sentence = get_locale(request).words.gettext(
        "This is only there on a server, where several people play. In this page the game runs in your browser alone."
    )
    return await context_of(request.app).executor.run(partial(error_response, request, sentence, 404))


CLUB = ("lobby", "ratings", "people", "account", "admin", "hours", "blocks", "friends", "notices")
"""What the addresses of pages begin with that need other people, and so a server."""
LOCAL_ROUTES = [
    Route(route.path, only_on_server, methods=sorted(route.methods or ()))
    if route.path == "/api/openapi.json" or route.path.removeprefix("/api").lstrip("/").partition("/")[0] in CLUB
    else route
    for route in ROUTES
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
    executor: Executor | None = None,
    *,
    is_local: bool = False,
    static_hash: str = "",
) -> Starlette:
    """Returns the application for a store, which the caller closes afterwards.

    ``values``: house values, as TOML, proposed for new tables. ``port``: the port in use, if it differs from the settings.
    ``clock`` returns the date and time as a text, ``seconds`` a monotonic number of seconds, ``client`` sends notices to addresses that people have typed, ``executor``
    runs what takes long (None: in threads). ``is_local``: it is for one person in their own browser, without lobby, accounts and notices. ``static_hash``: that of the static files, which others serve ("": this does). NewerData if a newer version has taken the database over.
    """
    settings = settings or Settings()
    metrics = Metrics() if settings.metrics else NoMetrics()
    hub, assets = Hub(metrics.set_streams), Assets(static_hash)

    table_service = TableService(
        store,
        clock,
        randomness,
        publish=lambda notice: context.publish(notice),
        publish_draft=lambda token: hub.publish(draft_message(token, answered_request.get())),
        cache_bytes=settings.limits.table_megabytes * MEGABYTE,
        on_change=lambda table: context.note_table(table),
        on_move=metrics.count_move,
        is_watched=lambda game_id: hub.is_watched(f"g:{game_id}"),
        bot_pause=settings.limits.bot_pause_seconds,
    )
    try:
        secret = store.get_or_create_setting("secret", randomness(24).hex())
        ways, push_key = ({}, "") if is_local else notices_of(store, settings, client, clock)
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
        transports=ways,
        push_key=push_key,
        site=store.site_settings(),
        settings=settings,
        addresses=Addresses.from_settings(settings, port),
        rates=Rates(settings.limits, seconds, store, secret),
        executor=executor or ThreadExecutor(),
        is_local=is_local,
    )

    app = Application(
        routes=[*(LOCAL_ROUTES if is_local else ROUTES), Route("/static/{path:path}", serve_asset)],
        middleware=middlewares(settings, seconds),
        exception_handlers={GroundfloorError: handle_project_error, HTTPException: handle_http_error, Exception: handle_unexpected_error},
        lifespan=lifespan,
    )
    app.state.context = context
    return app


def notices_of(
    store: Store, settings: Settings, client: OutgoingClient | None, clock: Callable[[], str]
) -> tuple[dict[TransportName, Transport], str]:
    """Returns the ways by which a server sends notices, and the public key that browsers need for web push."""
    from ..notices.outgoing import OutgoingClient
    from ..notices.web_push import new_key, public_key

    key = store.get_or_create_setting("push_key", new_key())
    return transports_of(settings, key, client or OutgoingClient(), lambda: datetime.fromisoformat(clock()).timestamp()), public_key(key)


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


def middlewares(settings: Settings, seconds: Callable[[], float]) -> list[Middleware]:
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
        Middleware(Sessions),
        Middleware(RightsCheck),
        Middleware(BodyLimit, max_bytes=settings.limits.body_bytes),
        Middleware(Compression),
    ]


async def serve_asset(request: Request) -> Response:
    """``/static/HASH/NAME``: a script, style sheet, font or picture."""
    return context_of(request.app).assets.respond(request)


async def handle_project_error(request: Request, error: Exception) -> Response:
    """Responds to an error of the project that the route did not handle."""
    assert isinstance(error, GroundfloorError)
    return await context_of(request.app).executor.run(partial(refusal, request, error))


async def handle_http_error(request: Request, error: Exception) -> Response:
    """Responds to an unknown path or a method that is not allowed."""
    assert isinstance(error, HTTPException)
    return await context_of(request.app).executor.run(partial(http_error, request, error))


def http_error(request: Request, error: HTTPException) -> Response:
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


async def handle_unexpected_error(request: Request, error: Exception) -> Response:
    """Responds to a bug: with a sentence and the id under which the server's log has the details."""
    return await context_of(request.app).executor.run(partial(unexpected_error, request))


def unexpected_error(request: Request) -> Response:
    words = get_locale(request).words
    sentence = words.gettext("Something went wrong on the server. Nothing was lost: the game stands at its last confirmed move.")
    number = words.gettext("In the server’s log this is request %(number)s.") % {"number": request.state.id}
    return error_response(request, f"{sentence} {number}", 500)
