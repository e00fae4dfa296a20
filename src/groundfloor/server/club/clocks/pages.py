"""When somebody plays at tables over days, for pages and for the API: hours of the day and holidays."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from babel.dates import format_date, format_interval

from ....table.errors import BadAvailability
from ....table.hours import (
    HOLIDAYS,
    coming_holidays,
    days_left,
    is_whole_day,
    planned_hours,
    today,
    with_holiday,
    with_hours,
    with_zone,
    without_holiday,
)
from ....table.value import Hours
from ...http.json_types import Answer, Date, Time, TimeOfDay
from ...http.old_forms import changed_fields
from ...http.request_context import get_context
from ...http.security import browser_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ....table.value import Availability, Holiday
    from ...http.rendering import RequestLocale

TIME = re.compile(r"(\d{1,2}):([0-5]\d)", re.ASCII)
CHANGES = ("hours", "holiday", "end")
"""What can be done: set hours, add a holiday, call one off or end it."""


async def change(request: Request, do: str, given: Mapping[str, str]) -> None:
    """Changes when whoever asks plays. BadAvailability if it is not possible, ChangedMeanwhile if a form of other hours changes the same."""
    context = get_context(request)
    at = context.table_service.now()

    def changed(before: Availability, runs_clock: bool) -> Availability:
        if do == "hours":
            now = hours_fields(planned_hours(before, at) or before.hours_at(at))
            chosen = {**now, **changed_fields(given, now)}
            hours = Hours(chosen["time_zone"], minute_of(chosen["from"]), minute_of(chosen["to"]))
            return with_hours(before, hours, at, is_clock_running=runs_clock)
        if do == "holiday":
            before = with_zone(before, given.get("time_zone", ""), at)
            return with_holiday(before, given.get("first", ""), given.get("last", ""), at, is_clock_running=runs_clock)
        if do == "end":
            return without_holiday(before, given.get("first", ""), at)
        raise BadAvailability("do is one of: %(known)s.", known=", ".join(CHANGES))

    await context.write(context.store.change_availability, browser_id(request), at, changed)


async def note_zone(request: Request, time_zone: str) -> None:
    """Stores the time zone of the browser of whoever asks, if they have said none yet and it is a known one."""
    context = get_context(request)
    at = context.table_service.now()
    if time_zone and not (await context.read(context.store.availability_of, browser_id(request))).hours:
        await context.write(
            context.store.change_availability, browser_id(request), at, lambda before, _runs: with_zone(before, time_zone, at)
        )


def minute_of(text: str) -> int:
    """Returns which minute of the day a time such as "09:30" is; BadAvailability if it is none."""
    match = TIME.fullmatch(text.strip())
    if match is None:
        raise BadAvailability("A time of the day looks like 09:30.")
    return int(match[1]) * 60 + int(match[2])


def time_of(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


class PlannedHours(Answer, frozen=True, rename={"from_": "from"}):
    time_zone: str
    from_: TimeOfDay
    to: TimeOfDay
    since: Time


class Holidays(Answer, frozen=True):
    first: Date
    last: Date


class PlayingTimes(Answer, frozen=True, rename={"from_": "from"}):
    """When somebody plays at tables over days; `planned` are hours that count later, and `days_left` says how many days of holiday this year and the next one have."""

    time_zone: str
    from_: TimeOfDay
    to: TimeOfDay
    planned: PlannedHours | None
    holidays: list[Holidays]
    days_left: dict[str, int]


def playing_times_of(availability: Availability, at: str) -> PlayingTimes:
    """Returns when somebody plays."""
    now, planned, year = availability.hours_at(at), planned_hours(availability, at), today(availability, at).year
    return PlayingTimes(
        time_zone=now.time_zone,
        from_=time_of(now.begins),
        to=time_of(now.ends),
        planned=None
        if planned is None
        else PlannedHours(time_zone=planned.time_zone, from_=time_of(planned.begins), to=time_of(planned.ends), since=planned.since),
        holidays=[Holidays(first=holiday.first, last=holiday.last) for holiday in coming_holidays(availability, at)],
        days_left={str(counted): days_left(availability, counted) for counted in (year, year + 1)},
    )


def hours_fields(hours: Hours) -> dict[str, str]:
    """Returns hours of the day as a form sends them."""
    return {"time_zone": hours.time_zone, "from": time_of(hours.begins), "to": time_of(hours.ends)}


def hours_text(hours: Hours, locale: RequestLocale) -> str:
    """Returns hours of the day in words, such as "09:00 to 22:00, Europe/Berlin"."""
    zone = hours.time_zone.replace("_", " ")
    if is_whole_day(hours):
        return locale.words.gettext("at any time of the day, %(zone)s") % {"zone": zone}
    times = {"begin": time_of(hours.begins), "end": time_of(hours.ends), "zone": zone}
    return locale.words.gettext("%(begin)s to %(end)s, %(zone)s") % times


def holiday_text(holiday: Holiday, locale: RequestLocale) -> str:
    first, last = date.fromisoformat(holiday.first), date.fromisoformat(holiday.last)
    if first == last:
        return str(format_date(first, "medium", locale=locale.language))
    return str(format_interval(first, last, "yMMMd", locale=locale.language))


@dataclass(frozen=True)
class PlayingTimesText:
    """When somebody plays, in words: hours, the holiday that is on or comes next ("": none), and what is left of the days of holiday."""

    hours: str
    holiday: str
    is_away: bool
    days_left: str


def playing_times(availability: Availability, at: str, locale: RequestLocale) -> PlayingTimesText:
    coming = coming_holidays(availability, at)
    return PlayingTimesText(
        hours_text(availability.hours_at(at), locale),
        holiday_text(coming[0], locale) if coming else "",
        bool(coming) and coming[0].begins <= at,
        left_text(availability, today(availability, at).year, locale),
    )


def left_text(availability: Availability, year: int, locale: RequestLocale) -> str:
    """Returns how many days of holiday are left in a year, in words."""
    left = days_left(availability, year)
    sentence = locale.words.ngettext(
        "%(left)s of %(most)s day of holiday left in %(year)s", "%(left)s of %(most)s days of holiday left in %(year)s", left
    )
    return sentence % {"left": left, "most": HOLIDAYS, "year": year}
