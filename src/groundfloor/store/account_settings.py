"""What people with an account have chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from . import schema as s
from .accounts import lock
from .database import upsert
from .rows import ACCOUNT_PREFIX, AccountSettings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Connection

COLUMNS = [column for column in s.account_settings.c if column.name != "account"]
FIND = select(*COLUMNS).where(s.account_settings.c.account == bindparam("of_account"))


def find(connection: Connection, account: str) -> AccountSettings | None:
    """Returns what an account has chosen, None if nothing yet."""
    row = connection.execute(FIND, {"of_account": account}).one_or_none()
    return None if row is None else AccountSettings(*row)


def of_holders(connection: Connection, holders: Collection[str]) -> dict[str, AccountSettings]:
    """Returns what those of these holders of seats have chosen who are accounts, and have chosen something."""
    ids = [holder.removeprefix(ACCOUNT_PREFIX) for holder in holders if holder.startswith(ACCOUNT_PREFIX)]
    if not ids:
        return {}
    rows = connection.execute(select(s.account_settings.c.account, *COLUMNS).where(s.account_settings.c.account.in_(ids)))
    return {ACCOUNT_PREFIX + row[0]: AccountSettings(*row[1:]) for row in rows}


def change(connection: Connection, account: str, before: AccountSettings, changed: Mapping[str, str | bool]) -> AccountSettings | None:
    """Changes what an account has chosen, or, if it has chosen nothing yet, ``before``; returns what it has chosen now, None if it was deleted."""
    if not lock(connection, account):
        return None
    chosen = replace(find(connection, account) or before, **changed)  # type: ignore[arg-type]
    connection.execute(upsert(connection.dialect.name, s.account_settings), {"account": account, **vars(chosen)})
    return chosen
