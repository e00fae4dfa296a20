"""Clocks: how much time a player has for decisions. A bank, an increment for each decision, and a cap, in seconds; no database, no HTTP.

A clock runs for the person who is asked. Times are ISO texts of the host's clock. When a clock has run out nothing happens by itself (``proposals.py`` says what
the others may decide then), unless the table has a bot take over.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .errors import CannotGiveTime

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .hours import Holiday, Hours
    from .value import SeatClock, TableClocks, TableValue

REMINDER_SHARE = 0.2
"""A player is reminded when this share of what the clock had at the beginning of the turn is left."""
MAX_WAIT = 500.0
"""Seconds after which a clock is looked at again at the latest; jobs can't wait longer (``server/database/jobs.py: MAX_DELAY``)."""

Off = tuple[str, str]
"""An interval in which clocks stand still: when it begins and when it ends."""


@dataclass(frozen=True)
class ClockFacts:
    """The clock of a seat: the seconds ``left`` when it began to run, and when it will have run out, if it runs (else ""), with the intervals until then in which it
    stands still. At a table over days also the ``hours`` of its player, and the holiday that is on (None: they have said none, or there is none).
    """

    seat: int
    left: float
    ends: str = ""
    off: tuple[Off, ...] = ()
    hours: Hours | None = None
    away: Holiday | None = None


def seconds_left(clock: SeatClock, now: str, off: Sequence[Off] = ()) -> float:
    return max(clock.left - spent(clock.since, now, off), 0.0) if clock.since else clock.left


def spent(since: str, now: str, off: Iterable[Off] = ()) -> float:
    """Returns the seconds from ``since`` until ``now`` that count: those outside of all intervals of ``off``, which may overlap."""
    position, end = datetime.fromisoformat(since), datetime.fromisoformat(now)
    counted = 0.0
    for begins, ends in sorted((datetime.fromisoformat(begins), datetime.fromisoformat(ends)) for begins, ends in off):
        if begins >= end:
            break
        counted += max((begins - position).total_seconds(), 0.0)
        position = max(position, ends)
    return counted + max((end - position).total_seconds(), 0.0)


def time_after(since: str, seconds: float, off: Iterable[Off] = ()) -> datetime:
    """Returns when that many seconds will have passed since a time, not counting those in the intervals of ``off``."""
    position = datetime.fromisoformat(since)
    for begins, ends in sorted((datetime.fromisoformat(begins), datetime.fromisoformat(ends)) for begins, ends in off):
        until = (begins - position).total_seconds()
        if until >= seconds:
            break
        seconds -= max(until, 0.0)
        position = max(position, ends)
    return position + timedelta(seconds=seconds)


def next_alarm(clock: SeatClock, off: Iterable[Off] = ()) -> datetime:
    """Returns when a running clock needs attention: to remind its player, or because it has run out."""
    share = 1.0 if clock.is_reminded else 1.0 - REMINDER_SHARE
    return time_after(clock.since, clock.left * share, off)


def with_time_given(value: TableValue, seat: int, to: int) -> TableClocks:
    """Returns the clocks of a table when a seat gives time to another one whose time is over; raises CannotGiveTime if that is not possible."""
    if value.clocks is None or to == seat or to not in value.human_seats:
        raise CannotGiveTime("Not possible: time is given to another person at a table with clocks.")
    if not value.clocks.is_out(to):
        raise CannotGiveTime("Not possible: this player still has time.")
    return value.clocks.with_new_player(to)
