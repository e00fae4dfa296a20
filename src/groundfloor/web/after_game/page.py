"""What the page after a game shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation.after_game import game_history, turning_points
from groundfloor.presentation.after_game.figures import level_figures, prestige_figures
from groundfloor.presentation.after_game.final_companies import final_companies
from groundfloor.presentation.after_game.turning_point_text import sentence
from groundfloor.presentation.board.people import places_at_the_end
from groundfloor.presentation.pictures.game_picture import sources
from groundfloor.presentation.pictures.markers import MARKERS
from groundfloor.presentation.pictures.png import can_make_png

from .charts import MARKER, line_chart, stack_chart

if TYPE_CHECKING:
    from groundfloor.presentation.after_game import GameHistory
    from groundfloor.presentation.after_game.turning_points import Kind
    from groundfloor.presentation.board.people import Person
    from groundfloor.presentation.board.scene import Scene

    from ...tables import Table


@dataclass(frozen=True)
class TurningPointLine:
    """A turning point in words, and the moment of the replay that it belongs to."""

    kind: Kind
    person: Person
    sentence: str
    entry: int
    round: int


def after_facts(table: Table, scene: Scene) -> dict[str, object]:
    with table.lock:
        history = game_history(table.match.record)
    words = scene.words
    prestige = prestige_figures(history, words)
    most = max((total for figures in prestige for total in figures.totals), default=0)
    levels = [figures for figures in level_figures(history, words) if figures.rows]
    return {
        **MARKERS,
        "marker_size": MARKER,
        "title": scene.name,
        "places": places_at_the_end(scene),
        "people": scene.people,
        "points": turning_point_lines(history, scene),
        "prestige": [stack_chart(figures, most) for figures in prestige],
        "levels": [line_chart(figures) for figures in levels],
        "sources": sources(words),
        "companies": final_companies(scene),
        "rounds": scene.game.state.round,
        "has_png": can_make_png(),
    }


def turning_point_lines(history: GameHistory, scene: Scene) -> list[TurningPointLine]:
    return [
        TurningPointLine(point.kind, scene.people[point.seat], sentence(point, history.game, scene.words), point.entry, point.round)
        for point in turning_points(history)
    ]
