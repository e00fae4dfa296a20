"""When somebody plays at tables over days: the hours of their day, and holidays. No store, no HTTP.

Outside these hours the clocks of their seats stand still. While one runs, a change counts from the next day on: nobody escapes a clock that is nearly out. Hours
count for 24 hours at least: nobody stays away for ever by moving from one time zone to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from .errors import BadAvailability

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DAY_MINUTES = 24 * 60
LEAST_HOURS = 8
"""How long somebody's day is at least."""
HOLIDAYS = 28
"""Days of holiday in a calendar year."""
KEPT_DAYS = 60
"""For how long former hours are kept: no clock that has not run out began to run earlier."""
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Hours:
    """Between which minutes of the day somebody plays, in their time zone, and since when that counts; ``begins`` == ``ends`` is the whole day.

    ``ends`` < ``begins``: they end after midnight; ``since`` "": always.
    """

    time_zone: str = "UTC"
    begins: int = 0
    ends: int = 0
    since: str = ""


@dataclass(frozen=True)
class Holiday:
    """Days on which somebody does not play, the ``last`` one included, and from when to when that is: from their midnight, or later on the day on which it was said."""

    first: str
    last: str
    begins: str
    ends: str


@dataclass(frozen=True)
class Availability:
    """When somebody plays: their hours, each of which count until the next ones do, and their holidays, both in their order; without hours it is the whole day."""

    hours: tuple[Hours, ...] = ()
    holidays: tuple[Holiday, ...] = ()

    def hours_at(self, at: str) -> Hours:
        """Returns the hours that count at a time; the whole day in UTC if nothing was said."""
        past = [hours for hours in self.hours if hours.since <= at]
        return past[-1] if past else self.hours[0] if self.hours else Hours()

    def zone_at(self, at: str) -> ZoneInfo:
        """Returns the time zone that counts at a time."""
        return ZoneInfo(self.hours_at(at).time_zone)


@cache
def time_zones() -> tuple[str, ...]:
    """Returns the names of time zones that can be chosen, such as "Europe/Berlin", in their order; UTC is the first."""
    names = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return ("UTC", *sorted(name for name in names if "/" in name and not name.startswith(("Etc/", "US/", "SystemV/"))))


def planned_hours(availability: Availability, at: str) -> Hours | None:
    """Returns the hours that count later, None if the current ones stay."""
    return availability.hours[-1] if availability.hours and availability.hours[-1].since > at else None


def is_whole_day(hours: Hours) -> bool:
    return hours.begins == hours.ends


def today(availability: Availability, at: str) -> date:
    """Returns the date of a time in somebody's time zone."""
    return local_date(availability, at, at)


def local_date(availability: Availability, time: str, at: str) -> date:
    """Returns the date of a time in the time zone that counts for somebody ``at`` another one."""
    return datetime.fromisoformat(time).astimezone(availability.zone_at(at)).date()


def off_intervals(availability: Availability, since: str, until: str) -> list[tuple[str, str]]:
    """Returns when somebody does not play between two times: intervals in their order, which do not touch each other."""
    start, end = datetime.fromisoformat(since), datetime.fromisoformat(until)
    intervals = [(holiday_begin(availability, holiday, start), datetime.fromisoformat(holiday.ends)) for holiday in availability.holidays]
    first = [counted_since(hours.since, hours, start) for hours in availability.hours[:1]]
    changes = [datetime.fromisoformat(hours.since) for hours in availability.hours[1:]]
    for hours, begins, ends in zip(availability.hours, [*first, *changes], [*changes, end], strict=False):
        intervals += nights(hours, max(begins, start), min(ends, end))
    return [(begin.isoformat(timespec="seconds"), end.isoformat(timespec="seconds")) for begin, end in merged(intervals, start, end)]


def counted_since(said: str, hours: Hours, start: datetime) -> datetime:
    """Returns from when on something counts for a clock that has run since ``start``: at once if it was said before ("": always), else from the next day on, in the time zone of ``hours``.

    For people who say it while a clock of theirs runs, the next day is stored already; for guests who say it in another browser, or while the game is not in their list, it is not.
    """
    if not said or datetime.fromisoformat(said) <= start:
        return start
    zone = ZoneInfo(hours.time_zone)
    return local_time(datetime.fromisoformat(said).astimezone(zone).date() + DAY, 0, zone)


