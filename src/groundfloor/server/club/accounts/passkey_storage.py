"""Passkeys of accounts, and what they are asked to sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from ...database import schema as s
from ...database.database import reads, reads_once, writes
from ...database.requests import changes
from ...database.rows import AccountRow
from ..identity import storage as accounts
from .rows import ChallengeRow, PasskeyRow

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_PASSKEYS = 20
"""Passkeys of an account."""
KEY, CHALLENGE = s.passkeys.c, s.passkey_challenges.c


@writes
def add_challenge(connection: Connection, row: ChallengeRow) -> None:
    connection.execute(insert(s.passkey_challenges).values(vars(row)))


@writes
def use_challenge(connection: Connection, challenge: str) -> ChallengeRow | None:
    """Returns what was asked by a challenge (its hash), once: it is used up then."""
    used = delete(s.passkey_challenges).where(CHALLENGE.challenge == challenge).returning(*s.passkey_challenges.c)
    row = connection.execute(used).one_or_none()
    return None if row is None else ChallengeRow(*row)


def drop_challenges(connection: Connection, account: str) -> None:
    """Forgets what an account was asked for: a password that it no longer has may have allowed that."""
    connection.execute(delete(s.passkey_challenges).where(CHALLENGE.account == account))


@writes
def delete_challenges(connection: Connection, before: str) -> int:
    """Deletes the challenges from before this time that nobody has answered; returns how many."""
    return connection.execute(delete(s.passkey_challenges).where(CHALLENGE.created < before)).rowcount


@changes
def add(connection: Connection, row: PasskeyRow) -> bool:
    """Adds a passkey; returns False if its account was deleted or has ``MAX_PASSKEYS``, or if the passkey is known."""
    is_known = connection.execute(select(KEY.id).where(KEY.id == row.id)).one_or_none() is not None
    if is_known or not accounts.lock(connection, row.account) or _count(connection, row.account) >= MAX_PASSKEYS:
        return False
    connection.execute(insert(s.passkeys).values(vars(row)))
    return True


@reads_once
def find(connection: Connection, id: str) -> tuple[AccountRow, PasskeyRow] | None:
    joined = select(s.accounts, s.passkeys).join(s.passkeys, KEY.account == s.accounts.c.id)
    row = connection.execute(joined.where(KEY.id == id)).one_or_none()
    return None if row is None else (AccountRow(*row[:5]), PasskeyRow(*row[5:]))


@reads
def of_account(connection: Connection, account: str) -> list[PasskeyRow]:
    """Returns the passkeys of an account, the first one first."""
    chosen = select(s.passkeys).where(KEY.account == account).order_by(KEY.created, KEY.id)
    return [PasskeyRow(*row) for row in connection.execute(chosen)]


@writes
def use(connection: Connection, row: PasskeyRow, sign_count: int, at: str) -> bool:
    """Notes that a passkey was used; returns False if it was used or removed since the row was read."""
    same = update(s.passkeys).where(KEY.id == row.id, KEY.sign_count == row.sign_count)
    return connection.execute(same.values(sign_count=sign_count, used=at)).rowcount == 1


@changes
def rename(connection: Connection, account: str, id: str, label: str) -> None:
    connection.execute(update(s.passkeys).where(KEY.account == account, KEY.id == id).values(label=label))


@changes
def remove(connection: Connection, account: str, id: str) -> bool:
    """Removes a passkey; returns False, and keeps it, if it is the only way into its account."""
    accounts.lock(connection, account)
    password = connection.execute(select(s.accounts.c.password).where(s.accounts.c.id == account)).scalar_one_or_none()
    others = select(func.count()).where(KEY.account == account, KEY.id != id)
    if password == "" and not connection.execute(others).scalar_one():
        return False
    connection.execute(delete(s.passkeys).where(KEY.account == account, KEY.id == id))
    return True


def _count(connection: Connection, account: str) -> int:
    return int(connection.execute(select(func.count()).where(KEY.account == account)).scalar_one())
