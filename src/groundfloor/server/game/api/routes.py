"""The JSON API (docs/http.md)."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta
from starlette.responses import PlainTextResponse, Response

from groundfloor.daily import city_of_the_day, playable_day
from groundfloor.engine.errors import GroundfloorError
from groundfloor.presentation.board.purposes import PlacePurpose, every_purpose, purposes_of
from groundfloor.table.creation import create_day_table, create_guided_table

from ...http.handlers import json_answer, json_change, json_view
from ...http.idempotency import was_carried_out
from ...http.json_types import ApiStruct, Data
from ...http.pages import get_locale
from ...http.request_context import get_context
from ...http.route import PER_RECORD, PER_TABLE, TEXT, Route, on_server
from ..new_tables.creation import create_table, table_from_record
from ..new_tables.form import parse_new_table
from ..new_tables.paces import PaceId
from ..seats.operation_requests import REQUESTS, SeatBot, TakeSeat, TypedLine, TypedPlan, decode, read_typed, run_requested
from ..seats.seat_players import change_player, take_seat
from ..seats.table_links import seat_links
from ..situations import away_seats
from ..streams.arrivals import record_arrivals
from ..tables.prepared_tables import PreparedTable
from ..viewer import get_viewer
from .game_view import CreatedTable, SeatArrival, SeatView, created_table, current_seat_view, current_view, seat_arrival, seat_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from groundfloor.table.operations import Operation

    from ...context import AppContext
    from ...http.request_body import JsonFields


class SeatLinks(ApiStruct, frozen=True):
    """Who has come, and the link of your seat."""

    game: str
    seats: list[SeatArrival]


class RecordText(ApiStruct, frozen=True):
    """The record (docs/record.md)."""

    record: str


class Purposes(ApiStruct, frozen=True):
    """What questions and places are for."""

    purposes: list[PlacePurpose]


class SeatWish(TypedDict, total=False):
    """A seat of a new table: a person's, or with `automa` that of an Automa or bot."""

    name: str | None
    automa: str | None
    colour: str | None


class NewTable(TypedDict):
    """A table with these seats."""

    seats: Annotated[list[SeatWish], Meta(examples=[[{"name": "Ann", "colour": "red"}, {"automa": "pei"}]])]
    ruleset: NotRequired[Annotated[str | None, Meta(description="`second` if it is missing.")]]
    options: NotRequired[Annotated[Data | None, Meta(description="Options of the ruleset (docs/rulesets.md).")]]
    house: NotRequired[Annotated[Data | None, Meta(description="House values by their keys.", examples=[{"factory.price": [3, 2, 1]}])]]
    name: NotRequired[Annotated[str | None, Meta(description="The name of the table.")]]
    practice: NotRequired[Annotated[bool, Meta(description="With one person: everything can be undone, and the same draws come again.")]]
    pace: NotRequired[PaceId | None]
    takeover: NotRequired[Annotated[str | None, Meta(description="The bot that takes a seat whose time is over.", examples=["manager"])]]
    listed: NotRequired[
        Annotated[bool | None, Meta(description="Whether it is to be among the finished games, as it is unless this is false.")]
    ]


class NewGuidedGame(TypedDict):
    """The guided first game."""

    guided: Literal[True]
    name: NotRequired[str | None]


class NewDayGame(TypedDict):
    """The city of a day."""

    day: Annotated[str, Meta(examples=["today"])]
    opponent: Annotated[str | None, Meta(examples=["pei"])]
    name: NotRequired[str | None]


class NewRecord(TypedDict):
    """A record to look at, or with `resume` to go on from."""

    record: str
    resume: NotRequired[Annotated[bool, Meta(description="True: to go on from it with new draws.")]]


@json_change(201, sets_cookie=False, is_made_again=True)
async def create(request: Request, body: JsonFields) -> CreatedTable:
    """Opens a table."""
    return await new_table(request, body, lambda context: prepare_table(context, body))


def prepare_table(context: AppContext, body: JsonFields) -> PreparedTable:
    """Returns the table that a body asks for; ``"guided": true`` asks for the guided first game, ``day`` for the city of a day."""
    if body.get("guided") is True:
        return PreparedTable.of(*create_guided_table(body.optional_text("name") or "Player 1", "", context.table_service.new_bytes))
    if body.get("day") is not None:
        return prepare_day(context, body)
    return context.table_service.prepare(parse_new_table(body))


def prepare_day(context: AppContext, body: JsonFields) -> PreparedTable:
    """Returns a table in the city of a day; nobody's table of that day has its result, as no browser plays it."""
    service = context.table_service
    city = city_of_the_day(playable_day(body.text("day"), service.today()))
    name, opponent = body.optional_text("name") or "Guest", body.optional_text("opponent")
    return PreparedTable.of(*create_day_table(city, name, opponent, f"City of the day {city.day}", service.new_bytes))


