"""The same powers as JSON (docs/http.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from ...engine.errors import GroundfloorError
from ...tables import NewTable, SeatRequest
from ..context import get_context
from ..error_messages import message_for, status_of
from ..errors import BadBody, UnsupportedMediaType
from ..idempotency import request_hash
from ..pages import get_locale
from ..quotas import check_quotas
from ..request_body import read_json, type_of
from ..security import is_foreign, is_sandboxed
from ..viewer import get_viewer
from .documents import record_text
from .play import operate
from .start import brought

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from ...tables import PreparedTable, Table
    from ..context import AppContext
    from ..viewer import Viewer

MOST_ACTIONS = 100


async def create(request: Request) -> Response:
    """``POST /api/games``."""
    return await new_table(request, lambda context, body: context.host.prepare(opening(body)))


async def upload(request: Request) -> Response:
    """``POST /api/records``: a record to be shown, or to go on from."""
    return await new_table(request, lambda context, body: brought(context, field(body, "record", str), bool(body.get("resume"))))


async def new_table(request: Request, prepare: Callable[[AppContext, dict[str, Any]], PreparedTable]) -> Response:
    """A table that is opened: made by a thread of its own, and then written."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        hash = request_hash(request, body)
        if not await context.read(context.host.is_answered, hash):
            await check_quotas(context, request)
        new = await context.heavy(prepare, context, body)
        return made(await context.write(context.host.add, new, "", hash))

    return await done(request, work, 201)


async def view(request: Request) -> Response:
    """``GET /api/games/{public}`` and ``GET /api/seats/{token}``."""
    context = get_context(request)
    return await answered(request, lambda: context.read(lambda: viewed(get_viewer(context, request, ""))), 200)


async def act(request: Request) -> Response:
    """``POST /api/seats/{token}``: one operation; answers with the view after it."""
    context = get_context(request)

    def operated(body: dict[str, Any], hash: str) -> dict[str, object]:
        viewer = get_viewer(context, request, "")
        seat = viewer.seats[0].seat
        if not context.host.is_answered(hash):
            with context.host.operation(viewer.table.public, hash) as table:
                if "apply" in body:
                    table.apply(seat, tuple(texts(body["apply"])), field(body, "version", int))
                else:
                    operate(table, seat, {name: str(value) for name, value in body.items()})
        return viewed(viewer)

    return await done(request, lambda body: context.write(operated, body, request_hash(request, body)), 200)


async def record(request: Request) -> Response:
    """``GET /api/games/{public}/record``."""
    context = get_context(request)
    return await answered(request, lambda: context.read(lambda: {"record": record_text(context, request.path_params["public"])}), 200)


async def done(request: Request, work: Callable[[dict[str, Any]], Awaitable[dict[str, object]]], status: int) -> Response:
    """Reads the body, does the work, answers."""
    if is_foreign(request) or is_sandboxed(request):
        return JSONResponse({"error": "Not from another site."}, 403)

    async def respond() -> dict[str, object]:
        if type_of(request) != "application/json":
            raise UnsupportedMediaType("The body must be application/json.")
        return await work(read_json(await request.body()))

    return await answered(request, respond, status)


async def answered(request: Request, work: Callable[[], Awaitable[dict[str, object]]], status: int) -> Response:
    """The work's answer, or its error as a sentence."""
    context = get_context(request)
    try:
        return JSONResponse(await work(), status)
    except GroundfloorError as error:
        facts: dict[str, object] = {"error": message_for(error, get_locale(request).words), "kind": type(error).__name__}
        if status_of(error) in (409, 422) and "token" in request.path_params:
            facts["view"] = await context.read(lambda: viewed(get_viewer(context, request, "")))
        return JSONResponse(facts, status_of(error))


def viewed(viewer: Viewer) -> dict[str, object]:
    """All that a seat, or a spectator, may know and do."""
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
            view |= own_part(table, viewer.seat)
        return view


def own_part(table: Table, seat: int) -> dict[str, object]:
    """What only the seat itself knows."""
    draft = table.draft(seat)
    game = draft.game
    is_asked = game.current_player == seat
    legal = [{"action": action.text, "quote": game.quote(action).as_dict()} for action in game.legal_actions] if is_asked else []
    preferences = table.preferences_of(seat)
    return {
        "seat": seat,
        "pencilled": list(draft.texts),
        "picked": draft.partial,
        "waiting": [action.text for action in draft.deferred],
        "later": [action.text for action in draft.deferrable],
        "question": game.question.kind if is_asked and game.question is not None else None,
        "legal": legal,
        "undoable": table.undoable(seat),
        "preferences": vars(preferences),
    }


def made(table: Table) -> dict[str, object]:
    """A new table with its links; only who makes it is told them."""
    seats = [
        {"seat": holder.seat, "name": holder.name, "colour": holder.colour, "automa": holder.automa or None, "token": holder.token}
        for holder in table.seat_holders
    ]
    for seat in seats:
        if seat["automa"]:
            del seat["token"]
    return {"game": table.public, "link": f"/g/{table.public}", "seats": seats}


def opening(body: dict[str, Any]) -> NewTable:
    """The table that is asked for."""
    requested = []
    for seat in field(body, "seats", list):
        if not isinstance(seat, dict):
            raise BadBody("Each seat is an object with name, automa and colour.")
        requested.append(SeatRequest(*(optional(seat, part) for part in ("name", "automa", "colour"))))
    options = body.get("options") or {}
    if not isinstance(options, dict):
        raise BadBody("options is an object of names and values.")
    house_values = body.get("house") or {}
    if not isinstance(house_values, dict):
        raise BadBody("house is an object of the keys of values and what they are at this table.")
    settled = {str(name): str(value) for name, value in options.items()}
    return NewTable(tuple(requested), optional(body, "ruleset") or "second", settled, optional(body, "name"), house_values)


def texts(given: object) -> list[str]:
    """A list of action texts, or one."""
    found = [given] if isinstance(given, str) else given
    if not isinstance(found, list) or not found or not all(isinstance(text, str) for text in found):
        raise BadBody("apply is the text of an action, or a list of them.")
    if len(found) > MOST_ACTIONS:
        raise BadBody("apply has at most %(most)s actions.", most=str(MOST_ACTIONS))
    return found


def field(body: dict[str, Any], name: str, kind: type) -> Any:
    """A field that must be there."""
    value = body.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadBody("%(name)s is missing or of the wrong kind.", name=name)
    return value


def optional(body: dict[str, Any], name: str) -> str:
    """A text that may be missing."""
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise BadBody("%(name)s is no text.", name=name)
    return value or ""
