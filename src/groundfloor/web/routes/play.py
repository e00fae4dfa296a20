"""The game page: the board for a player or a spectator, its fragment for a page that is open, and the moves."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...store import StorageError
from ..eyes import eyes_of
from ..gamepage import fragment, whole_page
from ..house import house_of
from ..numbers import whole
from ..pages import answer, reader_of
from ..received import read_form
from ..resending import request_hash
from ..saying import say, status_of
from ..security import browser_of, introduce, is_ours, welcome

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...tables import Table
    from ..gamepage import Draw
    from ..house import House


async def show(request: Request) -> Response:
    """``/g/{public}`` and ``/s/{token}``: the whole page; ``…/at/N`` as it stood after so many entries."""
    if whole(request.path_params.get("number", "0")) is None:
        raise HTTPException(404)
    house, reader = house_of(request), reader_of(request)
    return answer(request, reader, await house.read(look, house, request, whole_page))


async def board(request: Request) -> Response:
    """``…/board``: what an open page puts in the place of its table; ``?at=N`` as it stood after so many entries."""
    house, reader = house_of(request), reader_of(request)
    return answer(request, reader, await house.read(look, house, request, fragment))


def look(house: House, request: Request, draw: Draw, notice: str = "") -> str:
    """A page or fragment for whoever looks."""
    eyes = eyes_of(house, request, browser_of(request))
    return draw(house, request, reader_of(request), eyes, notice)


async def move(request: Request) -> Response:
    """``POST /s/{token}``: one thing that a player does; the fresh table, or the way back to the page without JavaScript."""
    house, reader = house_of(request), reader_of(request)
    form = {name: str(value)[:200] for name, value in (await read_form(request)).items() if isinstance(value, str)}
    is_fragment = request.headers.get("hx-request") == "true"
    notice, status = "", 200
    if not is_ours(request, house.secret, form.get("csrf", "")):
        notice, status = (
            reader.words.gettext("This did not come from the game’s own page, so nothing was done. Please try again."),
            403,
        )
    else:
        welcome(request)
        try:
            await house.write(act, house, request, form, request_hash(request, form))
        except GroundfloorError as error:
            notice, status = say(error, reader.words), status_of(error)
    if not notice and not is_fragment:
        response: Response = RedirectResponse(back_to(request), 303)
    else:
        draw = fragment if is_fragment else whole_page
        response = answer(request, reader, await house.read(look, house, request, draw, notice), status)
    if status != 403:
        introduce(request, response)
    return response


def back_to(request: Request) -> str:
    """The page itself, to be read anew."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")


def act(house: House, request: Request, form: dict[str, str], hash: str) -> None:
    """Does what the form says for the seat that it was drawn for, unless the same request has been here before."""
    if house.host.is_answered(hash):
        return
    browser = browser_of(request)
    eyes = eyes_of(house, request, browser)
    wanted = whole(form.get("seat", ""))
    own = [holder.seat for holder in eyes.own]
    seat = wanted if wanted in own else eyes.seat
    assert seat is not None
    with house.host.operation(eyes.table.public, hash) as table:
        if "undo" in (form.get("do"), form.get("command", "").strip().lower()):
            seat = next((each for each in own if table.undoable(each)), seat)
        operate(table, seat, form)
    if eyes.is_known:
        return
    with suppress(StorageError):  # the move itself is kept
        house.store.remember_seats(browser, table.public, [holder.seat for holder in eyes.own])


def operate(table: Table, seat: int, form: dict[str, str]) -> None:
    """The operation that the fields name: ``set``, ``pick``, or ``do`` with confirm, back, undo or command."""
    given = whole(form.get("version", ""))
    version = -1 if given is None else given
    do = form.get("do", "")
    if "set" in form:
        name, _, value = form["set"].partition(":")
        table.set_preference(seat, name, value == "on" if value else not table.preferences_of(seat).is_on(name))
    elif do == "undo":
        table.undo(seat, version)
    elif do == "confirm":
        table.confirm(seat, version)
    elif do == "back":
        table.take_back(seat, version)
    elif "pick" in form:
        table.pick(seat, form["pick"], version)
    else:
        table.command(seat, form.get("command", ""), version)
