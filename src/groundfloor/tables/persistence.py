"""Stores and loads tables: conversion to and from the rows of the store, and what an operation has changed."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from ..agents.levels import LEVELS
from ..editions import ruleset
from ..engine.errors import BadRecord
from ..engine.match import Match
from ..engine.record import Record
from ..store import (
    CANCELLED,
    Change,
    ClocksRow,
    DraftRow,
    NewGame,
    NewJob,
    NotesRow,
    PreferencesRow,
    SeatClockRow,
    Summary,
    VotesRow,
)
from .clocks import MAX_WAIT, PACES, SeatClock, TableClocks, next_alarm
from .finished import finished_game
from .new_notices import new_notices
from .proposals import KINDS, Proposal, outcome_of
from .rated import rated_game
from .seat_holders import Preferences, SeatHolder
from .seat_notes import PlanCode, PlanStop, SeatNotes, planned_move
from .table import Table

if TYPE_CHECKING:
    from ..engine.ruleset import Ruleset
    from ..store import GameRow
    from ..store.rows import GameStatus

UNKNOWN_SECONDS = 1.0
"""What a bot is expected to think that is no level."""


class TableDiff:
    """The difference that an operation makes: remembers the table before it."""

    def __init__(self, table: Table, stored: int) -> None:
        self.stored = stored
        self.version = table.version
        self.key = table.match.record.key
        self.drafts = dict(table.drafts)
        self.preferences = dict(table.preferences)
        self.notes = dict(table.notes)
        self.seat_holders = table.seat_holders
        self.votes = (table.proposal, table.pause)
        self.open_proposal = table.open_proposal
        self.clocks = table.clocks
        self.rating = table.rating
        self.departures = dict(table.departures)
        self.accounts = dict(table.accounts)
        table.lost_seats.clear()
        self.asked, self.was_over = table.asked_person, table.game.is_over

    def changed(self, table: Table) -> bool:
        now = (table.drafts, table.preferences, table.notes, table.seat_holders, (table.proposal, table.pause), table.clocks, table.rating)
        before = (self.drafts, self.preferences, self.notes, self.seat_holders, self.votes, self.clocks, self.rating)
        return table.version != self.stored or now != before

    def reminded_seat(self, table: Table) -> int | None:
        """Returns the seat whose player is to be reminded, by this operation, that little time is left."""
        before, seat = self.clocks, table.clocks.running if table.clocks is not None else None
        if before is None or table.clocks is None or seat is None or not table.clocks.seats[seat].is_reminded:
            return None
        return None if before.seats[seat].is_reminded else seat

    def restore(self, table: Table) -> None:
        """Restores the table, for an operation that failed or could not be stored."""
        if table.version != self.version:
            table.match.shorten(self.version, self.key)
        table.drafts = dict(self.drafts)
        table.preferences = dict(self.preferences)
        table.notes = dict(self.notes)
        table.seat_holders = self.seat_holders
        table.proposal, table.pause = self.votes
        table.clocks = self.clocks
        table.rating = self.rating
        table.departures = dict(self.departures)
        table.accounts = dict(self.accounts)

    def change(self, table: Table, at: str, bot_pause: float = 0.0) -> Change | None:
        """Returns what has to be stored, None if nothing has changed; a bot whose turn it is then moves after ``bot_pause`` seconds."""
        if not self.changed(table):
            return None
        of_new_version = set(table.drafts) if table.version != self.stored else set()
        seats = {seat for seat in {*self.drafts, *table.drafts} if self.drafts.get(seat) != table.drafts.get(seat)} | of_new_version
        preferring = [seat for seat, chosen in table.preferences.items() if self.preferences.get(seat) != chosen]
        return Change(
            at=at,
            first=self.stored + 1,
            summary=summary(table),
            entries=tuple(entry_lines(table.match.record)[self.stored :]),
            drafts={seat: draft_row(table, seat) for seat in seats},
            preferences=tuple(PreferencesRow(seat, **vars(table.preferences[seat])) for seat in preferring),
            notes=tuple(notes_row(seat, notes) for seat, notes in table.notes.items() if self.notes.get(seat) != notes),
            seats=tuple(holder for holder in table.seat_holders if holder not in self.seat_holders),
            votes=VotesRow(table.proposal, table.pause) if (table.proposal, table.pause) != self.votes else None,
            job=bot_job(table, bot_pause),
            clocks=clocks_row(table.clocks, self.clocks) if table.clocks is not None and table.clocks != self.clocks else None,
            clock_job=clock_job(table, at),
            finished=None if self.was_over else finished_game(table, at),
            rating=table.rating if table.rating != self.rating else None,
            accounts={
                seat: table.accounts.get(seat, "") for seat in table.lost_seats if table.accounts.get(seat) != self.accounts.get(seat)
            },
            departures=tuple(
                (seat, kind, number) for number, (seat, kind) in enumerate(table.departures.items(), 1) if seat not in self.departures
            ),
            rated=None if self.was_over else rated_game(table),
            notices=new_notices(
                table,
                self.version,
                self.asked,
                self.votes[0],
                self.reminded_seat(table),
                self.votes[1],
                was_over=self.was_over,
            ),
            outcome=outcome_of(table, self.open_proposal) if self.open_proposal is not None else "",
        )


def new_game(
    table: Table,
    key: bytes | None,
    at: str,
    browser: str = "",
    own_seats: frozenset[int] = frozenset(),
    player: str = "",
    bot_pause: float = 0.0,
) -> NewGame:
    """Returns the rows of a new table; ``player`` is the id of a new player ("": none), for the city of a day that begins."""
    record, rules = table.match.record, table.game.ruleset
    return NewGame(
        game_id=table.game_id,
        name=table.name,
        ruleset=rules.name,
        revision=rules.revision,
        header=record.header(),
        created=at,
        key=key,
        seats=table.seat_holders,
        entries=tuple(entry_lines(record)),
        summary=summary(table),
        browser=browser,
        own_seats=own_seats,
        client=table.client,
        day=record.day if player else "",
        opponent=next((seat.automa for seat in record.seats if seat.automa), "") if player else "",
        player=player,
        job=bot_job(table, bot_pause),
        preferences=tuple(PreferencesRow(seat, **vars(chosen)) for seat, chosen in table.preferences.items()),
        clocks=clocks_row(table.clocks) if table.clocks is not None else None,
        clock_job=clock_job(table, at),
        notices=new_notices(table),
        is_listed=table.is_listed,
        accounts=table.accounts,
        is_rated=table.is_rated,
        is_from_lobby=table.is_from_lobby,
    )


def load(row: GameRow) -> Table:
    """Returns the stored table. Pending draws are derived from the key again, with the same result."""
    record = Record.parse(row.header + "".join(f"{line}\n" for line in row.entries), ruleset)
    if [seat.seat for seat in row.seats] != list(range(len(record.seats))) or len(row.entries) != row.summary.entries:
        raise BadRecord(
            f"the record has {len(record.seats)} seats and {row.summary.entries} entries; {len(row.seats)} and {len(row.entries)} are there."
        )
    table = Table(row.game_id, row.name, Match.resume(record, row.key, keeps_history=True), (), row.summary.status)
    table.client = row.client
    table.is_listed = row.is_listed
    set_seats(table, row)
    return table


def refresh(table: Table, row: GameRow) -> None:
    """Brings a table up to date with its row, which has only the entries that the table lacks; BadRecord if it must be read anew."""
    if [seat.name for seat in row.seats] != [holder.name for holder in table.seat_holders]:
        raise BadRecord("a seat has another name now, in the record too.")
    if table.version + len(row.entries) == row.summary.entries:
        table.match.extend(row.entries)
    if table.version != row.summary.entries:
        raise BadRecord(f"the record has {row.summary.entries} entries; {table.version} are there.")
    table.name = row.name
    set_seats(table, row)


def set_seats(table: Table, row: GameRow) -> None:
    """Sets all that a row says of a table beside its record."""
    rules = table.game.ruleset
    table.moved_at = row.moved
    table.rating, table.accounts, table.is_from_lobby = row.rating, row.accounts, row.is_from_lobby
    table.departures = dict(row.departures)
    table.seat_holders = tuple(SeatHolder(**vars(seat)) for seat in row.seats)
    table.drafts = {draft.seat: (draft.actions, draft.partial) for draft in row.drafts if draft.version == table.version}
    table.notes = {notes.seat: seat_notes(rules, notes) for notes in row.notes}
    proposal = row.votes.proposal
    is_known = proposal is not None and proposal.what.partition(" ")[0] in KINDS
    table.proposal = Proposal(**vars(proposal)) if is_known else None
    table.pause = row.votes.pause
    table.clocks = read_clocks(row.clocks) if row.clocks is not None else None
    table.preferences = {
        chosen.seat: Preferences(chosen.confirms_itself, chosen.skips_hiring, chosen.skips_firing, chosen.guide)
        for chosen in row.preferences
    }


def bot_job(table: Table, pause: float) -> NewJob | None:
    """Returns the job of the bot whose turn it is, to be begun after ``pause`` seconds; None if it is no bot's turn."""
    if table.bot_on_turn is None:
        return None
    level = LEVELS.get(table.bot_on_turn[1])
    seconds = level.seconds if level is not None else UNKNOWN_SECONDS
    return NewJob("bot", table.game_id, table.version, table.client, pause, seconds)


