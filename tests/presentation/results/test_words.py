"""Words of results."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from groundfloor.presentation.results.words import date_of


def test_date_is_that_of_the_time_zone_of_whoever_reads_it() -> None:
    late = "2030-07-15T03:00:00+00:00"
    assert date_of(late, "en", ZoneInfo("America/Los_Angeles")) == "July 14, 2030"
    assert date_of(late, "de") == "15. Juli 2030"
