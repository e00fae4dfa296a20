"""The page of a day: whom to play against, the table of results, and the calendar of days."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from gettext import NullTranslations

from babel.dates import format_date, get_day_names

from groundfloor.daily import FIRST_DAY, OPPONENTS
from groundfloor.results import GameResult
from groundfloor.table.value import PersonMark

from .. import names
from .words import long_date, outcome


@dataclass(frozen=True)
class Opponent:
    """An opponent of the day: what the browser's player has reached, and the address of an unfinished game ("": none)."""

    id: str
    name: str
    level: str
    first: str
    best: str
    unfinished: str


@dataclass(frozen=True)
class RankingLine:
    """A line in a ranking of the day; that of a level of the bots has ``rank`` 0."""

    rank: int
    name: str
    total: int
    is_own: bool
    mark: PersonMark = ""


@dataclass(frozen=True)
class DayRanking:
    """The results against one opponent, with what levels of the bots have reached: the par."""

    name: str
    lines: tuple[RankingLine, ...]

    @property
    def has_par(self) -> bool:
        return not all(line.rank for line in self.lines)


@dataclass(frozen=True)
class CalendarDay:
    """A day of the calendar. ``address`` is "" for a day that can't be played; ``best`` is the player's best prestige, "" for none."""

    number: int
    title: str
    address: str
    best: str
    is_shown: bool


@dataclass(frozen=True)
class Month:
    """A month: its name, the names of the days of the week, its weeks (None: a day of another month), and its neighbours' addresses."""

    title: str
    weekdays: tuple[tuple[str, str], ...]
    weeks: tuple[tuple[CalendarDay | None, ...], ...]
    before: str
    after: str


def day_address(day: date) -> str:
    return f"/day/{day.isoformat()}"


def opponents(results: Sequence[GameResult], unfinished: dict[str, str], translations: NullTranslations) -> list[Opponent]:
    """Returns the opponents; ``results`` are the player's of this day, ``unfinished`` addresses of unfinished games by opponent."""
    rows = []
    for id in OPPONENTS:
        own = [result for result in results if result.automas == (id,)]
        level = names.full("level", names.LEVEL_OF[id], translations)
        rows.append(
            Opponent(
                id,
                names.full("automa", id, translations),
                level,
                first_words(own, translations),
                best_words(own, translations),
                unfinished.get(id, ""),
            )
        )
    return rows


def first_words(own: Sequence[GameResult], translations: NullTranslations) -> str:
    """Returns the sentence about the first attempt, "" if it is not finished."""
    first = next((result for result in own if result.attempt == 1), None)
    if first is None:
        return ""
    return translations.gettext("First attempt: %(total)s prestige, %(outcome)s.") % {
        "total": first.total,
        "outcome": outcome(first, translations),
    }


def best_words(own: Sequence[GameResult], translations: NullTranslations) -> str:
    """Returns the sentence about the best of several games, "" for one or none."""
    if len(own) < 2:
        return ""
    facts = {"total": max(result.total for result in own), "count": len(own)}
    return translations.gettext("Best of %(count)s games: %(total)s prestige.") % facts


def day_rankings(
    rows: Sequence[tuple[str, str, int, bool, PersonMark]], pars: Sequence[tuple[str, str, int]], translations: NullTranslations
) -> list[DayRanking]:
    """Returns the rankings of the day, by opponent.

    ``rows`` are opponent, name, prestige, whether it is the player's, and their mark, ``pars`` opponent, level and prestige of levels of the bots, both the best first.
    """
    rankings = []
    for id in reversed(OPPONENTS):
        own = [row for row in rows if row[0] == id]
        lines = [RankingLine(1 + sum(other[2] > total for other in own), name, total, is_own, mark) for _, name, total, is_own, mark in own]
        lines += [RankingLine(0, names.full("bot", level, translations), total, False) for opponent, level, total in pars if opponent == id]
        if lines:
            rankings.append(DayRanking(names.full("automa", id, translations), tuple(sorted(lines, key=lambda line: -line.total))))
    return rankings


def beaten_levels(total: int, opponent: str, pars: Sequence[tuple[str, str, int]]) -> tuple[int, int]:
    """Returns how many levels of the bots have reached less than a total against an opponent, and how many have played there."""
    reached = [par for other, _, par in pars if other == opponent]
    return sum(par < total for par in reached), len(reached)


def month_of(day: date, today: date, results: Sequence[GameResult], language: str) -> Month:
    best: dict[str, int] = {}
    for result in results:
        best[result.day] = max(best.get(result.day, result.total), result.total)
    first = day.replace(day=1)
    after = (first + timedelta(32)).replace(day=1)
    weeks = [
        tuple(calendar_day(shown, day, today, best, language) if shown.month == day.month else None for shown in week)
        for week in Calendar().monthdatescalendar(day.year, day.month)
    ]
    short, whole = (get_day_names(width, "stand-alone", locale=language) for width in ("abbreviated", "wide"))
    return Month(
        format_date(day, "LLLL y", locale=language),
        tuple((short[number], whole[number]) for number in range(7)),
        tuple(weeks),
        day_address(first - timedelta(1)) if first > FIRST_DAY else "",
        day_address(min(after, today)) if after <= today else "",
    )


def calendar_day(day: date, shown: date, today: date, best: dict[str, int], language: str) -> CalendarDay:
    total = best.get(day.isoformat())
    address = day_address(day) if FIRST_DAY <= day <= today else ""
    return CalendarDay(day.day, long_date(day, language), address, "" if total is None else str(total), day == shown)
