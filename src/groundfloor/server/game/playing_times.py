"""When the people at a table play, for pages and for the API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.presentation.playing_times import holiday_text, hours_text, time_of
from groundfloor.table.hours import HOLIDAYS, coming_holidays, days_left, planned_hours, today

from ..http.json_types import ApiStruct, Date, Time, TimeOfDay
from .storage import availability as stored_availability

if TYPE_CHECKING:
    from groundfloor.table import Table
    from groundfloor.table.hours import Availability

    from ..database.store import Store
    from ..http.rendering import RequestLocale


def playing_people(store: Store, table: Table) -> dict[int, Availability]:
    """Returns when the people at a table with clocks over days play, by seat, as far as they have said so."""
    clocks = table.value.clocks
    if clocks is None or not clocks.pace.is_over_days or table.game.is_over:
        return {}
    people = table.value.human_seats
    return {seat: availability for seat, availability in stored_availability.of_game(store, table.game_id).items() if seat in people}


class PlannedHours(ApiStruct, frozen=True, rename={"from_": "from"}):
    time_zone: str
    from_: TimeOfDay
    to: TimeOfDay
    since: Time


class Holidays(ApiStruct, frozen=True):
    first: Date
    last: Date


class PlayingTimes(ApiStruct, frozen=True, rename={"from_": "from"}):
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


@dataclass(frozen=True)
class PlayingTimesText:
    """When somebody plays, in words: hours, the current or next holiday ("": none), and how many days of holiday are left."""

    hours: str
    holiday: str
    is_away: bool
    days_left: str


def playing_times(availability: Availability, at: str, locale: RequestLocale) -> PlayingTimesText:
    coming = coming_holidays(availability, at)
    return PlayingTimesText(
        hours_text(availability.hours_at(at), locale.translations),
        holiday_text(coming[0], locale.language) if coming else "",
        bool(coming) and coming[0].begins <= at,
        left_text(availability, today(availability, at).year, locale),
    )


def left_text(availability: Availability, year: int, locale: RequestLocale) -> str:
    """Returns how many days of holiday are left in a year, in words."""
    left = days_left(availability, year)
    sentence = locale.translations.ngettext(
        "%(left)s of %(most)s day of holiday left in %(year)s", "%(left)s of %(most)s days of holiday left in %(year)s", left
    )
    return sentence % {"left": left, "most": HOLIDAYS, "year": year}