def clock_job(table: Table, now: str) -> NewJob | None:
    """Returns the job of the clock that runs, to be looked at when something may be due; None if none runs."""
    seat = table.clocks.running if table.clocks is not None else None
    if table.clocks is None or seat is None:
        return None
    seconds = (next_alarm(table.clocks.seats[seat]) - datetime.fromisoformat(now)).total_seconds()
    return NewJob("clock", table.game_id, table.version, table.client, min(max(seconds, 0.0), MAX_WAIT))


def clocks_row(clocks: TableClocks, before: TableClocks | None = None) -> ClocksRow:
    """Returns the clocks as they are stored: of seats those that were not so before."""
    known = before.seats if before is not None else {}
    seats = tuple(SeatClockRow(seat, **vars(clock)) for seat, clock in clocks.seats.items() if known.get(seat) != clock)
    return ClocksRow(clocks.pace.id, clocks.takeover, clocks.counted, clocks.is_waiting, seats)


def read_clocks(row: ClocksRow) -> TableClocks | None:
    """Returns stored clocks; None if their pace is unknown."""
    pace = PACES.get(row.pace)
    seats = {each.seat: SeatClock(each.left, each.since, each.is_reminded) for each in row.seats}
    return TableClocks(pace, seats, row.takeover, row.counted, row.is_waiting) if pace is not None else None


