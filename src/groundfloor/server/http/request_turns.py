"""The share of the event loop that each client has: in which order requests begin, and how long each keeps it busy."""

from __future__ import annotations

from types import coroutine
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from groundfloor.engine.errors import GroundfloorError

from .deadlines import current_client
from .error_messages import refusal
from .middleware import HttpMiddleware
from .request_checks import HEALTH
from .request_context import get_context

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

    from starlette.types import Receive, Scope, Send


class RequestTurns(HttpMiddleware):
    """Middleware: lets one request begin at a time, in the order of ``ClientLimiter``, and counts the processor time that it takes in the event loop to its client.

    Between two that begin, the event loop reads what has arrived: a move waits for one request, not for all that somebody has sent at once.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == HEALTH:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        context, client = get_context(request), current_client()
        context.work.use.note_request(client)
        try:
            await context.work.beginnings.pass_of_loop(client)
        except GroundfloorError as error:
            await refusal(request, error)(scope, receive, send)
            return
        await counted(
            self._respond(scope, receive, send), lambda seconds: context.work.use.add(client, seconds), context.executor.processor_seconds
        )

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


@coroutine
def counted(
    work: Coroutine[Any, Any, None], count: Callable[[float], None], processor_seconds: Callable[[], float]
) -> Generator[Any, Any, None]:
    """Awaits the work, and gives ``count`` the seconds of processor time of each of its steps between two pauses."""
    step, value = work.send, None
    while True:
        began = processor_seconds()
        try:
            waits_for = step(value)
        except StopIteration:
            return
        finally:
            count(processor_seconds() - began)
        try:
            step, value = work.send, (yield waits_for)
        except BaseException as error:  # noqa: BLE001 - the work gets whatever is thrown, and decides
            step, value = work.throw, error
