"""Turning points in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

from groundfloor.engine.game import Game
from groundfloor.engine.kinds import ScoreCode
from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.presentation import names
from groundfloor.presentation.bidi import isolated
from groundfloor.presentation.board.score import source_title
from groundfloor.presentation.log.event_formatter import SentenceFormatter
from groundfloor.translatable import _, plural

from .turning_points import Kind, TurningPoint


class PointFormatter(SentenceFormatter):
    def __init__(self, point: TurningPoint, game: Game, words: NullTranslations) -> None:
        other = int(point.facts.get("other", -1))
        people = {"name": isolated(game.seats[point.seat].name), "other": isolated(game.seats[other].name) if other >= 0 else ""}
        super().__init__({**point.facts, **people, "round": point.round}, words)
        self.point = point

    @property
    def is_again(self) -> bool:
        """Whether another point of the same kind stands before it, so that its sentence says "too"."""
        return bool(self.number("again"))

    def number(self, fact: str) -> int:
        return int(self.point.facts.get(fact, 0))


def sentence(point: TurningPoint, game: Game, words: NullTranslations) -> str:
    said = PointFormatter(point, game, words)
    if point.kind == "tie":
        level = [isolated(game.seats[score.seat].name) for score in game.scores() if score.total == said.number("total")]
        if len(level) > 2:
            return said._("%(people)s all ended with %(total)s; only popularity put %(name)s ahead.", people=names.join_list(level, words))
    if point.kind in PLAIN:
        return said._(PLAIN[point.kind])
    if point.kind in COUNTED:
        one, many = COUNTED[point.kind][said.is_again]
        return said.plural(one, many, said.number("count"))
    return computed_sentence(said)


def computed_sentence(said: PointFormatter) -> str:
    """Returns the sentence of a point where it depends on the facts."""
    match said.point.kind:
        case "decisive_source":
            code = next(each for each in SCORE_CODES if each == said.point.facts["source"])
            return said._(
                "%(name)s won, %(points)s ahead of %(other)s. What decided it: %(source)s, %(own)s against %(others)s.",
                points=said.counted("point", said.number("margin")),
                source=source_name(code, said.words),
            )
        case "lead" if not said.facts["other"]:
            return said._("%(name)s was ahead from the first round to the end.")
        case "lead" if said.number("is_end"):
            return said._("%(other)s was level or ahead until the last round; %(name)s came to the front only in round %(round)s.")
        case "lead":
            return said._("%(name)s passed %(other)s in round %(round)s and stayed ahead to the end.")
        case "best_round":
            gain = said.counted("point", said.number("points"))
            return said._("No round brought anybody more than round %(round)s brought %(name)s: %(gain)s.", gain=gain)
        case "unspent":
            left = said.counted(str(said.point.facts["what"]), said.number("number"))
            if said.is_again:
                return said._("%(name)s was left with %(left)s too.", left=left)
            return said._("%(name)s ended with %(left)s unspent, which counted for nothing.", left=left)
        case "first_floor" if not said.facts["other"]:
            return said._("Only %(name)s built a floor: the first one came in round %(round)s.")
        case "first_floor" if said.number("other_round") == said.point.round:
            return said._("The first floor came in round %(round)s: %(name)s built it, and %(other)s followed in the same round.")
        case "first_floor":
            return said._(
                "The first floor came in round %(round)s: %(name)s built it; the next to build was %(other)s in round %(other_round)s."
            )
        case "no_floor":
            return said._("%(name)s built no floor either.") if said.is_again else said._("%(name)s built no floor in the whole game.")
        case "lost_consumers":
            return said.plural(
                "%(name)s lost %(n)s consumer to %(other)s in round %(round)s; %(products)s stayed unsold at prices up to %(price)s.",
                "%(name)s lost %(n)s consumers to %(other)s in round %(round)s; %(products)s stayed unsold at prices up to %(price)s.",
                said.number("consumers"),
                products=said.counted("product", said.number("products")),
            )
        case "best_sales":
            count = said.counted("consumer", said.number("count"))
            return said._("The best sale was made by %(name)s in round %(round)s: %(count)s, %(money)s money.", count=count)
    return said._(
        "No achievement was worth more than %(tile)s of %(name)s, which came in round %(round)s: %(worth)s.",
        tile=said.tile_name(str(said.point.facts["tile"])),
        worth=said.counted("point", said.number("points")),
    )


def source_name(code: ScoreCode, words: NullTranslations) -> str:
    return source_title(code, words.gettext("Sets of money and info"), words)


PLAIN: Mapping[Kind, str] = {
    "most_popular": _("%(name)s was the most popular after %(count)s of %(rounds)s rounds."),
    "stock_sales": _("The stock exchange paid best in round %(round)s: %(money)s money for %(name)s."),
    "tie": _("%(name)s and %(other)s both ended with %(total)s; only popularity put %(name)s ahead."),
}
COUNTED: Mapping[Kind, tuple[tuple[str, str], tuple[str, str]]] = {
    "cancelled_meetings": (
        plural(
            "%(name)s waited for %(n)s meeting that did not take place, in round %(round)s.",
            "%(name)s waited for %(n)s meetings that did not take place, first in round %(round)s.",
        ),
        plural(
            "%(name)s waited in vain too, for %(n)s meeting in round %(round)s.",
            "%(name)s waited in vain too, for %(n)s meetings, first in round %(round)s.",
        ),
    ),
    "fired": (
        plural(
            "%(name)s fired %(n)s employee, in round %(round)s.",
            "%(name)s fired %(n)s employees, the first in round %(round)s.",
        ),
        plural(
            "%(name)s parted with %(n)s employee too, in round %(round)s.",
            "%(name)s parted with %(n)s employees too, the first in round %(round)s.",
        ),
    ),
    "liquidated": (
        plural(
            "%(n)s product of %(name)s was liquidated, in round %(round)s.",
            "%(n)s products of %(name)s were liquidated, the first in round %(round)s.",
        ),
        plural(
            "%(name)s saw %(n)s product liquidated too, in round %(round)s.",
            "%(name)s saw %(n)s products liquidated too, the first in round %(round)s.",
        ),
    ),
    "unused_time": (
        plural(
            "%(name)s could not use %(n)s time marker, in round %(round)s.",
            "%(name)s could not use %(n)s time markers, first in round %(round)s.",
        ),
        plural(
            "%(name)s had no use for %(n)s time marker either, in round %(round)s.",
            "%(name)s had no use for %(n)s time markers either, first in round %(round)s.",
        ),
    ),
}
"""The sentences of things that are counted, and those for a further point of the same kind."""
