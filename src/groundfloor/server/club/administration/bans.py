"""Bans of accounts and addresses."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from ...database.rows import BanRow
from ...http.addresses import client_hash_of, client_of, is_loopback, parse_ip
from ...http.errors import NotAppropriate
from ...http.json_types import ApiStruct, Time
from ...http.request_context import get_context
from ..identity.checks import logged_in
from ..moderation import storage as moderation_storage
from . import storage as administration_storage
from .sections import PAGE, Done, Fields, page_number, unknown

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...context import AppContext


MAX_REASON = 300


DAY_ENDS = "T23:59:59+00:00"


class Ban(ApiStruct, frozen=True):
    """Who may only look: an account, or the clients with an address, of which a hash is stored. `until` is empty for ever."""

    ban: str
    account: str | None
    name: str
    client: str | None
    reason: str
    since: Time
    until: str
    is_over: bool
    author: str


class Bans(ApiStruct, frozen=True):
    bans: list[Ban]
    page: int
    has_more: bool


class NewBan(TypedDict):
    do: Literal["ban"]
    reason: str
    until: NotRequired[Annotated[str, Meta(description="A date; for ever if it is empty.")]]


class NewAddressBan(NewBan):
    address: Annotated[str, Meta(description="An IP address; of an IPv6 address its /64 network is banned.")]


class LiftBan(TypedDict):
    do: Literal["lift"]
    ban: str


def bans(context: AppContext, query: Mapping[str, str]) -> Bans:
    """Returns a page of bans, the newest first."""
    number, now = page_number(query), context.table_service.now()
    listed = moderation_storage.bans(context.store, (number - 1) * PAGE, PAGE + 1)
    return Bans(bans=[described_ban(ban, now) for ban in listed[:PAGE]], page=number, has_more=len(listed) > PAGE)


def described_ban(ban: BanRow, now: str) -> Ban:
    return Ban(
        ban=ban.id,
        account=ban.account,
        name=ban.name,
        client=ban.client,
        reason=ban.reason,
        since=ban.since,
        until=ban.until,
        is_over=ban.is_over(now),
        author=ban.author_name,
    )


async def change_bans(request: Request, fields: Fields) -> Done:
    """Bans an address, or lifts a ban."""
    context, do = get_context(request), fields.get("do", "")
    if do == "ban":
        new = new_ban(request, fields, client=given_client(request, fields))
        await context.work.write(administration_storage.ban, context.store, new)
        return Done("", ban_detail(new))
    if do == "lift":
        lifted = await context.work.write(moderation_storage.lift, context.store, fields.get("ban", ""))
        return Done(lifted.name if lifted is not None else "")
    raise unknown(("ban", "lift"))


def ban_detail(ban: BanRow) -> str:
    return f"{ban.reason} ({ban.until[:10]})" if ban.until else ban.reason


def new_ban(request: Request, fields: Fields, account: str | None = None, client: str | None = None) -> BanRow:
    """Returns a ban with ``reason`` and ``until`` (a date, "" for ever); NotAppropriate if one of them is missing or wrong."""
    context, reason, until = get_context(request), " ".join(fields.get("reason", "").split())[:MAX_REASON], fields.get("until", "").strip()
    if not reason:
        raise NotAppropriate("Say why: the banned person reads the reason.")
    if until:
        try:
            day = date.fromisoformat(until)
        except ValueError:
            day = date.min
        if day < context.table_service.today():
            raise NotAppropriate(
                "A ban ends today or later, on a date such as %(example)s, or never.", example=f"{context.table_service.today()}"
            )
        until = f"{day}{DAY_ENDS}"
    return BanRow(secrets.token_hex(8), account, client, reason, context.table_service.now(), until, logged_in(request).id)


def given_client(request: Request, fields: Fields) -> str:
    """Returns the hash of the clients with an ``address``; NotAppropriate if that is none, or one of this machine."""
    address = fields.get("address", "").strip()[:60]
    if parse_ip(address) is None or is_loopback(address):
        raise NotAppropriate("That is not the address of another machine. Examples: 203.0.113.7 and 2001:db8::1.")
    return client_hash_of(get_context(request).secret, client_of(address))
