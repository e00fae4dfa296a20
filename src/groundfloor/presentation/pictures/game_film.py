"""The film of a game to share: the picture of its result, as it grew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.phases.scoring import SCORE_CODES, Score

from .. import names
from ..board.people import Place
from .game_picture import GROUND, HIGHEST, WIDTH, drawing, game_picture, result_building, result_buildings

if TYPE_CHECKING:
    from groundfloor.engine.record import Record

    from ..view import TableView

SHOWN_WIDTH = 600
"""Pixels."""
MAX_FRAMES = 40
"""Frames of a film besides the last one; of more changes those that lie evenly are shown."""
FRAME, LAST = 700, 4000
"""Milliseconds of a frame, and of the last one."""
BUILT = tuple(code for code in SCORE_CODES if code != "sets")
"""What buildings are made of as long as the game goes on: money and info count at its end only."""


@dataclass(frozen=True)
class Moment:
    """How everybody stood when something was built, or a round began: their scores by seat."""

    round: int
    scores: tuple[Score, ...]


def film_moments(record: Record) -> list[Moment]:
    """Returns the moments of a record at which a round begins or somebody has more prestige than before."""
    moments: list[Moment] = []
    last: tuple[object, ...] = ()
    for game, _entry, _number in record.positions():
        scores = tuple(sorted(game.scores(), key=lambda score: score.seat))
        here = (game._state.round, *(points_of(score) for score in scores))
        if here != last and game._state.round:
            moments.append(Moment(game._state.round, scores))
            last = here
    return moments


def points_of(score: Score) -> int:
    return sum(item.points for item in score.items if item.code in BUILT)


def game_film(record: Record, view: TableView) -> tuple[str, list[tuple[str, int]]]:
    """Returns the drawings of a finished game, ``view`` being its end: the result, then each frame with its milliseconds."""
    moments = film_moments(record)
    if len(moments) > MAX_FRAMES:
        moments = [moments[number * len(moments) // MAX_FRAMES] for number in range(MAX_FRAMES)]
    most = max(*(score.total for score in view.game.scores()), 1)
    frames = [(frame(view, moment, (GROUND - HIGHEST) / most), FRAME) for moment in moments]
    result = game_picture(view, shown_width=SHOWN_WIDTH)
    return result, [*frames, (result, LAST)]


def frame(view: TableView, moment: Moment, unit: float) -> str:
    """Returns how high everybody had built at a moment, in the order of the final places; ``unit`` is the height of a point."""
    by_seat = {score.seat: score for score in moment.scores}
    order = [building.seat for building in result_buildings(view)]
    step = (WIDTH - 80) / len(order)
    buildings = [
        result_building(view, Place(view.people[seat], 0, points_of(by_seat[seat])), by_seat[seat], 40 + step * (number + 0.5), unit, BUILT)
        for number, seat in enumerate(order)
    ]
    rules = names.full("ruleset", view.game.ruleset.name, view.translations)
    title = view._("Round %(round)s of %(rounds)s", round=moment.round, rounds=view.game._state.round)
    return drawing(view, title, f"Ground Floor · {rules}", buildings, SHOWN_WIDTH)
