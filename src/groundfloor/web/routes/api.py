"""The JSON API (docs/http.md)."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from starlette.responses import PlainTextResponse, Response

from ...daily import city_of_the_day, playable_day
from ...engine.errors import GroundfloorError
from ...presentation.board.purposes import every_purpose, purposes_of
from ..arrivals import record_arrivals
from ..handlers import json_change, json_response, json_view
from ..idempotency import was_carried_out
from ..json_fields import parse_new_table
from ..json_views import created_json, current_view, seat_link_json, view_json
from ..new_tables import create_table
from ..operations import SeatBot, TakeSeat, TypedLine, TypedPlan, decode, read_typed, run_requested
from ..pages import get_locale
from ..request_context import get_context
from ..route import PER_RECORD, PER_TABLE, TEXT, Route, on_server
from ..seat_players import change_player, take_seat
from ..standing import away_seats
from ..table_links import seat_links
from ..viewer import get_viewer
from .start import table_from_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ...tables import PreparedTable
    from ...tables.operations import Operation
    from ..context import AppContext
    from ..request_body import JsonFields


@json_change(201, sets_cookie=False, is_made_again=True)
async def create(request: Request, body: JsonFields) -> dict[str, object]:
    """``POST /api/games``: creates a table."""
    return await new_table(request, body, lambda context: prepare_table(context, body))


def prepare_table(context: AppContext, body: JsonFields) -> PreparedTable:
    """Returns the table that a body asks for; ``"guided": true`` asks for the guided first game, ``day`` for the city of a day."""
    if body.get("guided") is True:
        return context.table_service.prepare_guided(body.optional_text("name") or "Player 1", "")
    if body.get("day") is not None:
        return prepare_day(context, body)
    return context.table_service.prepare(parse_new_table(body))


def prepare_day(context: AppContext, body: JsonFields) -> PreparedTable:
    """Returns a table in the city of a day; nobody's table of that day has its result, as no browser plays it."""
    city = city_of_the_day(playable_day(body.text("day"), context.table_service.today()))
    return context.table_service.prepare_day(
        city, body.optional_text("name") or "Guest", body.optional_text("opponent"), f"City of the day {city.day}"
    )


@json_change(201, sets_cookie=False, is_made_again=True)
async def upload(request: Request, body: JsonFields) -> dict[str, object]:
    """``POST /api/records``: creates a table that shows a record, or resumes from it."""
    return await new_table(request, body, lambda context: table_from_record(context, body.text("record"), bool(body.get("resume"))))


async def new_table(request: Request, body: JsonFields, prepare: Callable[[AppContext], PreparedTable]) -> dict[str, object]:
    """Prepares a table in a thread, stores it, and returns its links."""
    context = get_context(request)
    return created_json(await create_table(request, "", lambda: prepare(context)))


async def view(request: Request) -> Response:
    """``GET /api/games/{game_id}`` and ``GET /api/seats/{token}``: the view of a spectator or a seat."""
    context = get_context(request)

    async def work() -> dict[str, object]:
        answer = await context.read(current_view, request)
        await record_arrivals(context, [request.path_params["token"]] if "token" in request.path_params else [])
        return answer

    return await json_response(request, work)


@json_view
def seats(request: Request) -> dict[str, object]:
    """``GET /api/games/{game_id}/seats`` and ``GET /api/seats/{token}/seats``: who has come, and the link of the seat that asks."""
    context = get_context(request)
    viewer = get_viewer(context, request, "")
    rows = seat_links(context, viewer, context.addresses.link_origin(request))
    return {"game": viewer.table.game_id, "seats": [seat_link_json(row) for row in rows]}


