"""Where notices are sent, and when their owner wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import from_row, insert_new, reads_once, upsert, writes
from ...database.requests import changes
from ...database.rows import NOTIFICATION_KINDS
from .rows import NotificationAddress, NotificationSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

MAX_OF_HOLDER = 10
MAX_OF_GAME = 5
"""Addresses of an owner for all tables that they play, and addresses of one table."""
ADDRESS, SETTINGS = s.notification_addresses.c, s.notification_settings.c
UNTRIED = {"failing_since": "", "tries": 0, "not_before": 0}
"""What is known of an address to which nothing was sent yet."""
FIELDS = [column for column in ADDRESS if column.name not in ("game", "tries", "not_before")]
CHOSEN = select(*FIELDS, func.coalesce(s.games.c.game_id, "")).select_from(
    s.notification_addresses.outerjoin(s.games, s.games.c.id == ADDRESS.game)
)


@changes
def add(connection: Connection, new: NotificationAddress) -> NotificationAddress | None:
    """Adds an address; returns it, or None if there are as many as possible, or no such table.

    One with the same owner, table, transport and address keeps its id, is switched on again, and gets the secret, label and language of the new one.
    """
    game = None
    if new.game:
        game = connection.execute(select(s.games.c.id).where(s.games.c.game_id == new.game).with_for_update()).scalar_one_or_none()
        if game is None:
            return None
    of_same = ADDRESS.game == game if game is not None else (ADDRESS.game.is_(None) & (ADDRESS.owner_id == new.owner_id))
    same = (ADDRESS.owner_id == new.owner_id, of_same, ADDRESS.transport == new.transport, ADDRESS.address == new.address)
    others = select(func.count()).where(of_same, ADDRESS.id.not_in(select(ADDRESS.id).where(*same)))
    if connection.execute(others).scalar_one() >= (MAX_OF_GAME if new.game else MAX_OF_HOLDER):
        return None
    values = {**vars(new), "game": game}
    if (
        connection.execute(insert_new(connection.dialect.name, s.notification_addresses).returning(ADDRESS.id), values).one_or_none()
        is None
    ):
        changed = {name: values[name] for name in ("secret", "label", "language")}
        connection.execute(update(s.notification_addresses).where(*same).values(**changed, is_off=False, **UNTRIED))
    return _found(connection, *same)[0]


@reads_once
def find(connection: Connection, id: str) -> NotificationAddress | None:
    found = _found(connection, ADDRESS.id == id)
    return found[0] if found else None


@reads_once
def of_owner(connection: Connection, owner_id: str) -> list[NotificationAddress]:
    """Returns the addresses of an owner, those of single tables included, the oldest first."""
    return _found(connection, ADDRESS.owner_id == owner_id)


@reads_once
def of_game(connection: Connection, game_id: str) -> list[NotificationAddress]:
    """Returns the addresses of a table, the oldest first."""
    return _found(connection, s.games.c.game_id == game_id)


@changes
def confirm(connection: Connection, id: str, at: str) -> bool:
    """Stores that somebody has confirmed an address, which is switched on; returns False if there is none."""
    values = {"confirmed": at, "is_off": False, "failing_since": ""}
    return connection.execute(update(s.notification_addresses).where(ADDRESS.id == id).values(values)).rowcount > 0


@changes
def switch(connection: Connection, id: str, *, is_off: bool) -> bool:
    """Switches an address off, or on again; returns False if there is none. What was to be sent is not sent any more."""
    if is_off:
        connection.execute(delete(s.deliveries).where(s.deliveries.c.address == id, s.deliveries.c.state == "waiting"))
    return connection.execute(update(s.notification_addresses).where(ADDRESS.id == id).values(is_off=is_off, **UNTRIED)).rowcount > 0


@changes
def unsubscribe(connection: Connection, id: str) -> None:
    """Switches an address off for somebody who got a message by it. An e-mail address then counts as not confirmed: only somebody who reads its e-mails can switch it on again."""
    switch(connection, id, is_off=True)
    connection.execute(update(s.notification_addresses).where(ADDRESS.id == id, ADDRESS.transport == "mail").values(confirmed=""))


def distrust(connection: Connection, owner_id: str) -> None:
    """Switches off the webhooks and push subscriptions of an owner, and removes the e-mail addresses that nobody has confirmed: somebody else may have added them."""
    own = ADDRESS.owner_id == owner_id
    connection.execute(delete(s.notification_addresses).where(own, ADDRESS.transport == "mail", ADDRESS.confirmed == ""))
    others = select(ADDRESS.id).where(own, ADDRESS.transport != "mail")
    connection.execute(delete(s.deliveries).where(s.deliveries.c.address.in_(others), s.deliveries.c.state == "waiting"))
    connection.execute(update(s.notification_addresses).where(ADDRESS.id.in_(others)).values(is_off=True, **UNTRIED))


@changes
def remove(connection: Connection, id: str, owner_id: str = "") -> bool:
    """Removes an address, if it belongs to ``owner_id`` ("": no matter to whom); returns whether it was there."""
    own = ADDRESS.owner_id == owner_id if owner_id else ADDRESS.id == id
    return connection.execute(delete(s.notification_addresses).where(ADDRESS.id == id, own)).rowcount > 0


@reads_once
def settings_of(connection: Connection, owner_id: str) -> NotificationSettings:
    row = connection.execute(select(s.notification_settings).where(SETTINGS.owner_id == owner_id)).one_or_none()
    if row is None:
        return NotificationSettings()
    muted = row.muted.split()
    return from_row(NotificationSettings, row, muted=tuple(kind for kind in NOTIFICATION_KINDS if kind in muted))


@changes
def change_settings(connection: Connection, owner_id: str, settings: NotificationSettings) -> None:
    connection.execute(upsert(connection.dialect.name, s.notification_settings), _setting_values(owner_id, settings))


def _setting_values(owner_id: str, settings: NotificationSettings) -> dict[str, object]:
    return {**vars(settings), "owner_id": owner_id, "muted": " ".join(settings.muted)}


def merge_guest(connection: Connection, guest_id: str, owner_id: str) -> None:
    """Gives addresses and settings of a browser to an account, which keeps those that it has, and has no more than ``MAX_OF_HOLDER`` afterwards, as each turn writes a delivery for each."""
    room = MAX_OF_HOLDER - sum(not address.game for address in of_owner(connection, owner_id))
    for address in of_owner(connection, guest_id):
        game = select(ADDRESS.game).where(ADDRESS.id == address.id).scalar_subquery()
        same = (ADDRESS.owner_id == owner_id, func.coalesce(ADDRESS.game, 0) == func.coalesce(game, 0))
        known = select(ADDRESS.id).where(*same, ADDRESS.transport == address.transport, ADDRESS.address == address.address)
        if (address.game or room > 0) and connection.execute(known).first() is None:
            connection.execute(update(s.notification_addresses).where(ADDRESS.id == address.id).values(owner_id=owner_id))
            room -= not address.game
    chosen = settings_of(connection, guest_id)
    if chosen != NotificationSettings():
        connection.execute(insert_new(connection.dialect.name, s.notification_settings), _setting_values(owner_id, chosen))
    for table in (s.notification_addresses, s.notification_settings):
        connection.execute(delete(table).where(table.c.owner_id == guest_id))


@writes
def delete_unused(connection: Connection, unconfirmed_before: str, unused_before: str) -> int:
    """Deletes addresses that nobody has confirmed since then, and older ones of guests who sit nowhere, then settings of such guests without addresses.

    Returns how many addresses.
    """
    sits = select(s.owned_games.c.browser).where(s.owned_games.c.browser == ADDRESS.owner_id).exists()
    is_guest = ~ADDRESS.owner_id.startswith(ACCOUNT_PREFIX) & ADDRESS.game.is_(None) & (ADDRESS.created < unused_before) & ~sits
    is_unconfirmed = (ADDRESS.confirmed == "") & (ADDRESS.created < unconfirmed_before)
    deleted = connection.execute(delete(s.notification_addresses).where(is_guest | is_unconfirmed)).rowcount
    has_addresses = SETTINGS.owner_id.in_(select(ADDRESS.owner_id))
    connection.execute(delete(s.notification_settings).where(s.without_seats(SETTINGS.owner_id), ~has_addresses))
    return deleted


def _found(connection: Connection, *which: object) -> list[NotificationAddress]:
    rows: Sequence[object] = connection.execute(CHOSEN.where(*which).order_by(ADDRESS.created, ADDRESS.id)).all()  # type: ignore[arg-type]
    return [NotificationAddress(*row) for row in rows]  # type: ignore[misc]
