"""Streams of server-sent events: which game stands at which version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response, StreamingResponse

from ..house import house_of, version_message
from ..numbers import whole
from ..sse import Message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from ..house import House

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
    house = house_of(request)
    if house.hub.is_closed:
        return Response(status_code=503)
    topics = [*(f"g:{public}" for public in publics), *(f"s:{token}" for token in tokens)]
    return StreamingResponse(follow(house, request, topics, publics), media_type="text/event-stream", headers=HEADERS)


async def follow(house: House, request: Request, topics: list[str], publics: list[str]) -> AsyncIterator[str]:
    """Listens before it looks, so that nothing falls between."""
    known = last_known(request)
    with house.hub.watching(topics) as watcher:
        notices = await house.read(house.store.standing_now, publics)
        first: list[Message] = [version_message(notice) for notice in notices if known is None or notice.sequence > known]
        async for text in house.hub.stream(watcher, first):
            yield text


def last_known(request: Request) -> int | None:
    """The number of the last event that the browser has had."""
    return whole(request.headers.get("last-event-id", ""))
