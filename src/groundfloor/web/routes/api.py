"""The same powers as JSON (docs/http.md)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from ...engine.errors import GroundfloorError
from ...tables import Opening, SeatWish
from ...tables.errors import UnknownGame
from ..eyes import eyes_of
from ..house import house_of
from ..pages import reader_of
from ..quotas import admit_table
from ..saying import say, status_of
from ..security import is_foreign, is_sandboxed
from .papers import record_text
from .play import operate

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ...tables import Table
    from ..eyes import Eyes
    from ..house import House

BYTES = 1_000_000


class BadRequest(GroundfloorError):
    """A body that is no JSON of the documented form."""


async def create(request: Request) -> Response:
    """``POST /api/games``."""
    return await done(request, lambda house, body: made(house.host.add(house.host.prepare(opening(body)))), 201)


async def upload(request: Request) -> Response:
    """``POST /api/records``: a record to be shown, or to go on from."""

    def work(house: House, body: dict[str, Any]) -> dict[str, object]:
        text = field(body, "record", str)
        return made(house.host.add((house.host.prepare_resumed if body.get("resume") else house.host.prepare_shown)(text)))

    return await done(request, work, 201)


async def view(request: Request) -> Response:
    """``GET /api/games/{public}`` and ``GET /api/seats/{token}``."""
    house = house_of(request)
    return await answered(request, lambda: viewed(eyes_of(house, request, "")), 200)


async def act(request: Request) -> Response:
    """``POST /api/seats/{token}``: one operation; answers with the view after it."""

    def work(house: House, body: dict[str, Any]) -> dict[str, object]:
        eyes = eyes_of(house, request, "")
        seat = eyes.own[0].seat
        with house.host.at(eyes.table.public) as table:
            if "apply" in body:
                table.apply(seat, tuple(texts(body["apply"])), field(body, "version", int))
            else:
                operate(table, seat, {name: str(value) for name, value in body.items()})
        return viewed(eyes)

    return await done(request, work, 200)


async def record(request: Request) -> Response:
    """``GET /api/games/{public}/record``."""
    house = house_of(request)
    return await answered(request, lambda: {"record": record_text(house, request.path_params["public"])}, 200)


async def done(request: Request, work: Callable[[House, dict[str, Any]], dict[str, object]], status: int) -> Response:
    """Reads the body, does the work in the writing thread."""
    house = house_of(request)
    if is_foreign(request) or is_sandboxed(request):
        return JSONResponse({"error": "Not from another site."}, 403)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return JSONResponse({"error": "The body must be application/json."}, 415)
    if int(request.headers.get("content-length", "0") or 0) > BYTES:
        return JSONResponse({"error": "The body is too large."}, 413)
    body = await request.body()

    def worked() -> dict[str, object]:
        return work(house, read_body(body))

    return await answered(request, worked, status, is_writing=True)


async def answered(request: Request, work: Callable[[], dict[str, object]], status: int, is_writing: bool = False) -> Response:
    """The work's answer, or its error as a sentence."""
    house = house_of(request)
    try:
        if status == 201:
            await admit_table(house, request)
        return JSONResponse(await (house.write(work) if is_writing else house.read(work)), status)
    except BadRequest as error:
        return JSONResponse({"error": str(error)}, 400)
    except GroundfloorError as error:
        facts: dict[str, object] = {"error": say(error, reader_of(request).words), "kind": type(error).__name__}
        if not isinstance(error, UnknownGame) and "token" in request.path_params:
            facts["view"] = await house.read(lambda: viewed(eyes_of(house, request, "")))
        return JSONResponse(facts, status_of(error))


def viewed(eyes: Eyes) -> dict[str, object]:
    """All that a seat, or a spectator, may know and do."""
    table = eyes.table
    with table.lock:
        view: dict[str, object] = {
            "game": table.public,
            "name": table.name,
            "version": table.version,
            "key_hash": table.match.key_hash,
            "asked": table.asked,
            "is_over": table.game.is_over,
            "view": table.game.view(eyes.seat).as_dict(),
        }
        if eyes.seat is not None:
            view |= own_part(table, eyes.seat)
        return view


def own_part(table: Table, seat: int) -> dict[str, object]:
    """What only the seat itself knows."""
    sketch = table.sketch(seat)
    game = sketch.game
    is_asked = game.current_player == seat
    legal = [{"action": action.text, "quote": game.quote(action).as_dict()} for action in game.legal_actions] if is_asked else []
    wish = table.wish(seat)
    return {
        "seat": seat,
        "pencilled": list(sketch.texts),
        "picked": sketch.picked,
        "question": game.question.kind if is_asked and game.question is not None else None,
        "legal": legal,
        "undoable": table.undoable(seat),
        "preferences": vars(wish),
    }


def made(table: Table) -> dict[str, object]:
    """A new table with its links; only who makes it is told them."""
    seats = [
        {"seat": chair.seat, "name": chair.name, "colour": chair.colour, "automa": chair.automa or None, "token": chair.token}
        for chair in table.chairs
    ]
    for seat in seats:
        if seat["automa"]:
            del seat["token"]
    return {"game": table.public, "link": f"/g/{table.public}", "seats": seats}


def opening(body: dict[str, Any]) -> Opening:
    """The table that is asked for."""
    wishes = []
    for seat in field(body, "seats", list):
        if not isinstance(seat, dict):
            raise BadRequest("Each seat is an object with name, automa and colour.")
        wishes.append(SeatWish(*(optional(seat, part) for part in ("name", "automa", "colour"))))
    options = body.get("options") or {}
    if not isinstance(options, dict):
        raise BadRequest("options is an object of names and values.")
    house = body.get("house") or {}
    if not isinstance(house, dict):
        raise BadRequest("house is an object of the keys of values and what they are at this table.")
    settled = {str(name): str(value) for name, value in options.items()}
    return Opening(tuple(wishes), optional(body, "ruleset") or "second", settled, optional(body, "name"), house)


def texts(given: object) -> list[str]:
    """A list of action texts, or one."""
    found = [given] if isinstance(given, str) else given
    if not isinstance(found, list) or not found or not all(isinstance(text, str) for text in found):
        raise BadRequest("apply is the text of an action, or a list of them.")
    return found


def field(body: dict[str, Any], name: str, kind: type) -> Any:
    """A field that must be there."""
    value = body.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadRequest(f"{name} is missing or of the wrong kind.")
    return value


def optional(body: dict[str, Any], name: str) -> str:
    """A text that may be missing."""
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise BadRequest(f"{name} is no text.")
    return value or ""


def read_body(body: bytes) -> dict[str, Any]:
    """The object that was sent."""
    try:
        data = json.loads(body)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadRequest("The body holds half of a character pair, which is no text.") from None
    except ValueError as error:
        raise BadRequest(f"The body is no JSON: {error}.") from None
    except RecursionError:
        raise BadRequest("The body is nested too deeply.") from None
    if not isinstance(data, dict):
        raise BadRequest("The body is no JSON object.")
    return data
