"""What all routes share: the host of the tables, the streams, the static files, and the threads that do the work."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

from .addresses import Addresses
from .health import Health
from .limits import Limits
from .rates import Rates
from .scenes import Scenes
from .settings import Settings
from .sse import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette
    from starlette.requests import Request

    from ..store import Notice, Store
    from ..tables import Host
    from .assets import Assets
    from .sse import Hub

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class House:
    """One server's parts. ``write`` runs in the only thread that writes, ``read`` in one of a few others.

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
    writer: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))
    readers: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(4))

    def note_use(self, public: str) -> None:
        """Somebody has opened a game."""
        self.used.add(public)

    def take_used(self) -> set[str]:
        """The games that were opened since the last time, and those that somebody has open now."""
        opened, self.used = self.used, set()
        return opened | self.hub.watched()

    async def write(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that changes what is stored; finished even if the browser has gone."""
        return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self.writer)

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that only looks."""
        return await to_thread.run_sync(partial(work, *args, **kwargs), limiter=self.readers)


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
    """What the other pages of a seat are told when its tentative line has changed."""
    return Message(f"s:{token}", "line", {"seat": token})
