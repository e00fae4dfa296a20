"""The game page: the board of a player or a spectator, its update for an open page, and moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from groundfloor.engine.errors import GroundfloorError
from groundfloor.numbers import parse_int, parse_seat
from groundfloor.table.agreements import seat_of_operation
from groundfloor.table.errors import SeatOffered

from ...database.errors import StorageError
from ...http.error_messages import message_for, status_of
from ...http.handlers import NO_FIELDS, redirect
from ...http.idempotency import FIELD, was_carried_out
from ...http.pages import get_locale, html_response, own_address
from ...http.repeated_requests import carry_out_once
from ...http.request_body import FormFields, read_form
from ...http.request_context import get_context
from ...http.route import PER_REQUEST, Route, of_table
from ...http.security import check_own_form, ensure_browser_id, owner_of, set_browser_cookie
from ..new_tables.creation import preferences_of
from ..seats.operation_requests import SeatBot, TakeSeat, TypedLine, TypedPlan, decode, read_typed, run_requested
from ..seats.seat_players import take_seat
from ..situations import away_seats
from ..storage import browsers
from ..tables.table_service import AskingPage
from ..viewer import get_viewer, viewer_of
from .game_page import update, whole_page
from .typed_commands import address_of, part_shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from groundfloor.table.operations import Operation

    from ...context import AppContext
    from ..seats.operation_requests import Typed
    from ..viewer import Viewer

Render = Callable[["Request", "Viewer", str], "tuple[bytes, bool] | str"]
PAGES = {
    "rules": "/g/{game_id}/rules",
    "after": "{base}/after",
    "table": "{base}/table",
    "chat": "{base}/chat",
    "companies": "{base}/companies",
}
"""Other pages of a table that regions of its board link to (``?go=…``)."""
SHOWN_PART = "X-Shown-Part"
"""The header that says which part of the page a typed command shows (``part_shown``)."""

SERVER_TIME = "X-Server-Time"
"""The header that brings the clocks of an open page up to date (``static/server-time.js``)."""


async def show(request: Request) -> Response:
    """``/g/{game_id}`` and ``/s/{token}``: the whole page; ``…/at/N`` as it stood after N entries.

    Regions of the board, which are the same at every address, have links to other pages of the table: ``?at=N`` and ``?go=PAGE`` lead there.
    """
    if parse_int(request.path_params.get("number", "0")) is None:
        raise HTTPException(404)
    if is_link(request):
        return RedirectResponse(await get_context(request).work.read(linked_page, request), 303)
    return answer_of(request, await get_context(request).work.read(render_view, request, whole_page))


async def board(request: Request) -> Response:
    """``…/board``: what brings an open page up to date; ``?at=N`` as it stood after N entries."""
    return answer_of(request, await get_context(request).work.read(render_view, request, update))


def is_link(request: Request) -> bool:
    """Returns whether the query is a link of a region to another page of the table."""
    query = request.query_params
    return query.get("go") in PAGES or parse_int(query.get("at", "")) is not None


def linked_page(request: Request) -> str:
    viewer, query = get_viewer(get_context(request), request, owner_of(request)), request.query_params
    if query.get("go") not in PAGES:
        return f"{viewer.base}/at/{parse_int(query['at'])}"
    about = f"?{urlencode({'of': query['of']})}" if "of" in query else ""
    return f"{PAGES[query['go']].format(base=viewer.base, game_id=viewer.table.game_id)}{about}"


def answer_of(request: Request, body: tuple[bytes, bool] | str, status: int = 200) -> Response:
    if isinstance(body, str):
        return html_response(request, body, status)
    content, is_gzip = body
    response = html_response(request, content, status, is_gzip)
    response.headers[SERVER_TIME] = get_context(request).table_service.now()
    return response


def render_view(
    request: Request, render: Render, error_message: str = "", form: Mapping[str, str] = NO_FIELDS, viewer: Viewer | None = None
) -> tuple[bytes, bool] | str:
    """Renders a page or an update for the viewer of the request (None: look it up); after a form that was not a move, for the seat that sent it."""
    viewer = viewer or get_viewer(get_context(request), request, owner_of(request))
    sender = parse_seat(form.get("seat", ""))
    if sender is not None and parse_int(form.get("version", "")) == viewer.table.version:
        viewer = viewer.showing(sender)
    return render(request, viewer, error_message)


async def operate(request: Request) -> Response:
    """``POST /s/{token}``: one operation. Responds with the update of the page; without JavaScript with a redirect to the page."""
    context, locale = get_context(request), get_locale(request)
    form = FormFields()
    is_update = request.headers.get("x-partial") == "true"
    refused: GroundfloorError | None = None
    part, next_address = "", own_address(request)
    viewer: Viewer | None = None

    async def work() -> tuple[str, str]:
        """Returns what part of the page the form shows, "" for a move, and where it leads."""
        nonlocal viewer
        asked = decode(form, is_form=True)
        operation: Operation | SeatBot | TakeSeat | None
        if isinstance(asked, TypedLine | TypedPlan):
            viewer_typing = await viewer_of(request)
            if isinstance(asked, TypedLine) and (shown := part_shown(asked.text, viewer_typing, locale.translations)):
                return shown, address_of(shown, next_address, viewer_typing)
            operation = await context.work.read(read_operation, viewer_typing, form, asked, locale.language)
        else:
            operation = asked
        viewer = await context.work.write(apply_form, context, request, form, operation, locale.language)
        return "", next_address

    try:
        form = await read_form(request)
        check_own_form(request, form)
        ensure_browser_id(request)
        part, next_address = await carry_out_once(request, form, work)
    except GroundfloorError as error:
        refused = error
    if refused is None and not is_update:
        return redirect(request, next_address)
    error_message, status = (message_for(refused, locale.translations), status_of(refused)) if refused is not None else ("", 200)
    render = update if is_update else partial(whole_page, typed=form.get("command", ""))
    try:
        body = await context.work.read(render_view, request, render, error_message, form, viewer)
    except SeatOffered as offered:  # the address leads to no page on which the reason could stand
        raise refused or offered from None
    response = answer_of(request, body, status)
    response.headers[SHOWN_PART] = part
    set_browser_cookie(request, response)
    return response


def read_operation(viewer: Viewer, form: Mapping[str, str], typed: Typed, language: str) -> Operation | None:
    """Returns the operation that is typed; None if the same request was carried out before."""
    return None if was_carried_out() else read_typed(viewer.table, acting_seat(viewer, form), typed, language)


def acting_seat(viewer: Viewer, form: Mapping[str, str]) -> int:
    """Returns the seat that a form is for: the one that it names, if the viewer has that seat, or the one whose board is shown."""
    wanted = parse_seat(form.get("seat", ""))
    if wanted is not None and wanted in viewer.own_seats:
        return wanted
    assert viewer.seat is not None
    return viewer.seat


def apply_form(
    context: AppContext, request: Request, form: Mapping[str, str], operation: Operation | SeatBot | TakeSeat | None, language: str
) -> Viewer | None:
    """Runs the form's operation for its seat, unless the same request was carried out before. Returns the viewer after it, None if it must be looked up again."""
    if was_carried_out() or operation is None or isinstance(operation, SeatBot):
        return None
    owner_id = owner_of(request)
    if isinstance(operation, TakeSeat):
        take_seat(context, request)
        return None
    viewer = get_viewer(context, request, owner_id)
    seat, away = acting_seat(viewer, form), away_seats(context, viewer)
    page = AskingPage(viewer.address_seat, form.get(FIELD, ""))
    with context.table_service.operation(viewer.table.game_id, page) as locked:
        seat = seat_of_operation(locked.table, viewer.own_seats, operation, seat)
        table = run_requested(context, request, locked.table, seat, operation, language, away)
        if not viewer.is_remembered and table.value.seats[seat].preferences is None:
            for own, preferences in preferences_of(context, {seat: owner_id}).items():
                table = table.with_seat(replace(table.value.seats[own], preferences=preferences))
        locked.table = table
    if not viewer.is_remembered:
        try:
            browsers.remember_seats(context.store, owner_id, viewer.table.game_id, viewer.own_seats)
        except StorageError:  # the move itself is stored
            return None
    return viewer.after(locked.table)


ROUTES = (
    *of_table("GET {base}", show, "The board.", query=("as",), limits=(*PER_REQUEST, "readers")),
    *of_table("GET {base}/at/{number}", show, "The board as it stood after a number of entries.", query=("as",), limits=(*PER_REQUEST, "readers")),
    *of_table("GET {base}/board", board, "What brings an open page up to date; `?at=N` as it stood after N entries.", limits=(*PER_REQUEST, "readers")),
    Route("POST /s/{token}", operate, "One operation of a seat; answers with the update of the page, without JavaScript leads to it."),
)  # fmt: skip
