"""Whom somebody has blocked, as a page and over the API: people at the same table, at an open table, or known by the name of their account.

The browser's cookie, or the account, says who asks. Nobody else learns it. ``server/club/contacts/block_storage.py`` says what it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from msgspec import Meta

from groundfloor.numbers import parse_int, parse_seat
from groundfloor.presentation.results.words import date_of

from ...game.storage import browsers
from ...game.time_zone import own_zone
from ...game.viewer import player
from ...http.handlers import form_of, json_change, json_view, personal_page, store_of
from ...http.json_fields import Seat
from ...http.json_types import ApiStruct, Name, Time
from ...http.limits import FixedLimit
from ...http.pages import get_locale, render
from ...http.repeated_requests import promise
from ...http.request_body import FormFields
from ...http.request_context import get_context
from ...http.route import PER_CHANGE, Route, on_server
from ...http.security import owner_of
from ..contacts import block_storage
from ..contacts.blocking import PER_BLOCK, block, nobody_there, other_people
from ..contacts.errors import BadBlock
from ..identity import storage as account_storage
from ..identity.checks import account_name, logged_in
from ..lobby.actions import open_table_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ...http.request_body import JsonFields

FIELDS = ("id", "name", "token", "seat", "table", "number")
DONE = ("block", "unblock")


class Block(ApiStruct, frozen=True):
    """Somebody who was blocked, under the name that they had then."""

    id: str
    name: str
    since: Time


class Blocks(ApiStruct, frozen=True):
    """Whom the asker has blocked."""

    blocks: list[Block]


class BlockAtSeat(TypedDict):
    """Blocks the holders of a seat of a table, for somebody with another seat there."""

    do: Literal["block"]
    token: Annotated[str, Meta(description="Of the asker's own seat.")]
    seat: Seat


class BlockPlayer(TypedDict):
    """Blocks a player of an open table."""

    do: Literal["block"]
    table: str
    number: int


class BlockAccount(TypedDict):
    """Blocks an account, for somebody who is logged in."""

    do: Literal["block"]
    name: Name


class Unblock(TypedDict):
    do: Literal["unblock"]
    id: str


@personal_page
def show(request: Request, error_message: str, form: Mapping[str, str]) -> str:
    """``/blocks``: whom the person who asks has blocked."""
    done, language = request.query_params.get("done", ""), get_locale(request).language
    zone = own_zone(request)
    return render(
        request,
        "blocks.html",
        people=[(person, date_of(person.at, language, zone)) for person in block_storage.of_owner(store_of(request), owner_of(request))],
        done=done if done in DONE else "",
        name=form.get("name", ""),
        error_message=error_message,
    )


@form_of(show, needs_cookie=True)
async def change_by_form(request: Request, form: FormFields) -> str:
    """``POST /blocks``: blocks somebody, or ends it."""
    then = f"/blocks?done={form.text('do')}"
    promise(then)
    await change(request, form.text("do"), form)
    return then


def own_blocks(request: Request) -> Blocks:
    """Returns whom the person who asks has blocked."""
    people = block_storage.of_owner(store_of(request), owner_of(request))
    return Blocks(blocks=[Block(id=each.id, name=each.name, since=each.at) for each in people])


as_json = json_view(own_blocks)


@json_change(view=own_blocks)
async def change_json(request: Request, body: JsonFields) -> None:
    """Does the same as the form, with ``do`` and its fields."""
    given = {name: str(body[name]) for name in FIELDS if body.get(name) is not None}
    await change(request, body.text("do"), given)


async def change(request: Request, do: str, fields: Mapping[str, str]) -> None:
    """Blocks somebody: with ``token`` and ``seat`` at a table, with ``table`` and ``number`` at an open one, else by the ``name`` of an account. Or ends it, by ``id``.

    Raises BadBlock if nobody is there or ``do`` is something else, TooManyAttempts, NotLoggedIn or BadAccount for names, UnknownGame and UnknownOpenTable.
    """
    if do == "unblock":
        await get_context(request).work.write(block_storage.remove, get_context(request).store, owner_of(request), fields.get("id", ""))
    elif do != "block":
        raise BadBlock("do is one of: %(known)s.", known="block, unblock")
    elif fields.get("token"):
        await block_at_table(request, fields["token"], fields.get("seat", ""))
    elif fields.get("table"):
        await block_at_open_table(request, fields["table"], fields.get("number", ""))
    else:
        await block_by_name(request, fields.get("name", ""))


async def block_at_table(request: Request, token: str, number: str) -> None:
    """Blocks those who hold a seat, for somebody who has a seat there as well."""
    context, own, seat = get_context(request), owner_of(request), parse_seat(number)
    viewer = await context.work.read(player, context, token, own)
    held = await context.work.read(browsers.owners_of, context.store, viewer.table.game_id)
    others = await context.work.read(other_people, context, viewer)
    keys = [key for key, seats in held.items() if seat in seats and key != own] if seat in others else []
    if not keys or seat is None:
        raise nobody_there()
    await block(request, keys, viewer.table.value.seats[seat].name)


async def block_at_open_table(request: Request, game_id: str, number: str) -> None:
    """Blocks a player of an open table."""
    context, own = get_context(request), owner_of(request)
    table = await context.work.read(open_table_for, context, game_id, own)
    player = next((known for known in table.players if known.number == parse_int(number) and known.owner_id != own), None)
    if player is None:
        raise nobody_there()
    await block(request, [player.owner_id], player.name)


async def block_by_name(request: Request, name: str) -> None:
    """Blocks an account, for somebody who has one."""
    context, own = get_context(request), logged_in(request)
    _, key = account_name(name)
    account = await context.work.read(account_storage.find, context.store, key)
    if account is None or account.id == own.id:
        raise BadBlock("There is no other account of this name.")
    await block(request, [account.owner_id], account.name)


LIMITS = (*PER_CHANGE, PER_BLOCK, FixedLimit(block_storage.MAX_BLOCKED, "people blocked by a browser"))
ROUTES = on_server(
    Route("GET /blocks", show, "Whom the person who asks has blocked.", query=("done",)),
    Route("POST /blocks", change_by_form, "Blocks somebody, or ends it.", limits=LIMITS),
    Route("GET /api/blocks", as_json, "Whom the asker has blocked.", rights="browser"),
    Route(
        "POST /api/blocks",
        change_json,
        "Blocks somebody, or ends it.",
        rights="browser",
        body=BlockAtSeat | BlockPlayer | BlockAccount | Unblock,
        refusals=(404, 422),
        limits=LIMITS,
    ),
)
