"""Accounts: who has one, and what an administrator can do with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, get_args

from msgspec import UNSET, Meta, UnsetType

from groundfloor.table.player_names import name_key

from ...database.rows import BanRow
from ...game.streams.bell import ban_message
from ...http.errors import NotAppropriate
from ...http.json_types import ApiStruct, Time
from ...http.repeated_requests import promise
from ...http.request_context import get_context
from ..accounts.accounts import LOG_IN_CODE_DAYS, code_hash, end_all, new_codes, remove_account
from ..accounts.api_tokens import days_after
from ..chat import storage as chat_storage
from ..identity import storage as account_storage
from ..identity import token_storage
from ..identity.checks import logged_in, write_in_session
from ..identity.errors import UnknownAccount
from ..lobby import message_storage as lobby_message_storage
from ..moderation import storage as moderation_storage
from ..moderation.rights import banned_until, hours_after
from . import storage as administration_storage
from .bans import Ban, ban_detail, described_ban, new_ban
from .sections import PAGE, Done, Fields, page_number, unknown
from .storage import PeopleKind

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext
    from ...database.rows import AccountRow
    from .rows import PersonRow
    from .storage import PeopleOrder


class Person(ApiStruct, frozen=True):
    """An account as administrators see it. `used` is empty if it is logged in nowhere."""

    id: str
    name: str
    created: Time
    used: str
    sessions: int
    games: int
    results: int
    is_administrator: bool
    is_bot: bool
    ban: Ban | None


class OnePerson(ApiStruct, frozen=True):
    person: Person
    code: Annotated[str, Meta(description="By which this person sets a new password once; told this once.")] | UnsetType = UNSET


class People(ApiStruct, frozen=True):
    people: list[Person]
    count: int
    q: str
    order: Literal["new", "used"]
    kind: Literal["", "administrator", "banned", "bot"]
    page: int


class ChangePerson(TypedDict):
    do: Literal["lift", "end-sessions", "code", "remove-messages", "appoint", "dismiss"]


class DeletePerson(TypedDict):
    do: Literal["delete"]
    name: Annotated[str, Meta(description="The name of the account, to confirm it.")]


def one_person(context: AppContext, person: str) -> OnePerson:
    return OnePerson(person=described_person(known_person(context, person)))


def people(context: AppContext, query: Mapping[str, str]) -> People:
    """Returns a page of accounts: those of a ``kind`` with ``q`` in their names, by ``order`` (``new`` or ``used``)."""
    key, number, now = name_key(query.get("q", "")[:60]), page_number(query), context.table_service.now()
    order: PeopleOrder = "used" if query.get("order") == "used" else "new"
    kind: PeopleKind = next((kind for kind in get_args(PeopleKind) if kind == query.get("kind")), "")
    listed = administration_storage.list_accounts(context.store, key, order, (number - 1) * PAGE, PAGE, kind, now)
    return People(
        people=[described_person(person) for person in listed],
        count=administration_storage.count_people(context.store, key, kind, now),
        q=query.get("q", "")[:60],
        order=order,
        kind=kind,
        page=number,
    )


def described_person(person: PersonRow) -> Person:
    account, ban = person.account, person.rights.ban
    return Person(
        id=account.id,
        name=account.name,
        created=account.created,
        used=person.used,
        sessions=person.sessions,
        games=person.games,
        results=person.results,
        is_administrator=person.rights.is_administrator,
        is_bot=person.is_bot,
        ban=None if ban is None else described_ban(ban, ""),
    )


def known_person(context: AppContext, id: str) -> PersonRow:
    found = administration_storage.person(context.store, id)
    if found is None:
        raise UnknownAccount("There is no such account any more.")
    return found


async def change_person(request: Request, fields: Fields, id: str) -> Done:
    """Does one of ``PERSON_CHANGES`` with an account."""
    context, store, own = get_context(request), get_context(request).store, logged_in(request)
    person, do = await context.work.read(known_person, context, id), fields.get("do", "")
    account, detail = person.account, ""
    if person.rights.is_administrator and do in NOT_TO_ADMINISTRATORS:
        raise NotAppropriate("%(name)s is an administrator: take that away first.", name=account.name)
    match do:
        case "ban":
            new = new_ban(request, fields, account=account.id)
            await ban_account(request, new, account)
            detail = ban_detail(new)
        case "lift":
            await context.work.write(moderation_storage.lift_of_account, store, account.id)
            context.hub.deliver(ban_message(account.owner_id, is_banned=False))
        case "end-sessions":
            await end_all(request, account)
        case "code":
            return await make_code(request, account)
        case "remove-messages":
            await remove_messages(context, account.owner_id)
        case "appoint":
            await write_in_session(request, moderation_storage.add_administrator, account.id, context.table_service.now())
        case "dismiss":
            if account.id == own.id:
                raise NotAppropriate("Another administrator has to do that for you.")
            await context.work.write(moderation_storage.dismiss, store, account.id)
        case "delete":
            if fields.get("name", "").strip() != account.name:
                raise NotAppropriate("To delete this account, type its name: %(name)s", name=account.name)
            await remove_account(request, account)
        case _:
            raise unknown(PERSON_CHANGES)
    return Done(account.name, detail)


async def ban_account(request: Request, ban: BanRow, account: AccountRow) -> None:
    """Bans an account, tells its open pages, and keeps out new accounts and guests from the addresses at which it was used lately."""
    context, store = get_context(request), get_context(request).store
    since = hours_after(ban.since, -context.settings.limits.banned_address_hours)
    clients = await context.work.read(moderation_storage.clients_of_owner, store, account.owner_id, since)
    if not await context.work.write(administration_storage.ban, store, ban):
        raise UnknownAccount("There is no such account any more.")
    await context.work.write(moderation_storage.note_addresses, store, account.id, clients, banned_until(context))
    context.hub.deliver(ban_message(account.owner_id, is_banned=True))


async def make_code(request: Request, account: AccountRow) -> Done:
    """Makes a code with which somebody who has lost their password can set a new one, once; NotAppropriate for a bot."""
    context = get_context(request)
    if await context.work.read(token_storage.is_bot, context.store, account.id):
        raise NotAppropriate("%(name)s is a bot: nobody logs in to its account.", name=account.name)
    code, until = new_codes()[0], days_after(context.table_service.now(), LOG_IN_CODE_DAYS)
    promise({"code": code})
    if not await write_in_session(request, account_storage.add_log_in_code, account.id, code_hash(code), until, logged_in(request).id):
        raise UnknownAccount("There is no such account any more.")
    return Done(account.name, shown={"code": code})


async def remove_messages(context: AppContext, owner_id: str) -> None:
    """Removes the texts of all messages of somebody, by the id of an account or browser, and tells the open pages of their tables."""
    await context.work.write(lobby_message_storage.remove_all_of, context.store, owner_id, "administrator")
    while changes := await context.work.write(chat_storage.remove_messages_of, context.store, owner_id, "administrator"):
        for change in changes:
            await context.work.read(context.publisher.publish_message, change)


PERSON_CHANGES = ("ban", "lift", "end-sessions", "code", "remove-messages", "appoint", "dismiss", "delete")


NOT_TO_ADMINISTRATORS = ("ban", "code", "delete")
"""What no administrator can do to another one; the server's command makes codes for them."""
