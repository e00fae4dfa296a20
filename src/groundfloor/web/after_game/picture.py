"""The picture of a result to share: everybody's prestige as a building."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.phases.scoring import SCORE_CODES

from ..board.markers import SHAPES

if TYPE_CHECKING:
    from markupsafe import Markup

    from groundfloor.engine.phases.scoring import Score
    from groundfloor.presentation.board.scene import Scene

WIDTH, HEIGHT = 1200, 630
GROUND, HIGHEST = 490, 220
"""The ground line, and the roof of the highest building."""
MOST_LETTERS = 18
BUILDING = 120


@dataclass(frozen=True)
class Storey:
    """The prestige of one source, as a part of a building."""

    source: str
    points: int
    y: float
    height: float


@dataclass(frozen=True)
class Building:
    """A player's prestige; ``middle`` is its middle, ``x`` its left wall."""

    name: str
    colour: str
    letter: str
    rank: int
    total: int
    middle: float
    x: float
    roof: float
    storeys: tuple[Storey, ...]
    shape: Markup


def buildings(scene: Scene) -> list[Building]:
    """Returns the buildings in the order of the result."""
    scores = scene.game.scores()
    step = (WIDTH - 80) / len(scores)
    unit = (GROUND - HIGHEST) / max(*(score.total for score in scores), 1)
    return [building(scene, score, 40 + step * (place + 0.5), unit) for place, score in enumerate(scores)]


def building(scene: Scene, score: Score, middle: float, unit: float) -> Building:
    """Returns one building; ``unit`` is the height of a point."""
    person = scene.people[score.seat]
    storeys, base = [], float(GROUND)
    for code in SCORE_CODES:
        points = sum(item.points for item in score.row(code))
        if points > 0:
            base -= points * unit
            storeys.append(Storey(code, points, round(base, 1), round(points * unit, 1)))
    place = (round(middle, 1), round(middle - BUILDING / 2, 1), round(base, 1))
    return Building(
        shortened(person.name), person.colour, person.letter, score.rank, score.total, *place, tuple(storeys), SHAPES[person.colour]
    )


def shortened(name: str) -> str:
    """Returns a name that has room below its building."""
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1] + "…"
