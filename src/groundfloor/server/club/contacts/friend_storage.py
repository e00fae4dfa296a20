"""Friends of accounts.

A request is stored under the key of a name, whether an account has it or not, and is kept when it is declined: so whoever asks learns nothing.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select, update

from ...database import schema as s
from ...database.database import insert_new, reads, reads_once
from ...database.requests import changes
from ...database.rows import AccountRow, PersonalNotice
from ..identity.storage import lock
from ..notifications import storage as notices
from . import block_storage as blocks
from .rows import Friends

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

MAX_FRIENDS, MAX_SENT = 200, 50
"""Friends of an account, and its requests that are not answered with yes."""
WITHDRAWN = ""
"""The name of a request that was declined, then withdrawn: whoever has asked does not see it any more."""
ACCOUNT, FRIEND, REQUEST = s.accounts.c, s.friends.c, s.friend_requests.c


@reads
def of_account(connection: Connection, account: AccountRow) -> Friends:
    """Returns the friends of an account and the open requests, by name; without requests by accounts that it has blocked, which see theirs as ever."""
    friends_query = select(s.accounts).join(s.friends, FRIEND.friend == ACCOUNT.id).where(FRIEND.account == account.id)
    senders = select(ACCOUNT.name).join(s.friend_requests, REQUEST.account == ACCOUNT.id)
    received_query = senders.where(*_is_received(account)).order_by(REQUEST.at)
    sent_query = select(REQUEST.name).where(REQUEST.account == account.id, REQUEST.name != WITHDRAWN).order_by(REQUEST.at, REQUEST.name)
    return Friends(
        tuple(AccountRow(*row) for row in connection.execute(friends_query.order_by(ACCOUNT.name_key))),
        tuple(connection.execute(received_query).scalars()),
        tuple(dict.fromkeys(connection.execute(sent_query).scalars())),
    )


@reads_once
def count_received(connection: Connection, account: AccountRow) -> int:
    """Returns how many wait for an answer of an account to their request."""
    count_query = select(func.count()).select_from(s.friend_requests).where(*_is_received(account))
    return int(connection.execute(count_query).scalar_one())


def _is_received(account: AccountRow) -> tuple[ColumnElement[bool], ...]:
    """Returns the conditions that a request waits for an answer of an account that has not blocked whoever asks."""
    has_not_blocked = blocks.has_not_blocked(account.owner_id, s.owner_id_of(REQUEST.account))
    return REQUEST.name_key == account.name_key, REQUEST.is_declined.is_(False), has_not_blocked


@changes
def ask(connection: Connection, account: AccountRow, name_key: str, name: str, at: str) -> bool:
    """Stores that an account wants to be friends with whoever has a name; returns False if it waits for too many answers.

    Who has asked it before becomes its friend at once; nothing is stored of friends and of itself.
    """
    if name_key == account.name_key:
        return True
    # One statement whether somebody has the name or not, so that no time tells it.
    friend_query = (
        select(FRIEND.friend)
        .join(s.accounts, ACCOUNT.id == FRIEND.friend)
        .where(FRIEND.account == account.id, ACCOUNT.name_key == name_key)
    )
    if connection.execute(friend_query).one_or_none() is not None:
        return True
    # It locks two accounts in the order of their ids, so none is locked before.
    if accept(connection, account, name_key) or not lock(connection, account.id):
        return True
    sent_count_query = select(func.count(REQUEST.name.distinct())).where(
        REQUEST.account == account.id, REQUEST.name_key != name_key, REQUEST.name != WITHDRAWN
    )
    if connection.execute(sent_count_query).scalar_one() >= MAX_SENT:
        return False
    is_withdrawn = (REQUEST.account == account.id, REQUEST.name_key == name_key, REQUEST.name == WITHDRAWN)
    connection.execute(update(s.friend_requests).where(*is_withdrawn).values(name=name, at=at))
    row = {"account": account.id, "name_key": name_key, "name": name, "at": at, "is_declined": False}
    insert_request = insert_new(connection.dialect.name, s.friend_requests).returning(REQUEST.name_key)
    if connection.execute(insert_request, row).one_or_none() is not None:
        notices.tell(
            connection, [PersonalNotice(_owner_of(connection, name_key), "friend", account.id, account.owner_id, account.name)], at
        )
    return True


def _owner_of(connection: Connection, name_key: str) -> str:
    """Returns who is told of a request to a name with this key: nobody, but by the same statements, if no account has it."""
    owner_id = connection.execute(select(s.owner_id_of(ACCOUNT.id)).where(ACCOUNT.name_key == name_key)).scalar_one_or_none()
    return str(owner_id) if owner_id is not None else f"nobody:{sha256(name_key.encode()).hexdigest()[:40]}"


@changes
def accept(connection: Connection, account: AccountRow, name_key: str) -> bool:
    """Makes an account and whoever has asked it under the name with this key friends; returns False if nobody has, or one of them has ``MAX_FRIENDS``."""
    asker = select(ACCOUNT.id).join(s.friend_requests, REQUEST.account == ACCOUNT.id)
    other = connection.execute(asker.where(ACCOUNT.name_key == name_key, *_is_received(account))).scalar_one_or_none()
    if other is None or not all(lock(connection, member) for member in sorted((account.id, other))):
        return False
    counts = select(func.count()).group_by(FRIEND.account).where(FRIEND.account.in_((account.id, other)))
    if max(connection.execute(counts).scalars(), default=0) >= MAX_FRIENDS:
        return False
    pairs = [{"account": account.id, "friend": other}, {"account": other, "friend": account.id}]
    connection.execute(insert_new(connection.dialect.name, s.friends), pairs)
    connection.execute(delete(s.friend_requests).where(REQUEST.account == other, REQUEST.name_key == account.name_key))
    connection.execute(delete(s.friend_requests).where(REQUEST.account == account.id, REQUEST.name_key == name_key))
    notices.drop(connection, account.owner_id, other)
    return True


@changes
def decline(connection: Connection, account: AccountRow, name_key: str) -> None:
    """Takes a request off the list of whoever it is for; whoever has asked still sees it."""
    asker = connection.execute(select(ACCOUNT.id).where(ACCOUNT.name_key == name_key)).scalar_one_or_none()
    if asker is not None:
        is_from_asker = (REQUEST.account == asker, REQUEST.name_key == account.name_key)
        connection.execute(update(s.friend_requests).where(*is_from_asker).values(is_declined=True))
        notices.drop(connection, account.owner_id, asker)


@changes
def withdraw(connection: Connection, account: AccountRow, name: str) -> None:
    """Takes an account's own request back, by the name that it knows. One that was declined is kept, so that the same account is not asked again."""
    is_own = (REQUEST.account == account.id, REQUEST.name == name)
    connection.execute(update(s.friend_requests).where(*is_own, REQUEST.is_declined.is_(True)).values(name=WITHDRAWN))
    delete_pending = delete(s.friend_requests).where(*is_own, REQUEST.is_declined.is_(False)).returning(REQUEST.name_key)
    for key in list(connection.execute(delete_pending).scalars()):
        notices.drop(connection, _owner_of(connection, key), account.id)


@changes
def remove(connection: Connection, account: AccountRow, name_key: str) -> None:
    """Ends a friendship, for both."""
    other = connection.execute(select(ACCOUNT.id).where(ACCOUNT.name_key == name_key)).scalar_one_or_none()
    for one, two in ((account.id, other), (other, account.id)):
        connection.execute(delete(s.friends).where(FRIEND.account == one, FRIEND.friend == two))


def forget_account(connection: Connection, account: AccountRow) -> None:
    """Has requests to an account that is deleted wait for nobody, so that whoever has its name later does not get them; those who have asked see them as ever."""
    connection.execute(update(s.friend_requests).where(REQUEST.name_key == account.name_key).values(name_key=f"\n{account.id}"))


@reads_once
def keys_at_seat(connection: Connection, game_id: str, seat: int) -> list[str]:
    """Returns the keys of the names of accounts that hold a seat of a game."""
    holds_seat = s.browsers.c.browser == s.owner_id_of(ACCOUNT.id)
    holders = select(ACCOUNT.name_key).join(s.browsers, holds_seat).join(s.games, s.games.c.id == s.browsers.c.game)
    return list(connection.execute(holders.where(s.games.c.game_id == game_id, s.browsers.c.seat == seat)).scalars())
