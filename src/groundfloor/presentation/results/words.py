"""Words of results: dates, numbers, opponents, outcomes; and a result to show around, which says nothing about any draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from gettext import NullTranslations

from babel.dates import format_date
from babel.numbers import format_decimal

from groundfloor.engine.phases.scoring import SCORE_CODES
from groundfloor.results import GameResult

from .. import names
from ..board.score import source_title

NONE = "–"
"""Stands where a figure would, if no game has one."""


def long_date(day: date, language: str) -> str:
    """Returns a date in words, such as ``November 22, 2026``."""
    return format_date(day, "long", locale=language)


def date_of(at: str, language: str, zone: tzinfo = UTC) -> str:
    """Returns the date of a time of the store in a time zone, in words."""
    return long_date(datetime.fromisoformat(at).astimezone(zone).date(), language)


def decimal(number: float | None, language: str) -> str:
    """Returns a number with one digit behind the point; a dash if there is none."""
    return NONE if number is None else format_decimal(number, "#,##0.0", locale=language)


def whole(number: int | None) -> str:
    """Returns a number; a dash if there is none."""
    return NONE if number is None else str(number)


def opponent_words(opponent: str, translations: NullTranslations) -> str:
    """Returns whom a game was played against, by ``GameResult.opponent``."""
    people = translations.gettext("other people")
    groups = {part: "automa" if part in names.AUTOMAS else "bot" for part in opponent.split("+")}
    parts = [people if part == "people" else names.full(group, part, translations) for part, group in groups.items()]
    return translations.gettext(" and ").join(parts)


def outcome(result: GameResult, translations: NullTranslations) -> str:
    margin = result.margin
    if result.departure:
        return translations.gettext("lost by resigning") if result.departure == "left" else translations.gettext("lost on time")
    if result.is_cut_short:
        return translations.gettext("won, as nobody else has stayed")
    if result.is_won and margin:
        return translations.gettext("won by %(points)s") % {"points": margin}
    if result.is_won:
        return translations.gettext("won a tie")
    if not margin:
        return translations.gettext("lost a tie")
    return translations.gettext("%(points)s behind") % {"points": -margin}


FULL, HALF = "■", "□"
"""A block of the text stands for 2 prestige, an open one for 1."""


@dataclass(frozen=True)
class Source:
    """A row of the score sheet: its title and points."""

    title: str
    points: int


@dataclass(frozen=True)
class SharedResult:
    """What a picture or a text says of a result."""

    title: str
    headline: str
    sources: tuple[Source, ...]
    total: int


def shared_result(result: GameResult, language: str, translations: NullTranslations) -> SharedResult:
    """Returns what may be told of a result without telling any draw: neither specialty nor cards, tiles or rooms by name."""
    facts = {"opponent": opponent_words(result.opponent, translations)}
    if result.day:
        day = long_date(date.fromisoformat(result.day), language)
        title = translations.gettext("City of the day, %(day)s, against %(opponent)s") % {**facts, "day": day}
    else:
        title = translations.gettext("A game against %(opponent)s") % facts
    headline = translations.gettext("%(total)s prestige, %(outcome)s") % {"total": result.total, "outcome": outcome(result, translations)}
    sets = translations.gettext("Money and info")
    sources = tuple(Source(source_title(code, sets, translations), result.sources[code]) for code in SCORE_CODES)
    return SharedResult(title, headline, sources, result.total)


def blocks(points: int) -> str:
    """Returns points as a row of blocks.

    >>> blocks(5), blocks(0)
    ('■■□', '')
    """
    return FULL * (points // 2) + HALF * (points % 2)


def share_text(shared: SharedResult, address: str, par: str) -> str:
    """Returns a result as lines of text to be pasted somewhere; ``address`` is where the same city can be played, ``par`` a sentence ("": left out)."""
    rows = [f"{blocks(source.points)} {source.points} {source.title}".strip() for source in shared.sources if source.points]
    return "\n".join([f"Ground Floor · {shared.title}", shared.headline, *filter(None, [par]), *rows, *filter(None, [address])])


def par_sentence(beaten: int, levels: int, translations: NullTranslations) -> str:
    """Returns how many of the levels of the bots that have played a city of the day have reached less prestige; "" if none has played it."""
    if not levels:
        return ""
    return translations.gettext("Ahead of %(beaten)s of %(levels)s bots %(bar)s") % {
        "beaten": beaten,
        "levels": levels,
        "bar": FULL * beaten + HALF * (levels - beaten),
    }
