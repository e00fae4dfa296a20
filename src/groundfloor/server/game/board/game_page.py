"""Builds the game page: its head and the whole board; and the text that brings an open page up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from groundfloor.numbers import parse_int
from groundfloor.table.branches import can_branch
from groundfloor.table.hints import can_have_hints

from ...http.encodings import takes_gzip
from ...http.pages import get_locale, render
from ...http.request_context import get_context
from .board_regions import SCRIPTS, BoardViewer
from .boards import BoardRequest, compress_for
from .regions import split_digests

if TYPE_CHECKING:
    from starlette.requests import Request

    from ..viewer import Viewer
    from .boards import Board

REGIONS = "X-Regions"
"""The header in which an open page says which regions it shows: their digests, one after the other (``data-digest``)."""
PLAN = "X-Plan"
"""The header in which an open page says that it shows the plan of the round ("open")."""
MAX_DIGESTS = 4_000
"""Characters of the digests that are read."""


def whole_page(request: Request, viewer: Viewer, error_message: str = "", typed: str = "") -> str:
    """Returns the page, with what was ``typed`` and not understood; where it offers hints, their process is prepared."""
    context, language = get_context(request), get_locale(request).language
    if viewer.seat is not None and can_have_hints(viewer.table):
        context.advice.prepare()
    board = board_of(request, viewer, typed, shows_plan=True)
    table = Markup(context.boards.whole(board))  # noqa: S704 - rendered by templates, which escape
    return render(
        request,
        "game.html",
        shown=board,
        error_message=error_message,
        viewer=viewer,
        subscription=viewer.subscription(language).name,
        topics=viewer.topics(language),
        here=context.presence.seats(viewer.table.game_id),
        now=context.table_service.now(),
        base=viewer.base,
        asks_for_log_in="log-in" in request.query_params and viewer.address_seat is None and not viewer.seat_url,
        can_branch=can_branch(viewer.table),
        **context.club.follow_facts(request, viewer),
        is_over=viewer.table.game.is_over,
        rulebook=f"/g/{viewer.table.game_id}/rules",
        table=table,
        scripts=SCRIPTS,
        chat=context.club.chat_kind(viewer.table, is_seat=viewer.address_seat is not None),
    )


def update(request: Request, viewer: Viewer, error_message: str = "") -> tuple[bytes, bool]:
    """Returns the update of the open page that sends the request, after a refused choice preceded by the reason, and whether it is compressed."""
    shown = split_digests(request.headers.get(REGIONS, "")[:MAX_DIGESTS])
    board = board_of(request, viewer, shows_plan=request.headers.get(PLAN) == "open")
    alert = f'<p role="alert">{escape(error_message)}</p>\n' if error_message else ""
    text = alert + get_context(request).boards.update(board, shown)
    return compress_for(text, is_gzip=takes_gzip(request.headers))


def board_of(request: Request, viewer: Viewer, typed: str = "", *, shows_plan: bool) -> Board:
    """Returns the board for a page; a page whose scripts run asks for the plan of the round when it is opened (``shows_plan``)."""
    context, language = get_context(request), get_locale(request).language
    subscription = viewer.subscription(language)
    history = history_of(request)
    wanted = BoardViewer(
        viewer.base, subscription.own_seats, typed, chat=context.club.chat_kind(viewer.table, is_seat=viewer.address_seat is not None)
    )
    board = context.boards.board(viewer.table, BoardRequest(language, viewer.seat, wanted, history, step_of(request), shows_plan))
    if history is None:
        context.pushed_boards.note(subscription, board)
    return board


def step_of(request: Request) -> int:
    """Returns the step of the entry that is shown, by ``?at=N&step=K``; 0 for none."""
    return parse_int(request.query_params.get("step", "")) or 0


def history_of(request: Request) -> int | None:
    """Returns the entry that is looked at, by ``…/at/N`` or ``?at=N``; None for the present."""
    given = request.path_params.get("number", request.query_params.get("at"))
    return None if given is None else parse_int(str(given))
