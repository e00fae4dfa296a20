"""Words of results: dates, numbers, opponents, outcomes."""

from __future__ import annotations

from datetime import date, datetime
from gettext import NullTranslations

from babel.dates import format_date
from babel.numbers import format_decimal

from groundfloor.presentation import names
from groundfloor.results import GameResult


def long_date(day: date, language: str) -> str:
    """Returns a date in words, such as ``November 22, 2026``."""
    return format_date(day, "long", locale=language)


def date_of(finished: str, language: str) -> str:
    """Returns the date of a time of the store, in words."""
    return long_date(datetime.fromisoformat(finished).date(), language)


def decimal(number: float, language: str) -> str:
    """Returns a number with one digit behind the point."""
    return format_decimal(number, "#,##0.0", locale=language)


def opponent_words(opponent: str, words: NullTranslations) -> str:
    """Returns whom a game was played against, by ``GameResult.opponent``."""
    people = words.gettext("other people")
    groups = {part: "automa" if part in names.AUTOMAS else "bot" for part in opponent.split("+")}
    parts = [people if part == "people" else names.full(group, part, words) for part, group in groups.items()]
    return words.gettext(" and ").join(parts)


def outcome(result: GameResult, words: NullTranslations) -> str:
    margin = result.margin
    if result.is_won and margin:
        return words.gettext("won by %(points)s") % {"points": margin}
    if result.is_won:
        return words.gettext("won a tie")
    if not margin:
        return words.gettext("lost a tie")
    return words.gettext("%(points)s behind") % {"points": -margin}
