"""API tokens of accounts, and the accounts of bots, which can be used by tokens only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sqlalchemy import delete, func, insert, or_, select, update

from ...database import schema as s
from ...database.database import insert_new, reads, reads_once, writes
from ...database.requests import changes
from ...database.rows import AccountRow, ApiTokenRow, BanRow, Rights
from . import storage as accounts

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_TOKENS, MAX_BOTS = 20, 5
"""API tokens of an account, and bots of a person."""
TOKEN, BOT = s.api_tokens.c, s.bot_accounts.c


@changes
def add(connection: Connection, row: ApiTokenRow) -> bool:
    """Adds a token; returns False if its account was deleted or has ``MAX_TOKENS``."""
    count = select(func.count()).where(TOKEN.account == row.account)
    if not accounts.lock(connection, row.account) or connection.execute(count).scalar_one() >= MAX_TOKENS:
        return False
    connection.execute(insert(s.api_tokens).values(vars(row)))
    return True


@reads
def find(connection: Connection, token: str) -> tuple[AccountRow, ApiTokenRow, Rights] | None:
    """Returns a token (its hash) with its account, and with a ban of that account or of the bot's owner; it has no administrator's rights."""
    joined = select(s.accounts, s.api_tokens).join(s.api_tokens, TOKEN.account == s.accounts.c.id)
    row = connection.execute(joined.where(TOKEN.token == token)).one_or_none()
    if row is None:
        return None
    account, api_token = AccountRow(*row[:5]), ApiTokenRow(*row[5:])
    owner = select(BOT.owner).where(BOT.account == account.id).scalar_subquery()
    bans = connection.execute(select(s.bans).where(or_(s.bans.c.account == account.id, s.bans.c.account == owner)))
    longest = sorted((BanRow(*ban_row) for ban_row in bans), key=lambda ban: (ban.until == "", ban.until))
    return account, api_token, Rights(ban=longest[-1] if longest else None)


@reads
def of_account(connection: Connection, account: str) -> list[ApiTokenRow]:
    """Returns the tokens of a person and of their bots, the newest first."""
    bots = select(BOT.account).where(BOT.owner == account)
    chosen = select(s.api_tokens).where(or_(TOKEN.account == account, TOKEN.account.in_(bots))).order_by(TOKEN.created.desc(), TOKEN.token)
    return [ApiTokenRow(*row) for row in connection.execute(chosen)]


@writes
def touch(connection: Connection, token: str, at: str) -> None:
    connection.execute(update(s.api_tokens).where(TOKEN.token == token).values(used=at))


@changes
def revoke(connection: Connection, token: str) -> None:
    connection.execute(delete(s.api_tokens).where(TOKEN.token == token))


def revoke_all(connection: Connection, account: str) -> None:
    """Revokes the tokens of a person and of their bots."""
    bots = select(BOT.account).where(BOT.owner == account)
    connection.execute(delete(s.api_tokens).where(or_(TOKEN.account == account, TOKEN.account.in_(bots))))


@writes
def delete_expired(connection: Connection, now: str) -> int:
    """Deletes the tokens that have expired by now; returns how many."""
    return connection.execute(delete(s.api_tokens).where(TOKEN.expires < now)).rowcount


@changes
def add_bot(connection: Connection, bot: AccountRow, owner: str) -> Literal["", "full", "taken"]:
    """Adds the account of a bot; returns why that can't be: its owner has ``MAX_BOTS`` (or was deleted), or another account has the name, or had it lately."""
    count = select(func.count()).where(BOT.owner == owner)
    if not accounts.lock(connection, owner) or connection.execute(count).scalar_one() >= MAX_BOTS:
        return "full"
    if accounts.is_freed_lately(connection, bot.name_key):
        return "taken"
    new = insert_new(connection.dialect.name, s.accounts).returning(s.accounts.c.id)
    if connection.execute(new, vars(bot)).one_or_none() is None:
        return "taken"
    connection.execute(insert(s.bot_accounts).values(account=bot.id, owner=owner))
    return ""


@reads
def bots_of(connection: Connection, owner: str) -> list[AccountRow]:
    """Returns the bots of a person, the first one first."""
    joined = select(s.accounts).join(s.bot_accounts, BOT.account == s.accounts.c.id).where(BOT.owner == owner)
    return [AccountRow(*row) for row in connection.execute(joined.order_by(s.accounts.c.created, s.accounts.c.id))]


@reads_once
def is_bot(connection: Connection, account: str) -> bool:
    return connection.execute(select(BOT.account).where(BOT.account == account)).one_or_none() is not None


@reads_once
def bot_seats(connection: Connection, game_id: str) -> frozenset[int]:
    """Returns the seats of a game that bots with accounts hold."""
    held = s.browsers.c
    joined = select(held.seat).join(s.games, s.games.c.id == held.game).join(s.bot_accounts, held.browser == s.owner_id_of(BOT.account))
    return frozenset(connection.execute(joined.where(s.games.c.game_id == game_id)).scalars())
