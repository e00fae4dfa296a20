"""Converts tables to what is stored of them, and stored rows to tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from groundfloor.agents.levels import LEVELS
from groundfloor.editions import ruleset
from groundfloor.engine.errors import BadRecord
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.table.clocks import MAX_WAIT, next_alarm
from groundfloor.table.plans import planned_move
from groundfloor.table.proposals import open_proposal, outcome_of
from groundfloor.table.table import Table
from groundfloor.table.value import PlanStop

from ...database.rows import CANCELLED, Change, NewGame, NewJob, Summary
from .finished import finished_game, rated_game
from .new_notices import new_notices

if TYPE_CHECKING:
    from groundfloor.engine.ruleset import Ruleset
    from groundfloor.table.value import GameStatus, SeatValue, TableValue

    from ...database.rows import GameRow

UNKNOWN_SECONDS = 1.0
"""What a bot is expected to think that is no level."""


def change(old: Table, new: Table, stored: int, at: str, bot_pause: float = 0.0) -> Change | None:
    """Returns what an operation has changed besides the table's value, None if nothing has changed; ``stored`` entries are in the store.

    A bot whose turn it is then moves after ``bot_pause`` seconds.
    """
    if new.version == stored and new.value == old.value:
        return None
    was_over, was_open = old.game.is_over, open_proposal(old)
    return Change(
        at=at,
        first=stored + 1,
        summary=summary(new),
        entries=entry_lines(new.match.record, stored),
        job=bot_job(new, bot_pause),
        clock_job=clock_job(new, at),
        finished=None if was_over else finished_game(new, at),
        rated=None if was_over else rated_game(new),
        notices=new_notices(new, old),
        outcome=outcome_of(new, was_open) if was_open is not None else "",
    )


def new_game(
    table: Table,
    key: bytes | None,
    at: str,
    owner_id: str = "",
    own_seats: frozenset[int] = frozenset(),
    player: str = "",
    bot_pause: float = 0.0,
) -> NewGame:
    """Returns a new table as it is stored; ``player`` is the id of a new player ("": none), for the city of a day that begins."""
    record, rules = table.match.record, table.game.ruleset
    return NewGame(
        game_id=table.game_id,
        table=table.value,
        ruleset=rules.name,
        revision=rules.revision,
        header=record.header(),
        created=at,
        key=key,
        entries=entry_lines(record),
        summary=summary(table),
        owner_id=owner_id,
        own_seats=own_seats,
        day=record.day if player else "",
        opponent=next((seat.automa for seat in record.seats if seat.automa), "") if player else "",
        player=player,
        job=bot_job(table, bot_pause),
        clock_job=clock_job(table, at),
        notices=new_notices(table),
    )


def load(row: GameRow) -> Table:
    """Returns the stored table. Pending draws are derived from the key again, with the same result."""
    record, seats = Record.parse(row.header + "".join(f"{line}\n" for line in row.entries), ruleset), row.table.seats
    if [seat.seat for seat in seats] != list(range(len(record.seats))) or len(row.entries) != row.summary.entries:
        raise BadRecord(
            f"the record has {len(record.seats)} seats and {row.summary.entries} entries; {len(seats)} and {len(row.entries)} are there."
        )
    match = Match.resume(record, row.key, keeps_history=True)
    return Table(row.game_id, match, value_of(row, match.game.ruleset), row.summary.status == "shown")


def refreshed(known: Table, row: GameRow) -> Table:
    """Returns a table as its row says; the row has only the entries that the known table lacks. BadRecord if it must be read again."""
    if [seat.name for seat in row.table.seats] != [seat_value.name for seat_value in known.value.seats]:
        raise BadRecord("a seat has another name now, in the record too.")
    table = known
    if row.entries and table.version + len(row.entries) == row.summary.entries:
        table = table.with_match(lambda match: match.extend(row.entries))
    if table.version != row.summary.entries:
        raise BadRecord(f"the record has {row.summary.entries} entries; {table.version} are there.")
    return table.with_value(value_of(row, table.game.ruleset))


def value_of(row: GameRow, rules: Ruleset) -> TableValue:
    """Returns the value of a table as its row says. A plan with something unreadable no longer acts."""
    return replace(row.table, seats=tuple(readable(rules, seat) for seat in row.table.seats))


def bot_job(table: Table, pause: float) -> NewJob | None:
    """Returns the job of the bot whose turn it is, to be begun after ``pause`` seconds; None if it is no bot's turn."""
    if table.bot_on_turn is None:
        return None
    level = LEVELS.get(table.bot_on_turn[1])
    seconds = level.seconds if level is not None else UNKNOWN_SECONDS
    return NewJob("bot", table.game_id, table.version, table.value.client, pause, seconds)


def clock_job(table: Table, now: str) -> NewJob | None:
    """Returns the job of the clock that runs, to be looked at when something may be due; None if none runs."""
    seat = table.value.clocks.running if table.value.clocks is not None else None
    if table.value.clocks is None or seat is None:
        return None
    seconds = (next_alarm(table.value.clocks.seats[seat]) - datetime.fromisoformat(now)).total_seconds()
    return NewJob("clock", table.game_id, table.version, table.value.client, min(max(seconds, 0.0), MAX_WAIT))


def readable(rules: Ruleset, seat: SeatValue) -> SeatValue:
    """Returns a seat with the steps of its plan that can be read; the same seat if all can."""
    plan = tuple(text for text in seat.notes.plan if planned_move(rules, text) is not None)
    if plan == seat.notes.plan and (plan or not seat.notes.acts):
        return seat
    notes = replace(seat.notes, plan=plan, acts=seat.notes.acts and bool(plan))
    return replace(seat, notes=notes if plan == seat.notes.plan else notes.stopped(PlanStop("revision", notes.acted)))


def entry_lines(record: Record, first: int = 0) -> tuple[str, ...]:
    return tuple(str(entry) for entry in record.entries[first:])


def summary(table: Table) -> Summary:
    state = table.game._state
    status: GameStatus = "shown" if table.is_record_only else "over" if table.game.is_over else "running"
    asked = table.asked
    return Summary(status, table.version, asked if asked is not None else -1, state.round, CANCELLED if table.is_cancelled else state.phase)
