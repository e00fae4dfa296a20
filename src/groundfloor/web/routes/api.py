"""The JSON API (docs/http.md)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from ...daily import city_of_the_day, playable_day
from ...engine.errors import GroundfloorError
from ...engine.projection import plain
from ...presentation.board.purposes import every_purpose, purposes_of
from ...presentation.log.event_text import HEADINGS, format_event
from ...tables import NewTable, SeatRequest, last_looked, news
from ..arrivals import record_arrivals
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import BadBody, UnsupportedMediaType
from ..idempotency import request_hash
from ..pages import get_locale
from ..quotas import check_quotas
from ..request_body import media_type, read_json
from ..security import is_cross_site, is_sandboxed
from ..table_links import seat_links
from ..viewer import get_viewer
from .documents import record_text
from .play import run_operation
from .start import table_from_record

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from gettext import NullTranslations

    from starlette.requests import Request

    from ...engine.actions import Action
    from ...engine.game import Game
    from ...tables import PreparedTable, Table
    from ..context import AppContext
    from ..table_links import SeatLink
    from ..viewer import Viewer

MAX_ACTIONS = 100


async def create(request: Request) -> Response:
    """``POST /api/games``: creates a table."""
    return await new_table(request, prepare_table)


def prepare_table(context: AppContext, body: dict[str, Any]) -> PreparedTable:
    """Returns the table that a body asks for; ``"guided": true`` asks for the guided first game, ``day`` for the city of a day."""
    if body.get("guided") is True:
        return context.host.prepare_guided(optional_text(body, "name") or "You", "")
    if body.get("day") is not None:
        return prepare_day(context, body)
    return context.host.prepare(parse_new_table(body))


def prepare_day(context: AppContext, body: dict[str, Any]) -> PreparedTable:
    """Returns a table in the city of a day; nobody's table of that day has its result, as no browser plays it."""
    city = city_of_the_day(playable_day(required_field(body, "day", str), context.host.today()))
    return context.host.prepare_day(
        city, optional_text(body, "name") or "You", optional_text(body, "opponent"), f"City of the day {city.day}"
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
        hash = request_hash(request, body)
        if not await context.read(context.host.is_answered, hash):
            await check_quotas(context, request)
        new = await context.heavy(prepare, context, body)
        return created_json(await context.write(context.host.add, new, "", hash))

    return await respond_to_json(request, work, 201)


async def view(request: Request) -> Response:
    """``GET /api/games/{public}`` and ``GET /api/seats/{token}``: the view of a spectator or a seat."""
    context = get_context(request)

    async def work() -> dict[str, object]:
        found = await context.read(lambda: view_json(get_viewer(context, request, ""), get_locale(request).words))
        await record_arrivals(context, [request.path_params["token"]] if "token" in request.path_params else [])
        return found

    return await json_response(request, work, 200)


async def seats(request: Request) -> Response:
    """``GET /api/games/{public}/seats`` and ``GET /api/seats/{token}/seats``: who has come, and the link of the seat that asks."""
    context = get_context(request)

    def work() -> dict[str, object]:
        viewer = get_viewer(context, request, "")
        rows = seat_links(context, viewer, context.addresses.link_origin(request))
        return {"game": viewer.table.public, "seats": [seat_link_json(row) for row in rows]}

    return await json_response(request, lambda: context.read(work), 200)


def seat_link_json(row: SeatLink) -> dict[str, object]:
    """Returns a seat, whether its player has come, and its link, if whoever asks may know it."""
    holder = row.holder
    facts: dict[str, object] = {"seat": holder.seat, "name": holder.name, "colour": holder.colour, "automa": holder.automa or None}
    facts |= {"has_come": row.arrival in ("here", "came"), "is_here": row.arrival == "here"}
    return facts | ({"link": row.link} if row.link else {})


async def act(request: Request) -> Response:
    """``POST /api/seats/{token}``: one operation; responds with the view after it."""
    context = get_context(request)

    def apply_operation(body: dict[str, Any], hash: str) -> dict[str, object]:
        viewer = get_viewer(context, request, "")
        seat = viewer.seats[0].seat
        if not context.host.is_answered(hash):
            with context.host.operation(viewer.table.public, hash) as table:
                if "apply" in body:
                    table.apply(seat, tuple(parse_action_texts(body["apply"])), required_field(body, "version", int))
                elif isinstance(body.get("plan"), list):
                    table.set_plan(seat, parse_action_texts(body["plan"], "plan"))
                else:
                    run_operation(table, seat, {name: str(value) for name, value in body.items()})
        return view_json(viewer, get_locale(request).words)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        found = await context.write(apply_operation, body, request_hash(request, body))
        await record_arrivals(context, [request.path_params["token"]])
        return found

    return await respond_to_json(request, work, 200)


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


async def json_response(request: Request, work: Callable[[], Awaitable[dict[str, object]]], status: int) -> Response:
    """Responds with the result of the work, or with its error as a sentence."""
    context = get_context(request)
    try:
        return JSONResponse(await work(), status)
    except GroundfloorError as error:
        facts: dict[str, object] = {"error": message_for(error, get_locale(request).words), "kind": type(error).__name__}
        if status_of(error) in (409, 422) and "token" in request.path_params:
            facts["view"] = await context.read(lambda: view_json(get_viewer(context, request, ""), get_locale(request).words))
        return JSONResponse(facts, status_of(error))


def view_json(viewer: Viewer, words: NullTranslations) -> dict[str, object]:
    """Returns all that a seat, or a spectator, may know and do."""
    table = viewer.table
    with table.lock:
        view: dict[str, object] = {
            "game": table.public,
            "name": table.name,
            "version": table.version,
            "key_hash": table.match.key_hash,
            "asked": table.asked,
            "is_over": table.game.is_over,
            "view": table.game.view(viewer.seat).as_dict(),
        }
        if viewer.seat is not None:
            view |= seat_json(table, viewer.seat, words)
        return view


def seat_json(table: Table, seat: int, words: NullTranslations) -> dict[str, object]:
    """Returns the part of the view that only the seat itself gets."""
    draft = table.draft(seat)
    game = draft.game
    is_asked = game.current_player == seat
    legal = [answer_json(game, action) for action in game.legal_actions] if is_asked else []
    preferences = table.preferences_of(seat)
    return {
        "seat": seat,
        "draft": list(draft.texts),
        "partial": draft.partial,
        "deferred": [action.text for action in draft.deferred],
        "deferrable": [action.text for action in draft.deferrable],
        "question": game.question.kind if is_asked and game.question is not None else None,
        "legal": legal,
        "undoable": table.undoable(seat),
        "preferences": vars(preferences),
        "guide": guide_json(table, seat, words),
        "plan": plan_json(table, seat),
        "news": news_json(table, seat, words),
    }


def answer_json(game: Game, action: Action) -> dict[str, object]:
    """Returns an answer with price and effect, and what will come of it."""
    return {"action": action.text, "quote": game.quote(action).as_dict(), "projection": plain(game.projection(action))}


def plan_json(table: Table, seat: int) -> dict[str, object] | None:
    """Returns the plan of a seat with its steps tried; None if there is nothing left to plan."""
    plan = table.plan(seat)
    if plan.tried is None:
        return None
    return {"texts": list(plan.texts), "drafted": sorted(plan.drafted), "next": plan.next_step() or None, **plan.tried.as_dict()}


def news_json(table: Table, seat: int, words: NullTranslations) -> dict[str, object]:
    """Returns what is new to a seat: since which version (None: it has not looked yet), and a sentence for each event, in a language."""
    since = last_looked(table, seat)
    lines = [
        {
            "entry": each.entry,
            "round": each.round,
            "phase": each.phase,
            "seat": each.event.seat if each.event.seat >= 0 else None,
            "kind": each.event.kind,
            "sentence": format_event(each.event, table.history.game, words)[0],
        }
        for each in news(table, seat)
        if each.event.kind not in HEADINGS
    ]
    return {"since": since, "lines": lines}


def guide_json(table: Table, seat: int, words: NullTranslations) -> dict[str, object] | None:
    """Returns what the guide says to a seat, in a language; None if it says nothing."""
    said = table.guide(seat)
    if said is None:
        return None
    facts = {"id": said.id, "title": words.gettext(said.title), "text": said.sentence(words), "moves": list(said.moves)}
    return {**facts, "place": said.place, "number": said.number, "count": said.count}


def created_json(table: Table) -> dict[str, object]:
    """Returns a new table with its seat tokens, which only its creator is told."""
    seats = [
        {"seat": holder.seat, "name": holder.name, "colour": holder.colour, "automa": holder.automa or None, "token": holder.token}
        for holder in table.seat_holders
    ]
    for seat in seats:
        if seat["automa"]:
            del seat["token"]
    return {"game": table.public, "link": f"/g/{table.public}", "seats": seats}


def parse_new_table(body: dict[str, Any]) -> NewTable:
    """Parses the request for a new table."""
    requested = []
    for seat in required_field(body, "seats", list):
        if not isinstance(seat, dict):
            raise BadBody("Each seat is an object with name, automa and colour.")
        requested.append(SeatRequest(*(optional_text(seat, part) for part in ("name", "automa", "colour"))))
    options = body.get("options") or {}
    if not isinstance(options, dict):
        raise BadBody("options is an object of names and values.")
    house_values = body.get("house") or {}
    if not isinstance(house_values, dict):
        raise BadBody("house is an object of the keys of values and what they are at this table.")
    settled = {str(name): str(value) for name, value in options.items()}
    return NewTable(
        tuple(requested),
        optional_text(body, "ruleset") or "second",
        settled,
        optional_text(body, "name"),
        house_values,
        body.get("practice") is True,
    )


def parse_action_texts(given: object, name: str = "apply") -> list[str]:
    """Returns a list of action texts, from a list or a single text; only a plan may be empty."""
    found = [given] if isinstance(given, str) else given
    if not isinstance(found, list) or not (found or name == "plan") or not all(isinstance(text, str) for text in found):
        raise BadBody("%(name)s is the text of an action, or a list of them.", name=name)
    if len(found) > MAX_ACTIONS:
        raise BadBody("%(name)s has at most %(most)s actions.", name=name, most=str(MAX_ACTIONS))
    return found


def required_field(body: dict[str, Any], name: str, kind: type) -> Any:
    """Returns a field; BadBody if it is missing or of another type."""
    value = body.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadBody("%(name)s is missing or of the wrong kind.", name=name)
    return value


def optional_text(body: dict[str, Any], name: str) -> str:
    """Returns a text field, "" if it is missing; BadBody if it is of another type."""
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise BadBody("%(name)s is no text.", name=name)
    return value or ""
