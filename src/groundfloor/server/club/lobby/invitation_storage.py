"""Invitations to open tables; they end with the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sqlalchemy import select, update

from ...database import schema as s
from ...database.database import insert_new, reads
from ...database.requests import changes
from ...database.rows import PersonalNotice
from ..contacts import block_storage as blocks
from ..notifications import storage as notices
from .rows import Invitation
from .storage import tables_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

MAX_INVITED = 60
"""People who are invited to the same table, those who decline included: as many as can hold the seats of a game."""
INVITED, TABLE, PLAYER, BLOCK, HELD = s.invitations.c, s.open_tables.c, s.open_table_players.c, s.open_table_blocks.c, s.browsers.c


@changes
def invite(
    connection: Connection,
    game_id: str,
    player: str,
    owner_ids: Collection[str],
    at: str = "",
    kind: Literal["invitation", "rematch"] = "invitation",
) -> bool:
    """Invites people to a table, for one of its players; returns False if there are too many. Nothing is stored for anybody else, and nobody who has declined is asked again.

    They are told so at the time ``at`` ("": they are told nothing), as a notice of this ``kind``.
    """
    is_open = select(TABLE.pace).where(TABLE.game_id == game_id, TABLE.game == "").with_for_update()
    pace = connection.execute(is_open).scalar_one_or_none()
    if pace is None:
        return True
    names = {row.owner_id: row.name for row in connection.execute(select(PLAYER.owner_id, PLAYER.name).where(PLAYER.open_table == game_id))}
    known = set(connection.execute(select(INVITED.owner_id).where(INVITED.open_table == game_id)).scalars())
    new = sorted(set(owner_ids) - known - set(names))
    if not new or player not in names:
        return True
    if len(known) + len(new) > MAX_INVITED:
        return False
    rows = [
        {"open_table": game_id, "owner_id": owner_id, "name": names[player], "is_declined": False, "inviter": player} for owner_id in new
    ]
    connection.execute(insert_new(connection.dialect.name, s.invitations), rows)
    if at:
        is_live = pace.startswith("live")
        told = [PersonalNotice(owner_id, kind, game_id, player, names[player], is_live=is_live) for owner_id in new]
        notices.tell(connection, told, at)
    return True


@changes
def offer_rematch(connection: Connection, game_id: str, player: str, name: str, at: str) -> list[str]:
    """Tells the people of a game of a table of links that one of them, called ``name``, has opened its rematch; returns whom.

    They hold seats there when they open them. People whom the ``player`` has blocked, or who have blocked them, are told nothing.
    """
    held = select(HELD.browser).join(s.games, s.games.c.id == HELD.game).where(s.games.c.game_id == game_id)
    chosen = held.where(HELD.browser != player, blocks.is_no_blocked_pair(HELD.browser, player)).distinct()
    people = sorted(connection.execute(chosen).scalars())
    notices.tell(connection, [PersonalNotice(owner_id, "rematch", game_id, player, name, is_of_game=True) for owner_id in people], at)
    return people


@reads
def of_owner(connection: Connection, owner_id: str) -> list[Invitation]:
    """Returns the invitations of somebody, the newest table first.

    Without those that they have declined, those by people whom they have blocked, and those to tables where they sit or are sent away, or where one of
    them and the host has blocked the other.
    """
    elsewhere = [select(column.open_table).where(column.owner_id == owner_id) for column in (PLAYER, BLOCK)]
    wanted = (
        INVITED.owner_id == owner_id,
        INVITED.is_declined.is_(False),
        blocks.has_not_blocked(owner_id, INVITED.inviter),
        *(INVITED.open_table.not_in(tables) for tables in elsewhere),
    )
    names = {row.open_table: row.name for row in connection.execute(select(INVITED.open_table, INVITED.name).where(*wanted))}
    if not names:
        return []
    shown = (TABLE.game_id.in_(list(names)), TABLE.game == "", blocks.is_no_blocked_pair(TABLE.host, owner_id))
    chosen = select(s.open_tables).where(*shown).order_by(TABLE.created.desc(), TABLE.game_id)
    return [Invitation(table, names[table.game_id]) for table in tables_of(connection, connection.execute(chosen).all())]


@changes
def decline(connection: Connection, game_id: str, owner_id: str) -> None:
    connection.execute(update(s.invitations).where(INVITED.open_table == game_id, INVITED.owner_id == owner_id).values(is_declined=True))
    notices.drop(connection, owner_id, game_id)


@reads
def invited(connection: Connection, game_id: str) -> dict[str, bool]:
    """Returns who is invited to a table, and whether they have declined."""
    found = connection.execute(select(INVITED.owner_id, INVITED.is_declined).where(INVITED.open_table == game_id))
    return {row.owner_id: row.is_declined for row in found}
