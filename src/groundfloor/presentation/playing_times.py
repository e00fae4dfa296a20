"""When somebody plays at tables over days, in words: hours of the day and holidays."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_interval

from groundfloor.table.hours import is_whole_day

if TYPE_CHECKING:
    from gettext import NullTranslations

    from groundfloor.table.hours import Holiday, Hours


def time_of(minute: int) -> str:
    """Returns a minute of the day, such as "09:30"."""
    return f"{minute // 60:02}:{minute % 60:02}"


def hours_text(hours: Hours, translations: NullTranslations) -> str:
    """Returns hours of the day in words, such as "09:00 to 22:00, Europe/Berlin"."""
    zone = hours.time_zone.replace("_", " ")
    if is_whole_day(hours):
        return translations.gettext("at any time of the day, %(zone)s") % {"zone": zone}
    return translations.gettext("%(begin)s to %(end)s, %(zone)s") % {
        "begin": time_of(hours.begins),
        "end": time_of(hours.ends),
        "zone": zone,
    }


def holiday_text(holiday: Holiday, language: str) -> str:
    first, last = date.fromisoformat(holiday.first), date.fromisoformat(holiday.last)
    if first == last:
        return str(format_date(first, "medium", locale=language))
    return str(format_interval(first, last, "yMMMd", locale=language))


def away_text(holiday: Holiday, translations: NullTranslations, language: str) -> str:
    """Returns of a holiday that is on until when it lasts, in words."""
    return translations.gettext("on holiday until %(day)s") % {
        "day": format_date(date.fromisoformat(holiday.last), "medium", locale=language)
    }


def plays_text(hours: Hours, translations: NullTranslations) -> str:
    return translations.gettext("plays %(hours)s") % {"hours": hours_text(hours, translations)}


def local_time_text(hours: Hours, at: str, translations: NullTranslations) -> str:
    """Returns what time of the day it is in somebody's time zone, in words."""
    return translations.gettext("now %(time)s there") % {
        "time": f"{datetime.fromisoformat(at).astimezone(ZoneInfo(hours.time_zone)):%H:%M}"
    }
