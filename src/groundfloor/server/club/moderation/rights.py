"""What administrators alone may see, and what banned people may not do: for all routes at once."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request

from groundfloor.engine.errors import GroundfloorError

from ...database.errors import StorageError
from ...database.requests import change_checks
from ...http.error_messages import refusal, unknown_address
from ...http.middleware import HttpMiddleware
from ...http.pages import get_locale
from ...http.request_checks import HEALTH, SAFE_METHODS, STATIC, client_hash, limited_client
from ...http.request_context import get_context
from ...http.security import account_of, device_id, is_administrator, is_guest_ban, own_ban_of, rights_of
from . import storage as moderation_storage
from .bans import banned
from .errors import Banned

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from starlette.types import ASGIApp, Receive, Scope, Send

    from ...context import AppContext
    from ...database.rows import BanRow
    from ...database.store import Store

NEW_ACCOUNTS = ("/account/create", "/api/account")
SEAT_PATH = re.compile(r"/(?:s|api/seats)/([^/]+)")
"""The addresses of a seat, with its token."""


class RightsCheck(HttpMiddleware):
    """Middleware: hides the pages of administrators from everybody else, and refuses changes by banned people. Comes after ``Sessions``, and checks a change again in its transaction, as that does.

    ``self_service`` are the paths at which banned people may change something: they get into their account, look after it, and delete what they have.
    """

    def __init__(self, app: ASGIApp, self_service: re.Pattern[str]) -> None:
        super().__init__(app)
        self.self_service = self_service

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, path = Request(scope), scope["path"]
        if path == HEALTH or path.startswith(STATIC):
            await self.app(scope, receive, send)
            return
        answer = None
        try:
            await self.look_up(request)
        except HTTPException:
            answer = unknown_address(request)
        except GroundfloorError as error:
            answer = refusal(request, error)
        if answer is None and (checks := change_checks.get()) is not None:
            checks.append(partial(self.check, request))
        await (answer or self.app)(scope, receive, send)

    async def look_up(self, request: Request) -> None:
        """Does the same as ``check``, and notes from which address a banned person comes."""
        check, store = partial(self.check, request), get_context(request).store
        try:
            if request.method in SAFE_METHODS and not device_of(request):
                check(store)  # which reads nothing then
            else:
                await get_context(request).work.read(check, store)
        finally:
            await note_address(request)

    def check(self, request: Request, place: Store | Connection) -> None:
        """Raises Banned for a change that somebody may not make, HTTPException for what only administrators learn of."""
        request.state.ban = own_ban(request, place)
        path = request.scope["path"]
        if is_administrative(path) and not is_administrator(request):
            raise HTTPException(404)
        if request.method not in SAFE_METHODS and self.self_service.fullmatch(path) is None:
            check_not_banned(request, place)
            check_address(request, place)
            check_seat(request, place)


def is_administrative(path: str) -> bool:
    """Returns whether only administrators learn what is at a path, or that nothing is."""
    below = path.removeprefix("/api")
    return below == "/admin" or below.startswith("/admin/")


def device_of(request: Request) -> str:
    """Returns the device whose bans hold for a guest, and for somebody who creates an account; "" for others."""
    return device_id(request) if account_of(request) is None or request.scope["path"] in NEW_ACCOUNTS else ""


def own_ban(request: Request, place: Store | Connection) -> BanRow | None:
    """Returns the ban that holds for the account that is logged in, or for a guest, and for somebody who creates an account, that of an account used in the same browser."""
    now, rights, device = get_context(request).table_service.now(), rights_of(request), device_of(request)
    ban = None if rights is None else rights.ban
    if ban is None and device:
        ban = moderation_storage.ban_of_device(place, device, now)
    return None if ban is None or ban.is_over(now) else ban


def check_not_banned(request: Request, place: Store | Connection) -> None:
    """Raises Banned if ``own_ban`` holds, or a ban of the client. No address keeps an administrator out."""
    context, own = get_context(request), own_ban_of(request)
    language = get_locale(request).language
    if own is not None:
        raise banned(own, language, is_guest=is_guest_ban(request))
    client = client_hash(context.secret, request)
    if client and not is_administrator(request):
        ban = moderation_storage.ban_of_client(place, client)
        if ban is not None and not ban.is_over(context.table_service.now()):
            raise banned(ban, language)


def check_seat(request: Request, place: Store | Connection) -> None:
    """Raises Banned if a banned account holds the seat of the address, except for other accounts that hold it as well: its link helps nobody else, not even its owner as a guest."""
    context, match = get_context(request), SEAT_PATH.match(request.scope["path"])
    if match is None or is_administrator(request):
        return
    account = account_of(request)
    owner_id = "" if account is None else account.owner_id
    if moderation_storage.is_seat_of_banned(place, match[1], owner_id, context.table_service.now()):
        raise Banned(
            "Whoever holds this seat is banned from this server: its link is only for looking. The others can give the seat to a bot."
        )


async def note_address(request: Request) -> None:
    """Notes from which address a banned person comes: they can't just go on there without their account, or with a new one."""
    context, client, ban = get_context(request), limited_client(request), own_ban_of(request)
    if not client or ban is None or ban.account is None:
        return
    client = client_hash(context.secret, request)
    with suppress(StorageError):
        if (
            await context.work.read(moderation_storage.address_is_banned_until, context.store, client, ban.account)
            <= context.table_service.now()
        ):
            await context.work.write(moderation_storage.note_addresses, context.store, ban.account, [client], banned_until(context))


def banned_until(context: AppContext) -> str:
    """Returns until when an address from which a banned account comes now is limited."""
    return hours_after(context.table_service.now(), context.settings.limits.banned_address_hours)


def hours_after(at: str, hours: float) -> str:
    return (datetime.fromisoformat(at) + timedelta(hours=hours)).isoformat(timespec="seconds")


def check_address(request: Request, place: Store | Connection) -> None:
    """Raises Banned for a guest, or a new account, at an address from which a banned account has come lately."""
    context, client = get_context(request), limited_client(request)
    if not client or (account_of(request) is not None and request.scope["path"] not in NEW_ACCOUNTS):
        return
    until, now = moderation_storage.address_is_banned_until(place, client_hash(context.secret, request)), context.table_service.now()
    if until > now and not is_administrator(request):
        wait = (datetime.fromisoformat(until) - datetime.fromisoformat(now)).total_seconds()
        raise Banned(
            "Somebody at your network address is banned. For up to %(hours)s h nobody plays from it without an account, and nobody creates one.",
            hours=ceil(wait / 3600),
        )
