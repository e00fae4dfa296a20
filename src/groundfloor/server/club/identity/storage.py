"""Accounts, where they are logged in, what they take over from a browser, and what their owners have chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, select, update

from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import database_seconds, insert_new, reads, reads_once, upsert, writes
from ...database.requests import changes
from ...database.rows import AccountRow, AccountSettings, BanRow, Rights, SessionRow
from . import known_devices

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import ColumnElement, Connection

MAX_SESSIONS = 50
"""Places where an account is logged in; a further one replaces the first."""
FREED_SECONDS = 90 * 24 * 3600.0
"""For how long nobody else has the name of an account that was deleted."""
ACCOUNT, SESSION, CODE, HELD, FREED = s.accounts.c, s.sessions.c, s.recovery_codes.c, s.browsers.c, s.freed_names.c

SETTINGS = [column for column in s.account_settings.c if column.name != "account"]
SETTINGS_OF = select(*SETTINGS).where(s.account_settings.c.account == bindparam("of_account"))
SESSION_OF_TOKEN = (
    select(s.accounts, s.sessions, s.administrators.c.account, s.bans)
    .join(s.sessions, SESSION.account == ACCOUNT.id)
    .outerjoin(s.administrators, s.administrators.c.account == ACCOUNT.id)
    .outerjoin(s.bans, s.bans.c.account == ACCOUNT.id)
    .where(SESSION.token == bindparam("of_token"))
)


def add(connection: Connection, row: AccountRow, codes: Collection[str]) -> bool:
    """Adds an account with its recovery codes (hashes); returns False if another one has the name, or had it lately."""
    if is_freed_lately(connection, row.name_key):
        return False
    new = insert_new(connection.dialect.name, s.accounts).returning(ACCOUNT.id)
    if connection.execute(new, vars(row)).one_or_none() is None:
        return False
    set_codes(connection, row.id, codes)
    return True


def free_name(connection: Connection, name_key: str) -> None:
    """Notes that the account with the name of this key is deleted: nobody may take the name at once, as others would mistake them for its former owner."""
    values = {"name": known_devices.name_hash(name_key), "until": database_seconds() + FREED_SECONDS}
    connection.execute(upsert(connection.dialect.name, s.freed_names).values(values))


def is_freed_lately(connection: Connection, name_key: str) -> bool:
    which = (FREED.name == known_devices.name_hash(name_key), FREED.until > database_seconds())
    return connection.execute(select(FREED.name).where(*which)).first() is not None


@writes
def delete_freed_names(connection: Connection) -> None:
    """Forgets the names of deleted accounts that others may have by now."""
    connection.execute(delete(s.freed_names).where(FREED.until <= database_seconds()))


@reads_once
def find(connection: Connection, name_key: str) -> AccountRow | None:
    row = connection.execute(select(s.accounts).where(ACCOUNT.name_key == name_key)).one_or_none()
    return None if row is None else AccountRow(*row)


def lock(connection: Connection, account: str) -> AccountRow | None:
    """Keeps an account from other changes until the transaction ends; returns it, None if it was deleted."""
    row = connection.execute(select(s.accounts).where(ACCOUNT.id == account).with_for_update()).one_or_none()
    return None if row is None else AccountRow(*row)


@writes
def set_password(connection: Connection, account: str, password: str) -> None:
    connection.execute(update(s.accounts).where(ACCOUNT.id == account).values(password=password))


@writes
def renew_hash(connection: Connection, account: AccountRow, password: str) -> bool:
    """Stores another hash of the same password; returns False if the account has another password by now, or another hash of it."""
    same = update(s.accounts).where(ACCOUNT.id == account.id, ACCOUNT.password == account.password)
    return connection.execute(same.values(password=password)).rowcount == 1


@changes
def set_codes(connection: Connection, account: str, codes: Collection[str]) -> None:
    """Replaces the recovery codes of an account (hashes), and ends an administrator's code."""
    connection.execute(delete(s.recovery_codes).where(CODE.account == account))
    connection.execute(insert(s.recovery_codes), [{"account": account, "code": code} for code in codes])


@changes
def add_log_in_code(connection: Connection, account: str, code: str, until: str, author: str | None = None) -> bool:
    """Adds a code (a hash) made by an administrator (None: by the command), valid once and until a time, in place of an earlier one; returns False if one of the accounts was deleted."""
    if not lock(connection, account) or (author is not None and not lock(connection, author)):
        return False
    drop_log_in_code(connection, account)
    connection.execute(insert(s.recovery_codes).values(account=account, code=code, until=until, author=author))
    return True


def drop_log_in_code(connection: Connection, account: str) -> None:
    """Ends the code that an administrator made for an account, as it is no longer needed."""
    connection.execute(delete(s.recovery_codes).where(CODE.account == account, CODE.until != ""))


