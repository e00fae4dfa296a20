"""Friends, as a page and over the API: people ask, accept, decline, withdraw, remove, and invite friends to an open table.

Those who ask learn nothing: a name that nobody has gets the same answer, and is in the same list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from groundfloor.table.player_names import name_key

from ...database import rate_limits
from ...game.viewer import player
from ...http.errors import TooManyAttempts
from ...http.handlers import form_of, json_change, json_view, personal_page, store_of
from ...http.json_types import ApiStruct, Name
from ...http.pages import own_path, render
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ...http.route import Route, on_server
from ...http.security import account_of, owner_of
from ..identity import storage as account_storage
from ..identity.checks import account_name, logged_in
from . import block_storage, friend_storage
from .blocking import other_people
from .errors import BadFriend
from .friend_storage import MAX_FRIENDS, MAX_SENT

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from starlette.requests import Request

    from ...context import AppContext
    from ...game.viewer import Viewer
    from ...http.request_body import FormFields, JsonFields

ASKED_A_DAY = 20
DAY = 24 * 3600.0
CHANGES = ("ask", "accept", "decline", "withdraw", "remove")
"""What can be done with a name."""


class Friends(ApiStruct, frozen=True):
    """The names of friends, of those who have asked the account, and of those whom it has asked, as it knows them."""

    friends: list[str]
    received: list[str]
    sent: list[str]


class ChangeFriends(TypedDict):
    do: Literal["ask", "accept", "decline", "withdraw", "remove"]
    name: Name


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/friends``: the friends of the account that is logged in, and open requests."""
    account = account_of(request)
    return render(
        request,
        "friends.html",
        found=friend_storage.of_account(store_of(request), account) if account is not None else None,
        is_asked=request.query_params.get("done") == "asked",
        name=form.get("name", ""),
        error_message=error_message,
    )


@form_of(show, needs_cookie=True)
async def change_by_form(request: Request, form: FormFields) -> str:
    """``POST /friends``: asks, accepts, declines, withdraws or removes; with ``token`` and ``seat`` asks the person there."""
    do, seat = form.text("do"), form.optional_seat("seat")
    then = own_path(form.text("then") or ("/friends?done=asked" if do == "ask" else "/friends"))
    promise(then)
    if do == "ask" and "token" in form:
        viewer = await get_context(request).work.read(player, get_context(request), form["token"], owner_of(request))
        await ask_at_table(request, viewer, -1 if seat is None else seat)
    else:
        await change(request, do, form.text("name"))
    return then


def own_friends(request: Request) -> Friends:
    """Returns the friends of the account that is logged in, and open requests; NotLoggedIn for a guest."""
    found = friend_storage.of_account(store_of(request), logged_in(request))
    return Friends(friends=[each.name for each in found.friends], received=list(found.received), sent=list(found.sent))


as_json = json_view(own_friends)


@json_change(view=own_friends, sets_cookie=False)
async def change_json(request: Request, body: JsonFields) -> None:
    """Does the same as the form with ``do`` and ``name``."""
    await change(request, body.text("do"), body.text("name"))


async def ask_by_name(request: Request, name: str) -> None:
    """Asks the person with this name to be a friend. Raises NotLoggedIn, BadAccount for an impossible name, BadFriend or TooManyAttempts."""
    logged_in(request)
    shown, key = account_name(name)
    await ask(request, [key], shown)


async def ask_at_table(request: Request, viewer: Viewer, seat: int) -> None:
    """Asks the holder of a seat to be a friend, for somebody at the same table. Raises NotLoggedIn, BadFriend or TooManyAttempts."""
    context, game_id = get_context(request), viewer.table.game_id
    logged_in(request)
    if seat not in await context.work.read(other_people, context, viewer):
        raise BadFriend("Nobody sits there whom you could ask.")
    # No name begins a line of its own, so this key is nobody's: that of a guest.
    keys = await context.work.read(friend_storage.keys_at_seat, context.store, game_id, seat) or [f"\n{game_id} {seat}"]
    await ask(request, keys, viewer.table.value.seats[seat].name)


def not_asked(context: AppContext, request: Request, viewer: Viewer) -> list[int]:
    """Returns the seats of people whom somebody with an account can ask, without those called like a friend or somebody already asked.

    Only names count: whose account holds a seat with another name is not revealed.
    """
    account = account_of(request)
    if account is None:
        return []
    friends, seat_values = friend_storage.of_account(context.store, account), viewer.table.value.seats
    known = {*(friend.name_key for friend in friends.friends), *(name_key(name) for name in friends.sent)}
    return [seat for seat in other_people(context, viewer) if name_key(seat_values[seat].name) not in known]


async def ask(request: Request, keys: Collection[str], name: str) -> None:
    context, account = get_context(request), logged_in(request)

    def work() -> bool:
        blocked = block_storage.blocked_by(context.store, account.owner_id)
        if any(other.owner_id in blocked for key in keys if (other := account_storage.find(context.store, key)) is not None):
            raise BadFriend("You have blocked this person. Unblock them before you ask.")
        if rate_limits.spend(context.store, account.id, "friends", ASKED_A_DAY / DAY, ASKED_A_DAY, 1, 1) < 1:
            raise TooManyAttempts(
                "You have asked %(most)s people today, the most that are possible. Please go on tomorrow.", most=ASKED_A_DAY
            )
        asked = [account_storage.find(context.store, key) for key in keys]
        is_possible = all(friend_storage.ask(context.store, account, key, name, context.table_service.now()) for key in keys)
        for other in asked:
            if other is not None:
                context.bell.note_owner(other.owner_id)
        return is_possible

    if not await context.work.write(work):
        raise BadFriend(
            "You wait for %(most)s answers, the most that are possible. Withdraw a request before you send another.", most=MAX_SENT
        )


async def accept(request: Request, name: str) -> None:
    """Accepts a request. Raises NotLoggedIn, or BadFriend if there is none, or one of the two has too many friends."""
    context, account = get_context(request), logged_in(request)
    if not await context.work.write(friend_storage.accept, context.store, account, name_key(name)):
        raise BadFriend("That is not possible: the request is gone, or one of you has %(most)s friends.", most=MAX_FRIENDS)


async def change(request: Request, do: str, name: str) -> None:
    """Does one of ``CHANGES``; BadFriend for something else."""
    context, store = get_context(request), store_of(request)
    match do:
        case "ask":
            await ask_by_name(request, name)
        case "accept":
            await accept(request, name)
        case "decline":
            await context.work.write(friend_storage.decline, store, logged_in(request), name_key(name))
        case "withdraw":
            await context.work.write(friend_storage.withdraw, store, logged_in(request), name)
        case "remove":
            await context.work.write(friend_storage.remove, store, logged_in(request), name_key(name))
        case _:
            raise BadFriend("do is one of: %(known)s.", known=", ".join(CHANGES))


ROUTES = on_server(
    Route("GET /friends", show, "The friends of the account that is logged in, and open requests.", query=("done",)),
    Route("POST /friends", change_by_form, "Asks, accepts, declines, withdraws or removes.", rights="account"),
    Route("GET /api/account/friends", as_json, "Friends and requests.", rights="account"),
    Route(
        "POST /api/account/friends",
        change_json,
        "Asks, accepts, declines, withdraws or removes.",
        rights="account",
        body=ChangeFriends,
        refusals=(422,),
    ),
)
