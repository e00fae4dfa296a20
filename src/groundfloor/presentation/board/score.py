"""The score sheet: one column a player, one row a kind of prestige, each with the sum behind it; prospective or final."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from itertools import groupby

from groundfloor.engine.game import Game
from groundfloor.engine.kinds import ScoreCode
from groundfloor.engine.phases.scoring import SCORE_CODES, Score
from groundfloor.engine.record import CANCEL

from .. import names
from ..bidi import isolated
from ..view import TableView
from .people import Person, ordinal, people_by_popularity, places_at_the_end


@dataclass(frozen=True)
class ScorePart:
    """One thing that counts, in words, and its points."""

    words: str
    points: int


@dataclass(frozen=True)
class Cell:
    """Points of one player in one row, and what they are made of."""

    points: int
    parts: list[ScorePart]


@dataclass(frozen=True)
class ScoreRow:
    code: str
    title: str
    cells: list[Cell]

    @property
    def has_sums(self) -> bool:
        return any(cell.parts for cell in self.cells)


@dataclass(frozen=True)
class Sheet:
    """The whole sheet; ``ranks`` and ``totals`` run with ``people``, who stand in popularity order; ``remodels_at_end`` says
    what is counted that is still to happen."""

    people: list[Person]
    rows: list[ScoreRow]
    totals: list[int]
    ranks: list[str]
    is_final: bool
    order: str
    ties: list[str]
    remodels_at_end: str = ""

    @property
    def columns(self) -> int:
        """Returns how many columns the table has, the titles included."""
        return len(self.people) + 1


def sheet(view: TableView) -> Sheet:
    persons = people_by_popularity(view)
    scores = {score.seat: score for score in view.game.scores()}
    columns = [scores[person.seat] for person in persons]
    ranks = {place.person.seat: place.rank for place in places_at_the_end(view)}
    rows = [ScoreRow(code, row_title(view, code), [cell(view, code, score) for score in columns]) for code in SCORE_CODES]
    return Sheet(
        people=persons,
        rows=rows,
        totals=[score.total for score in columns],
        ranks=[ordinal(view, ranks[score.seat]) for score in columns],
        is_final=view.game.is_over and view.moment.ending != CANCEL,
        order=", ".join(person.name for person in persons),
        ties=ties(view, persons),
        remodels_at_end=remodels_at_end(view),
    )


def row_title(view: TableView, code: ScoreCode) -> str:
    sets = view._("Sets of %(money)s money + %(info)s info")
    rules = view.game.ruleset
    return source_title(code, sets % {"money": rules.set_money, "info": rules.set_info}, view.translations)


def source_title(code: ScoreCode, sets: str, translations: NullTranslations) -> str:
    """Returns the name of a source of prestige; ``sets`` is that of the sets, which is not everywhere the same."""
    _ = translations.gettext
    titles: dict[ScoreCode, str] = {
        "room": _("Remodeled rooms"),
        "tenant": _("Tenant improvements"),
        "floor": _("Floors"),
        "achievement": _("Achievements"),
        "sets": sets,
    }
    return titles[code]


def remodels_at_end(view: TableView) -> str:
    """Returns the remodels that the ruleset does by itself at the end (``RULES 9.1.2``)."""
    game = view.game
    then = game.ruleset.ending.projected_end(game)
    done = []
    for person in people_by_popularity(view):
        rooms = zip(game._state.players[person.seat].remodeled, then._state.players[person.seat].remodeled, strict=True)
        new = [
            names.full("room", game.ruleset.rooms[room].id, view.translations)
            for room, (was, comes) in enumerate(rooms)
            if comes and not was
        ]
        if new:
            done.append(f"{person.name}: {', '.join(new)}")
    return view._("Counts the remodels that can still be paid for at the end. %(rooms)s.", rooms="; ".join(done)) if done else ""


def ties(view: TableView, persons: list[Person]) -> list[str]:
    """Returns who is ahead of whom only by popularity, in words (``RULES 5.2``)."""
    by_seat = {person.seat: person for person in persons}
    sentences = []
    for total, scores in groupby(view.game.scores(), key=lambda score: score.total):
        level = [by_seat[score.seat] for score in scores]
        if len(level) > 2:
            people = names.join_list([f"{person.name} ({person.place})" for person in level], view.translations)
            sentences.append(
                view._("%(people)s all have %(total)s; they are ranked by popularity, in this order.", people=people, total=total)
            )
        elif len(level) == 2:
            one, two = level
            sentence = view._(
                "%(name)s and %(other)s both have %(total)s; %(name)s is ahead as the more popular (%(place)s before %(after)s)."
            )
            sentences.append(sentence % {"name": one.name, "other": two.name, "total": total, "place": one.place, "after": two.place})
    return sentences


def tie_for_first(game: Game, translations: NullTranslations) -> str:
    """Returns who is level at the top and why one of them wins; "" if nobody is level with the winner (``RULES 5.2``)."""
    scores = game.scores()
    level = [isolated(game.seats[score.seat].name) for score in scores if score.total == scores[0].total]
    if len(level) < 2:
        return ""
    if len(level) == 2:
        return translations.gettext("%(name)s and %(other)s are tied; %(name)s is more popular.") % {"name": level[0], "other": level[1]}
    facts = {"people": names.join_list(level, translations), "name": level[0]}
    return translations.gettext("%(people)s are tied; %(name)s is the most popular of them.") % facts


def cell(view: TableView, code: ScoreCode, score: Score) -> Cell:
    items = score.row(code)
    parts = [ScorePart(words(view, code, item.what, item.count), item.points) for item in items]
    return Cell(sum(item.points for item in items), parts)


def words(view: TableView, code: ScoreCode, what: str, count: int) -> str:
    """Returns a thing that counts; of an achievement also how many things it counts (-1: as many as it can)."""
    if code == "sets":
        return view.plural("%(n)s set", "%(n)s sets", count)
    name = names.full("room" if code == "room" else names.tile_group(what), what, view.translations)
    if code != "achievement":
        return name
    return view._("%(name)s, at its maximum", name=name) if count < 0 else view._("%(name)s, counts %(n)s", name=name, n=count)
