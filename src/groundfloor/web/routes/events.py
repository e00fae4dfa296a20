"""Streams of server-sent events: which game stands at which version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from ...engine.errors import GroundfloorError
from ..context import get_context, version_message
from ..numbers import parse_int
from ..pages import get_locale
from ..request_checks import counted_client
from ..sse import Message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from ..context import AppContext
    from ..sse import Hub, Watcher

MOST = 32
"""Games that one stream follows."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def of_game(request: Request) -> Response:
    """``/g/{public}/events``: one game."""
    return await stream(request, [request.path_params["public"]], [])


async def of_games(request: Request) -> Response:
    """``/events?g=PUBLIC&g=...&s=TOKEN``: all games that the tabs of a browser show, over one connection."""
    query = request.query_params
    return await stream(request, query.getlist("g")[:MOST], query.getlist("s")[:MOST])


async def stream(request: Request, publics: list[str], tokens: list[str]) -> Response:
    """First what has changed since the last event that the browser knows, then everything as it comes."""
    context = get_context(request)
    if context.hub.is_closed:
        return Response(status_code=503)
    known_publics, known_tokens = await context.read(context.store.known_addresses, publics, tokens)
    if not known_publics and not known_tokens:
        raise HTTPException(404)
    client, limits = counted_client(request), context.settings.limits
    if context.hub.count >= limits.streams:
        return full(request, 503)
    if client and context.hub.streams_of(client) >= limits.streams_per_client:
        return full(request, 429)
    watcher = context.hub.add([*(f"g:{public}" for public in known_publics), *(f"s:{token}" for token in known_tokens)], client)
    return EventStream(context.hub, watcher, follow(context, request, watcher, known_publics))


class EventStream(StreamingResponse):
    """A stream that is counted until it has ended, however it ends."""

    def __init__(self, hub: Hub, watcher: Watcher, texts: AsyncIterator[str]) -> None:
        super().__init__(texts, media_type="text/event-stream", headers=HEADERS)
        self.hub = hub
        self.watcher = watcher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.hub.remove(self.watcher)


def full(request: Request, status: int) -> Response:
    """Too many streams."""
    words = get_locale(request).words
    return PlainTextResponse(
        words.gettext("Too many pages listen for moves at present. A page that is open tries again by itself."), status
    )


async def follow(context: AppContext, request: Request, watcher: Watcher, publics: list[str]) -> AsyncIterator[str]:
    """Looks after it has begun to listen, so that nothing falls between. A stream that can't look ends, and its browser comes back."""
    known = last_known(request)
    try:
        notices = await context.read(context.store.current_versions, publics)
    except GroundfloorError:
        return
    first: list[Message] = [version_message(notice) for notice in notices if known is None or notice.sequence > known]
    async for text in context.hub.stream(watcher, first, context.settings.limits.stream_minutes * 60):
        yield text


def last_known(request: Request) -> int | None:
    """The number of the last event that the browser has had."""
    return parse_int(request.headers.get("last-event-id", ""))