@json_change(sets_cookie=False, is_made_again=True)
async def act(request: Request, body: JsonFields) -> dict[str, object]:
    """``POST /api/seats/{token}``: one operation; responds with the view after it."""
    context, locale = get_context(request), get_locale(request)
    try:
        asked = decode(body)
    except GroundfloorError:
        await context.read(get_viewer, context, request, "")  # an unknown address is that, whatever was sent there
        raise

    def read_operation() -> Operation | None:
        viewer = get_viewer(context, request, "")
        if was_carried_out() or not isinstance(asked, TypedLine | TypedPlan):
            return None
        return read_typed(viewer.table, viewer.seats[0].seat, asked, locale.language)

    operation = await context.read(read_operation) if isinstance(asked, TypedLine | TypedPlan) else asked

    def apply_operation() -> dict[str, object]:
        if isinstance(operation, TakeSeat) and not was_carried_out():
            take_seat(context, request)
        viewer = get_viewer(context, request, "")
        seat = viewer.seats[0].seat
        if isinstance(operation, SeatBot):
            table = change_player(context, viewer, seat if operation.of is None else operation.of, operation.bot)
            viewer = replace(viewer, table=table)
        elif not (was_carried_out() or operation is None or isinstance(operation, TakeSeat)):
            away = away_seats(context, viewer)
            with context.table_service.operation(viewer.table.game_id) as locked:
                locked.table = run_requested(context, request, locked.table, seat, operation, locale.language, away)
            viewer = replace(viewer, table=locked.table)
        return view_json(viewer, context.presence.seats(viewer.table.game_id), locale.words, context.table_service)

    answer = await context.write(apply_operation)
    await record_arrivals(context, [request.path_params["token"]])
    return answer


@json_view
def purposes(request: Request) -> dict[str, object]:
    """``GET /api/games/{game_id}/purposes``: what the questions and places of a game are for; ``?of=KIND:ID`` one of them."""
    words, key = get_locale(request).words, request.query_params.get("of", "")
    table = get_context(request).table_service.table(request.path_params["game_id"])
    found = purposes_of(table.game, key, words) if key else every_purpose(table.game, words)
    return {"purposes": [asdict(each) for each in found]}


def record_text(request: Request) -> str:
    table = get_context(request).table_service.table(request.path_params["game_id"])
    return table.match.record.format()


@json_view
def record(request: Request) -> dict[str, object]:
    """``GET /api/games/{game_id}/record``."""
    return {"record": record_text(request)}


async def record_file(request: Request) -> Response:
    """``/g/{game_id}/record``: the record as a file."""
    text = await get_context(request).read(record_text, request)
    name = f"groundfloor-{request.path_params['game_id']}.gfr"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def description(request: Request) -> Response:
    """``GET /api/openapi.json``: the description in OpenAPI."""
    return Response(await get_context(request).read(description_text), media_type="application/json")


def description_text() -> bytes:
    # Imported here, as it imports numpy with the types of analyses, which takes a tenth of a second.
    from ..openapi import description

    return description()


ROUTES = (
    Route("POST /api/games", create, "Opens a table.", refusals=(404, 422), limits=PER_TABLE),
    Route("POST /api/records", upload, "Uploads a record.", refusals=(422,), limits=PER_RECORD),
    Route("GET /api/games/{game_id}", view, "What a spectator may know."),
    Route("GET /api/seats/{token}", view, "What a seat may know and do."),
    Route("POST /api/seats/{token}", act, "One operation of a seat.", refusals=(409, 422)),
    Route("GET /api/games/{game_id}/record", record, "The record of a game."),
    Route("GET /g/{game_id}/record", record_file, "The record as a file.", answer=str, media_type=TEXT),
    Route("GET /api/games/{game_id}/seats", seats, "Who has come."),
    Route("GET /api/seats/{token}/seats", seats, "Who has come, and the link of the seat."),
    Route("GET /api/games/{game_id}/purposes", purposes, "What questions and places are for.", query=("of",)),
    *on_server(Route("GET /api/openapi.json", description, "This description.", answer=dict[str, Any])),
)  # fmt: skip
