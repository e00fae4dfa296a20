"""Friends who are invited to an open table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.table.player_names import name_key
from groundfloor.table.rights import INVITE, Situation

from ...game.situations import person_of
from ...http.handlers import store_of
from ...http.request_context import get_context
from ...http.security import account_of, owner_of
from ..contacts import friend_storage
from ..contacts.errors import BadFriend
from ..identity.checks import logged_in
from .actions import invite, open_table_for
from .open_tables import player_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import Request

    from ...context import AppContext


async def invite_friend(request: Request, name: str) -> None:
    """Invites a friend to the open table of the address. Raises NotLoggedIn, BadFriend or TooManyTables."""
    people = await get_context(request).work.read(friend_storage.of_account, store_of(request), logged_in(request))
    friend = next((person for person in people.friends if person.name_key == name_key(name)), None)
    if friend is None:
        raise BadFriend("“%(name)s” is not one of your friends.", name=name[:40])
    await get_context(request).work.read(check_may_invite, get_context(request), request)
    await invite(request, request.path_params["table"], [friend.owner_id])


def check_may_invite(context: AppContext, request: Request) -> None:
    """Raises NotAPlayer if the person who asks does not sit at the open table in the address, UnknownOpenTable."""
    owner_id = owner_of(request)
    table = open_table_for(context, request.path_params["table"], owner_id)
    INVITE.check(Situation(person_of(context, request), is_player=player_of(table, owner_id) is not None))


def invitable_friends(context: AppContext, request: Request, players: Collection[str], invited: Collection[str]) -> list[tuple[str, bool]]:
    """Returns the names of the friends who don't sit at a table, and whether they are invited; none for a guest."""
    account = account_of(request)
    contacts = friend_storage.of_account(context.store, account) if account is not None else None
    if contacts is None:
        return []
    return [(friend.name, friend.owner_id in invited) for friend in contacts.friends if friend.owner_id not in players]
