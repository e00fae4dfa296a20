"""The analysis of a finished game: begun by a button on the page after it, with its progress, cancelled, shown as soon as it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from groundfloor.table.hints import NoHints

from ...http.handlers import form_of, json_change, json_view
from ...http.json_types import numbered
from ...http.limits import FixedLimit
from ...http.request_checks import client_hash
from ...http.request_context import get_context
from ...http.route import Route, of_table
from ..tables.advice import ANALYSES
from ..viewer import viewer_of
from . import routes as after_game
from .page import analysis_key, running_analysis, stored_decisions

if TYPE_CHECKING:
    from starlette.requests import Request

    from groundfloor.table import Table

    from ...context import AppContext
    from ...http.request_body import FormFields, JsonFields
    from ..hints.analysis_types import Analysis


@form_of(after_game.show)
async def change(request: Request, form: FormFields) -> str:
    """``POST …/analysis``: begins (``do=start``) or cancels the analysis; leads back to the page after the game."""
    context, viewer = get_context(request), await viewer_of(request)
    await context.work.write(begin_or_cancel, context, viewer.table, form.text("do"), client_hash(context.secret, request))
    return f"{viewer.base}/after#analysis"


@json_change(sets_cookie=False, is_made_again=True)
async def change_json(request: Request, body: JsonFields) -> Analysis:
    """Begins or cancels the analysis of a finished game."""
    context, game_id, client = get_context(request), request.path_params["game_id"], client_hash(get_context(request).secret, request)
    await context.work.write(lambda: begin_or_cancel(context, context.table_service.table(game_id), str(body.get("do", "")), client))
    return await context.work.read(analysis_of, request)


def begin_or_cancel(context: AppContext, table: Table, do: str, client: str) -> None:
    if do not in ("start", "cancel"):
        raise NoHints("do is start or cancel.")
    if do == "cancel":
        context.advice.cancel(table.game_id, client)
        return
    if not table.game.is_over:
        raise NoHints("A game can be analysed when it is over.")
    record = table.match.record.format()
    if stored_decisions(context.store, table) is None:
        context.advice.analyse(table.game_id, record, client, lambda game_id: context.presence.is_here(analysis_key(game_id), 0))


def analysis_of(request: Request) -> Analysis:
    """Returns the state of a finished game's analysis, ``none``, ``running`` or ``done``, with its progress or its decisions."""
    from ..hints.analysis_types import Analysis  # imports numpy

    context, game_id = get_context(request), request.path_params["game_id"]
    table = context.table_service.table(game_id)
    running = running_analysis(context, game_id)
    if running is not None:
        return Analysis(game=game_id, state="running", done=running.done, total=running.total)
    decisions = stored_decisions(context.store, table)
    if decisions is None:
        return Analysis(game=game_id, state="none")
    return Analysis(game=game_id, state="done", decisions=[numbered(decision) for decision in decisions])


as_json = json_view(analysis_of)


class DoAnalysis(TypedDict):
    do: Literal["start", "cancel"]


PER_ANALYSIS = (FixedLimit(ANALYSES.most, "analyses of a client that wait"), FixedLimit(ANALYSES.total, "that wait"))
ROUTES = (
    *of_table("POST {base}/analysis", change, "Begins or cancels the analysis.", limits=PER_ANALYSIS),
    Route("GET /api/games/{game_id}/analysis", as_json, "The analysis of a finished game.", limits=PER_ANALYSIS),
    Route(
        "POST /api/games/{game_id}/analysis",
        change_json,
        "Begins or cancels the analysis.",
        body=DoAnalysis,
        refusals=(422,),
        limits=PER_ANALYSIS,
    ),
)
