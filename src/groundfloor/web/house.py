"""What all routes share: the host of the tables, the streams, the static files, and the threads that do the work."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from anyio import CancelScope, CapacityLimiter, sleep, to_thread

from ..engine.cancellation import cancellation_check, checkpoint
from ..tables.table_cache import BeingWritten, NotInMemory, only_in_memory
from .addresses import Addresses
from .health import Health
from .limits import Limits
from .page_parts import PartCache
from .rates import Rates
from .scenes import Scenes
from .settings import Settings
from .sse import Message
from .work import FairShare, current, kept_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette
    from starlette.requests import Request

    from ..store import Notice, Store
    from ..tables import Host
    from .assets import Assets
    from .sse import Hub

AGAIN = 3
"""Times that work begins again because its table was not in memory; then it reads the table itself."""
ANSWERS = 2
"""Threads that answer moves."""
BUSY_SECONDS = 0.01
"""Until somebody looks again at a table that is being written."""
P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class House:
    """One server's parts. ``write`` runs in the only thread that writes, ``read`` and ``heavy`` in one of a few others.

    ``values`` are the house values, as TOML, that the start page proposes for new tables; "" for none.
    """

    store: Store
    host: Host
    hub: Hub
    assets: Assets
    secret: str
    values: str = ""
    settings: Settings = field(default_factory=Settings)
    addresses: Addresses = field(default_factory=Addresses)
    rates: Rates = field(default_factory=lambda: Rates.of(Limits()))
    warned: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    health: Health = field(default_factory=Health)
    scenes: Scenes = field(default_factory=Scenes)
    parts: PartCache = field(default_factory=PartCache)
    writer: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))

    def __post_init__(self) -> None:
        limits = self.settings.limits
        self.readers = CapacityLimiter(limits.readers)
        self.reader_shares = FairShare(limits.readers, max(limits.readers - 1, 1))
        self.answers = CapacityLimiter(ANSWERS)
        self.heavy_threads = CapacityLimiter(limits.heavy_at_once)
        self.heavy_shares = FairShare(limits.heavy_at_once, 1, limits.heavy_waiting)

    def note_use(self, public: str) -> None:
        """Somebody has opened a game."""
        self.used.add(public)

    def take_used(self) -> set[str]:
        """The games that were opened since the last time, and those that somebody has open now."""
        opened, self.used = self.used, set()
        return opened | self.hub.watched()

    async def write(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that changes what is stored; finished even if the browser has gone. A table that it needs is read from the disk before."""
        with CancelScope(shield=True), kept_on():
            found = await self._in_thread(unstopped(partial(work, *args, **kwargs)), self.writer)
        return found

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that only looks; stopped when the browser has gone or the time is over.

        The answer to a move waits for no page that somebody only looks at, and no client takes all threads for itself.
        """
        request = current.get()
        if request is None or not request.is_looking:
            return await self._in_thread(partial(work, *args, **kwargs), self.answers)
        return await self._in_thread(partial(work, *args, **kwargs), self.readers, request.client)

    async def heavy(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that takes long and writes nothing: one piece of a client at a time, and nothing else waits for it."""
        request = current.get()
        async with self.heavy_shares.turn(request.client if request is not None else ""):
            if request is not None:
                request.check()
            found = await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self.heavy_threads)
        return found

    async def start(self) -> None:
        """After a start: goes on where the server was stopped."""
        await to_thread.run_sync(self.host.start, limiter=self.writer)

    async def _in_thread(self, work: Callable[[], T], limiter: CapacityLimiter, client: str | None = None) -> T:
        """Runs the work in a thread, which waits for no disk: a table is read, or written, before the work begins again.

        ``client``: whose share of the readers it takes, while it runs.
        """
        times = 0
        while times < AGAIN:
            try:
                return await self._at_once(light(work), limiter, client)
            except NotInMemory as asleep:
                times += 1
                await self.heavy(self.host.table, asleep.public)
            except BeingWritten:
                await sleep(BUSY_SECONDS)
                checkpoint()
        return await self._at_once(work, limiter, client)

    async def _at_once(self, work: Callable[[], T], limiter: CapacityLimiter, client: str | None) -> T:
        if client is None:
            return await to_thread.run_sync(work, limiter=limiter)
        async with self.reader_shares.turn(client):
            found = await to_thread.run_sync(work, limiter=limiter)
        return found


def light(work: Callable[[], T]) -> Callable[[], T]:
    """The work, without waiting for the disk."""

    def done() -> T:
        with only_in_memory():
            return work()

    return done


def unstopped(work: Callable[[], T]) -> Callable[[], T]:
    """The work, without a deadline."""

    def done() -> T:
        with cancellation_check(lambda: None):
            return work()

    return done


def house_of(request: Request) -> House:
    """The house that a request came to."""
    return house_in(request.app)


def house_in(app: Starlette) -> House:
    """The house of an application."""
    house = app.state.house
    assert isinstance(house, House)
    return house


def version_message(notice: Notice) -> Message:
    """What watchers are told after a commit."""
    return Message(f"g:{notice.public}", "version", {"game": notice.public, "version": notice.version}, notice.sequence)


def line_message(token: str) -> Message:
    """What the other pages of a seat are told when its draft has changed."""
    return Message(f"s:{token}", "line", {"seat": token})
