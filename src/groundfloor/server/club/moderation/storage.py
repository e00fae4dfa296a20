"""Administrators, bans, people as administrators see them, and how much there is of what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, func, select, union

from ...database import schema as s
from ...database.database import INSERTS, insert_new, reads, reads_once, writes
from ...database.requests import changes
from ...database.rows import AccountRow, BanRow
from ..identity import storage as accounts

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection


ACCOUNT, BAN, ADMINISTRATOR, SESSION, HELD = s.accounts.c, s.bans.c, s.administrators.c, s.sessions.c, s.browsers.c
ENTRY, ADDRESS = s.administration_log.c, s.banned_addresses.c
GAME = s.games.c
AUTHORS = s.accounts.alias()
BANS = (
    select(s.bans, func.coalesce(ACCOUNT.name, ""), func.coalesce(AUTHORS.c.name, ""))
    .outerjoin(s.accounts, ACCOUNT.id == BAN.account)
    .outerjoin(AUTHORS, AUTHORS.c.id == BAN.author)
)
BAN_OF_CLIENT = select(s.bans).where(BAN.client == bindparam("of_client"))
BAN_OF_ACCOUNT = select(s.bans).where(BAN.account == bindparam("of_account"))


def _holds(now: Any) -> Any:
    return (BAN.until == "") | (BAN.until > now)


def _seat_of_banned() -> Any:
    """Returns the statement of ``is_seat_of_banned``, which is asked at each change at a seat."""
    seat, others = s.seats.c, s.browsers.alias().c
    held = select(HELD.game).join(s.seats, (seat.game == HELD.game) & (seat.seat == HELD.seat)).where(seat.token == bindparam("token"))
    of_banned = held.join(s.bans, HELD.browser == s.owner_id_of(BAN.account)).where(_holds(bindparam("now")))
    of_owner = select(others.game).where(others.game == HELD.game, others.seat == HELD.seat, others.browser == bindparam("owner_id"))
    return of_banned.where(~of_owner.exists()).limit(1)


SEAT_OF_BANNED = _seat_of_banned()
BAN_OF_DEVICE = (
    select(s.bans)
    .join(s.known_devices, s.known_devices.c.account == BAN.account)
    .where(s.known_devices.c.device == bindparam("device"), _holds(bindparam("now")))
    .order_by(BAN.since.desc(), BAN.id)
)
BANNED_UNTIL = select(func.max(ADDRESS.until)).where(ADDRESS.client == bindparam("of_client"))


@changes
def appoint(connection: Connection, row: AccountRow, codes: Collection[str], at: str) -> tuple[AccountRow, bool]:
    """Makes the account with the name of ``row`` an administrator; returns it, and whether it is new.

    If nobody has the name, ``row`` is added with these recovery codes (hashes).
    """
    is_new = accounts.add(connection, row, codes)
    account = row if is_new else accounts.find(connection, row.name_key)
    assert account is not None
    add_administrator(connection, account.id, at)
    return account, is_new


@changes
def add_administrator(connection: Connection, account: str, at: str) -> bool:
    """Makes an account an administrator, who can't be banned; returns False if it was deleted."""
    if not accounts.lock(connection, account):
        return False
    lift_of_account(connection, account)
    connection.execute(insert_new(connection.dialect.name, s.administrators), {"account": account, "since": at})
    return True


@changes
def dismiss(connection: Connection, account: str) -> bool:
    """Takes the rights of an administrator from an account, with the codes and the registration links that it has made; returns whether it had them."""
    accounts.lock(connection, account)
    connection.execute(delete(s.registration_links).where(s.registration_links.c.author == account))
    connection.execute(delete(s.recovery_codes).where(s.recovery_codes.c.author == account))
    return connection.execute(delete(s.administrators).where(ADMINISTRATOR.account == account)).rowcount > 0


@reads
def administrators(connection: Connection) -> list[tuple[AccountRow, str]]:
    """Returns the administrators, each with the time when they became one, the first one first."""
    chosen = select(s.accounts, ADMINISTRATOR.since).join(s.administrators, ADMINISTRATOR.account == ACCOUNT.id)
    return [(AccountRow(*row[:-1]), row.since) for row in connection.execute(chosen.order_by(ADMINISTRATOR.since, ACCOUNT.name_key))]


