"""The analysis on the page after a game: its progress, or charts and the decisions that cost most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.presentation.analysis.decision_text import decision_text, expectation_figures, summary_lines

from ...tables.advice import ANALYSIS_SIMULATIONS
from .charts import line_chart

if TYPE_CHECKING:
    from groundfloor.analysis import DecisionAnalysis
    from groundfloor.presentation.board.scene import Scene

    from ...store import Store
    from ...tables import Table
    from ..context import AppContext

MAX_DECISIONS = 8


def analysis_facts(context: AppContext, table: Table, scene: Scene) -> dict[str, object]:
    running = context.advice.analysis(table.public)
    decisions = None if running is not None else stored_decisions(context.store, table)
    if not decisions:
        return {"running": running, "analysis": None}
    from groundfloor.analysis import GameAnalysis

    costliest = GameAnalysis("", ANALYSIS_SIMULATIONS, decisions).costliest(most=MAX_DECISIONS)
    with table.lock:
        positions = [table.history.position_after(decision.entry) for decision in costliest]
    texts = [decision_text(each, game, scene.language, scene.words) for each, game in zip(costliest, positions, strict=True)]
    return {
        "running": None,
        "analysis": {
            "summary": summary_lines(decisions, scene.game, scene.words),
            "charts": [line_chart(figures) for figures in expectation_figures(decisions, scene.game, scene.words)],
            "decisions": [(scene.people[each.seat], each) for each in texts],
        },
    }


def stored_decisions(store: Store, table: Table) -> list[DecisionAnalysis] | None:
    """Returns the stored analysis of a game; None if there is none, or only one that was made with other code or weights."""
    found = store.analysis(table.public)
    if found is None:
        return None
    # Imported here, as numpy takes a tenth of a second and most pages do without it.
    from groundfloor.analysis import Evaluator
    from groundfloor.analysis.game_analysis import BadAnalysis, decisions_from_json, fingerprint

    with table.lock:
        expected = fingerprint(table.match.record, Evaluator.from_file(), ANALYSIS_SIMULATIONS)
    if found[0] != expected:
        return None
    try:
        return decisions_from_json(found[1])
    except BadAnalysis:
        return None
