"""Finds out for each request who is logged in, by a session or an API token."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import Request

from groundfloor.engine.errors import GroundfloorError

from ...database.errors import StorageError
from ...http.error_messages import refusal
from ...http.middleware import HttpMiddleware
from ...http.request_body import checking_late
from ...http.request_checks import HEALTH, SAFE_METHODS, STATIC
from ...http.request_context import get_context
from ...http.security import SESSION_COOKIE, hash_of, read_cookie
from ..identity import storage as account_storage
from .api_tokens import log_in_by_token, sent_token

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from ...context import AppContext

TOUCH_HOURS = 1.0
"""How old the noted time of a session's last use becomes before it is written again."""


class Sessions(HttpMiddleware):
    """Middleware: looks up the session of each request (``security.account_of``): one that has ended no longer counts.

    Requests without the cookie of a session or an API token, and those for files, cost nothing. A token takes precedence over the cookie.
    A change whose body comes late is looked up again: it is made in a session that is there when it is made.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, path = Request(scope), scope["path"]
        token = "" if path == HEALTH or path.startswith(STATIC) else read_cookie(request, SESSION_COOKIE)

        async def look_up() -> None:
            if api_token := sent_token(request):
                await log_in_by_token(get_context(request), request, api_token)
            elif token:
                await find_session(get_context(request), request, token)

        try:
            await look_up()
        except GroundfloorError as error:
            await refusal(request, error)(scope, receive, send)
            return
        await self.app(scope, receive if request.method in SAFE_METHODS else checking_late(receive, look_up), send)


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
