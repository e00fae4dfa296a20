"""What people write to each other in the lobby, and at open tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import case, delete, func, insert, select, update

from ...database import schema as s
from ...database.database import reads, reads_once
from ...database.requests import changes
from ...database.shares import network_of_column
from ..chat.rows import LobbyMessage
from ..identity.person_kinds import mark_now

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from ...database.rows import Remover

MOST = 200
"""Messages of the lobby, or of a table, that are kept (``FAIRLY``)."""
MAX_AROUND = 5
"""Messages before and after a reported one, as its context."""
MESSAGE = s.lobby_messages.c
COLUMNS = [MESSAGE[name] for name in LobbyMessage.__dataclass_fields__]
SENDER = case((MESSAGE.client == "", MESSAGE.owner_id), else_=network_of_column(MESSAGE.client))
FAIRLY = func.row_number().over(partition_by=SENDER, order_by=MESSAGE.id.desc()), MESSAGE.id.desc()
"""The order in which messages of a chat have a place: the newest of each network, then the second of each, so that those of whoever has most lose theirs first."""


@changes
def add(connection: Connection, new: LobbyMessage, since: str) -> None:
    """Stores a message; deletes those of the lobby that are older than ``since``, and of each chat those beyond ``MOST``. Nothing is stored for a table that is gone."""
    if new.open_table is not None:
        table = select(s.open_tables.c.game_id).where(s.open_tables.c.game_id == new.open_table).with_for_update()
        if connection.execute(table).one_or_none() is None:
            return
    else:
        connection.execute(delete(s.lobby_messages).where(_is_at(None), MESSAGE.at < since))
    values = {name: value for name, value in vars(new).items() if name != "id"} | {"mark": mark_now(connection, new.owner_id, new.name)}
    connection.execute(insert(s.lobby_messages), values)
    beyond = list(connection.execute(select(MESSAGE.id).where(_is_at(new.open_table)).order_by(*FAIRLY).offset(MOST)).scalars())
    if beyond:
        connection.execute(delete(s.lobby_messages).where(MESSAGE.id.in_(beyond)))


@reads_once
def listed(connection: Connection, open_table: str | None, most: int = MOST) -> list[LobbyMessage]:
    """Returns ``most`` messages of an open table, or of the lobby (None), chosen by ``FAIRLY``, the newest last."""
    chosen = select(*COLUMNS).where(_is_at(open_table)).order_by(*FAIRLY).limit(most)
    return sorted((LobbyMessage(*row) for row in connection.execute(chosen)), key=lambda message: message.id)


@reads_once
def find(connection: Connection, id: int) -> LobbyMessage | None:
    row = connection.execute(select(*COLUMNS).where(MESSAGE.id == id)).one_or_none()
    return None if row is None else LobbyMessage(*row)


@reads
def around(connection: Connection, id: int) -> list[LobbyMessage]:
    """Returns a message with the ``MAX_AROUND`` before and after it; none if it is gone."""
    message = find(connection, id)
    if message is None:
        return []
    place = listed(connection, message.open_table)
    at = place.index(message)
    return place[max(at - MAX_AROUND, 0) : at + MAX_AROUND + 1]


@changes
def remove(connection: Connection, id: int, by: Remover) -> bool:
    """Replaces the text of a message by who has removed it; returns False if there is none, or it was removed before."""
    gone = update(s.lobby_messages).where(MESSAGE.id == id, MESSAGE.removed == "").values(text="", removed=by, client="")
    return connection.execute(gone).rowcount > 0


@changes
def remove_all_of(connection: Connection, owner_id: str, by: Remover) -> None:
    """Deletes the texts of all messages of somebody."""
    those = (MESSAGE.owner_id == owner_id, MESSAGE.removed == "")
    connection.execute(update(s.lobby_messages).where(*those).values(text="", removed=by, client=""))


@reads_once
def of_owner(connection: Connection, owner_id: str) -> list[LobbyMessage]:
    """Returns what somebody has written, in its order."""
    return [LobbyMessage(*row) for row in connection.execute(select(*COLUMNS).where(MESSAGE.owner_id == owner_id).order_by(MESSAGE.id))]


def merge_guest(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Gives the messages of a browser to an account."""
    connection.execute(update(s.lobby_messages).where(MESSAGE.owner_id == guest_id).values(owner_id=owner_id))


def forget(connection: Connection, owner_id: str, former: str) -> None:
    """Deletes the texts of somebody who is deleted; the messages stay, without text, under the name ``former``."""
    remove_all_of(connection, owner_id, "author")
    connection.execute(update(s.lobby_messages).where(MESSAGE.owner_id == owner_id).values(owner_id="", name=former, mark="", client=""))


def _is_at(open_table: str | None) -> ColumnElement[bool]:
    return MESSAGE.open_table.is_(None) if open_table is None else MESSAGE.open_table == open_table
