"""The paces of tables in words: whether players stay until the end or move over days, and how much time their clocks give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel.units import format_unit

from ...table.value import PACES

if TYPE_CHECKING:
    from ...table.value import Pace
    from ..http.rendering import RequestLocale

UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
"""Units in which times are said, and how many seconds each has."""
LEAST_UNITS = 2
"""A time is said in the largest unit of which it has so many, or else in the unit that divides it."""


@dataclass(frozen=True)
class PaceWords:
    """A pace in forms and on pages: its short ``label`` and a ``sentence`` with its numbers."""

    id: str
    label: str
    sentence: str
    is_live: bool


def clock_paces(locale: RequestLocale) -> list[PaceWords]:
    return [pace_words(pace, locale) for pace in PACES.values()]


def pace_words(pace: Pace, locale: RequestLocale) -> PaceWords:
    language, words = locale.language, locale.words
    numbers = {
        "bank": duration(pace.bank, language),
        "increment": duration(pace.increment, language),
        "cap": duration(pace.cap, language),
    }
    sentence = words.gettext("Everybody has %(bank)s at first, %(increment)s more for each decision, and %(cap)s at most.") % numbers
    return PaceWords(pace.id, pace_label(pace, locale), sentence, not pace.is_over_days)


def pace_label(pace: Pace, locale: RequestLocale) -> str:
    if not pace.is_over_days:
        return locale.words.gettext("%(time)s a decision") % {"time": duration(pace.increment, locale.language)}
    count = round(86_400 / pace.increment)
    return locale.words.ngettext("%(n)s decision a day", "%(n)s decisions a day", count) % {"n": count}


def duration(seconds: float, language: str) -> str:
    """Returns a time in one unit, such as "5 minutes" or "3.4 hours".

    >>> [duration(seconds, "en") for seconds in (30, 120, 86_400 / 7, 86_400, 172_800)]
    ['30 seconds', '2 minutes', '3.4 hours', '1 day', '2 days']
    """
    unit, size = next((unit, size) for unit, size in UNITS if seconds >= LEAST_UNITS * size or (seconds >= size and seconds % size == 0))
    return str(format_unit(round(seconds / size, 1) if seconds % size else seconds // size, f"duration-{unit}", "long", locale=language))