def holiday_begin(availability: Availability, holiday: Holiday, start: datetime) -> datetime:
    """Returns when a holiday begins for a clock that has run since ``start``: not before the day after it was said."""
    if holiday.begins == midnight(date.fromisoformat(holiday.first), availability.hours):
        return datetime.fromisoformat(holiday.begins)
    return counted_since(holiday.begins, availability.hours_at(holiday.begins), start)


def nights(hours: Hours, start: datetime, end: datetime) -> Iterable[tuple[datetime, datetime]]:
    """Yields the times outside these hours of the day, from the night that ends last before ``start`` to the first one after ``end``."""
    if is_whole_day(hours) or start >= end:
        return
    zone = ZoneInfo(hours.time_zone)
    day, last = start.astimezone(zone).date() - 2 * DAY, end.astimezone(zone).date() + DAY
    while day <= last:
        evening = local_time(day if hours.begins < hours.ends else day + DAY, hours.ends, zone)
        morning = local_time(day + DAY, hours.begins, zone)
        yield max(evening, start), min(morning, end)
        day += DAY


def merged(intervals: Iterable[tuple[datetime, datetime]], start: datetime, end: datetime) -> list[tuple[datetime, datetime]]:
    """Returns what intervals cover between two times, as intervals that do not touch each other."""
    joined: list[tuple[datetime, datetime]] = []
    for begins, ends in sorted((max(begins, start), min(ends, end)) for begins, ends in intervals):
        if begins >= ends:
            continue
        if joined and begins <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], ends))
        else:
            joined.append((begins, ends))
    return joined


def local_time(day: date, minute: int, zone: ZoneInfo) -> datetime:
    """Returns a minute of a day in a time zone, in UTC; one that the clocks leave out is an hour later."""
    return datetime.combine(day, time(*divmod(minute, 60)), zone).astimezone(UTC)


def with_hours(availability: Availability, hours: Hours, at: str, *, is_clock_running: bool) -> Availability:
    """Returns somebody's availability with other hours, which count at once, or, if a clock of theirs runs, from the next day on and not before the current ones have counted for 24 hours.

    BadAvailability for an unknown time zone, impossible minutes or hours that are too few.
    """
    if hours.time_zone not in time_zones():
        raise BadAvailability("There is no time zone “%(name)s”. Time zones have names such as Europe/Berlin.", name=hours.time_zone[:40])
    length = (hours.ends - hours.begins) % DAY_MINUTES or DAY_MINUTES
    if not (0 <= hours.begins < DAY_MINUTES and 0 <= hours.ends < DAY_MINUTES) or length < LEAST_HOURS * 60:
        raise BadAvailability("Your day has at least %(least)s hours, from a time of the day to another.", least=LEAST_HOURS)
    if not is_clock_running:
        now = (Hours(hours.time_zone, hours.begins, hours.ends, at),)
        return Availability(now, moved(availability.holidays, now, at))
    since = next_change(availability, at)
    past = [hours_set for hours_set in availability.hours if hours_set.since <= at] or [Hours()]
    oldest = (datetime.fromisoformat(at) - KEPT_DAYS * DAY).isoformat(timespec="seconds")
    kept = [hours_set for hours_set, after in zip(past, [*past[1:], None], strict=True) if after is None or after.since > oldest]
    changed = (*kept, Hours(hours.time_zone, hours.begins, hours.ends, since))
    return Availability(changed, moved(availability.holidays, changed, at))


def next_change(availability: Availability, at: str) -> str:
    """Returns when other hours begin to count for somebody whose clock runs."""
    counting, zone, day = availability.hours_at(at), availability.zone_at(at), today(availability, at) + DAY
    least = datetime.fromisoformat(counting.since) + DAY if counting.since else datetime.fromisoformat(at)
    while local_time(day, 0, zone) < least:
        day += DAY
    return local_time(day, 0, zone).isoformat(timespec="seconds")


def with_zone(availability: Availability, time_zone: str, at: str) -> Availability:
    """Returns the availability of somebody who has said no hours yet as that of a time zone (""; unknown); that of others stays."""
    if availability.hours or time_zone not in time_zones():
        return availability
    return with_hours(availability, Hours(time_zone, 0, 0), at, is_clock_running=False)


