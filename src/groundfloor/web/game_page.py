"""Builds the game page: its head, and the table without the parts that an open page already has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from markupsafe import Markup

from ..numbers import parse_int
from ..tables.hints import can_have_hints
from .board.page import SCRIPTS
from .drawn_tables import OpenPage, rulebook
from .pages import RequestLocale, environment, page_context
from .security import csrf_token
from .table_drawing import drawing_key

if TYPE_CHECKING:
    from starlette.requests import Request

    from .context import AppContext
    from .drawn_tables import TableBody
    from .viewer import Viewer

DRAWING = "X-Drawing"
"""The header in which an open page says which drawing it shows (``data-drawing``)."""
PLAN = "X-Plan"
"""The header in which an open page says that it shows the plan of the round ("open")."""
Draw = Callable[["AppContext", "Request", RequestLocale, "Viewer", str], "TableBody | str"]


def whole_page(context: AppContext, request: Request, locale: RequestLocale, viewer: Viewer, notice: str = "", typed: str = "") -> str:
    """Returns the page with its head, and with what was ``typed`` in its command line if that was not understood; where it offers hints, what computes them gets ready."""
    if viewer.seat is not None and can_have_hints(viewer.table):
        context.advice.prepare()
    page = OpenPage(viewer.base, csrf_of(context, request, viewer), typed=typed)
    shown = table_body(context, request, locale, viewer, notice, page, shows_plan=True)
    table = Markup(shown.content.decode())  # noqa: S704 - rendered by templates, which escape
    facts = {
        "shown": shown,
        "viewer": viewer,
        "view": viewer.view(locale.language).name,
        "topics": viewer.topics(locale.language),
        "base": viewer.base,
        "can_branch": viewer.table.match.record.is_free or viewer.table.game.is_over or viewer.table.is_shown,
        "is_over": viewer.table.game.is_over,
        "rulebook": rulebook(viewer.table.public),
        "table": table,
        "scripts": SCRIPTS,
    }
    return environment.get_template("game.html").render({**page_context(context, request, locale), **facts})


def fragment(context: AppContext, request: Request, locale: RequestLocale, viewer: Viewer, notice: str = "") -> TableBody:
    """Returns what changes with the table, without the parts of the drawing that the page shows."""
    drawing, takes_gzip = request.headers.get(DRAWING, "")[:20], "gzip" in request.headers.get("accept-encoding", "")
    page = OpenPage(viewer.base, csrf_of(context, request, viewer), drawing, takes_gzip)
    return table_body(context, request, locale, viewer, notice, page, shows_plan=request.headers.get(PLAN) == "open")


def table_body(
    context: AppContext, request: Request, locale: RequestLocale, viewer: Viewer, notice: str, page: OpenPage, *, shows_plan: bool
) -> TableBody:
    """Returns the table for a page; a page whose scripts run asks for the plan of the round when it is opened (``shows_plan``)."""
    view = viewer.view(locale.language)
    key = drawing_key(viewer.table, viewer.seat, view.own, locale.language, history_of(request), shows_plan=shows_plan)
    body = context.draw(viewer.table, key, page, notice)
    if key.history is None:
        context.pushed_boards.note(view, body.drawing)
    return body


def csrf_of(context: AppContext, request: Request, viewer: Viewer) -> str:
    """Returns the token of the page's forms; "" for spectators, whose pages are all the same."""
    return csrf_token(context.secret, request) if viewer.seat is not None else ""


def history_of(request: Request) -> int | None:
    """Returns the entry that is looked at, by ``…/at/N`` or ``?at=N``; None for the present."""
    given = request.path_params.get("number", request.query_params.get("at"))
    return None if given is None else parse_int(str(given))