def notes_row(seat: int, notes: SeatNotes) -> NotesRow:
    stop = json.dumps(list(vars(notes.stop).values())) if notes.stop is not None else ""
    return NotesRow(seat, **{**vars(notes), "stop": stop})


def seat_notes(rules: Ruleset, row: NotesRow) -> SeatNotes:
    """Returns the notes of a row. A plan of which something can't be read acts no more."""
    plan = tuple(text for text in row.plan if planned_move(rules, text) is not None)
    try:
        stop = PlanStop(*msgspec.json.decode(row.stop, type=tuple[PlanCode, int, str, int, int])) if row.stop else None
    except msgspec.MsgspecError:
        stop = None
    notes = SeatNotes(plan, row.seen, row.acts and bool(plan), row.round, row.revision, stop, row.acted, row.known)
    return notes if plan == row.plan else notes.stopped(PlanStop("revision", row.acted))


def entry_lines(record: Record) -> list[str]:
    return [str(entry) for entry in record.entries]


def summary(table: Table) -> Summary:
    state = table.game.state
    status: GameStatus = "shown" if table.is_record_only else "over" if table.game.is_over else "running"
    asked = table.asked
    return Summary(status, table.version, asked if asked is not None else -1, state.round, CANCELLED if table.is_cancelled else state.phase)


def draft_row(table: Table, seat: int) -> DraftRow | None:
    draft = table.drafts.get(seat)
    return DraftRow(seat, table.version, draft[0], draft[1]) if draft is not None else None
