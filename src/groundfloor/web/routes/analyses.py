"""The analysis of a finished game: begun by a button on the page after it, with its progress, cancelled, shown as soon as it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import RedirectResponse, Response

from ...engine.errors import GroundfloorError
from ...tables.hints import NoHints
from ..after_game.analysis import stored_decisions
from ..context import get_context
from ..error_messages import message_for, status_of
from ..pages import get_locale
from ..request_body import read_form
from ..request_checks import client_mark
from ..security import browser_id, foreign_form_notice, is_own_form
from ..viewer import get_viewer
from .after_game import page
from .api import json_response, respond_to_json

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...tables import Table
    from ..context import AppContext


async def change(request: Request) -> Response:
    """``POST …/analysis``: begins (``do=start``) or cancels the analysis; leads back to the page after the game."""
    context, words = get_context(request), get_locale(request).words
    form = await read_form(request)
    if not is_own_form(request, context.secret, str(form.get("csrf", ""))):
        return await page(request, foreign_form_notice(words), 403)
    try:
        viewer = await context.read(get_viewer, context, request, browser_id(request))
        await context.write(begin_or_cancel, context, viewer.table, str(form.get("do", "")), client_mark(context.secret, request))
    except GroundfloorError as error:
        return await page(request, message_for(error, words), status_of(error))
    return RedirectResponse(f"{viewer.base}/after#analysis", 303)


async def as_json(request: Request) -> Response:
    """``GET /api/games/{public}/analysis``: how far the analysis of a finished game is, or its decisions."""
    context = get_context(request)
    return await json_response(request, lambda: context.read(analysis_json, context, request.path_params["public"]), 200)


async def change_json(request: Request) -> Response:
    """``POST /api/games/{public}/analysis`` with ``{"do": "start"}`` or ``{"do": "cancel"}``."""
    context = get_context(request)

    async def work(body: dict[str, Any]) -> dict[str, object]:
        public = request.path_params["public"]
        client = client_mark(context.secret, request)
        await context.write(lambda: begin_or_cancel(context, context.host.table(public), str(body.get("do", "")), client))
        return await context.read(analysis_json, context, public)

    return await respond_to_json(request, work, 200)


def begin_or_cancel(context: AppContext, table: Table, do: str, client: str) -> None:
    if do not in ("start", "cancel"):
        raise NoHints("do is start or cancel.")
    if do == "cancel":
        context.advice.cancel(table.public, client)
        return
    with table.lock:
        if not table.game.is_over:
            raise NoHints("A game can be analysed when it is over.")
        record = table.match.record.format()
    if stored_decisions(context.store, table) is None:
        context.advice.analyse(table.public, record, client)


def analysis_json(context: AppContext, public: str) -> dict[str, object]:
    """Returns the state of a game's analysis: ``none``, ``running`` or ``done``, with its progress or its decisions."""
    table = context.host.table(public)
    running = context.advice.analysis(public)
    if running is not None:
        return {"game": public, "state": "running", "done": running.done, "total": running.total}
    found = stored_decisions(context.store, table)
    if found is None:
        return {"game": public, "state": "none"}
    return {"game": public, "state": "done", "decisions": msgspec.to_builtins(found)}
