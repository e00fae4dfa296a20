"""The share of the event loop that each client has: in which order requests begin, and how long each keeps it busy."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from types import coroutine
from typing import TYPE_CHECKING, Any

from starlette.requests import Request

from groundfloor.engine.errors import GroundfloorError

from .addresses import network_of
from .deadlines import current_client
from .error_messages import refusal
from .errors import ServerFull, TooManyWaiting
from .limits import connection_shares
from .middleware import HttpMiddleware
from .request_checks import HEALTH, limited_client
from .request_context import get_context

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send

    from .limits import Limits


class RequestTurns(HttpMiddleware):
    """Middleware: lets one request begin at a time, in the order of ``ClientLimiter``, and counts the processor time that it takes in the event loop to its client.

    Between two that begin, the event loop reads what has arrived: a move waits for one request, not for all that somebody has sent at once.
    A client has as many requests under way as it may have connections: those of a proxy are nobody's.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app)
        self._by_client: Counter[str] = Counter()
        self._by_network: Counter[str] = Counter()

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == HEALTH:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        context, client = get_context(request), current_client()
        limited = limited_client(request)
        if limited and (error := self._refusal(context.settings.limits, limited)):
            await refusal(request, error)(scope, receive, send)
            return
        with self._under_way(limited):
            context.work.use.note_request(client)
            try:
                await context.work.beginnings.pass_of_loop(client)
            except GroundfloorError as error:
                await refusal(request, error)(scope, receive, send)
                return
            await counted(
                self._respond(scope, receive, send),
                lambda seconds: context.work.use.add(client, seconds),
                context.executor.processor_seconds,
            )

    @contextmanager
    def _under_way(self, client: str) -> Iterator[None]:
        counts = ((self._by_client, client), (self._by_network, network_of(client)))
        for count, key in counts:
            count[key] += 1
        try:
            yield
        finally:
            for count, key in counts:
                count[key] -= 1
                if not count[key]:
                    del count[key]

    def _refusal(self, limits: Limits, client: str) -> GroundfloorError | None:
        """Returns why a client can have no further request under way now; None if it can. Where places are short, a network counts as one client."""
        shares, taken = connection_shares(limits), self._by_client.total()
        own = self._by_network[network_of(client)] if shares.is_short(taken) else self._by_client[client]
        refused = shares.refusal(taken, own)
        if not refused:
            return None
        if refused == "own":
            return TooManyWaiting("Too much is coming from your address at once. Please wait a moment and try again.")
        return ServerFull("The server has too many requests under way. Please try again in a moment.")

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
