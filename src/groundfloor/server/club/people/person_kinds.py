"""Who is who: guests, people with accounts, administrators and bots, by the keys of browsers and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from ....table.value import ACCOUNT_PREFIX
from ...database import schema as s
from ...database.rows import KnownPerson

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection


def known_people(connection: Connection, keys: Collection[str]) -> dict[str, KnownPerson]:
    """Returns those of these keys that are accounts; all others are guests."""
    ids = [key.removeprefix(ACCOUNT_PREFIX) for key in keys if key.startswith(ACCOUNT_PREFIX)]
    if not ids:
        return {}
    account, bot, administrator = s.accounts.c, s.bot_accounts.c.account, s.administrators.c.account
    chosen = select(account.id, account.key, bot, administrator).outerjoin(s.bot_accounts, bot == account.id)
    rows = connection.execute(chosen.outerjoin(s.administrators, administrator == account.id).where(account.id.in_(ids)))
    return {
        f"{ACCOUNT_PREFIX}{row[0]}": KnownPerson(
            row[1], "bot" if row[2] is not None else "administrator" if row[3] is not None else "account"
        )
        for row in rows
    }
