"""The JSON API (docs/http.md)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from ...daily import city_of_the_day, playable_day
from ...engine.errors import GroundfloorError
from ...presentation.board.purposes import every_purpose, purposes_of
from ..arrivals import record_arrivals
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import UnsupportedMediaType
from ..idempotency import request_hash
from ..json_fields import optional_text, parse_action_texts, parse_new_table, required_field
from ..json_views import created_json, seat_link_json, view_json
from ..new_tables import create_table
from ..operations import FIELDS, check_rated_player, operation_field, run_operation, with_typed_move_read
from ..pages import get_locale
from ..reports import ALL, report_seat
from ..request_body import media_type, read_json
from ..seat_players import change_player
from ..security import browser_id, ensure_browser_id, is_cross_site, is_sandboxed, set_browser_cookie
from ..table_links import seat_links
from ..viewer import get_viewer
from .record_download import record_text
from .start import table_from_record

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from ...tables import PreparedTable
    from ..context import AppContext


API_FIELDS = (*FIELDS, "apply", "bot")


async def create(request: Request) -> Response:
    """``POST /api/games``: creates a table."""
    return await new_table(request, prepare_table)


def prepare_table(context: AppContext, body: dict[str, Any]) -> PreparedTable:
    """Returns the table that a body asks for; ``"guided": true`` asks for the guided first game, ``day`` for the city of a day."""
    if body.get("guided") is True:
        return context.host.prepare_guided(optional_text(body, "name") or "Player 1", "")
    if body.get("day") is not None:
        return prepare_day(context, body)
    return context.host.prepare(parse_new_table(body))


def prepare_day(context: AppContext, body: dict[str, Any]) -> PreparedTable:
    """Returns a table in the city of a day; nobody's table of that day has its result, as no browser plays it."""
    city = city_of_the_day(playable_day(required_field(body, "day", str), context.host.today()))
    return context.host.prepare_day(
        city, optional_text(body, "name") or "Guest", optional_text(body, "opponent"), f"City of the day {city.day}"
    )


async def upload(request: Request) -> Response:
    """``POST /api/records``: creates a table that shows a record, or resumes from it."""
    return await new_table(
        request, lambda context, body: table_from_record(context, required_field(body, "record", str), bool(body.get("resume")))
    )


