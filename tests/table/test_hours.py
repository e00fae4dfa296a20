"""When somebody plays: which times off that makes, which hours and holidays are possible, and from when on a change counts."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from groundfloor.table.errors import BadAvailability
from groundfloor.table.hours import (
    Availability,
    Holiday,
    Hours,
    coming_holidays,
    days_left,
    off_intervals,
    planned_hours,
    time_zones,
    with_holiday,
    with_hours,
    with_zone,
    without_holiday,
)

NOW = "2030-03-05T21:30:00+00:00"
BERLIN = Hours("Europe/Berlin", 9 * 60, 22 * 60)


def playing(*hours: Hours) -> Availability:
    return Availability(hours or (BERLIN,))


def hours_off(availability: Availability, since: str, until: str) -> float:
    return (
        sum(
            (datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds()
            for begin, end in off_intervals(availability, since, until)
        )
        / 3600
    )


def test_nothing_is_off_for_whoever_has_said_nothing() -> None:
    assert off_intervals(Availability(), NOW, "2031-01-01T00:00:00+00:00") == []


def test_night_is_off_in_the_time_zone() -> None:
    assert off_intervals(playing(), "2030-03-05T12:00:00+00:00", "2030-03-07T02:00:00+00:00") == [
        ("2030-03-05T21:00:00+00:00", "2030-03-06T08:00:00+00:00"),
        ("2030-03-06T21:00:00+00:00", "2030-03-07T02:00:00+00:00"),
    ]


def test_day_may_end_after_midnight() -> None:
    owl = playing(Hours("UTC", 16 * 60, 2 * 60))
    assert off_intervals(owl, "2030-03-05T01:00:00+00:00", "2030-03-05T17:00:00+00:00") == [
        ("2030-03-05T02:00:00+00:00", "2030-03-05T16:00:00+00:00")
    ]


def test_clocks_that_change_make_a_night_shorter_or_longer() -> None:
    assert off_intervals(playing(), "2030-03-30T12:00:00+00:00", "2030-03-31T12:00:00+00:00") == [
        ("2030-03-30T21:00:00+00:00", "2030-03-31T07:00:00+00:00")
    ]
    assert hours_off(playing(), "2030-10-26T12:00:00+00:00", "2030-10-27T12:00:00+00:00") == 12


def test_holiday_and_nights_are_one_interval() -> None:
    off = with_holiday(playing(), "2030-03-07", "2030-03-08", NOW, is_clock_running=False)
    assert off_intervals(off, "2030-03-06T12:00:00+00:00", "2030-03-10T12:00:00+00:00") == [
        ("2030-03-06T21:00:00+00:00", "2030-03-09T08:00:00+00:00"),
        ("2030-03-09T21:00:00+00:00", "2030-03-10T08:00:00+00:00"),
    ]


def test_intervals_cover_exactly_the_minutes_that_are_off() -> None:
    random = Random(7)
    for _ in range(30):
        begins = random.randrange(1440)
        hours = Hours(random.choice(time_zones()), begins, (begins + random.randrange(480, 1440)) % 1440)
        start = datetime.fromisoformat("2030-01-01T00:00:00+00:00") + timedelta(minutes=random.randrange(500_000))
        end = start + timedelta(minutes=random.randrange(1, 6_000))
        found = off_intervals(Availability((hours,)), start.isoformat(), end.isoformat())
        assert all(one[1] < other[0] for one, other in zip(found, found[1:], strict=False))
        assert all(start.isoformat() <= one[0] < one[1] <= end.isoformat() for one in found)
        for each, other in found:
            middle = datetime.fromisoformat(each) + (datetime.fromisoformat(other) - datetime.fromisoformat(each)) / 2
            assert is_off(hours, middle)


def is_off(hours: Hours, at: datetime) -> bool:
    from zoneinfo import ZoneInfo

    local = at.astimezone(ZoneInfo(hours.time_zone))
    minute = local.hour * 60 + local.minute
    return not ((minute - hours.begins) % 1440 < ((hours.ends - hours.begins) % 1440 or 1440))


def test_other_hours_count_at_once_unless_a_clock_runs() -> None:
    found = with_hours(playing(), Hours("UTC", 0, 0), NOW, is_clock_running=False)
    assert found.hours_at(NOW) == Hours("UTC", 0, 0, NOW) and planned_hours(found, NOW) is None and len(found.hours) == 1


def test_hours_said_while_a_clock_ran_that_was_not_known_to_be_theirs_count_for_it_from_the_next_day() -> None:
    """As of a guest who has taken the game off their list, or comes with another browser; never for the time that has passed."""
    found = with_hours(Availability(), BERLIN, NOW, is_clock_running=False)
    before, after = "2030-03-04T12:00:00+00:00", "2030-03-06T12:00:00+00:00"
    assert off_intervals(found, before, after) == [("2030-03-05T23:00:00+00:00", "2030-03-06T08:00:00+00:00")]
    assert off_intervals(found, NOW, after) == [(NOW, "2030-03-06T08:00:00+00:00")], "at once for a clock that begins later"


def test_holiday_of_today_counts_from_now_on_or_for_a_clock_that_ran_before_from_tomorrow() -> None:
    found = with_holiday(Availability(), "2030-03-05", "2030-03-06", NOW, is_clock_running=False)
    before, after = "2030-03-04T12:00:00+00:00", "2030-03-06T12:00:00+00:00"
    assert off_intervals(found, before, after) == [("2030-03-06T00:00:00+00:00", after)]
    assert off_intervals(found, NOW, after) == [(NOW, after)]
    planned = with_holiday(Availability(), "2030-03-06", "2030-03-06", NOW, is_clock_running=True)
    assert off_intervals(planned, before, after) == [("2030-03-06T00:00:00+00:00", after)]


def test_other_hours_count_from_the_next_day_while_a_clock_runs() -> None:
    early = with_hours(playing(), Hours("UTC", 0, 480), NOW, is_clock_running=True)
    assert early.hours_at(NOW) == BERLIN
    assert planned_hours(early, NOW) == Hours("UTC", 0, 480, "2030-03-05T23:00:00+00:00"), "midnight in Berlin"
    again = with_hours(early, Hours("UTC", 60, 600), NOW, is_clock_running=True)
    assert [hours.begins for hours in again.hours] == [540, 60], "what was planned is replaced"
    assert off_intervals(again, "2030-03-05T20:00:00+00:00", "2030-03-06T12:00:00+00:00") == [
        ("2030-03-05T21:00:00+00:00", "2030-03-06T01:00:00+00:00"),
        ("2030-03-06T10:00:00+00:00", "2030-03-06T12:00:00+00:00"),
    ]


def test_first_hours_of_somebody_whose_clock_runs_count_from_the_next_day() -> None:
    found = with_hours(Availability(), BERLIN, NOW, is_clock_running=True)
    assert hours_off(found, "2030-03-01T00:00:00+00:00", NOW) == 0 and planned_hours(found, NOW) is not None


def test_nobody_stays_away_for_ever_by_changing_the_time_zone_again_and_again() -> None:
    """As soon as other hours count, others are planned: in a zone where the next day begins an hour before those of now would, and their first hour is 16 hours later."""
    found, at, end = playing(Hours("UTC", 0, 480)), datetime.fromisoformat(NOW), datetime.fromisoformat(NOW) + timedelta(days=20)
    while at < end:
        counts = next_midnight(found, at)
        zone = next(name for name in time_zones() if counts.astimezone(ZoneInfo(name)).hour == 9 and counts.minute == 0)
        found = with_hours(found, Hours(zone, 60, 540), at.isoformat(), is_clock_running=True)
        planned = planned_hours(found, at.isoformat())
        assert planned is not None
        at = datetime.fromisoformat(planned.since)
    played = 20 * 24 - hours_off(found, NOW, end.isoformat())
    assert played >= 20 * 24 / 48 * 8, "eight hours in two days at least"


def next_midnight(availability: Availability, at: datetime) -> datetime:
    """Returns when the next day begins in the time zone in force."""
    zone = availability.zone_at(at.isoformat())
    return datetime.combine(at.astimezone(zone).date() + timedelta(days=1), time(), zone).astimezone(UTC)


def test_changing_hours_every_day_keeps_two_months_of_them() -> None:
    found, at = Availability(), datetime.fromisoformat(NOW)
    for number in range(100):
        found = with_hours(found, Hours("UTC", number, number + 600), at.isoformat(), is_clock_running=True)
        at += timedelta(days=1)
    assert 60 <= len(found.hours) <= 63


@pytest.mark.parametrize(
    "hours", [Hours("Europe/Bonn"), Hours("UTC", 0, 479), Hours("UTC", 1440, 600), Hours("UTC", -1, 900), Hours("UTC", 1200, 239)]
)
def test_impossible_hours_are_refused(hours: Hours) -> None:
    with pytest.raises(BadAvailability):
        with_hours(Availability(), hours, NOW, is_clock_running=False)


def test_holidays_have_a_budget_of_each_year() -> None:
    found = with_holiday(playing(), "2030-12-20", "2031-01-05", NOW, is_clock_running=False)
    assert (days_left(found, 2030), days_left(found, 2031)) == (16, 23)
    assert found.holidays == (Holiday("2030-12-20", "2031-01-05", "2030-12-19T23:00:00+00:00", "2031-01-05T23:00:00+00:00"),)
    with pytest.raises(BadAvailability, match="28 days of holiday a year; of 2030 16 are left"):
        with_holiday(found, "2030-07-01", "2030-07-17", NOW, is_clock_running=False)
    assert days_left(with_holiday(found, "2030-07-01", "2030-07-16", NOW, is_clock_running=False), 2030) == 0


@pytest.mark.parametrize(
    ("first", "last", "is_clock_running"),
    [
        ("2030-03-05", "2030-03-06", True),
        ("2030-03-04", "2030-03-06", False),
        ("2030-03-08", "2030-03-07", False),
        ("2032-01-01", "2032-01-02", False),
        ("2030-02-30", "2030-03-07", False),
        ("", "2030-03-07", False),
        ("2030-03-09", "2030-03-10", False),
    ],
)
def test_impossible_holidays_are_refused(first: str, last: str, is_clock_running: bool) -> None:
    found = with_holiday(playing(), "2030-03-10", "2030-03-12", NOW, is_clock_running=True)
    with pytest.raises(BadAvailability):
        with_holiday(found, first, last, NOW, is_clock_running=is_clock_running)


def test_holiday_may_begin_today_if_no_clock_runs() -> None:
    found = with_holiday(playing(), "2030-03-05", "2030-03-06", NOW, is_clock_running=False)
    assert off_intervals(found, NOW, "2030-03-05T22:00:00+00:00") == [(NOW, "2030-03-05T22:00:00+00:00")]


def test_holiday_is_called_off_before_and_ended_early() -> None:
    found = with_holiday(playing(), "2030-03-06", "2030-03-20", NOW, is_clock_running=False)
    assert days_left(found, 2030) == 13 and days_left(without_holiday(found, "2030-03-06", NOW), 2030) == 28
    noon = "2030-03-07T11:00:00+00:00"
    ended = without_holiday(found, "2030-03-06", noon)
    assert ended.holidays == (Holiday("2030-03-06", "2030-03-07", "2030-03-05T23:00:00+00:00", noon),) and days_left(ended, 2030) == 26
    assert not coming_holidays(ended, noon) and not off_intervals(ended, noon, "2030-03-07T20:00:00+00:00")
    with pytest.raises(BadAvailability):
        without_holiday(ended, "2030-03-06", noon)


LOS_ANGELES = Hours("America/Los_Angeles", 0, 0)


def test_days_of_a_holiday_are_those_of_the_time_zone_in_force() -> None:
    found = with_holiday(playing(LOS_ANGELES), "2030-07-01", "2030-07-14", NOW, is_clock_running=False)
    assert [(each.begins, each.ends) for each in found.holidays] == [("2030-07-01T07:00:00+00:00", "2030-07-15T07:00:00+00:00")]


def test_holiday_moves_with_the_time_zone() -> None:
    found = with_holiday(Availability(), "2030-07-01", "2030-07-14", NOW, is_clock_running=False)
    moved = with_hours(found, LOS_ANGELES, NOW, is_clock_running=False)
    assert [(each.begins, each.ends) for each in moved.holidays] == [("2030-07-01T07:00:00+00:00", "2030-07-15T07:00:00+00:00")]
    assert with_hours(moved, Hours("UTC", 0, 0), NOW, is_clock_running=False).holidays == found.holidays


def test_holiday_that_is_on_ends_by_the_new_time_zone_and_what_has_passed_stays() -> None:
    on = with_holiday(playing(BERLIN), "2030-03-06", "2030-03-08", NOW, is_clock_running=False)
    later = "2030-03-07T12:00:00+00:00"
    (moved,) = with_hours(on, LOS_ANGELES, later, is_clock_running=False).holidays
    assert (moved.begins, moved.ends) == ("2030-03-05T23:00:00+00:00", "2030-03-09T08:00:00+00:00")
    over = "2030-03-10T12:00:00+00:00"
    assert with_hours(on, LOS_ANGELES, over, is_clock_running=False).holidays == on.holidays


def test_holiday_before_planned_hours_begin_is_that_of_the_zone_until_then() -> None:
    planned = with_hours(playing(BERLIN), LOS_ANGELES, NOW, is_clock_running=True)
    found = with_holiday(planned, "2030-03-06", "2030-03-08", NOW, is_clock_running=True)
    assert found.holidays[0].begins == "2030-03-06T08:00:00+00:00", "planned hours count from midnight in Berlin, which is before that"
    assert found.holidays[0].ends == "2030-03-09T08:00:00+00:00"


def test_time_zone_of_a_browser_counts_for_whoever_has_said_nothing() -> None:
    assert with_zone(Availability(), "America/Los_Angeles", NOW) == Availability((Hours("America/Los_Angeles", 0, 0, NOW),))
    for zone in ("", "Moon/Crater"):
        assert with_zone(Availability(), zone, NOW) == Availability()
    assert with_zone(playing(), "America/Los_Angeles", NOW) == playing()
