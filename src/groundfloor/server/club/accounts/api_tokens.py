"""API tokens: what a program sends in ``Authorization: Bearer …`` to use the API for an account, and the accounts of bots."""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

from msgspec import structs

from ...database.errors import StorageError
from ...database.rows import AccountRow, ApiTokenRow
from ...http.json_types import Name, PublicKeyCredential
from ...http.repeated_requests import promise
from ...http.request_checks import SAFE_METHODS, limited_client
from ...http.request_context import get_context
from ...http.security import hash_of, short_id
from ..identity import storage as account_storage
from ..identity import token_storage
from ..identity.checks import account_name, checked_label, count_attempt, logged_in, write_in_session
from ..identity.errors import BadAccount, MissingScope
from ..identity.token_storage import MAX_BOTS, MAX_TOKENS
from .account_data import BotAccount, CreatedToken, api_token, bot_account
from .accounts import check_proof, name_taken, read_proof, remove_account
from .errors import BadToken

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from starlette.requests import Request

    from ...context import AppContext
    from ...database.rows import Rights
    from ...database.store import Store
    from ...http.request_body import Fields

READ, PLAY = "read", "play"
SCOPES = (READ, PLAY)
"""What a token may do: look at all that the account may see, or also join tables and play there."""
DAYS, USUAL_DAYS = (30, 90, 365), 90
"""How long a token can be good."""
PREFIX = "gf"
API, ACCOUNT = "/api/", "/api/account"
MAX_TOKEN = 200
TOUCH_HOURS = 1.0
"""How old the noted time of a token's last use becomes before it is written again."""


def sent_token(request: Request) -> str:
    """Returns the token that a request for the API sends, "" if it sends none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or "-" if kind.lower() == "bearer" and request.scope["path"].startswith(API) else ""


def known_token(place: Store | Connection, token: str, now: str) -> tuple[AccountRow, ApiTokenRow, Rights]:
    """Returns the account that somebody uses by a token, with its rights; BadToken for one that is not good, or no longer."""
    known = token_storage.find(place, hash_of(token)) if len(token) <= MAX_TOKEN else None
    if known is None or known[1].expires < now:
        raise BadToken("There is no such API token, or it has expired. Its owner can make a new one on the page of the account.")
    return known


async def log_in_by_token(context: AppContext, request: Request, token: str) -> None:
    """Logs a request in as the token's account. Raises BadToken, or MissingScope if the token is not for such requests."""
    account, row, rights = await context.work.read(known_token, context.store, token, context.table_service.now())
    if row.used == "" or context.table_service.hours_since(row.used) >= TOUCH_HOURS:
        with suppress(StorageError):  # on a full disk games can still be looked at
            await context.work.write(token_storage.touch, context.store, row.token, context.table_service.now())
    check_scope(request, row)
    request.state.session, request.state.is_by_token, request.state.rights = (account, None), True, rights
    request.state.settings = await context.work.read(account_storage.settings_of, context.store, account.id)


def check_scope(request: Request, row: ApiTokenRow) -> None:
    path, is_safe = request.scope["path"], request.method in SAFE_METHODS
    if path.startswith(f"{ACCOUNT}/") or (path == ACCOUNT and not is_safe):
        raise MissingScope("An API token can’t manage the account. Log in for that.")
    if not is_safe and row.scope != PLAY:
        raise MissingScope("This API token may only read. Playing needs one of the scope “play”.")


class NewToken(TypedDict):
    """An API token to be made, with your password or the answer of a passkey; ``bot`` is the id of the bot that it is for."""

    label: Name
    scope: Literal["read", "play"]
    days: NotRequired[Literal[30, 90, 365]]
    bot: NotRequired[str]
    password: NotRequired[str]
    passkey: NotRequired[PublicKeyCredential]


class RevokeToken(TypedDict):
    id: str


class NewBot(TypedDict):
    name: Name


class DeleteBot(TypedDict):
    id: str
    password: NotRequired[str]
    passkey: NotRequired[PublicKeyCredential]


async def create_token(request: Request, given: Fields) -> CreatedToken:
    """Makes a token of the account that is logged in, or of its bot with this id; returns it, which is never told again, and what it is for.

    Raises NotLoggedIn, BadAccount, WrongPassword, BadPasskey or TooManyAttempts.
    """
    days = given.number("days") or 0 if "days" in given else USUAL_DAYS
    proof, label, scope, bot = read_proof(given), given.text("label"), given.text("scope"), given.optional_text("bot")
    context, account = get_context(request), logged_in(request)
    named = checked_label(label)
    if scope not in SCOPES:
        raise BadAccount("The scope is one of: %(known)s.", known=", ".join(SCOPES))
    if days not in DAYS:
        raise BadAccount("A token is good for one of these numbers of days: %(known)s.", known=", ".join(map(str, DAYS)))
    if bot and bot not in [known.id for known in await context.work.read(token_storage.bots_of, context.store, account.id)]:
        raise BadAccount("You have no such bot.")
    await check_proof(request, proof)
    token, now = f"{PREFIX}_{scope}_{secrets.token_urlsafe(32)}", context.table_service.now()
    row = ApiTokenRow(hash_of(token), bot or account.id, named, scope, now, days_after(now, days))
    made = CreatedToken(**structs.asdict(api_token(row)), token=token)
    promise(made)
    if not await write_in_session(request, token_storage.add, row):
        raise BadAccount("There are %(most)s tokens, the most that are possible. Revoke one first.", most=MAX_TOKENS)
    return made


async def revoke_token(request: Request, given: Fields) -> None:
    """Revokes the token with this id of the account that is logged in or of one of its bots. Raises NotLoggedIn."""
    id = given.text("id")
    context, account = get_context(request), logged_in(request)
    for row in await context.work.read(token_storage.of_account, context.store, account.id):
        if short_id(row) == id:
            await context.work.write(token_storage.revoke, context.store, row.token)


async def create_bot(request: Request, given: Fields) -> BotAccount:
    """Creates an account for a bot of the account that is logged in. Raises NotLoggedIn, BadAccount, NameTaken or TooManyAttempts."""
    name = given.text("name")
    context, owner = get_context(request), logged_in(request)
    shown, key = account_name(name)
    await count_attempt(context, limited_client(request), context.rates.accounts)
    bot = AccountRow(secrets.token_hex(16), shown, key, "", context.table_service.now())
    promise(bot_account(bot))
    reason = await context.work.write(token_storage.add_bot, context.store, bot, owner.id)
    if reason == "taken":
        raise name_taken(shown)
    if reason:
        raise BadAccount("You have %(most)s bots, the most that are possible.", most=MAX_BOTS)
    return bot_account(bot)


async def delete_bot(request: Request, given: Fields) -> None:
    """Deletes a bot of the account that is logged in; its seats are then called “Former player”. Raises BadAccount and what ``check_proof`` raises."""
    context, id = get_context(request), given.text("id")
    owner = await check_proof(request, read_proof(given))
    bot = next((known for known in await context.work.read(token_storage.bots_of, context.store, owner.id) if known.id == id), None)
    if bot is None:
        raise BadAccount("You have no such bot.")
    await remove_account(request, bot)


def days_after(now: str, days: int) -> str:
    return (datetime.fromisoformat(now) + timedelta(days=days)).isoformat(timespec="seconds")
