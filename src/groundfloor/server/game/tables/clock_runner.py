"""Keeps the clocks of tables: after an operation stops and starts them, and at their alarms reminds a player or ends their time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from groundfloor.table.clocks import MAX_WAIT, ClockFacts, next_alarm, seconds_left, spent, time_after
from groundfloor.table.errors import DamagedTable, UnknownGame
from groundfloor.table.hours import HOLIDAYS, LEAST_HOURS, Availability, off_intervals
from groundfloor.table.operations import EndTime
from groundfloor.table.reduce import reduce

from ...database.job_runner import Again, JobRunner
from ..storage import availability as stored_availability
from ..storage import browsers, downtimes, games

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from groundfloor.table.clocks import Off
    from groundfloor.table.table import Table
    from groundfloor.table.value import SeatClock, TableClocks

    from ...database.rows import Job
    from ...database.store import Store
    from .table_service import TableService


def off_times(store: Store, game_id: str, clocks: TableClocks, seat: int, since: str, now: str, until: str = "") -> list[Off]:
    """Returns when, since a time, the running clock of a seat was suspended, and when it will be, as far as that is known, until a time ("": now)."""
    off = downtimes.between(store, since, now)
    if clocks.pace.is_over_days:
        off += off_intervals(stored_availability.of_game(store, game_id).get(seat, Availability()), since, until or now)
    return off


def with_clocks_run(old: Table, table: Table, now: str, store: Store) -> Table:
    """Returns a table after an operation, before which it was ``old``, with its clocks stopped and started if another seat is asked."""
    clocks, asked = table.value.clocks, table.asked_human_seat
    if clocks is None:
        return table
    if clocks.is_waiting and browsers.arrived_seats(store, table.game_id).issuperset(table.value.human_seats):
        clocks = replace(clocks, is_waiting=False)
    decided = old.asked_human_seat
    has_decided = decided is not None and has_decision(table, old.version, decided)
    running = clocks.running
    if has_decided or asked != running:
        if running is not None:
            since = clocks.seats[running].since
            clocks = clocks.stopped(spent(since, now, off_times(store, table.game_id, clocks, running, since, now)))
        if has_decided and decided is not None:
            clocks = clocks.decided(decided, len(table.match.record.active_entries()))
        clocks = clocks.started(asked, now)
    return table.with_value(replace(table.value, clocks=clocks))


def has_decision(table: Table, version: int, seat: int) -> bool:
    """Returns whether a seat has decided something after a version of the record."""
    new = table.match.record.entries[version:]
    return any(entry.seat == seat and not (entry.undo_count or entry.is_seat_change or entry.ending) for entry in new)


def with_clocks_begun(table: Table, held: Collection[int], now: str) -> Table:
    """Returns a new table whose first clock runs, if all its people hold their seats; else it starts when they have come."""
    if table.value.clocks is None or not set(held).issuperset(table.value.human_seats):
        return table
    clocks = replace(table.value.clocks, is_waiting=False).started(table.asked_human_seat, now)
    return table.with_value(replace(table.value, clocks=clocks))


def times_left(table: Table, now: str, store: Store) -> dict[int, float]:
    """Returns how many seconds each seat of a table with clocks has left now."""
    clocks = table.value.clocks
    if clocks is None:
        return {}
    return {
        seat: seconds_left(clock, now, off_times(store, table.game_id, clocks, seat, clock.since, now) if clock.since else ())
        for seat, clock in clocks.seats.items()
    }


def seat_times(table: Table, now: str, store: Store) -> tuple[ClockFacts, ...]:
    """Returns the time of each person at a table with clocks, from which pages can go on counting."""
    clocks = table.value.clocks
    if clocks is None or table.game.is_over:
        return ()
    availability = stored_availability.of_game(store, table.game_id) if clocks.pace.is_over_days else {}
    return tuple(
        with_hours(seat_time(table, clocks, seat, now, store), availability.get(seat), now)
        for seat in table.value.human_seats
        if seat in clocks.seats
    )


def with_hours(facts: ClockFacts, availability: Availability | None, now: str) -> ClockFacts:
    """Returns the facts of a clock, including when its player plays (None: they have not said so)."""
    if availability is None:
        return facts
    away = next((holiday for holiday in availability.holidays if holiday.begins <= now < holiday.ends), None)
    return replace(facts, hours=availability.hours_at(now) if availability.hours else None, away=away)


def seat_time(table: Table, clocks: TableClocks, seat: int, now: str, store: Store) -> ClockFacts:
    clock = clocks.seats[seat]
    if not clock.since:
        return ClockFacts(seat, clock.left)
    longest = timedelta(seconds=clock.left * 24 / LEAST_HOURS, days=2 * HOLIDAYS + 2) if clocks.pace.is_over_days else timedelta()
    until = (datetime.fromisoformat(clock.since) + longest).isoformat(timespec="seconds")
    off = off_times(store, table.game_id, clocks, seat, clock.since, now, max(until, now))
    ends = time_after(clock.since, clock.left, off).isoformat(timespec="seconds")
    return ClockFacts(seat, clock.left, ends, tuple(sorted(interval for interval in off if interval[0] < ends)))


class ClockRunner:
    """Looks at clocks when their alarms are due. ``write`` runs what changes a table, in the thread that writes."""

    def __init__(
        self, table_service: TableService, write: Callable[[Callable[[], None]], None], runner: type[JobRunner] = JobRunner
    ) -> None:
        self._table_service = table_service
        self._store = table_service.store
        self._write = write
        self._runner = runner(table_service.store.jobs, ("clock",), self._look)

    def wake(self) -> None:
        """Looks for alarms that are due."""
        self._runner.wake()

    def close(self) -> None:
        """Begins nothing more; other processes, or the next start, look at the clocks."""
        self._runner.close()

    def _look(self, job: Job) -> Again | None:
        try:
            seconds = self.look(job.game, job.version)
        except (UnknownGame, DamagedTable):
            return None
        return Again(min(seconds, MAX_WAIT)) if seconds else None

    def look(self, game_id: str, version: int) -> float:
        """Does what is due at the clock that runs at a version of a table; returns the seconds until it should be looked at again, 0 for never.

        A clock that another operation has stopped meanwhile is left alone: either the decision counts, or the end of the time.
        """
        stored_version, clocks = games.clocks(self._store, game_id)
        if clocks is not None and clocks.running is not None and stored_version != version:
            self._write(lambda: self._run(game_id))  # a process of an older version has moved, which knows no clocks
            _, clocks = games.clocks(self._store, game_id)
        if clocks is None or clocks.running is None:
            return 0.0
        now = self._table_service.now()
        at = datetime.fromisoformat(now)
        until = (at + timedelta(seconds=MAX_WAIT)).isoformat()
        seat, clock = clocks.running, clocks.seats[clocks.running]
        off = off_times(self._store, game_id, clocks, seat, clock.since, now, until)
        wait = (next_alarm(clock, off) - at).total_seconds()
        if wait <= 0:
            self._write(lambda: self._ring(game_id, seat, clock, seconds_left(clock, now, off)))
        return max(wait, 0.0)

    def _run(self, game_id: str) -> None:
        """Stops and starts the clocks of a table that was changed without them."""
        with self._table_service.operation(game_id):
            pass

    def _ring(self, game_id: str, seat: int, clock: SeatClock, left: float) -> None:
        """Reminds the player of a seat, or ends their time, if the clock is still as it was; the operation itself begins the next job."""
        service = self._table_service
        with service.operation(game_id) as locked:
            table, clocks = locked.table, locked.table.value.clocks
            if clocks is None or table.asked_human_seat != seat or clocks.seats.get(seat) != clock:
                return
            if left > 0:
                locked.table = table.with_value(replace(table.value, clocks=clocks.reminded(seat)))
            else:
                locked.table = reduce(table, EndTime(), seat, service.now(), service.new_bytes)