async def new_table(request: Request, prepare: Callable[[AppContext, dict[str, Any]], PreparedTable]) -> Response:
    """Prepares a table in a thread, stores it, and responds with its links."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        return created_json(await create_table(request, "", request_hash(request, body), lambda: prepare(context, body)))

    return await respond_to_json(request, work, 201)


async def view(request: Request) -> Response:
    """``GET /api/games/{public}`` and ``GET /api/seats/{token}``: the view of a spectator or a seat."""
    context = get_context(request)

    async def work() -> dict[str, object]:
        found = await context.read(current_view, context, request)
        await record_arrivals(context, [request.path_params["token"]] if "token" in request.path_params else [])
        return found

    return await json_response(request, work, 200)


def current_view(context: AppContext, request: Request) -> dict[str, object]:
    viewer = get_viewer(context, request, "")
    return view_json(viewer, context.presence.seats(viewer.table.public), get_locale(request).words, context.host)


async def seats(request: Request) -> Response:
    """``GET /api/games/{public}/seats`` and ``GET /api/seats/{token}/seats``: who has come, and the link of the seat that asks."""
    context = get_context(request)

    def work() -> dict[str, object]:
        viewer = get_viewer(context, request, "")
        rows = seat_links(context, viewer, context.addresses.link_origin(request))
        return {"game": viewer.table.public, "seats": [seat_link_json(row) for row in rows]}

    return await json_response(request, lambda: context.read(work), 200)


async def act(request: Request) -> Response:
    """``POST /api/seats/{token}``: one operation; responds with the view after it."""
    context = get_context(request)

    def apply_operation(body: Mapping[str, Any], hash: str) -> dict[str, object]:
        viewer = get_viewer(context, request, "")
        seat = viewer.seats[0].seat
        field = operation_field(body, API_FIELDS)
        if field == "bot":
            of = required_field(body, "of", int) if "of" in body else seat
            change_player(context, viewer, of, optional_text(body, "bot"), hash)
        elif not context.host.is_answered(hash):
            with context.host.operation(viewer.table.public, hash) as table:
                check_rated_player(table, seat, body, browser_id(request))
                if field == "apply":
                    table.apply(seat, tuple(parse_action_texts(body["apply"])), required_field(body, "version", int))
                elif field == "plan" and isinstance(body["plan"], list):
                    table.set_plan(seat, parse_action_texts(body["plan"], "plan"))
                else:
                    run_operation(table, seat, texts(body), get_locale(request).language, context.host)
        return view_json(viewer, context.presence.seats(viewer.table.public), get_locale(request).words, context.host)

    def with_move_read(body: dict[str, Any], hash: str) -> Mapping[str, Any]:
        viewer = get_viewer(context, request, "")
        if context.host.is_answered(hash) or operation_field(body, API_FIELDS) != "command":
            return body
        return with_typed_move_read(viewer.table, viewer.seats[0].seat, texts(body), get_locale(request).language)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        hash = request_hash(request, body)
        asked = await context.read(with_move_read, body, hash) if "command" in body else body
        found = await context.write(apply_operation, asked, hash)
        await record_arrivals(context, [request.path_params["token"]])
        return found

    return await respond_to_json(request, work, 200)


async def report(request: Request) -> Response:
    """``POST /api/seats/{token}/report``: reports the person at a seat of the table, or the whole table, to the administrators."""

    async def work(body: dict[str, Any]) -> dict[str, object]:
        about = required_field(body, "seat", int) if "seat" in body else ALL
        await report_seat(request, about, required_field(body, "text", str))
        return {}

    return await respond_to_json(request, work, 200)


def texts(body: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in body.items()}


async def purposes(request: Request) -> Response:
    """``GET /api/games/{public}/purposes``: what the questions and places of a game are for; ``?of=KIND:ID`` one of them."""
    context, words = get_context(request), get_locale(request).words

    def work() -> dict[str, object]:
        table = context.host.table(request.path_params["public"])
        with table.lock:
            game, key = table.game, request.query_params.get("of", "")
            found = purposes_of(game, key, words) if key else every_purpose(game, words)
        return {"purposes": [asdict(each) for each in found]}

    return await json_response(request, lambda: context.read(work), 200)


async def record(request: Request) -> Response:
    """``GET /api/games/{public}/record``."""
    context = get_context(request)
    return await json_response(request, lambda: context.read(lambda: {"record": record_text(context, request.path_params["public"])}), 200)


async def respond_to_json(request: Request, work: Callable[[dict[str, Any]], Awaitable[dict[str, object]]], status: int) -> Response:
    """Reads the JSON body, does the work and responds; 403 for requests from other sites."""
    if is_cross_site(request) or is_sandboxed(request):
        return JSONResponse({"error": "Not from another site."}, 403)

    async def respond() -> dict[str, object]:
        if media_type(request) != "application/json":
            raise UnsupportedMediaType("The body must be application/json.")
        return await work(read_json(await request.body()))

    return await json_response(request, respond, status)


async def respond_with_cookie(request: Request, work: Callable[[dict[str, Any]], Awaitable[dict[str, object]]], status: int) -> Response:
    """Responds to JSON, and sets the cookie by which whoever asks is known; other sites get none."""
    if not is_cross_site(request):
        ensure_browser_id(request)
    response = await respond_to_json(request, work, status)
    if not is_cross_site(request):
        set_browser_cookie(request, response)
    return response


async def json_response(request: Request, work: Callable[[], Awaitable[dict[str, object]]], status: int) -> Response:
    context = get_context(request)
    try:
        return JSONResponse(await work(), status)
    except GroundfloorError as error:
        facts: dict[str, object] = {"error": message_for(error, get_locale(request).words), "kind": type(error).__name__}
        if status_of(error) in (409, 422) and "token" in request.path_params:
            facts["view"] = await context.read(current_view, context, request)
        return JSONResponse(facts, status_of(error))