def use_code(connection: Connection, account: str, code: str, now: str) -> bool:
    """Uses up a recovery code; returns whether the account had it."""
    return connection.execute(delete(s.recovery_codes).where(*_is_code(account, code, now))).rowcount > 0


@reads_once
def has_code(connection: Connection, account: str, code: str, now: str) -> bool:
    return connection.execute(select(CODE.code).where(*_is_code(account, code, now))).first() is not None


@reads
def count_codes(connection: Connection, account: str) -> int:
    """Returns how many recovery codes an account has, without one of an administrator."""
    return int(connection.execute(select(func.count()).where(CODE.account == account, CODE.until == "")).scalar_one())


def _is_code(account: str, code: str, now: str) -> tuple[ColumnElement[bool], ...]:
    return CODE.account == account, CODE.code == code, (CODE.until == "") | (CODE.until >= now)


def add_session(connection: Connection, row: SessionRow) -> None:
    """Adds a session; beyond ``MAX_SESSIONS`` of an account the oldest end."""
    connection.execute(insert(s.sessions).values(vars(row)))
    newest = select(SESSION.token).where(SESSION.account == row.account).order_by(SESSION.created.desc(), SESSION.token).limit(MAX_SESSIONS)
    connection.execute(delete(s.sessions).where(SESSION.account == row.account, SESSION.token.not_in(newest)))


@reads_once
def session(connection: Connection, token: str) -> tuple[AccountRow, SessionRow, Rights] | None:
    """Returns who is logged in by a token (its hash), and with which rights."""
    row = connection.execute(SESSION_OF_TOKEN, {"of_token": token}).one_or_none()
    if row is None:
        return None
    rights = Rights(row[11] is not None, None if row[12] is None else BanRow(*row[12:]))
    return AccountRow(*row[:5]), SessionRow(*row[5:11]), rights


@reads_once
def has_session(connection: Connection, account: AccountRow, token: str, *, is_administrator: bool = False) -> bool:
    """Returns whether an account is still logged in by a token (its hash), has the same password, and the rights of an administrator if it had them."""
    known = session(connection, token)
    return known is not None and known[0].password == account.password and (known[2].is_administrator or not is_administrator)


@reads
def sessions_of(connection: Connection, account: str) -> list[SessionRow]:
    """Returns where an account is logged in, the last used first."""
    chosen = select(s.sessions).where(SESSION.account == account).order_by(SESSION.used.desc(), SESSION.created.desc(), SESSION.token)
    return [SessionRow(*row) for row in connection.execute(chosen)]


@writes
def touch_session(connection: Connection, token: str, at: str) -> None:
    connection.execute(update(s.sessions).where(SESSION.token == token).values(used=at))


@changes
def end_session(connection: Connection, account: str, token: str) -> None:
    connection.execute(delete(s.sessions).where(SESSION.account == account, SESSION.token == token))


def end_other_sessions(connection: Connection, account: str, kept: str = "", device: str = "") -> None:
    """Ends all sessions of an account except the ``kept`` one, and forgets all its devices except that session's."""
    connection.execute(delete(s.sessions).where(SESSION.account == account, SESSION.token != kept))
    known_devices.forget(connection, account, device)


@writes
def end_unused_sessions(connection: Connection, before: str) -> int:
    """Ends the sessions that were last used before this time; returns how many."""
    return connection.execute(delete(s.sessions).where(SESSION.used < before)).rowcount


@reads_once
def settings_of(connection: Connection, account: str) -> AccountSettings | None:
    """Returns what an account has chosen, None if nothing yet."""
    row = connection.execute(SETTINGS_OF, {"of_account": account}).one_or_none()
    return None if row is None else AccountSettings(*row)


@reads_once
def settings_of_owners(connection: Connection, owners: Collection[str]) -> dict[str, AccountSettings]:
    """Returns the settings of those of these owners of seats who have an account and have chosen something."""
    ids = [owner_id.removeprefix(ACCOUNT_PREFIX) for owner_id in owners if owner_id.startswith(ACCOUNT_PREFIX)]
    if not ids:
        return {}
    rows = connection.execute(select(s.account_settings.c.account, *SETTINGS).where(s.account_settings.c.account.in_(ids)))
    return {ACCOUNT_PREFIX + row[0]: AccountSettings(*row[1:]) for row in rows}


@changes
def change_settings(
    connection: Connection, account: str, before: AccountSettings, changed: Mapping[str, str | bool]
) -> AccountSettings | None:
    """Changes what an account has chosen, or, if it has chosen nothing yet, ``before``; returns what it has chosen now, None if it was deleted."""
    if not lock(connection, account):
        return None
    chosen = replace(settings_of(connection, account) or before, **changed)  # type: ignore[arg-type]
    connection.execute(upsert(connection.dialect.name, s.account_settings), {"account": account, **vars(chosen)})
    return chosen
