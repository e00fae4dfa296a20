"""What the page after a game shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.presentation import names
from groundfloor.presentation.after_game import game_history, turning_points
from groundfloor.presentation.after_game.figures import level_figures, prestige_figures
from groundfloor.presentation.after_game.turning_point_text import sentence, source_name
from groundfloor.presentation.board.company import company
from groundfloor.presentation.board.people import places_at_the_end, ranked

from ..board.markers import MARKERS
from ..png import can_make_png
from .charts import MARKER, line_chart, stack_chart
from .picture import BUILDING, GROUND, HEIGHT, TITLE_LETTERS, WIDTH, buildings, shortened

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.engine.game import Game
    from groundfloor.presentation.after_game import GameHistory
    from groundfloor.presentation.board.company import Company
    from groundfloor.presentation.board.people import Person, Place
    from groundfloor.presentation.board.scene import Scene

    from ...tables import Table


@dataclass(frozen=True)
class Told:
    """A turning point in words, and the moment of the replay that it belongs to."""

    kind: str
    person: Person
    sentence: str
    entry: int
    round: int


@dataclass(frozen=True)
class FinalCompany:
    """A company at the end: its drawing, and what it has, each with its title."""

    company: Company
    place: Place
    facts: list[tuple[str, str]]


def after_facts(table: Table, scene: Scene) -> dict[str, object]:
    """Returns the variables of the template for a finished game."""
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
        "points": told(history, scene),
        "prestige": [stack_chart(figures, most) for figures in prestige],
        "levels": [line_chart(figures) for figures in levels],
        "sources": sources(words),
        "companies": final_companies(scene),
        "rounds": scene.game.state.round,
        "has_png": can_make_png(),
    }


def sources(words: NullTranslations) -> list[tuple[str, str]]:
    """Returns the sources of prestige with their names."""
    return [(code, source_name(code, words)) for code in SCORE_CODES]


def told(history: GameHistory, scene: Scene) -> list[Told]:
    """Returns the turning points in words."""
    return [
        Told(point.kind, scene.people[point.seat], sentence(point, history.game, scene.words), point.entry, point.round)
        for point in turning_points(history)
    ]


def final_companies(scene: Scene) -> list[FinalCompany]:
    """Returns all companies in the order of the result."""
    by_seat = {person.seat: company(scene, person) for person in ranked(scene)}
    return [FinalCompany(by_seat[place.person.seat], place, company_rows(scene, place.person.seat)) for place in places_at_the_end(scene)]


def company_rows(scene: Scene, seat: int) -> list[tuple[str, str]]:
    """Returns what a company has at the end; an Automa has only popularity."""
    _ = scene.words.gettext
    game: Game = scene.game
    player = game.state.players[seat]
    popularity = (_("Popularity"), _("space %(n)s") % {"n": game.state.popularity[seat]})
    if player.deck is not None:
        return [popularity]
    employees = player.ceo_space - 1
    return [
        (_("Money"), str(player.money)),
        (_("Info"), str(player.info)),
        (_("Supply"), str(player.supply)),
        (
            _("Employees"),
            _("%(n)s (%(untrained)s untrained)") % {"n": employees, "untrained": player.untrained} if player.untrained else str(employees),
        ),
        popularity,
    ]


def picture_facts(scene: Scene) -> dict[str, object]:
    """Returns the variables of the picture to share."""
    _ = scene.words.gettext
    game = scene.game
    first = game.scores()[0]
    facts = {"name": shortened(game.seats[first.seat].name, TITLE_LETTERS), "total": names.counted("point", first.total, scene.words)}
    rules = names.full("ruleset", game.ruleset.name, scene.words)
    rounds = names.counted("round", game.state.round, scene.words)
    return {
        "title": _("%(name)s wins with %(total)s") % facts,
        "result": f"Ground Floor · {rules} · {rounds}",
        "buildings": buildings(scene),
        "sources": sources(scene.words),
        "width": WIDTH,
        "height": HEIGHT,
        "ground": GROUND,
        "building": BUILDING,
    }
