"""Clocks: how much time a player has for decisions. A bank, an increment for each decision, and a cap, in seconds; no database, no HTTP.

A clock runs for the person who is asked. Times are ISO texts of the host's clock. When a clock has run out nothing happens by itself (``proposals.py`` says what
the others may decide then), unless the table has a bot take over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .errors import CannotGiveTime

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

DAY = 86_400.0
REMINDER_SHARE = 0.2
"""A player is reminded when this share of what the clock had at the beginning of the turn is left."""
MAX_WAIT = 500.0
"""Seconds after which a clock is looked at again at the latest; jobs can't wait longer (``store.jobs.MAX_DELAY``)."""

Off = tuple[str, str]
"""An interval in which clocks stand still: when it begins and when it ends."""


@dataclass(frozen=True)
class Pace:
    """How much time players have: ``bank`` at the beginning, ``increment`` for each decision, but never more than ``cap``, all in seconds."""

    id: str
    bank: float
    increment: float
    cap: float

    @property
    def is_over_days(self) -> bool:
        """Whether players need not stay: the hours of their days and their holidays count."""
        return self.increment > 3600


PACES: dict[str, Pace] = {
    pace.id: pace
    for pace in (
        Pace("live-30", 300, 30, 600),
        Pace("live-120", 600, 120, 1200),
        Pace("days-7", 2 * DAY, DAY / 7, 4 * DAY),
        Pace("days-3", 2 * DAY, DAY / 3, 4 * DAY),
        Pace("days-1", 2 * DAY, DAY, 4 * DAY),
    )
}
"""The paces by their ids: half a minute or two minutes a decision, and seven, three or one decision a day."""


@dataclass(frozen=True)
class SeatClock:
    """The clock of a seat: the seconds ``left`` at the time ``since``, from which on it runs ("": it stands still).

    ``is_reminded``: the player was told in this turn that little time is left.
    """

    left: float
    since: str = ""
    is_reminded: bool = False

    @property
    def is_out(self) -> bool:
        return self.left <= 0


@dataclass(frozen=True)
class ClockFacts:
    """The clock of a seat: the seconds ``left`` when it began to run, and when it will have run out, if it runs (else ""), with the intervals until then in which it
    stands still.
    """

    seat: int
    left: float
    ends: str = ""
    off: tuple[Off, ...] = ()


@dataclass(frozen=True)
class TableClocks:
    """The clocks of a table by seat. ``takeover`` is the bot that takes a seat whose time is over ("": none).

    ``counted`` is the number of active entries for which decisions have had their increments, so that one that is made again after an undo has none.
    ``is_waiting``: not everybody has come yet, and until then no clock runs.
    """

    pace: Pace
    seats: Mapping[int, SeatClock]
    takeover: str = ""
    counted: int = 0
    is_waiting: bool = True

    @classmethod
    def new(cls, pace: Pace, seats: Iterable[int], takeover: str = "") -> TableClocks:
        return cls(pace, {seat: SeatClock(pace.bank) for seat in seats}, takeover)

    @property
    def running(self) -> int | None:
        """The seat whose clock runs; None if none does."""
        return next((seat for seat, clock in self.seats.items() if clock.since), None)

    def is_out(self, seat: int) -> bool:
        return seat in self.seats and self.seats[seat].is_out

    def with_seat(self, seat: int, clock: SeatClock) -> TableClocks:
        return replace(self, seats={**self.seats, seat: clock})

    def stopped(self, spent: float) -> TableClocks:
        """Returns the clocks when the one that runs, and has run for ``spent`` seconds, is stopped."""
        seat = self.running
        return self if seat is None else self.with_seat(seat, SeatClock(max(self.seats[seat].left - spent, 0.0)))

    def decided(self, seat: int, entries: int) -> TableClocks:
        """Returns the clocks after a decision, at its end, of a seat whose clock has been stopped; the record has that many active entries now."""
        left = self.seats[seat].left
        if entries > self.counted or left <= 0:
            left = min(left + self.pace.increment, self.pace.cap)
        return replace(self.with_seat(seat, SeatClock(left)), counted=max(entries, self.counted))

    def started(self, seat: int | None, now: str) -> TableClocks:
        """Returns the clocks when that of the seat that is asked begins to run; one that has run out stands still."""
        if seat is None or self.is_waiting or self.is_out(seat) or seat not in self.seats:
            return self
        return self.with_seat(seat, SeatClock(self.seats[seat].left, now))

    def reminded(self, seat: int) -> TableClocks:
        return self.with_seat(seat, replace(self.seats[seat], is_reminded=True))

    def run_out(self, seat: int) -> TableClocks:
        return self.with_seat(seat, SeatClock(0.0))

    def given_time(self, seat: int) -> TableClocks:
        """Returns the clocks with the bank once more for a seat, up to the cap; CannotGiveTime if its time is not over."""
        if not self.is_out(seat):
            raise CannotGiveTime("Not possible: this player still has time.")
        return self.with_new_player(seat)

    def with_new_player(self, seat: int) -> TableClocks:
        """Returns the clocks when somebody else gets a seat, who has the bank at least."""
        clock = self.seats[seat]
        return self.with_seat(seat, SeatClock(self.pace.bank if clock.since else max(clock.left, self.pace.bank)))

    def with_player_back(self, seat: int) -> TableClocks:
        """Returns the clocks when a person takes a seat again that a bot has played: with the increment at least, so that it is not over at once."""
        return self.with_seat(seat, SeatClock(max(self.seats[seat].left, self.pace.increment)))


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
    """Returns when that many seconds have passed since a time, not counting those in the intervals of ``off``."""
    position = datetime.fromisoformat(since)
    for begins, ends in sorted((datetime.fromisoformat(begins), datetime.fromisoformat(ends)) for begins, ends in off):
        until = (begins - position).total_seconds()
        if until >= seconds:
            break
        seconds -= max(until, 0.0)
        position = max(position, ends)
    return position + timedelta(seconds=seconds)


def next_alarm(clock: SeatClock, off: Iterable[Off] = ()) -> datetime:
    """Returns when a clock that runs needs somebody: to remind its player, or because it has run out."""
    share = 1.0 if clock.is_reminded else 1.0 - REMINDER_SHARE
    return time_after(clock.since, clock.left * share, off)
