"""Streams of server-sent events (sse.py)."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from groundfloor.engine.errors import GroundfloorError
from groundfloor.table.rights import opens_seat

from ...database.errors import StorageError
from ...http.encodings import takes_gzip
from ...http.limits import FEW_STREAMS
from ...http.pages import get_locale
from ...http.request_checks import limited_client
from ...http.request_context import get_context
from ...http.route import EVENT_STREAM, Route
from ...http.security import owner_of, session_of
from ...http.sse import gzip_stream
from ..storage import games as stored_games
from ..viewer import subscription_of
from .arrivals import record_arrivals
from .bell import bell_message, bell_topic, waiting_tables
from .messages import version_message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Sequence

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from ...context import AppContext
    from ...database.rows import SessionRow
    from ...http.sse import Watcher
    from ..viewer import BoardSubscription

MAX_GAMES = 32
"""Games that one stream may follow."""
HERE_SECONDS = 300.0
"""For how long a stream says that somebody is here; a page that is in use asks for a new one before that (``static/event-worker.js``)."""
SESSION_SECONDS = 10.0
"""How often, at most, a stream checks whether its session has ended."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}


async def events_of_game(request: Request) -> Response:
    """``/g/{game_id}/events``: one game."""
    return await stream(request, [request.path_params["game_id"]], [])


async def events_of_games(request: Request) -> Response:
    """``/events?g=GAME_ID&g=...&s=TOKEN&h=TOKEN&w=LANGUAGE:ADDRESS&a=GAME_ID&m=GAME_ID&p=1``: several games over one connection, for all tabs of a browser.

    With ``h`` the player of a seat of ``s`` is here. With ``m`` the stream tells of spectators' messages, with ``p`` it tells the person who asks which tables wait for them.
    """
    query = request.query_params
    games, seats, subscriptions, arrivals, chats, here = (query.getlist(name)[:MAX_GAMES] for name in ("g", "s", "w", "a", "m", "h"))
    return await stream(request, games, seats, subscriptions, arrivals, owner_of(request) if "p" in query else "", chats, here)


async def stream(
    request: Request,
    game_ids: list[str],
    tokens: list[str],
    subscriptions: Sequence[str] = (),
    arrivals: Sequence[str] = (),
    owner_id: str = "",
    chats: Sequence[str] = (),
    here: Sequence[str] = (),
) -> Response:
    """Responds with a stream: first where each game stands, then new events, and the new boards of the subscriptions.

    ``here`` are the seats with a page that somebody looks at (``presence.py``); streams that follow the ``arrivals`` of their games are told. ``owner_id`` is who asks, if they
    want to hear of the tables that wait for them (``bell.py``). Messages of spectators in the ``chats`` are not told to those who play there (``Publisher.publish_message``).
    """
    context = get_context(request)
    if context.hub.is_closed:
        return Response(status_code=503)
    known_game_ids, addresses = await context.work.read(stored_games.known_addresses, context.store, game_ids, tokens)
    asking = owner_of(request)
    known_seats = {token: (address.game_id, address.seat) for token, address in addresses.items() if opens_seat(address, asking)}
    known_subscriptions = await context.work.read(subscriptions_of, context, request, subscriptions) if subscriptions else []
    if not (known_game_ids or known_seats or owner_id):
        raise HTTPException(404)
    await record_arrivals(context, known_seats)
    client, shares, taken = limited_client(request), context.stream_shares, context.hub.count
    own = context.hub.streams_of(client, owner_of(request), is_short=shares.is_short(taken))
    refusal = shares.refusal(taken, own if client else 0)
    if refusal == "own":
        return too_many_streams(request, 429)
    if refusal and not (own < FEW_STREAMS and context.hub.make_room(own)):
        return too_many_streams(request, 503)
    topics = [*(f"g:{game_id}" for game_id in known_game_ids), *(f"s:{token}" for token in known_seats)]
    known_arrivals = [game_id for game_id in arrivals if game_id in known_game_ids]
    topics += [f"a:{game_id}" for game_id in known_arrivals]
    topics += [f"m:{game_id}" for game_id in chats if game_id in known_game_ids]
    topics += [bell_topic(owner_id)] if owner_id else []
    watcher = context.hub.add(topics, client, known_subscriptions, owner_of(request))
    is_gzip = takes_gzip(request.headers)
    texts = event_texts(context, watcher, known_game_ids, known_arrivals, session_of(request), owner_id)
    return EventStream(context, watcher, texts, is_gzip, [seat for token, seat in known_seats.items() if token in here])


