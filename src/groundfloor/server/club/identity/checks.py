"""What many subjects ask of a request: who is logged in, whether a name is possible, and how often somebody tries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from groundfloor.engine.display_names import is_printable, is_visible
from groundfloor.table.player_names import is_reserved, name_key, player_name

from ...database.requests import changing
from ...game.quotas import is_beyond
from ...http.errors import TooManyAttempts
from ...http.request_context import get_context
from ...http.security import account_of, is_administrator, session_of
from . import storage as account_storage
from .errors import BadAccount, NotLoggedIn

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection
    from starlette.requests import Request

    from ...context import AppContext
    from ...database.rows import AccountRow
    from ...http.rates import ClientLimit, StoredRateLimit

P = ParamSpec("P")
T = TypeVar("T")
MAX_NAME = 40
"""Characters of the name of an account, a passkey or a token."""


def checked_label(label: str) -> str:
    """Returns what the owner calls a passkey or a token; BadAccount if that is not possible."""
    chosen = label.strip()
    if not 1 <= len(chosen) <= MAX_NAME or not is_visible(chosen) or not is_printable(chosen):
        raise BadAccount("A name has 1 to %(most)s characters, at least one of them visible.", most=MAX_NAME)
    return chosen


def account_name(given: str) -> tuple[str, str]:
    """Returns a name and the key that names that look alike have in common; BadAccount or ImpossibleTable if nobody can have it."""
    name = checked_label(player_name(given.strip()))
    if is_reserved(name):
        raise BadAccount("Nobody can be called “%(name)s” here. Please choose another name.", name=name)
    return name, name_key(name)


def logged_in(request: Request) -> AccountRow:
    """Returns the account that is logged in; NotLoggedIn for a guest."""
    account = account_of(request)
    if account is None:
        raise not_logged_in()
    return account


def not_logged_in() -> NotLoggedIn:
    return NotLoggedIn("You are not logged in, or were logged out from another device. Please log in first.")


async def write_in_session(request: Request, change: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Makes a change that nobody may make who was logged out meanwhile, within one transaction.

    NotLoggedIn for a guest, or if the session has ended since it was looked up, or if the account has another password or lost the rights of an administrator.
    """
    context, account, session = get_context(request), logged_in(request), session_of(request)
    has_rights = is_administrator(request)

    def work() -> T:
        with changing(context.store.engine) as connection:
            account_storage.lock(connection, account.id)
            if session is None or not account_storage.has_session(connection, account, session.token, is_administrator=has_rights):
                raise not_logged_in()
            return change(connection, *args, **kwargs)

    return await context.work.write(work)


async def count_attempt(context: AppContext, client: str, limit: StoredRateLimit | ClientLimit) -> None:
    """Counts an attempt by a client or for a name ("": one without limits); TooManyAttempts if it has had too many."""
    if await is_beyond(context, limit, client):
        raise too_many_attempts()


def too_many_attempts() -> TooManyAttempts:
    return TooManyAttempts("There were too many attempts. Please wait a few minutes, then try again.")