def moved(holidays: Iterable[Holiday], hours: Sequence[Hours], at: str) -> tuple[Holiday, ...]:
    """Returns holidays with the times of their days by these hours: their days are those of the time zone in force. What has passed stays."""
    return tuple(
        replace(
            holiday,
            begins=holiday.begins if holiday.begins <= at else midnight(date.fromisoformat(holiday.first), hours),
            ends=holiday.ends if holiday.ends <= at else midnight(date.fromisoformat(holiday.last) + DAY, hours),
        )
        for holiday in holidays
    )


def midnight(day: date, hours: Sequence[Hours]) -> str:
    """Returns when a day begins, in the time zone of the hours that count then."""
    begins = [(each, local_time(day, 0, ZoneInfo(each.time_zone)).isoformat(timespec="seconds")) for each in hours or [Hours()]]
    return next((begin for each, begin in reversed(begins) if each.since <= begin), begins[0][1])


def days_of(holidays: Iterable[Holiday], year: int) -> int:
    """Returns how many days of a year are holidays."""
    begin, end = date(year, 1, 1), date(year, 12, 31)
    spans = ((max(date.fromisoformat(each.first), begin), min(date.fromisoformat(each.last), end)) for each in holidays)
    return sum((last - first).days + 1 for first, last in spans if first <= last)


def days_left(availability: Availability, year: int) -> int:
    return max(HOLIDAYS - days_of(availability.holidays, year), 0)


def with_holiday(availability: Availability, first: str, last: str, at: str, *, is_clock_running: bool) -> Availability:
    """Returns somebody's availability with one more holiday, its last day included; BadAvailability if that is not possible.

    It begins on the next day at the earliest, or now if no clock of theirs runs, and ends next year at the latest. Former holidays that no year counts
    any more are left out.
    """
    now = today(availability, at)
    try:
        begin, end = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError:
        raise BadAvailability("A holiday has a first and a last day.") from None
    if end < begin:
        raise BadAvailability("A holiday ends on the day when it begins, or later.")
    if begin < now + (DAY if is_clock_running else timedelta()):
        if is_clock_running and begin == now:
            raise BadAvailability("While a clock of yours runs, a holiday begins tomorrow at the earliest.")
        raise BadAvailability("A holiday can’t begin in the past.")
    if end.year > now.year + 1:
        raise BadAvailability("A holiday ends next year at the latest.")
    kept = tuple(holiday for holiday in availability.holidays if date.fromisoformat(holiday.last).year >= now.year - 1)
    if any(date.fromisoformat(holiday.first) <= end and begin <= date.fromisoformat(holiday.last) for holiday in kept):
        raise BadAvailability("You have a holiday on one of these days already.")
    begins, ends = (midnight(day, availability.hours) for day in (begin, end + DAY))
    new = Holiday(begin.isoformat(), end.isoformat(), max(begins, at), ends)
    for year in range(begin.year, end.year + 1):
        if days_of((*kept, new), year) > HOLIDAYS:
            raise BadAvailability(
                "You have %(most)s days of holiday a year; of %(year)s %(left)s are left.",
                most=HOLIDAYS,
                year=str(year),
                left=str(days_left(availability, year)),
            )
    return Availability(availability.hours, tuple(sorted((*kept, new), key=lambda holiday: holiday.first)))


def without_holiday(availability: Availability, first: str, at: str) -> Availability:
    """Returns somebody's availability after a holiday was called off: one that has not begun no longer counts, another one ends now. BadAvailability if it is over."""
    ended = next((holiday for holiday in availability.holidays if holiday.first == first and holiday.ends > at), None)
    if ended is None:
        raise BadAvailability("There is no such holiday, or it is over.")
    others = tuple(holiday for holiday in availability.holidays if holiday is not ended)
    if ended.begins > at:
        return Availability(availability.hours, others)
    last = max(today(availability, at).isoformat(), ended.first)
    return Availability(
        availability.hours, tuple(sorted((*others, Holiday(ended.first, last, ended.begins, at)), key=lambda holiday: holiday.first))
    )


def coming_holidays(availability: Availability, at: str) -> Sequence[Holiday]:
    """Returns the holidays that are not over, the next one first."""
    return [each for each in availability.holidays if each.ends > at]
