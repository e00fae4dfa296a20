"""Whom people have blocked, which nobody else sees.

Both are known by the ids of their browsers or accounts, as in ``browsers``. Blocked people can't tell it from silence: their requests and invitations are stored
as ever but not shown, and the blocker's open tables seem not to exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, delete, func, insert, or_, select, update

from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import insert_new, reads_once, writes
from ...database.requests import changes
from .rows import BlockedPerson

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Connection

MAX_BLOCKED = 200
"""Owner ids that somebody has blocked; a person has one, or one for each browser that holds the seat at which they were blocked."""
BLOCK, FRIEND, REQUEST, TABLE, PLAYER = s.blocks.c, s.friends.c, s.friend_requests.c, s.open_tables.c, s.open_table_players.c


@reads_once
def of_owner(connection: Connection, owner_id: str) -> list[BlockedPerson]:
    """Returns whom somebody has blocked, each under the name that they had then, by name."""
    chosen = select(BLOCK.id, BLOCK.name, BLOCK.at).where(BLOCK.owner_id == owner_id).distinct().order_by(BLOCK.name, BLOCK.at, BLOCK.id)
    return [BlockedPerson(*row) for row in connection.execute(chosen)]


@reads_once
def blocked_by(connection: Connection, owner_id: str) -> frozenset[str]:
    """Returns the ids of those whom somebody has blocked."""
    return frozenset(connection.execute(select(BLOCK.blocked).where(BLOCK.owner_id == owner_id)).scalars())


@reads_once
def is_blocked_pair(connection: Connection, owner_id: str, other: str) -> bool:
    """Returns whether one of two people has blocked the other."""
    both = or_(and_(BLOCK.owner_id == owner_id, BLOCK.blocked == other), and_(BLOCK.owner_id == other, BLOCK.blocked == owner_id))
    return connection.execute(select(BLOCK.id).where(both).limit(1)).one_or_none() is not None


def is_no_blocked_pair(column: ColumnElement[str], owner_id: str) -> ColumnElement[bool]:
    """Returns the condition that neither the person of a column nor somebody has blocked the other."""
    by, of = select(BLOCK.blocked).where(BLOCK.owner_id == owner_id), select(BLOCK.owner_id).where(BLOCK.blocked == owner_id)
    return and_(column.not_in(by), column.not_in(of))


def has_not_blocked(owner_id: str, column: ColumnElement[str]) -> ColumnElement[bool]:
    """Returns the condition that somebody has not blocked the person of a column."""
    return column.not_in(select(BLOCK.blocked).where(BLOCK.owner_id == owner_id))


@changes
def add(connection: Connection, owner_id: str, blocked: Collection[str], name: str, id: str, at: str) -> bool:
    """Blocks a person, known by these owner ids, unless they are blocked under this name; returns False if somebody has blocked ``MAX_BLOCKED``.

    A friendship with them and a request to them end, as by ``friends.remove`` and ``friends.withdraw``. At an open table whose host is one of the two, the other loses the place.
    """
    known = select(BLOCK.blocked).where(BLOCK.owner_id == owner_id, BLOCK.name == name)
    wanted = sorted(set(blocked) - {owner_id} - set(connection.execute(known).scalars()))
    if _count(connection, owner_id) + len(wanted) > MAX_BLOCKED:
        return False
    if wanted:
        connection.execute(
            insert(s.blocks), [{"owner_id": owner_id, "blocked": other, "id": id, "name": name, "at": at} for other in wanted]
        )
    for other in wanted:
        _end_friendship(connection, owner_id, other)
        _leave(connection, owner_id, other)
        _leave(connection, other, owner_id)
    return True


@changes
def remove(connection: Connection, owner_id: str, id: str) -> None:
    connection.execute(delete(s.blocks).where(BLOCK.owner_id == owner_id, BLOCK.id == id))


def merge_guest(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Gives the blocks of a browser to an account, those of it, and those by it as long as the account has blocked fewer than ``MAX_BLOCKED``."""
    chosen = select(s.blocks).where(or_(BLOCK.owner_id == guest_id, BLOCK.blocked == guest_id)).order_by(BLOCK.at, BLOCK.blocked)
    rows = connection.execute(chosen).mappings().all()
    if not rows:
        return
    connection.execute(delete(s.blocks).where(or_(BLOCK.owner_id == guest_id, BLOCK.blocked == guest_id)))
    moved = [{name: owner_id if name in ("owner_id", "blocked") and row[name] == guest_id else row[name] for name in row} for row in rows]
    others, own = (
        [row for row in moved if row["owner_id"] != row["blocked"] and (row["owner_id"] == owner_id) is is_own] for is_own in (False, True)
    )
    if kept := others + own[: max(MAX_BLOCKED - _count(connection, owner_id), 0)]:
        connection.execute(insert_new(connection.dialect.name, s.blocks), kept)


@writes
def delete_unused(connection: Connection, before: str) -> int:
    """Deletes the blocks made before a time by guests who hold no seat and wait at no open table; returns how many."""
    return connection.execute(delete(s.blocks).where(BLOCK.at < before, s.without_seats(BLOCK.owner_id))).rowcount


def _count(connection: Connection, owner_id: str) -> int:
    return int(connection.execute(select(func.count()).select_from(s.blocks).where(BLOCK.owner_id == owner_id)).scalar_one())


def _end_friendship(connection: Connection, owner_id: str, other: str) -> None:
    if not (owner_id.startswith(ACCOUNT_PREFIX) and other.startswith(ACCOUNT_PREFIX)):
        return
    pair = (owner_id.removeprefix(ACCOUNT_PREFIX), other.removeprefix(ACCOUNT_PREFIX))
    for one, two in (pair, pair[::-1]):
        connection.execute(delete(s.friends).where(FRIEND.account == one, FRIEND.friend == two))
    key = select(s.accounts.c.name_key).where(s.accounts.c.id == pair[1]).scalar_subquery()
    connection.execute(delete(s.friend_requests).where(REQUEST.account == pair[0], REQUEST.name_key == key))


def _leave(connection: Connection, host: str, player: str) -> None:
    """Takes the places of somebody at the open tables of a host whose games have not begun."""
    hosted = select(TABLE.game_id).where(TABLE.host == host, TABLE.game == "")
    left = select(PLAYER.open_table).where(PLAYER.owner_id == player, PLAYER.open_table.in_(hosted))
    connection.execute(update(s.open_tables).where(TABLE.game_id.in_(left)).values(changes=TABLE.changes + 1))
    connection.execute(delete(s.open_table_players).where(PLAYER.owner_id == player, PLAYER.open_table.in_(hosted)))
