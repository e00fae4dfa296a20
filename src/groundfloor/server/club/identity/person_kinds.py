"""Who is who: guests, people with accounts, administrators and bots, by the owner ids of browsers and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, true

from groundfloor.table.value import ACCOUNT_PREFIX

from ...database import schema as s
from ...database.database import reads_once
from ...database.rows import KnownPerson
from ...game.person_marks import mark_of, mark_of_holders

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

    from groundfloor.table.value import PersonMark


@reads_once
def known_people(connection: Connection, owner_ids: Collection[str]) -> dict[str, KnownPerson]:
    """Returns those of these owners who have accounts; all others are guests."""
    ids = [owner_id.removeprefix(ACCOUNT_PREFIX) for owner_id in owner_ids if owner_id.startswith(ACCOUNT_PREFIX)]
    if not ids:
        return {}
    account, bot, administrator = s.accounts.c, s.bot_accounts.c.account, s.administrators.c.account
    chosen = select(account.id, account.name_key, bot, administrator).outerjoin(s.bot_accounts, bot == account.id)
    rows = connection.execute(chosen.outerjoin(s.administrators, administrator == account.id).where(account.id.in_(ids)))
    return {
        f"{ACCOUNT_PREFIX}{row[0]}": KnownPerson(
            row[1], "bot" if row[2] is not None else "administrator" if row[3] is not None else "account"
        )
        for row in rows
    }


def mark_now(connection: Connection, owner_id: str, name: str) -> PersonMark:
    """Returns the mark of somebody under a name, as it is now: what they write keeps it, whatever becomes of them."""
    return mark_of(known_people(connection, [owner_id]).get(owner_id), name)


def mark_of_seat_now(connection: Connection, game: int, seat: int) -> PersonMark:
    """Returns the mark of a seat of a game, as it is now; "" at tables of links, whose people are friends."""
    row = connection.execute(
        select(s.seats.c.name)
        .join(s.games, s.games.c.id == s.seats.c.game)
        .where(s.seats.c.game == game, s.seats.c.seat == seat, s.games.c.is_from_lobby == true())
    ).one_or_none()
    if row is None:
        return ""
    held, own = s.browsers.c, s.seat_accounts.c
    owner = select(s.owner_id_of(own.account)).where(own.game == game, own.seat == seat)
    owner_ids = connection.execute(select(held.browser).where(held.game == game, held.seat == seat).union(owner)).scalars().all()
    known = known_people(connection, owner_ids)
    return mark_of_holders([mark_of(known.get(owner_id), row.name) for owner_id in owner_ids], row.name)
