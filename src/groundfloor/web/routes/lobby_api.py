"""The lobby for programs, and for the script of an open table's page (docs/http.md). The browser's cookie says who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...numbers import parse_int
from ...store.lobby import PACES
from ...tables.lobby import OpenTableRequest
from ..context import get_context
from ..errors import BadBody
from ..friends import invite_friend
from ..idempotency import request_hash
from ..json_fields import optional_text, required_field
from ..lobby import (
    MAX_LISTED,
    MAX_OTHERS,
    begin_for_host,
    bot_requests,
    close,
    decline,
    found_table,
    invite_players,
    join,
    leave,
    note_look,
    open_table,
    send_away,
    table_json,
)
from ..pages import get_locale
from ..reports import ALL, report_open_table
from ..security import browser_id
from .api import json_response, respond_with_cookie
from .lobby import read_filters

if TYPE_CHECKING:
    from gettext import NullTranslations

    from starlette.requests import Request
    from starlette.responses import Response

OPERATIONS = ("join", "leave", "begin", "remove", "close", "decline", "invite", "report")


async def show(request: Request) -> Response:
    """``GET /api/lobby``: the open tables, by the filters of the page, and those that the asker has joined."""
    context, words, key = get_context(request), get_locale(request).words, browser_id(request)

    def work() -> dict[str, object]:
        filters = read_filters(request.query_params)
        found = context.store.listed_open_tables(filters["pace"], filters["ruleset"], parse_int(filters["players"]) or 0, MAX_LISTED, key)
        own, invitations = context.store.open_tables_of(key), context.store.invitations_of(key) if key else []
        return {
            "tables": [table_json(context, table, key, words) for table in found],
            "own": [table_json(context, table, key, words) for table in own],
            "invitations": [{**table_json(context, each.table, key, words), "invited_by": each.name} for each in invitations],
        }

    return await json_response(request, lambda: context.read(work), 200)


async def show_table(request: Request) -> Response:
    """``GET /api/lobby/{table}``: an open table, with the seat of the asker when its game has begun."""
    return await json_response(request, lambda: current_table(request), 200)


async def current_table(request: Request) -> dict[str, object]:
    context, key = get_context(request), browser_id(request)
    table = await context.read(found_table, context, request.path_params["table"], key)
    note_look(context, table, key)
    return await context.read(table_json, context, table, key, get_locale(request).words)


async def create(request: Request) -> Response:
    """``POST /api/lobby``: opens a table."""
    context, words = get_context(request), get_locale(request).words

    async def work(body: dict[str, Any]) -> dict[str, object]:
        table = await open_table(request, request_hash(request, body), lambda: read_request(body, words))
        if game := optional_text(body, "invite_from"):
            await invite_players(request, table.public, game)
        return await context.read(table_json, context, table, browser_id(request), words)

    return await respond_with_cookie(request, work, 201)


def read_request(body: dict[str, Any], words: NullTranslations) -> OpenTableRequest:
    """Returns the table that a body asks for."""
    others = body.get("others") or []
    if not isinstance(others, list) or not all(isinstance(each, str) and each for each in others) or len(others) > MAX_OTHERS:
        raise BadBody("others is a list of the ids of Automas and bots, at most %(most)s.", most=str(MAX_OTHERS))
    options, house = body.get("options") or {}, body.get("house") or {}
    if not isinstance(options, dict):
        raise BadBody("options is an object of names and values.")
    if not isinstance(house, dict):
        raise BadBody("house is an object of the keys of values and what they are at this table.")
    return OpenTableRequest(
        player=required_field(body, "player", str),
        people=required_field(body, "people", int),
        colour=optional_text(body, "colour"),
        others=bot_requests(others, words),
        pace=optional_text(body, "pace") or PACES[0],
        takeover=optional_text(body, "takeover"),
        is_private=body.get("private") is True,
        is_rated=body.get("rated") is True,
        is_listed=body["listed"] is True if body.get("listed") is not None else body.get("private") is not True,
        ruleset=optional_text(body, "ruleset") or "second",
        options={str(name): str(value) for name, value in options.items()},
        name=optional_text(body, "name"),
        house=house,
    )


async def change(request: Request) -> Response:
    """``POST /api/lobby/{table}``: joins or leaves, begins the game, sends a player away, or closes the table."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        do = required_field(body, "do", str)
        if do == "join":
            await join(request, required_field(body, "player", str), optional_text(body, "colour"))
        elif do == "leave":
            await leave(request)
        elif do == "begin":
            await begin_for_host(request)
        elif do == "remove":
            await send_away(request, required_field(body, "number", int))
        elif do == "close":
            await close(request)
        elif do == "report":
            about = required_field(body, "number", int) if "number" in body else ALL
            await report_open_table(request, about, required_field(body, "text", str))
        elif do == "decline":
            await decline(request)
        elif do == "invite":
            await invite_friend(request, required_field(body, "friend", str))
        else:
            raise BadBody("do is one of: %(known)s.", known=", ".join(OPERATIONS))
        return await current_table(request) if do in ("join", "begin", "remove", "invite") else {"table": request.path_params["table"]}

    return await respond_with_cookie(request, work, 200)