def is_administrator(connection: Connection, account: str) -> bool:
    return connection.execute(select(ADMINISTRATOR.account).where(ADMINISTRATOR.account == account)).one_or_none() is not None


@changes
def lift(connection: Connection, id: str) -> BanRow | None:
    """Lifts a ban; returns it, None if there is none."""
    row = connection.execute(BANS.where(BAN.id == id)).one_or_none()
    connection.execute(delete(s.bans).where(BAN.id == id))
    if row is not None and row.account is not None:
        lift_of_account(connection, row.account)
    return None if row is None else BanRow(*row)


@changes
def lift_of_account(connection: Connection, account: str) -> None:
    """Lifts the ban of an account, and the limits of the addresses from which it came."""
    connection.execute(delete(s.bans).where(BAN.account == account))
    connection.execute(delete(s.banned_addresses).where(ADDRESS.account == account))


@changes
def note_addresses(connection: Connection, account: str, clients: Collection[str], until: str) -> None:
    """Notes until when the clients from which a banned account has come are limited."""
    if clients:
        new = INSERTS[connection.dialect.name](s.banned_addresses)
        later = new.on_conflict_do_update(index_elements=["client", "account"], set_={"until": new.excluded.until})
        connection.execute(later, [{"client": client, "account": account, "until": until} for client in clients])


@reads_once
def address_is_banned_until(connection: Connection, client: str, account: str = "") -> str:
    """Returns until when a client is limited because a banned account, or this one, has come from it; "" if none has."""
    chosen = BANNED_UNTIL.where(ADDRESS.account == account) if account else BANNED_UNTIL
    return connection.execute(chosen, {"of_client": client}).scalar_one() or ""


@reads
def bans(connection: Connection, first: int, most: int) -> list[BanRow]:
    """Returns the bans from number ``first`` on, the newest first."""
    chosen = BANS.order_by(BAN.since.desc(), BAN.id).offset(first).limit(most)
    return [BanRow(*row) for row in connection.execute(chosen)]


@reads_once
def ban_of_client(connection: Connection, client: str) -> BanRow | None:
    """Returns the ban of the client with this hash, even if it is over."""
    return ban_of_row(connection.execute(BAN_OF_CLIENT, {"of_client": client}).one_or_none())


@reads_once
def ban_of_account(connection: Connection, account: str) -> BanRow | None:
    """Returns the ban of an account, even if it is over."""
    return ban_of_row(connection.execute(BAN_OF_ACCOUNT, {"of_account": account}).one_or_none())


@reads_once
def ban_of_device(connection: Connection, device: str, now: str) -> BanRow | None:
    """Returns a current ban of an account that has logged in at a device."""
    return ban_of_row(connection.execute(BAN_OF_DEVICE, {"device": device, "now": now}).first())


@reads_once
def is_seat_of_banned(connection: Connection, token: str, owner_id: str, now: str) -> bool:
    """Returns whether a banned account holds the seat with this token, and ``owner_id``, an account ("": a guest), does not hold it as well."""
    return connection.execute(SEAT_OF_BANNED, {"token": token, "owner_id": owner_id, "now": now}).first() is not None


@reads
def clients_of_owner(connection: Connection, owner_id: str, since: str) -> list[str]:
    """Returns the hashes of the clients from which somebody has written messages, opened tables or reported since a time, as far as it is known."""
    written = select(s.messages.c.client).where(s.messages.c.owner_id == owner_id, s.messages.c.at >= since)
    opened = select(s.open_tables.c.client).where(s.open_tables.c.host == owner_id, s.open_tables.c.created >= since)
    reported = select(s.reports.c.client).where(s.reports.c.author == owner_id, s.reports.c.created >= since)
    return sorted(client for client in connection.execute(union(written, opened, reported)).scalars() if client)


@writes
def delete_old_bans(connection: Connection, before: str) -> int:
    """Deletes the bans, also those of addresses, that have ended before this time; returns how many bans."""
    connection.execute(delete(s.banned_addresses).where(ADDRESS.until < before))
    return connection.execute(delete(s.bans).where(BAN.until != "", BAN.until < before)).rowcount


def ban_of_row(row: Any) -> BanRow | None:
    """Returns the ban of a row with its columns; None if there is no row, or its columns are empty."""
    return None if row is None or row[0] is None else BanRow(*row)
