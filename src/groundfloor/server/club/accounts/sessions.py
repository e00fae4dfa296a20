"""Finds out for each request who is logged in, by a session or an API token."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import Request

from groundfloor.engine.errors import GroundfloorError

from ...database.errors import StorageError
from ...database.requests import change_checks
from ...http.error_messages import refusal
from ...http.middleware import HttpMiddleware
from ...http.request_checks import HEALTH, SAFE_METHODS, STATIC
from ...http.request_context import get_context
from ...http.security import SESSION_COOKIE, hash_of, is_by_token, read_cookie, session_of
from ..identity import storage as account_storage
from ..identity.checks import not_logged_in
from .api_tokens import known_token, log_in_by_token, sent_token

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from starlette.types import Receive, Scope, Send

    from ...context import AppContext

TOUCH_HOURS = 1.0
"""How old the noted time of a session's last use becomes before it is written again."""


class Sessions(HttpMiddleware):
    """Middleware: looks up the session of each request (``security.account_of``): one that has ended no longer counts.

    Requests without the cookie of a session or an API token, and those for files, cost nothing. A token takes precedence over the cookie.
    A change is made only in a session that is still there in its transaction (``check_session``).
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, path = Request(scope), scope["path"]
        token = "" if path == HEALTH or path.startswith(STATIC) else read_cookie(request, SESSION_COOKIE)
        try:
            if api_token := sent_token(request):
                await log_in_by_token(get_context(request), request, api_token)
            elif token:
                await find_session(get_context(request), request, token)
        except GroundfloorError as error:
            await refusal(request, error)(scope, receive, send)
            return
        before = change_checks.set(None if request.method in SAFE_METHODS else [partial(check_session, request)])
        try:
            await self.app(scope, receive, send)
        finally:
            change_checks.reset(before)


def check_session(request: Request, connection: Connection) -> None:
    """Looks up again who is logged in, with which rights; NotLoggedIn or BadToken if the session or API token has ended meanwhile."""
    if is_by_token(request):
        known_token(connection, sent_token(request), get_context(request).table_service.now())
    elif (session := session_of(request)) is not None:
        known = account_storage.session(connection, session.token)
        if known is None:
            raise not_logged_in()
        request.state.rights = known[2]


async def find_session(context: AppContext, request: Request, token: str) -> None:
    """Sets who is logged in, and notes about once an hour that the session is used; the browser's cookie is then renewed, too."""
    known = await context.work.read(account_storage.session, context.store, hash_of(token))
    request.state.session = None if known is None else known[:2]
    request.state.rights = None if known is None else known[2]
    if known is not None:
        request.state.settings = await context.work.read(account_storage.settings_of, context.store, known[0].id)
    if known is not None and context.table_service.hours_since(known[1].used) >= TOUCH_HOURS:
        request.state.session_token = token
        with suppress(StorageError):  # on a full disk games can still be looked at
            await context.work.write(account_storage.touch_session, context.store, known[1].token, context.table_service.now())