def subscriptions_of(context: AppContext, request: Request, names: Sequence[str]) -> list[BoardSubscription]:
    """Returns the subscriptions of these names that exist."""
    found = (subscription_of(context.store, name, owner_of(request)) for name in names)
    return [subscription for subscription in found if subscription is not None]


class EventStream(StreamingResponse):
    """A stream that is removed from the hub when it has ended, however it ends. ``seats``, each with its game, are here meanwhile, for ``HERE_SECONDS`` at most."""

    def __init__(
        self, context: AppContext, watcher: Watcher, texts: AsyncIterator[str], is_gzip: bool, seats: Collection[tuple[str, int]]
    ) -> None:
        headers = {**HEADERS, "Content-Encoding": "gzip"} if is_gzip else HEADERS
        super().__init__(gzip_stream(texts) if is_gzip else texts, media_type="text/event-stream", headers=headers)
        self.context = context
        self.watcher = watcher
        self.seats = seats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.context.presence.enter(self.seats)
        timer = self.context.hub.call_later(HERE_SECONDS, self._leave)
        try:
            await super().__call__(scope, receive, send)
        finally:
            timer.cancel()
            self.context.hub.remove(self.watcher)
            self._leave()

    def _leave(self) -> None:
        self.context.presence.leave(self.seats)
        self.seats = ()


def too_many_streams(request: Request, status: int) -> Response:
    translations = get_locale(request).translations
    return PlainTextResponse(
        translations.gettext("Too many pages are waiting for moves at the moment. An open page tries again by itself."), status
    )


async def event_texts(
    context: AppContext, watcher: Watcher, game_ids: list[str], arrivals: Sequence[str], session: SessionRow | None, owner_id: str
) -> AsyncIterator[str]:
    """Yields the text of a stream, which begins with the current versions, who is here, and which tables wait for ``owner_id`` ("": nobody asks).

    The versions are read after ``watcher`` has subscribed: no change is missed. They are told to a reader that comes back
    as well: of several games, what has changed first may not have been sent before the last event that it has read. If they can't be
    read the stream ends; the browser reconnects. So it does when the ``session`` has ended at another process (``Hub.end_streams`` is for this one).
    """
    try:
        if session is not None and not await context.work.read(context.club.is_logged_in, context.store, session.token):
            return  # it ended while the request waited for its turn, when ``Hub.end_streams`` could not find its watcher
        notices = await context.work.read(stored_games.current_versions, context.store, game_ids)
        bell = [bell_message(owner_id, await context.work.read(waiting_tables, context.store, context.club, owner_id))] if owner_id else []
    except GroundfloorError:
        return
    first = [*map(version_message, notices), *map(context.presence.message, arrivals), *bell]
    checked = time.monotonic()
    async for text in context.hub.stream(watcher, first, context.settings.limits.stream_minutes * 60):
        if session is not None and context.store.is_shared and time.monotonic() > checked + SESSION_SECONDS:
            checked = time.monotonic()
            with suppress(StorageError):
                if not await context.executor.run(partial(context.club.is_logged_in, context.store, session.token)):
                    return
        yield text
        del text  # a stream that waits keeps no message in memory


LIMITS = ("streams", "streams_per_client")
ROUTES = (
    Route("GET /events", events_of_games, "Server-sent events of several games.", query=("g", "s", "w", "a", "m"), answer=str, media_type=EVENT_STREAM, refusals=(404,), limits=LIMITS),
    Route("GET /g/{game_id}/events", events_of_game, "Server-sent events of a game.", answer=str, media_type=EVENT_STREAM, limits=LIMITS),
)  # fmt: skip
