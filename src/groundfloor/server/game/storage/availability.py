"""When people play at tables over days: a row for each person who has said so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Row, delete, exists, literal, or_, select, update

from groundfloor.table.hours import Availability, Holiday, Hours
from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import insert_new, reads_once, writes
from ...database.errors import StorageDamaged
from ...database.requests import changes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sqlalchemy import Connection

AVAILABILITY = s.availability.c


@reads_once
def of_owner(connection: Connection, owner_id: str) -> Availability:
    return of_owners(connection, [owner_id]).get(owner_id, Availability())


@reads_once
def of_owners(connection: Connection, owners: Collection[str]) -> dict[str, Availability]:
    """Returns when these owners of seats play, as far as they have said so."""
    return {row.owner_id: _availability(row) for row in connection.execute(select(s.availability).where(AVAILABILITY.owner_id.in_(owners)))}


@reads_once
def of_game(connection: Connection, game_id: str) -> dict[int, Availability]:
    """Returns when the people at a table play, by seat, as far as they have said so: for the account to which it belongs; else, of several owners, for an account first, then for the one who has held it longest."""
    held, own = s.browsers.c, s.seat_accounts.c
    joined = select(s.availability, held.seat, held.number).join(s.browsers, held.browser == AVAILABILITY.owner_id)
    rows = [*connection.execute(joined.join(s.games, s.games.c.id == held.game).where(s.games.c.game_id == game_id))]
    owned = select(s.availability, own.seat, literal(-1).label("number")).join(
        s.seat_accounts, s.owner_id_of(own.account) == AVAILABILITY.owner_id
    )
    rows += connection.execute(owned.join(s.games, s.games.c.id == own.game).where(s.games.c.game_id == game_id))
    ranked = sorted(rows, key=lambda row: (not row.owner_id.startswith(ACCOUNT_PREFIX), row.number, row.owner_id), reverse=True)
    return {row.seat: _availability(row) for row in ranked}


@changes
def change(connection: Connection, owner_id: str, at: str, decide: Callable[[Availability, bool], Availability]) -> Availability:
    """Replaces somebody's hours and holidays by what ``decide`` makes of them and of whether a clock of theirs runs; returns that. Nothing is stored if it raises an error."""
    new = {"owner_id": owner_id, "hours": "[]", "holidays": "[]", "changed": at}
    connection.execute(insert_new(connection.dialect.name, s.availability), new)
    row = connection.execute(select(s.availability).where(AVAILABILITY.owner_id == owner_id).with_for_update()).one()
    after = decide(_availability(row), runs_clock(connection, owner_id))
    hours, holidays = (msgspec.json.encode(part).decode() for part in (after.hours, after.holidays))
    connection.execute(update(s.availability).where(AVAILABILITY.owner_id == owner_id).values(hours=hours, holidays=holidays, changed=at))
    return after


@reads_once
def runs_clock(connection: Connection, owner_id: str) -> bool:
    """Returns whether the clock of a seat of theirs runs at a table over days, even at one that is not in their list."""
    seat, held, own = s.seat_clocks.c, s.browsers.c, s.seat_accounts.c
    is_held = exists().where(held.game == seat.game, held.seat == seat.seat, held.browser == owner_id)
    is_own = exists().where(own.game == seat.game, own.seat == seat.seat, s.owner_id_of(own.account) == owner_id)
    running = select(seat.seat).join(s.clocks, s.clocks.c.game == seat.game).where(seat.since != "", s.clocks.c.pace.like("days-%"))
    return connection.execute(running.where(or_(is_held, is_own)).limit(1)).first() is not None


@writes
def delete_unused(connection: Connection, before: str) -> int:
    """Deletes hours and holidays stored before a time by guests who hold no seat and wait at no open table; returns for how many guests."""
    return connection.execute(delete(s.availability).where(AVAILABILITY.changed < before, s.without_seats(AVAILABILITY.owner_id))).rowcount


def _availability(row: Row[tuple[str, str, str, str]]) -> Availability:
    try:
        hours = msgspec.json.decode(row.hours, type=tuple[Hours, ...])
        return Availability(hours, msgspec.json.decode(row.holidays, type=tuple[Holiday, ...]))
    except msgspec.MsgspecError as error:
        raise StorageDamaged(str(error)) from error
