"""What changes at a game at once: new games, the operations of its table, and its end, each in one transaction with all that depends on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from groundfloor.request_id import request_id

from ...database import change_feed, jobs, requests
from ...database import schema as s
from ...database.requests import changing
from ...database.rows import TableChange
from . import browsers, finished_games, games, results

if TYPE_CHECKING:
    from groundfloor.table.value import TableValue

    from ...database.rows import Change, GameRow, NewGame
    from ...database.store import Store
    from ..club import Club


def add_game(store: Store, club: Club, new: NewGame) -> None:
    """Stores a new game."""
    with changing(store.engine) as connection:
        game = games.add(connection, new)
        requests.note_game(game, 0)
        if new.owner_id:
            browsers.remember(connection, new.owner_id, game, new.own_seats, is_host=True)
        club.tell(connection, game, new.notices, new.created, new.owner_id)
        if new.owner_id and new.day:
            player = results.ensure_player(connection, new.owner_id, new.player, new.created)
            results.start_attempt(connection, player, new.game_id, new.day, new.opponent)
    if new.owner_id:
        store.held_seats.forget(new.owner_id, new.game_id)


def save_table(store: Store, club: Club, row: GameRow, table: TableValue, change: Change) -> list[TableChange]:
    """Stores what differs between ``row.table`` and ``table``, and what else an operation has changed, with its notices; returns what is to be published.

    ChangedElsewhere if the game has changed since the row was read.
    """
    old = row.table
    is_vote = (table.proposal, table.pause) != (old.proposal, old.pause)
    has_new_time = table.clocks is not None and table.clocks != old.clocks
    try:
        with changing(store.engine) as connection:
            lost = [notice for notice in change.notices if notice.kind == "lost_seat"]
            sequence = games.save(connection, row, table, change, partial(club.tell, connection, row.id, lost, change.at))
            published = [
                TableChange(sequence, row.game_id, change.summary.entries, row.changes + 1, seat, request_id.get())
                for seat in seats_to_tell(old, table, is_grown=bool(change.entries), is_for_all=is_vote or has_new_time)
            ]
            store.tell_others(connection, published)
            if change.entries or is_vote:
                jobs.replace_job(connection, "bot", row.game_id, change.job)
            if has_new_time:
                jobs.replace_job(connection, "clock", row.game_id, change.clock_job)
            club.note_change(connection, row.id, change)
            if change.finished is not None:
                finished_games.add(connection, row.id, row.game_id, change.finished)
            requests.note_game(row.id, row.changes + 1)
    except BaseException:
        store.watch.forget(row.game_id)
        raise
    if has_new_links(old, table):
        store.held_seats.forget(game_id=row.game_id)
    return published


def seats_to_tell(old: TableValue, new: TableValue, *, is_grown: bool, is_for_all: bool) -> list[int]:
    """Returns for whom something has changed: RECORD for everybody, as when a seat is opened by another link, else seats whose draft or notes have changed."""
    if is_grown or has_new_links(old, new):
        return [change_feed.RECORD]
    changed = [seat.seat for before, seat in zip(old.seats, new.seats, strict=True) if seat.draft != before.draft]
    changed += [seat.seat for before, seat in zip(old.seats, new.seats, strict=True) if seat.notes != before.notes]
    every = (change_feed.RECORD, *range(len(new.seats))) if is_for_all or new.rating != old.rating else ()
    return list(dict.fromkeys((*changed, *every)))


def has_new_links(old: TableValue, new: TableValue) -> bool:
    return any(seat.token != before.token for before, seat in zip(old.seats, new.seats, strict=True))


def delete_game(store: Store, club: Club, game_id: str) -> None:
    """Deletes a game with all that hangs on it."""
    with changing(store.engine) as connection:
        club.forget_games(connection, connection.execute(select(s.games.c.id).where(s.games.c.game_id == game_id)).scalars().all())
        connection.execute(delete(s.games).where(s.games.c.game_id == game_id))
        connection.execute(delete(s.jobs).where(s.jobs.c.game == game_id))
    store.held_seats.forget(game_id=game_id)
