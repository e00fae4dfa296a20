"""Turning points in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

from groundfloor.engine.game import Game
from groundfloor.engine.kinds import ScoreCode
from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.translatable import _, plural

from .. import names
from ..bidi import isolated
from ..board.score import source_title
from ..log.event_formatter import SentenceFormatter
from .game_history import GameHistory
from .turning_points import Kind, TurningPoint


class TurningPointFormatter(SentenceFormatter):
    def __init__(self, point: TurningPoint, game: Game, translations: NullTranslations) -> None:
        other = int(point.facts.get("other", -1))
        people = {"name": isolated(game.seats[point.seat].name), "other": isolated(game.seats[other].name) if other >= 0 else ""}
        super().__init__({**point.facts, **people, "round": point.round}, translations)
        self.point = point

    @property
    def is_again(self) -> bool:
        """Whether it follows another point of the same kind: its sentence then says "too"."""
        return bool(self.number("again"))

    def number(self, fact: str) -> int:
        return int(self.point.facts.get(fact, 0))


def sentence(point: TurningPoint, history: GameHistory, translations: NullTranslations) -> str:
    formatter = TurningPointFormatter(point, history.game, translations)
    if point.kind == "tie":
        level = [
            isolated(history.game.seats[score.seat].name) for score in history.stayed_scores if score.total == formatter.number("total")
        ]
        if len(level) > 2:
            return formatter._(
                "%(people)s all ended with %(total)s; only popularity put %(name)s ahead.", people=names.join_list(level, translations)
            )
    if point.kind in PLAIN:
        return formatter._(PLAIN[point.kind])
    if point.kind in COUNTED:
        one, many = COUNTED[point.kind][formatter.is_again]
        return formatter.plural(one, many, formatter.number("count"))
    return computed_sentence(formatter)


def computed_sentence(formatter: TurningPointFormatter) -> str:
    """Returns the sentence of a point where it depends on the facts."""
    match formatter.point.kind:
        case "decisive_source":
            code = next(known for known in SCORE_CODES if known == formatter.point.facts["source"])
            return formatter._(
                "%(name)s won, %(points)s ahead of %(other)s. What decided it: %(source)s, %(own)s against %(others)s.",
                points=formatter.counted("point", formatter.number("margin")),
                source=source_name(code, formatter.translations),
            )
        case "lead" if not formatter.facts["other"]:
            return formatter._("%(name)s was ahead from the first round to the end.")
        case "lead" if formatter.number("is_end"):
            return formatter._(
                "Before the last round %(other)s was level or ahead; only in round %(round)s did %(name)s come out in front."
            )
        case "lead":
            return formatter._("%(name)s passed %(other)s in round %(round)s and stayed ahead to the end.")
        case "best_round":
            gain = formatter.counted("point", formatter.number("points"))
            return formatter._("No round brought anybody more than round %(round)s brought %(name)s: %(gain)s.", gain=gain)
        case "unspent":
            left = formatter.counted(str(formatter.point.facts["what"]), formatter.number("number"))
            if formatter.is_again:
                return formatter._("%(name)s was left with %(left)s too.", left=left)
            return formatter._("%(name)s ended with %(left)s unspent, which counted for nothing.", left=left)
        case "first_floor" if not formatter.facts["other"]:
            return formatter._("Only %(name)s built a floor: the first one came in round %(round)s.")
        case "first_floor" if formatter.number("other_round") == formatter.point.round:
            return formatter._("The first floor came in round %(round)s: %(name)s built it, and %(other)s followed in the same round.")
        case "first_floor":
            return formatter._(
                "The first floor came in round %(round)s: %(name)s built it; the next to build was %(other)s in round %(other_round)s."
            )
        case "no_floor":
            return (
                formatter._("%(name)s built no floor either.")
                if formatter.is_again
                else formatter._("%(name)s built no floor in the whole game.")
            )
        case "lost_consumers":
            return formatter.plural(
                "%(name)s lost %(n)s consumer to %(other)s in round %(round)s; %(products)s stayed unsold at prices up to %(price)s.",
                "%(name)s lost %(n)s consumers to %(other)s in round %(round)s; %(products)s stayed unsold at prices up to %(price)s.",
                formatter.number("consumers"),
                products=formatter.counted("product", formatter.number("products")),
            )
        case "best_sales":
            count = formatter.counted("consumer", formatter.number("count"))
            return formatter._("The best sale was made by %(name)s in round %(round)s: %(count)s, %(money)s money.", count=count)
    return formatter._(
        "No achievement was worth more than %(tile)s of %(name)s, which came in round %(round)s: %(worth)s.",
        tile=formatter.tile_name(str(formatter.point.facts["tile"])).rpartition(": ")[2],  # in German its name says again what it is
        worth=formatter.counted("point", formatter.number("points")),
    )


def source_name(code: ScoreCode, translations: NullTranslations) -> str:
    return source_title(code, translations.gettext("Sets of money and info"), translations)


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
