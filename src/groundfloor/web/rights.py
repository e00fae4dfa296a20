"""What administrators alone may see, and what banned people may not do: for all routes at once."""

from __future__ import annotations

from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING

from starlette.requests import Request

from groundfloor.presentation.results.words import date_of

from ..engine.errors import GroundfloorError
from ..store import StorageError
from .context import get_context
from .error_messages import refusal, unknown_address
from .errors import Banned
from .middleware import HttpMiddleware
from .pages import get_locale
from .request_checks import SAFE_METHODS, client_hash, limited_client
from .security import account_of, rights_of

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from ..store import BanRow
    from .rendering import RequestLocale

SELF_SERVICE_PATHS = (
    *(
        f"{base}/account/{name}"
        for base in ("", "/api")
        for name in ("log-in", "log-out", "recover", "password", "recovery-codes", "sessions", "guest", "passkeys", "tokens", "delete")
    ),
    *(
        f"/api/account/{path}"
        for path in ("sessions/everywhere", "passkeys/options", "passkeys/rename", "passkeys/remove", "tokens/revoke", "bots/delete")
    ),
    "/my-games/delete",
)
"""What banned people may do besides looking: get into their account, look after it, delete what they have."""
NEW_ACCOUNTS = ("/account/create", "/api/account")
UNSUBSCRIBE_PATHS = "/notices/off/"
"""The address of links in e-mails that end them, which everybody may use."""


class RightsCheck(HttpMiddleware):
    """Middleware: hides the pages of administrators from everybody else, and refuses changes by banned people. Comes after ``Sessions``."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        await note_address(request)
        answer = unknown_address(request) if is_administrative(scope["path"]) and not is_administrator(request) else None
        if answer is None and request.method not in SAFE_METHODS and not is_self_service(scope["path"]):
            try:
                ban = await current_ban(request)
                if ban is not None:
                    raise banned(ban, get_locale(request))
                await check_address(request)
            except GroundfloorError as error:
                answer = refusal(request, error)
        await (answer or self.app)(scope, receive, send)


def is_self_service(path: str) -> bool:
    """Returns whether banned people may change something at an address."""
    return path in SELF_SERVICE_PATHS or path.startswith(UNSUBSCRIBE_PATHS)


def is_administrative(path: str) -> bool:
    below = path.removeprefix("/api")
    return below == "/admin" or below.startswith("/admin/")


def is_administrator(request: Request) -> bool:
    """Returns whether an administrator asks, on a page or over the API, in a session."""
    rights = rights_of(request)
    return account_of(request) is not None and rights is not None and rights.is_administrator


async def current_ban(request: Request) -> BanRow | None:
    """Returns the ban of the account that is logged in, or of the client, None if neither is banned now. No address keeps an administrator out."""
    context, rights = get_context(request), rights_of(request)
    client, now = client_hash(context.secret, request), context.table_service.now()
    bans = [] if rights is None else [rights.ban]
    if client and not is_administrator(request):
        bans.append(await context.read(context.store.ban_of_client, client))
    return next((ban for ban in bans if ban is not None and not ban.is_over(now)), None)


async def note_address(request: Request) -> None:
    """Notes from which address a banned account comes, so that its owner does not go on there at once without it, or with a new one."""
    context, rights, client = get_context(request), rights_of(request), limited_client(request)
    if client and rights is not None and rights.ban is not None and not rights.ban.is_over(context.table_service.now()):
        with suppress(StorageError):
            if not await context.read(context.rates.banned_addresses.wait, client):
                await context.write(context.rates.banned_addresses.take, client)


async def check_address(request: Request) -> None:
    """Raises Banned for a guest, or a new account, at an address from which a banned account has come lately."""
    context, client = get_context(request), limited_client(request)
    if not client or (account_of(request) is not None and request.scope["path"] not in NEW_ACCOUNTS):
        return
    wait = await context.read(context.rates.banned_addresses.wait, client)
    if wait and not is_administrator(request):
        raise Banned(
            "Somebody at your network address is banned. For up to %(hours)s h nobody plays from it without an account, and nobody creates one.",
            hours=ceil(wait / 3600),
        )


def banned(ban: BanRow, locale: RequestLocale) -> Banned:
    """Returns the error that says why somebody is banned, and until when."""
    facts = {"until": date_of(ban.until, locale.language) if ban.until else "", "reason": ban.reason}
    if ban.account is None:
        if ban.until:
            return Banned(
                "Your network address is banned from this server until %(until)s: you can look, but not play. Reason: %(reason)s", **facts
            )
        return Banned("Your network address is banned from this server: you can look, but not play. Reason: %(reason)s", **facts)
    if ban.until:
        return Banned("You are banned from this server until %(until)s: you can look, but not play. Reason: %(reason)s", **facts)
    return Banned("You are banned from this server: you can look, but not play. Reason: %(reason)s", **facts)
