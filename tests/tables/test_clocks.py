"""Clocks: the time a player has, how it is counted, what happens when it is over, and that of a decision and a timeout exactly one counts."""

from __future__ import annotations

import itertools
from contextlib import closing
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from groundfloor.store import Availability, Holiday, Hours, Store
from groundfloor.tables import Host, NewTable, SeatRequest, Table
from groundfloor.tables.clock_runner import ClockRunner, seat_times
from groundfloor.tables.clocks import DAY, MAX_WAIT, PACES, TableClocks, spent
from groundfloor.tables.errors import NotYourTurn
from tests.support.opened_tables import seat_asked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
TWO = (SeatRequest("Ann"), SeatRequest("Ben"))
THREE = (*TWO, SeatRequest("Cleo"))
LIVE = PACES["live-30"]
HOUR = 3600


def at(seconds: float) -> str:
    return (START + timedelta(seconds=seconds)).isoformat()


class Club:
    """A host whose clock the test moves, and the alarms of its tables. Times are seconds since the start."""

    def __init__(self, where: Path | str, seed: int = 0, *, is_one_of_several: bool = False) -> None:
        counter = itertools.count()
        self.seconds = 0.0
        self.store = Store(where, is_one_of_several=is_one_of_several)
        self.host = Host(self.store, lambda: at(self.seconds), lambda size: (next(counter) * 2 + seed).to_bytes(2, "big") * (size // 2))
        self.alarms = ClockRunner(self.host, lambda work: work())

    def open(self, seats: tuple[SeatRequest, ...] = TWO, pace: str = "live-30", takeover: str = "") -> Table:
        """Opens a table at which everybody has come."""
        new = NewTable(seats, options={"deck": "preset"}, pace=pace, takeover=takeover)
        people = frozenset(number for number, seat in enumerate(seats) if not seat.automa)
        return self.host.add(self.host.prepare(new, people), "browser")

    def move(self, table: Table, seat: int | None = None) -> int:
        """Has a seat, or whoever is asked, decide; returns the seat."""
        with self.host.operation(table.public):
            seat = seat_asked(table) if seat is None else seat
            texts = [action.text for action in table.game.legal_actions]
            table.apply(seat, ("done" if "done" in texts else texts[0],), table.version)
        return seat

    def look(self, table: Table) -> float:
        return self.alarms.look(table.public, table.version)

    def left(self, table: Table) -> dict[int, float]:
        return self.host.times_left(table)


@pytest.fixture
def club(where: Path | str) -> Iterator[Club]:
    found = Club(where)
    with closing(found.store):
        yield found


def clocks(table: Table) -> TableClocks:
    assert table.clocks is not None
    return table.clocks


def test_a_decision_costs_its_time_and_gives_the_increment(club: Club) -> None:
    table = club.open()
    assert club.left(table) == {0: 300, 1: 300}
    club.seconds = 50
    first = club.move(table)
    assert club.left(table) == {first: 280, 1 - first: 300} and clocks(table).running == seat_asked(table) == 1 - first
    club.seconds = 60
    assert club.left(table) == {first: 280, 1 - first: 290}


def test_nobody_has_more_than_the_cap(club: Club) -> None:
    table = club.open()
    left = [club.left(table)[club.move(table)] for _ in range(40)]
    assert max(left) == LIVE.cap


def test_a_table_without_pace_has_no_clocks(club: Club) -> None:
    table = club.open(pace="")
    club.move(table)
    assert table.clocks is None and club.left(table) == {} and club.store.jobs.find("clock", table.public, table.version) is None


def test_clocks_are_those_of_the_store(club: Club) -> None:
    table = club.open(takeover="manager")
    club.seconds = 20
    club.move(table)
    again = Host(club.store, lambda: at(club.seconds), bytes).table(table.public)
    assert again.clocks == table.clocks and club.host.times_left(again) == club.left(table)


def test_a_player_is_reminded_once_and_then_their_time_is_over(club: Club) -> None:
    table = club.open()
    seat = seat_asked(table)
    assert club.look(table) == 240
    club.seconds = 240
    assert club.look(table) == 0 and clocks(table).seats[seat].is_reminded
    assert club.look(table) == 60 and club.left(table)[seat] == 60
    club.seconds = 301
    version = table.version
    club.look(table)
    assert table.is_out_of_time(seat) and table.version == version and table.asked == seat, "nothing happens by itself"
    assert club.store.jobs.find("clock", table.public, version) is None and club.look(table) == 0
    club.move(table)
    assert club.left(table)[seat] == LIVE.increment and not table.is_out_of_time(seat)


def test_a_bot_takes_over_when_the_table_says_so(club: Club) -> None:
    table = club.open(takeover="manager")
    seat = seat_asked(table)
    club.seconds = 400
    club.look(table)
    assert str(table.match.record.entries[-1]) == f"{seat + 1} bot manager" and table.bot_on_turn == (seat, "manager")
    assert club.store.jobs.find("bot", table.public, table.version) is not None and clocks(table).running is None
    with pytest.raises(NotYourTurn, match="A bot plays for this seat"):
        club.move(table, seat)


def test_clocks_begin_when_everybody_has_come(club: Club) -> None:
    table = club.host.add(club.host.prepare(NewTable(TWO, pace="live-30"), frozenset({0})), "browser")
    club.seconds = 1000
    first = club.move(table)
    assert clocks(table).is_waiting and clocks(table).running is None and club.left(table) == {first: 330, 1 - first: 300}
    assert club.store.record_arrivals([table.seat_holders[1].token]) == [table.public]
    with club.host.operation(table.public):
        pass
    assert clocks(table).running == seat_asked(table) and club.store.record_arrivals([table.seat_holders[1].token]) == []


def test_hours_and_holidays_stop_clocks_over_days_only(club: Club) -> None:
    """Ann and Ben play from 12:00 to 20:00 UTC; the game begins at 12:00."""
    club.store.change_availability("browser", at(-1), lambda _before, _runs: Availability((Hours("UTC", 12 * 60, 20 * 60),)))
    for pace, expected in (("days-1", 16 * 3600), ("live-120", 0)):
        club.seconds = 0
        table = club.open(pace=pace)
        seat = seat_asked(table)
        club.seconds = DAY
        assert clocks(table).pace.bank - club.left(table)[seat] == (DAY - expected if expected else clocks(table).pace.bank)
        club.seconds = 10 * 3600
        left, later = club.left(table)[seat], club.look(table)
        assert (left, later > MAX_WAIT) == ((2 * DAY - 8 * 3600, True) if expected else (0, False))


def plays_at_night(club: Club, holder: str, *, holiday: bool = False) -> None:
    """Has somebody play from 22 to 6 o'clock UTC, and take a holiday on the second day."""
    holidays = (Holiday("2030-01-02", "2030-01-02", "2030-01-02T00:00:00+00:00", "2030-01-03T00:00:00+00:00"),) if holiday else ()
    club.store.change_availability(holder, at(0), lambda *_: Availability((Hours("UTC", 22 * 60, 6 * 60),), holidays))


def test_clock_over_days_stands_still_outside_of_hours_and_on_holidays(club: Club) -> None:
    table = club.open(pace="days-1")
    seat, bank = seat_asked(table), 48 * HOUR
    plays_at_night(club, "browser", holiday=True)
    club.seconds = 10 * HOUR
    assert club.left(table)[seat] == bank, "it is 22 o'clock"
    club.seconds = 11 * HOUR
    assert club.left(table)[seat] == bank - HOUR
    (time,) = (each for each in seat_times(table, at(club.seconds), club.store) if each.seat == seat)
    assert time.ends == "2030-01-08T06:00:00+00:00" and spent(clocks(table).seats[seat].since, time.ends, time.off) == bank
    club.seconds = 36 * HOUR
    assert club.left(table)[seat] == bank - 2 * HOUR
    club.move(table)
    assert club.left(table)[seat] == bank + 22 * HOUR


def test_somebody_whose_clock_runs_can_change_hours_for_tomorrow_only(club: Club) -> None:
    live, table = club.open(), club.open(pace="days-1")
    assert club.store.runs_clock("browser")
    for each in (live, table):
        club.store.forget_game("browser", each.public)
    club.store.remember_seats("other", table.public, [1 - seat_asked(table)])
    club.store.remember_seats("live", live.public, [seat_asked(live)])
    club.store.remember_seats("asked", table.public, [seat_asked(table)])
    assert [club.store.runs_clock(holder) for holder in ("browser", "other", "live", "asked")] == [False, False, False, True]


def test_player_on_holiday_is_neither_reminded_nor_out_of_time(club: Club) -> None:
    table = club.open(pace="days-1")
    seat = seat_asked(table)
    plays_at_night(club, "browser", holiday=True)
    club.seconds = 35 * HOUR
    assert club.look(table) > 0 and not clocks(table).seats[seat].is_reminded and not table.is_out_of_time(seat)
