"""The paces of tables in words: whether players stay until the end or move over days, and how much time their clocks give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from babel.units import format_unit
from msgspec import Meta

from groundfloor.table.value import OWN_PACES, PACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundfloor.table.value import Pace

    from ...http.rendering import RequestLocale

OWN = "-own"
"""The end of the choice of a custom pace, whose numbers are in fields of their own."""
OWN_FIELDS = {"live": ("pace-minutes", "pace-seconds"), "days": ("pace-days", "pace-hours")}
PaceId = Annotated[
    str,
    Meta(
        description=f"`live` or `days`, which are without clocks; one of {', '.join(f'`{id}`' for id in PACES)}; or a time of one's own, with minutes and seconds a decision, or days and hours a decision.",
        examples=["live-15m+45", "days-5d+12h"],
        max_length=20,
    ),
]
UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
"""Units in which times are said, and how many seconds each has."""
LEAST_UNITS = 2
"""A time is given in the largest unit of which it has so many, or else in the unit that divides it."""


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
    language, translations = locale.language, locale.translations
    numbers = {
        "bank": duration(pace.bank, language),
        "increment": duration(pace.increment, language),
        "cap": duration(pace.cap, language),
    }
    sentence = translations.gettext("Everybody has %(bank)s at first, %(increment)s more for each decision, and %(cap)s at most.") % numbers
    return PaceWords(pace.id, pace_label(pace, locale), sentence, not pace.is_over_days)


def pace_label(pace: Pace, locale: RequestLocale) -> str:
    if pace.id not in PACES:
        times = {"bank": duration(pace.bank, locale.language), "time": duration(pace.increment, locale.language)}
        return locale.translations.gettext("%(bank)s, %(time)s more a decision") % times
    if not pace.is_over_days:
        return locale.translations.gettext("%(time)s a decision") % {"time": duration(pace.increment, locale.language)}
    count = round(86_400 / pace.increment)
    return locale.translations.ngettext("%(n)s decision a day", "%(n)s decisions a day", count) % {"n": count}


def chosen_pace(form: Mapping[str, str], default: str) -> str:
    """Returns the id of the pace that a form chooses; a custom one may be out of bounds, or not a pace at all."""
    chosen = form.get("pace", default)[:20]
    kind = chosen.removesuffix(OWN)
    if chosen == kind or kind not in OWN_PACES:
        return chosen
    return OWN_PACES[kind].form % tuple(form.get(name, "").strip()[:4] for name in OWN_FIELDS[kind])


def own_pace_fields(form: Mapping[str, str]) -> dict[str, str]:
    """Returns how the form shows a custom pace that was chosen by its id; nothing for others."""
    for kind, own in OWN_PACES.items():
        if (match := own.pattern.fullmatch(form.get("pace", ""))) is not None:
            return {"pace": f"{kind}{OWN}", **dict(zip(OWN_FIELDS[kind], match.groups(), strict=True))}
    return {}


def duration(seconds: float, language: str) -> str:
    """Returns a time in one unit, such as "5 minutes" or "3.4 hours".

    >>> [duration(seconds, "en") for seconds in (30, 120, 86_400 / 7, 86_400, 172_800)]
    ['30 seconds', '2 minutes', '3.4 hours', '1 day', '2 days']
    """
    unit, size = next((unit, size) for unit, size in UNITS if seconds >= LEAST_UNITS * size or (seconds >= size and seconds % size == 0))
    return str(format_unit(round(seconds / size, 1) if seconds % size else seconds // size, f"duration-{unit}", "long", locale=language))
