"""Adding bans; people, games and open tables as administrators see them; and the log of what they have done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Select, delete, func, insert, or_, select

from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import column_values, from_row, reads, writes
from ...database.requests import changes
from ...database.rows import AccountRow, BanRow, Rights
from ..identity import storage as accounts
from ..lobby import storage as lobby
from ..moderation.storage import ban_of_row, is_administrator
from .rows import AdministrationEntry, ListedGame, PersonRow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import ColumnElement, Connection, Row

    from ..lobby.rows import OpenTableRow

PeopleOrder = Literal["new", "used"]
"""People with the newest account first, or those who have used theirs last."""
PeopleKind = Literal["", "administrator", "banned", "bot"]
"""All people, or only some."""
ACCOUNT, BAN, ADMINISTRATOR, SESSION, HELD = s.accounts.c, s.bans.c, s.administrators.c, s.sessions.c, s.browsers.c
ENTRY, GAME = s.administration_log.c, s.games.c
AUTHORS = s.accounts.alias()


@changes
def ban(connection: Connection, new: BanRow) -> bool:
    """Stores a ban in place of an earlier one of the same account or client, and ends their open tables, places and invitations.

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


@reads
def list_accounts(
    connection: Connection, name_part: str, order: PeopleOrder, first: int, most: int, kind: PeopleKind = "", now: str = ""
) -> list[PersonRow]:
    """Returns the accounts of a ``kind`` whose names have this part (``name_key``), from number ``first`` on; banned are those whose ban is not over ``now``."""
    used = _session_use()
    order_by = used.c.used.desc().nulls_last() if order == "used" else ACCOUNT.created.desc()
    chosen = _people(used).where(*_is_person(name_part, kind, now)).order_by(order_by, ACCOUNT.created.desc(), ACCOUNT.id)
    return _counted(connection, connection.execute(chosen.offset(first).limit(most)).all())


@reads
def person(connection: Connection, account: str) -> PersonRow | None:
    chosen = _people(_session_use()).where(ACCOUNT.id == account)
    return next(iter(_counted(connection, connection.execute(chosen).all())), None)


@reads
def count_people(connection: Connection, name_part: str, kind: PeopleKind = "", now: str = "") -> int:
    """Returns how many accounts of a ``kind`` have names with this part (``name_key``)."""
    chosen = select(func.count()).select_from(s.accounts).where(*_is_person(name_part, kind, now))
    return int(connection.execute(chosen).scalar_one())


def _is_person(name_part: str, kind: PeopleKind, now: str) -> list[ColumnElement[bool]]:
    kinds: dict[PeopleKind, Select[Any]] = {
        "administrator": select(ADMINISTRATOR.account),
        "banned": select(BAN.account).where(BAN.account.is_not(None), or_(BAN.until == "", BAN.until > now)),
        "bot": select(s.bot_accounts.c.account),
    }
    named = ACCOUNT.name_key.contains(name_part, autoescape=True)
    return [named, ACCOUNT.id.in_(kinds[kind])] if kind else [named]


@writes
def add_log_entry(connection: Connection, entry: AdministrationEntry) -> None:
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
    return [from_row(ListedGame, row, game=row.game_id, is_rated=row.rating == "rated", seats=tuple(names[row.id])) for row in rows]


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
    owned = s.owned_games.c
    counted = select(owned.browser, func.count(owned.game.distinct())).where(owned.browser.in_(owners)).group_by(owned.browser)
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
        rights = Rights(facts[7] is not None, ban_of_row(facts[8:]))
        counts = games.get(account.owner_id, 0), results.get(account.owner_id, 0)
        people.append(PersonRow(account, facts[5] or "", facts[6] or 0, *counts, rights, account.id in bots))
    return people
