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
class Frame:
    """How everybody stood when something was built, or a round began: their scores by seat."""

    round: int
    scores: tuple[Score, ...]


def film_frames(record: Record) -> list[Frame]:
    """Returns a frame for each entry of a record at which a round begins or somebody has more prestige than before."""
    frames: list[Frame] = []
    last: tuple[object, ...] = ()
    for game, _entry, _number in record.positions():
        scores = tuple(sorted(game.scores(), key=lambda score: score.seat))
        here = (game._state.round, *(points_of(score) for score in scores))
        if here != last and game._state.round:
            frames.append(Frame(game._state.round, scores))
            last = here
    return frames


def points_of(score: Score) -> int:
    return sum(item.points for item in score.items if item.code in BUILT)


def game_film(record: Record, view: TableView) -> tuple[str, list[tuple[str, int]]]:
    """Returns the drawings of a finished game, ``view`` being its end: the result, then each frame with its milliseconds."""
    frames = film_frames(record)
    if len(frames) > MAX_FRAMES:
        frames = [frames[number * len(frames) // MAX_FRAMES] for number in range(MAX_FRAMES)]
    most = max(*(score.total for score in view.game.scores()), 1)
    drawn = [(drawn_frame(view, frame, (GROUND - HIGHEST) / most), FRAME) for frame in frames]
    result = game_picture(view, shown_width=SHOWN_WIDTH)
    return result, [*drawn, (result, LAST)]


def drawn_frame(view: TableView, frame: Frame, unit: float) -> str:
    """Returns how high everybody had built by then, in the order of the final places; ``unit`` is the height of a point."""
    by_seat = {score.seat: score for score in frame.scores}
    order = [building.seat for building in result_buildings(view)]
    step = (WIDTH - 80) / len(order)
    buildings = [
        result_building(view, Place(view.people[seat], 0, points_of(by_seat[seat])), by_seat[seat], 40 + step * (number + 0.5), unit, BUILT)
        for number, seat in enumerate(order)
    ]
    rules = names.full("ruleset", view.game.ruleset.name, view.translations)
    title = view._("Round %(round)s of %(rounds)s", round=frame.round, rounds=view.game._state.round)
    return drawing(view, title, f"Ground Floor · {rules}", buildings, SHOWN_WIDTH)
