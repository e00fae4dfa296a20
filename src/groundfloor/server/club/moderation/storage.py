"""Administrators, bans, people as administrators see them, and how much there is of what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Select, bindparam, delete, func, insert, or_, select, union

from ....table.value import ACCOUNT_PREFIX
from ...database import schema as s
from ...database.database import INSERTS, column_values, from_row, insert_new, reads, reads_once, writes
from ...database.requests import changes
from ...database.rows import AccountRow, AdministrationEntry, BanRow, ListedGame, PersonRow, Rights
from ..accounts import storage as accounts
from ..lobby import storage as lobby

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import ColumnElement, Connection, Row

    from ...database.rows import OpenTableRow

PeopleOrder = Literal["new", "used"]
"""People with the newest account first, or those who have used theirs last."""
PeopleKind = Literal["", "administrator", "banned", "bot"]
"""All people, or only some."""
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


@changes
def appoint(connection: Connection, row: AccountRow, codes: Collection[str], at: str) -> tuple[AccountRow, bool]:
    """Makes the account with the name of ``row`` an administrator; returns it, and whether it is new.

    If nobody has the name, ``row`` is added with these recovery codes (hashes).
    """
    is_new = accounts.add(connection, row, codes)
    account = row if is_new else accounts.find(connection, row.key)
    assert account is not None
    add_administrator(connection, account.id, at)
    return account, is_new


@changes
def add_administrator(connection: Connection, account: str, at: str) -> bool:
    """Makes an account an administrator, whom no ban keeps out; returns False if it was deleted."""
    if not accounts.lock(connection, account):
        return False
    lift_of_account(connection, account)
    connection.execute(insert_new(connection.dialect.name, s.administrators), {"account": account, "since": at})
    return True


@changes
def dismiss(connection: Connection, account: str) -> bool:
    """Takes the rights of an administrator from an account, with the codes and the registration links that it has made; returns whether it had them."""
    connection.execute(delete(s.registration_links).where(s.registration_links.c.author == account))
    connection.execute(delete(s.recovery_codes).where(s.recovery_codes.c.author == account))
    return connection.execute(delete(s.administrators).where(ADMINISTRATOR.account == account)).rowcount > 0


@reads
def administrators(connection: Connection) -> list[tuple[AccountRow, str]]:
    """Returns the administrators, each with the time since when they are, the first one first."""
    chosen = select(s.accounts, ADMINISTRATOR.since).join(s.administrators, ADMINISTRATOR.account == ACCOUNT.id)
    return [(AccountRow(*row[:-1]), row.since) for row in connection.execute(chosen.order_by(ADMINISTRATOR.since, ACCOUNT.key))]


def is_administrator(connection: Connection, account: str) -> bool:
    return connection.execute(select(ADMINISTRATOR.account).where(ADMINISTRATOR.account == account)).one_or_none() is not None


@changes
def ban(connection: Connection, new: BanRow) -> bool:
    """Stores a ban in place of an earlier one of the same account or client, whose open tables, places and invitations end.

    Returns False if the account is an administrator's, or was deleted.
    """
    if new.account is not None and (not accounts.lock(connection, new.account) or is_administrator(connection, new.account)):
        return False
    author = new.author if new.author is not None and accounts.lock(connection, new.author) else None
    is_same = BAN.client == new.client if new.account is None else BAN.account == new.account
    connection.execute(delete(s.bans).where(is_same))
    connection.execute(insert(s.bans), column_values(s.bans, new, author=author))
    if new.account is not None:
        lobby.leave_all(connection, f"{ACCOUNT_PREFIX}{new.account}")
    elif new.client is not None:
        lobby.close_of_client(connection, new.client)
    return True


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
    """Lifts the ban of an account, and what it has brought upon the addresses from which that came."""
    connection.execute(delete(s.bans).where(BAN.account == account))
    connection.execute(delete(s.banned_addresses).where(ADDRESS.account == account))


@changes
def note_addresses(connection: Connection, account: str, clients: Collection[str], until: str) -> None:
    """Notes until when the clients are limited from which a banned account has come."""
    if clients:
        new = INSERTS[connection.dialect.name](s.banned_addresses)
        later = new.on_conflict_do_update(index_elements=["client", "account"], set_={"until": new.excluded.until})
        connection.execute(later, [{"client": client, "account": account, "until": until} for client in clients])


@reads_once
def address_is_banned_until(connection: Connection, client: str, account: str = "") -> str:
    """Returns until when a client is limited because a banned account, or this one, has come from it; "" if none has."""
    chosen = select(func.max(ADDRESS.until)).where(ADDRESS.client == client)
    return connection.execute(chosen.where(ADDRESS.account == account) if account else chosen).scalar_one() or ""


@reads
def bans(connection: Connection, first: int, most: int) -> list[BanRow]:
    """Returns the bans from number ``first`` on, the newest first."""
    chosen = BANS.order_by(BAN.since.desc(), BAN.id).offset(first).limit(most)
    return [BanRow(*row) for row in connection.execute(chosen)]


@reads_once
def ban_of_client(connection: Connection, client: str) -> BanRow | None:
    """Returns the ban of the client with this mark, even if it is over."""
    return _ban(connection.execute(BAN_OF_CLIENT, {"of_client": client}).one_or_none())


@reads_once
def ban_of_account(connection: Connection, account: str) -> BanRow | None:
    """Returns the ban of an account, even if it is over."""
    return _ban(connection.execute(BAN_OF_ACCOUNT, {"of_account": account}).one_or_none())


@reads_once
def ban_of_device(connection: Connection, device: str, now: str) -> BanRow | None:
    """Returns a ban that holds of an account that has logged in at a device."""
    known = s.known_devices.c
    chosen = select(s.bans).join(s.known_devices, known.account == BAN.account)
    return _ban(connection.execute(chosen.where(known.device == device, _holds(now)).order_by(BAN.since.desc(), BAN.id)).first())


@reads_once
def is_seat_of_banned(connection: Connection, token: str, owner_id: str, now: str) -> bool:
    """Returns whether a banned account holds the seat with this token, and ``owner_id``, an account ("": a guest), does not hold it as well."""
    seat, others = s.seats.c, s.browsers.alias().c
    held = select(HELD.game).join(s.seats, (seat.game == HELD.game) & (seat.seat == HELD.seat)).where(seat.token == token)
    of_banned = held.join(s.bans, HELD.browser == s.account_key(BAN.account)).where(_holds(now))
    also = select(others.game).where(others.game == HELD.game, others.seat == HELD.seat, others.browser == owner_id).exists()
    return connection.execute(of_banned.where(~also).limit(1)).first() is not None


@reads
def clients_of_owner(connection: Connection, owner_id: str, since: str) -> list[str]:
    """Returns the hashes of the clients from which somebody has written messages, opened tables or reported since a time, as far as it is known."""
    written = select(s.messages.c.client).where(s.messages.c.owner_id == owner_id, s.messages.c.at >= since)
    opened = select(s.open_tables.c.client).where(s.open_tables.c.host == owner_id, s.open_tables.c.created >= since)
    reported = select(s.reports.c.client).where(s.reports.c.author == owner_id, s.reports.c.created >= since)
    return sorted(client for client in connection.execute(union(written, opened, reported)).scalars() if client)


def _holds(now: str) -> Any:
    return (BAN.until == "") | (BAN.until > now)


@writes
def delete_old_bans(connection: Connection, before: str) -> int:
    """Deletes the bans, also those of addresses, that have ended before this time; returns how many bans."""
    connection.execute(delete(s.banned_addresses).where(ADDRESS.until < before))
    return connection.execute(delete(s.bans).where(BAN.until != "", BAN.until < before)).rowcount


@reads
def list_accounts(
    connection: Connection, key: str, order: PeopleOrder, first: int, most: int, kind: PeopleKind = "", now: str = ""
) -> list[PersonRow]:
    """Returns the accounts of a ``kind`` whose names have this part (``name_key``), from number ``first`` on; banned are those whose ban is not over ``now``."""
    used = _session_use()
    order_by = used.c.used.desc().nulls_last() if order == "used" else ACCOUNT.created.desc()
    chosen = _people(used).where(*_is_person(key, kind, now)).order_by(order_by, ACCOUNT.created.desc(), ACCOUNT.id)
    return _counted(connection, connection.execute(chosen.offset(first).limit(most)).all())


@reads
def person(connection: Connection, account: str) -> PersonRow | None:
    chosen = _people(_session_use()).where(ACCOUNT.id == account)
    return next(iter(_counted(connection, connection.execute(chosen).all())), None)


@reads
def count_people(connection: Connection, key: str, kind: PeopleKind = "", now: str = "") -> int:
    """Returns how many accounts of a ``kind`` have names with this part (``name_key``)."""
    chosen = select(func.count()).select_from(s.accounts).where(*_is_person(key, kind, now))
    return int(connection.execute(chosen).scalar_one())


def _is_person(key: str, kind: PeopleKind, now: str) -> list[ColumnElement[bool]]:
    kinds: dict[PeopleKind, Select[Any]] = {
        "administrator": select(ADMINISTRATOR.account),
        "banned": select(BAN.account).where(BAN.account.is_not(None), or_(BAN.until == "", BAN.until > now)),
        "bot": select(s.bot_accounts.c.account),
    }
    named = ACCOUNT.key.contains(key, autoescape=True)
    return [named, ACCOUNT.id.in_(kinds[kind])] if kind else [named]


@writes
def note(connection: Connection, entry: AdministrationEntry) -> None:
    """Stores what an administrator has done."""
    author = entry.author if entry.author is not None and accounts.lock(connection, entry.author) else None
    values = {name: value for name, value in vars(entry).items() if name in ENTRY}
    connection.execute(insert(s.administration_log), values | {"author": author})


@reads
def log_entries(connection: Connection, author: str, first: int, most: int) -> list[AdministrationEntry]:
    """Returns what administrators have done, or one of them (an id; "": all), the newest first."""
    names = func.coalesce(ACCOUNT.name, "").label("author_name")
    chosen = select(s.administration_log, names).outerjoin(s.accounts, ACCOUNT.id == ENTRY.author)
    if author:
        chosen = chosen.where(ENTRY.author == author)
    rows = connection.execute(chosen.order_by(ENTRY.id.desc()).offset(first).limit(most))
    return [from_row(AdministrationEntry, row) for row in rows]


@reads
def list_games(connection: Connection, part: str, status: str, ruleset: str, first: int, most: int) -> list[ListedGame]:
    """Returns the games with a status and a ruleset ("": any) that have a ``part`` in the name of the table or of a seat, whatever its case, the newest first, from number ``first`` on."""
    chosen = select(GAME.id, *(GAME[name] for name in ("game_id", "name", "ruleset", "status", "created", "moved", "rating", "is_private")))
    for column, wanted in ((GAME.status, status), (GAME.ruleset, ruleset)):
        if wanted:
            chosen = chosen.where(column == wanted)
    if part:
        sitting = select(s.seats.c.game).where(s.seats.c.name.icontains(part, autoescape=True))
        chosen = chosen.where(or_(GAME.name.icontains(part, autoescape=True), GAME.id.in_(sitting)))
    rows = connection.execute(chosen.order_by(GAME.id.desc()).offset(first).limit(most)).all()
    names: dict[int, list[str]] = {row.id: [] for row in rows}
    for seat in connection.execute(select(s.seats.c.game, s.seats.c.name).where(s.seats.c.game.in_(names)).order_by(s.seats.c.seat)):
        names[seat.game].append(seat.name)
    return [from_row(ListedGame, row, seats=tuple(names[row.id])) for row in rows]


@reads
def list_open_tables(connection: Connection, part: str, first: int, most: int) -> list[OpenTableRow]:
    """Returns the open tables whose game has not begun, private ones too, with a ``part`` in the name of the table or of a player, the newest first, from number ``first`` on."""
    table, player = s.open_tables.c, s.open_table_players.c
    chosen = select(s.open_tables).where(table.game == "")
    if part:
        sitting = select(player.open_table).where(player.name.icontains(part, autoescape=True))
        chosen = chosen.where(or_(table.name.icontains(part, autoescape=True), table.game_id.in_(sitting)))
    rows = connection.execute(chosen.order_by(table.created.desc(), table.game_id).offset(first).limit(most))
    return lobby.tables_of(connection, rows)


@writes
def delete_old_entries(connection: Connection, before: str) -> int:
    """Deletes what administrators did before this time; returns how many entries."""
    return connection.execute(delete(s.administration_log).where(ENTRY.at < before)).rowcount


def _session_use() -> Any:
    """Returns the query for when each account was last used, and how many sessions it has."""
    uses = select(SESSION.account, func.max(SESSION.used).label("used"), func.count().label("sessions"))
    return uses.group_by(SESSION.account).subquery()


def _people(used: Any) -> Any:
    """Returns the query for accounts with their sessions, rights and bans."""
    chosen = select(s.accounts, used.c.used, used.c.sessions, ADMINISTRATOR.account, s.bans)
    joined = chosen.outerjoin(used, used.c.account == ACCOUNT.id).outerjoin(s.administrators, ADMINISTRATOR.account == ACCOUNT.id)
    return joined.outerjoin(s.bans, BAN.account == ACCOUNT.id)


def _counted(connection: Connection, rows: Iterable[Row[Any]]) -> list[PersonRow]:
    rows = list(rows)
    owners = [f"{ACCOUNT_PREFIX}{row[0]}" for row in rows]
    listed = s.listed_games.c
    counted = select(listed.browser, func.count(listed.game.distinct())).where(listed.browser.in_(owners)).group_by(listed.browser)
    games = {row[0]: row[1] for row in connection.execute(counted)}
    of_player = s.player_browsers.c
    kept = select(of_player.browser, func.count()).join(s.results, s.results.c.player == of_player.player)
    kept = kept.where(of_player.browser.in_(owners)).group_by(of_player.browser)
    results = {row[0]: row[1] for row in connection.execute(kept)}
    bot = s.bot_accounts.c.account
    bots = set(connection.execute(select(bot).where(bot.in_([row[0] for row in rows]))).scalars())
    people = []
    for row in rows:
        facts: Any = row
        account = AccountRow(*facts[:5])
        rights = Rights(facts[7] is not None, _ban(facts[8:]))
        counts = games.get(account.owner_id, 0), results.get(account.owner_id, 0)
        people.append(PersonRow(account, facts[5] or "", facts[6] or 0, *counts, rights, account.id in bots))
    return people


def _ban(row: Any) -> BanRow | None:
    return None if row is None or row[0] is None else BanRow(*row)
