"""What the page after a game shows: the result, and the analysis with its progress, or charts and the decisions that cost most."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from groundfloor.presentation.after_game import game_history, turning_points
from groundfloor.presentation.after_game.figures import level_figures, prestige_figures
from groundfloor.presentation.after_game.final_companies import final_companies
from groundfloor.presentation.after_game.turning_point_text import sentence
from groundfloor.presentation.analysis.decision_text import decision_text, expectation_figures, summary_lines
from groundfloor.presentation.board.people import places_at_the_end
from groundfloor.presentation.pictures.game_picture import sources
from groundfloor.presentation.pictures.markers import MARKERS

from ..storage import games
from ..tables.advice import ANALYSIS_SIMULATIONS
from .charts import MARKER, line_chart, stack_chart

if TYPE_CHECKING:
    from groundfloor.analysis import DecisionAnalysis
    from groundfloor.presentation.after_game import GameHistory
    from groundfloor.presentation.after_game.turning_points import Kind
    from groundfloor.presentation.board.people import Person
    from groundfloor.presentation.view import TableView
    from groundfloor.table import Table

    from ...context import AppContext
    from ...database.store import Store
    from ..tables.advice import RunningAnalysis

MAX_DECISIONS = 8


@dataclass(frozen=True)
class TurningPointLine:
    """A turning point in words, and the moment of the replay that it belongs to."""

    kind: Kind
    person: Person
    sentence: str
    entry: int
    round: int


def after_facts(table: Table, view: TableView) -> dict[str, object]:
    history = game_history(table.match.record, table.value.departures)
    translations = view.translations
    prestige = prestige_figures(history, translations)
    most = max((total for figures in prestige for total in figures.totals), default=0)
    levels = [figures for figures in level_figures(history, translations) if figures.rows]
    return {
        **MARKERS,
        "marker_size": MARKER,
        "title": view.public.name,
        "places": places_at_the_end(view),
        "people": view.people,
        "points": turning_point_lines(history, view),
        "prestige": [stack_chart(figures, most) for figures in prestige],
        "levels": [line_chart(figures) for figures in levels],
        "sources": sources(translations),
        "companies": final_companies(view),
        "rounds": view.game._state.round,
    }


def turning_point_lines(history: GameHistory, view: TableView) -> list[TurningPointLine]:
    return [
        TurningPointLine(point.kind, view.people[point.seat], sentence(point, history, view.translations), point.entry, point.round)
        for point in turning_points(history)
    ]


def analysis_facts(context: AppContext, table: Table, view: TableView) -> dict[str, object]:
    running = running_analysis(context, table.game_id)
    decisions = None if running is not None else stored_decisions(context.store, table)
    if not decisions:
        return {"running": running, "analysis": None}
    from groundfloor.analysis import GameAnalysis

    costliest = GameAnalysis("", ANALYSIS_SIMULATIONS, decisions).costliest(most=MAX_DECISIONS)
    positions = [table.history.position_after(decision.entry) for decision in costliest]
    texts = [decision_text(decision, game, view.language, view.translations) for decision, game in zip(costliest, positions, strict=True)]
    return {
        "running": None,
        "analysis": {
            "summary": summary_lines(decisions, view.game, view.translations),
            "charts": [line_chart(figures) for figures in expectation_figures(decisions, view.game, view.translations)],
            "decisions": [(view.people[decision.seat], decision) for decision in texts],
        },
    }


def running_analysis(context: AppContext, game_id: str) -> RunningAnalysis | None:
    """Returns how far the analysis of a game is, at which somebody looks now; None if none is under way."""
    running = context.advice.analysis(game_id)
    if running is not None:
        context.hub.call(partial(context.presence.look, analysis_key(game_id), 0))
    return running


def analysis_key(game_id: str) -> str:
    """Returns the key under which ``Presence`` has who looks at the analysis of a game."""
    return f"analysis {game_id}"


def stored_decisions(store: Store, table: Table) -> list[DecisionAnalysis] | None:
    """Returns the stored analysis of a game; None if there is none, or only one that was made with other code or weights."""
    stored = games.analysis(store, table.game_id)
    if stored is None:
        return None
    # Imported here, as numpy takes a tenth of a second and most pages do without it.
    from groundfloor.analysis import Evaluator
    from groundfloor.analysis.game_analysis import BadAnalysis, decisions_from_json, fingerprint

    expected = fingerprint(table.match.record, Evaluator.from_file(), ANALYSIS_SIMULATIONS)
    if stored[0] != expected:
        return None
    try:
        return decisions_from_json(stored[1])
    except BadAnalysis:
        return None