@json_change(201, sets_cookie=False, is_made_again=True)
async def upload(request: Request, body: JsonFields) -> CreatedTable:
    """Opens a table that shows a record, or resumes from it."""
    return await new_table(request, body, lambda context: table_from_record(context, body.text("record"), bool(body.get("resume"))))


async def new_table(request: Request, body: JsonFields, prepare: Callable[[AppContext], PreparedTable]) -> CreatedTable:
    """Prepares a table in a thread, stores it, and returns its links."""
    context = get_context(request)
    return created_table(await create_table(request, "", lambda: prepare(context)))


spectator_view = json_view(current_view)


@json_answer
async def own_view(request: Request) -> SeatView:
    """Returns what a seat may know and do, and notes that its player has come."""
    context = get_context(request)
    answer = await context.work.read(current_seat_view, request)
    await record_arrivals(context, [request.path_params["token"]])
    return answer


@json_view
def seats(request: Request) -> SeatLinks:
    """Returns who has come, and the link of the seat that asks."""
    context = get_context(request)
    viewer = get_viewer(context, request, "")
    rows = seat_links(context, viewer, context.addresses.link_origin(request), get_locale(request))
    return SeatLinks(game=viewer.table.game_id, seats=[seat_arrival(row) for row in rows])


@json_change(sets_cookie=False, is_made_again=True)
async def act(request: Request, body: JsonFields) -> SeatView:
    """Does one operation; answers with the view after it."""
    context, locale = get_context(request), get_locale(request)
    try:
        asked = decode(body)
    except GroundfloorError:
        await context.work.read(get_viewer, context, request, "")  # an unknown address is that, whatever was sent there
        raise

    def read_operation() -> Operation | None:
        viewer = get_viewer(context, request, "")
        if was_carried_out() or not isinstance(asked, TypedLine | TypedPlan):
            return None
        return read_typed(viewer.table, viewer.seats[0].seat, asked, locale.language)

    operation = await context.work.read(read_operation) if isinstance(asked, TypedLine | TypedPlan) else asked

    def apply_operation() -> SeatView:
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
        return seat_view(viewer, context.presence.seats(viewer.table.game_id), locale.translations, context.table_service)

    answer = await context.work.write(apply_operation)
    await record_arrivals(context, [request.path_params["token"]])
    return answer


@json_view
def purposes(request: Request) -> Purposes:
    """Returns what the questions and places of a game are for; ``?of=KIND:ID`` one of them."""
    translations, key = get_locale(request).translations, request.query_params.get("of", "")
    table = get_context(request).table_service.table(request.path_params["game_id"])
    found = purposes_of(table.game, key, translations) if key else every_purpose(table.game, translations)
    return Purposes(purposes=list(found))


def record_text(request: Request) -> str:
    table = get_context(request).table_service.table(request.path_params["game_id"])
    return table.match.record.format()


@json_view
def record(request: Request) -> RecordText:
    """Returns the record of a game."""
    return RecordText(record=record_text(request))


async def record_file(request: Request) -> Response:
    """``/g/{game_id}/record``: the record as a file."""
    text = await get_context(request).work.read(record_text, request)
    name = f"groundfloor-{request.path_params['game_id']}.gfr"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def description(request: Request) -> Response:
    """``GET /api/openapi.json``: the description in OpenAPI."""
    context = get_context(request)
    return Response(await context.work.read(context.api_description), media_type="application/json")


ROUTES = (
    Route("POST /api/games", create, "Opens a table.", body=NewTable | NewGuidedGame | NewDayGame, refusals=(404, 422), limits=PER_TABLE),
    Route("POST /api/records", upload, "Uploads a record.", body=NewRecord, refusals=(422,), limits=PER_RECORD),
    Route("GET /api/games/{game_id}", spectator_view, "What a spectator may know."),
    Route("GET /api/seats/{token}", own_view, "What a seat may know and do."),
    Route("POST /api/seats/{token}", act, "One operation of a seat.", body=reduce(or_, (request.body for request in REQUESTS)), refusals=(409, 422)),
    Route("GET /api/games/{game_id}/record", record, "The record of a game."),
    Route("GET /g/{game_id}/record", record_file, "The record as a file.", answer=str, media_type=TEXT),
    Route("GET /api/games/{game_id}/seats", seats, "Who has come."),
    Route("GET /api/seats/{token}/seats", seats, "Who has come, and the link of the seat."),
    Route("GET /api/games/{game_id}/purposes", purposes, "What questions and places are for.", query=("of",)),
    *on_server(Route("GET /api/openapi.json", description, "This description.", answer=dict[str, Any])),
)  # fmt: skip
