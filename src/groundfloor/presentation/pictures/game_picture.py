"""The picture of a result to share: everybody's prestige as a building."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from groundfloor.engine.phases.scoring import SCORE_CODES, Score

from .. import names
from ..after_game.turning_point_text import source_name
from ..board.people import places_at_the_end
from .markers import SHAPES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations

    from markupsafe import Markup

    from groundfloor.engine.kinds import ScoreCode

    from ..board.people import Place
    from ..view import TableView

WIDTH, HEIGHT = 1200, 630
GROUND, HIGHEST = 490, 220
"""The ground line, and the roof of the highest building."""
LETTER_WIDTH = 10
"""Pixels that a letter below a building takes, the widest names included."""
TITLE_LETTERS = 32
BUILDING = 120
TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)


@dataclass(frozen=True)
class Storey:
    """The prestige of one source, as a part of a building."""

    source: str
    points: int
    y: float
    height: float


@dataclass(frozen=True)
class ResultBuilding:
    """A player's prestige; ``middle`` is its middle, ``x`` its left wall. ``rank`` is 0 as long as the game goes on."""

    seat: int
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


def game_picture(view: TableView, title: str = "", shown_width: int = WIDTH) -> str:
    """Returns the prestige of all seats as SVG: a building for each, a storey for each source. ``title`` is "NAME wins with TOTAL" if it is not said."""
    game = view.game
    first = places_at_the_end(view)[0]
    name = game.seats[first.person.seat].name
    facts = {"name": shorten(name, TITLE_LETTERS), "total": names.counted("prestige", first.total, view.translations)}
    rules = names.full("ruleset", game.ruleset.name, view.translations)
    rounds = names.counted("round", game._state.round, view.translations)
    return drawing(
        view,
        title or view._("%(name)s wins with %(total)s") % facts,
        f"Ground Floor · {rules} · {rounds}",
        result_buildings(view),
        shown_width,
    )


def drawing(view: TableView, title: str, result: str, buildings: Sequence[ResultBuilding], shown_width: int = WIDTH) -> str:
    """Returns buildings with two lines of words as SVG, as wide as ``shown_width``."""
    return TEMPLATES.get_template("game_picture.svg").render(
        title=title,
        result=result,
        buildings=buildings,
        sources=sources(view.translations),
        shown_width=shown_width,
        width=WIDTH,
        height=HEIGHT,
        ground=GROUND,
        building=BUILDING,
    )


def sources(translations: NullTranslations) -> list[tuple[str, str]]:
    return [(code, source_name(code, translations)) for code in SCORE_CODES]


def result_buildings(view: TableView) -> list[ResultBuilding]:
    scores = {score.seat: score for score in view.game.scores()}
    step = (WIDTH - 80) / len(scores)
    unit = (GROUND - HIGHEST) / max(*(score.total for score in scores.values()), 1)
    return [
        result_building(view, place, scores[place.person.seat], 40 + step * (number + 0.5), unit)
        for number, place in enumerate(places_at_the_end(view))
    ]


def result_building(
    view: TableView, place: Place, score: Score, middle: float, unit: float, codes: Sequence[ScoreCode] = SCORE_CODES
) -> ResultBuilding:
    """Returns one building; ``unit`` is the height of a point, ``codes`` are the sources that it is made of."""
    person = place.person
    storeys, base = [], float(GROUND)
    for code in codes:
        points = sum(item.points for item in score.row(code))
        if points > 0:
            base -= points * unit
            storeys.append(Storey(code, points, round(base, 1), round(points * unit, 1)))
    return ResultBuilding(
        seat=score.seat,
        name=shorten(view.game.seats[score.seat].name, letters_below(len(view.people))),
        colour=person.colour,
        letter=person.letter,
        rank=place.rank,
        total=place.total,
        middle=round(middle, 1),
        x=round(middle - BUILDING / 2, 1),
        roof=round(base, 1),
        storeys=tuple(storeys),
        shape=SHAPES[person.colour],
    )


def letters_below(seats: int) -> int:
    """Returns how many letters of a name have room below each of that many buildings, behind its rank."""
    return (WIDTH - 80) // seats // LETTER_WIDTH - len("1. ") - 1


def shorten(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
