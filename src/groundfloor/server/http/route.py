"""What is at an address of the server, described once beside its handler.

The router, the description in OpenAPI, what administrators alone see, what banned people may do, and the tests of rights and costs are made of it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response

from .limits import LIMIT_NAMES, MEGABYTE, FixedLimit, Limited

GAME, SEAT = "/g/{game_id}", "/s/{token}"
GAME_API, SEAT_API = "/api/games/{game_id}", "/api/seats/{token}"
PER_REQUEST, PER_CHANGE, PER_FILE = ("requests_per_minute",), ("changes_per_minute",), ("files_per_minute",)
STORED = ("stored_megabytes_per_hour", "stored_megabytes_at_once", "stored_megabytes_per_day")
PER_TABLE = ("tables_per_hour", "tables_per_browser", "heavy_waiting", *STORED)
PER_RECORD = (*PER_TABLE, "record_bytes", "record_entries")
PER_PICTURE = (*PER_REQUEST, FixedLimit(1, "picture at a time"))
PARAMETER = re.compile(r"{\w+}")
JSON, TEXT, EVENT_STREAM = "application/json", "text/plain", "text/event-stream"

Handler = Callable[[Request], Awaitable[Response]]
Rights = Literal["anybody", "browser", "account", "host", "administrator"]
"""Who may ask: anybody; anybody, about what their browser or account has; an account; the host of the table; an administrator. Where the address has a token, it is the right."""


@dataclass(frozen=True)
class ApiHandler:
    """Answers a request of the API with what one of ``works`` is annotated to return."""

    respond: Handler
    works: tuple[Callable[..., object], ...]
    status: int = 200


@dataclass(frozen=True)
class Route:
    """What is at an ``address``, as ``METHOD path``: its handler, and one sentence.

    ``query`` names the parameters after the path (of a page: those that links to it in another language keep), ``body`` is the type of a JSON body (a union: one of several), ``answer`` that of the answer of a handler that is not an ``ApiHandler``,
    ``refusals`` the statuses of refusals that not every such request may get. ``limits`` are what limits the request (none: what limits every request), ``body_bytes`` how many bytes it
    may have (0: ``Limits.body_bytes``). ``for_banned``: banned people may do it. ``needs_server``: it is not there in a page without a server.
    """

    address: str
    handler: Handler | ApiHandler
    summary: str
    rights: Rights = "anybody"
    query: tuple[str, ...] = ()
    body: Any = None
    answer: Any = None
    media_type: str = JSON
    refusals: tuple[int, ...] = ()
    limits: Limited = ()
    body_bytes: int = 0
    for_banned: bool = False
    needs_server: bool = False

    def __post_init__(self) -> None:
        unknown = {limit for limit in self.limits if isinstance(limit, str)} - LIMIT_NAMES
        assert not unknown, f"{self.address}: there are no limits {unknown}"

    @property
    def method(self) -> str:
        return self.address.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.address.partition(" ")[2]

    @property
    def respond(self) -> Handler:
        return self.handler.respond if isinstance(self.handler, ApiHandler) else self.handler

    @property
    def limited_by(self) -> Limited:
        """What limits the request, with the size of a body that has one of its own."""
        own = self.limits or (PER_REQUEST if self.method == "GET" else PER_CHANGE)
        return (*own, FixedLimit(self.body_bytes / MEGABYTE, "MB")) if self.body_bytes else own


def path_pattern(routes: Iterable[Route]) -> re.Pattern[str]:
    """Returns what matches the paths of routes."""
    return re.compile("|".join("[^/]+".join(map(re.escape, PARAMETER.split(route.path))) for route in routes))


def on_server(*routes: Route) -> tuple[Route, ...]:
    """Returns routes that a page without a server does not have."""
    return tuple(replace(route, needs_server=True) for route in routes)


def for_each(*bases: str) -> Callable[..., tuple[Route, ...]]:
    """Returns a function that makes a route for each of these beginnings of a path, in place of ``{base}``."""

    def routes(address: str, handler: Handler | ApiHandler, summary: str, **facts: Any) -> tuple[Route, ...]:
        return tuple(Route(address.replace("{base}", base), handler, summary, **facts) for base in bases)

    return routes


of_table = for_each(GAME, SEAT)
of_table_api = for_each(GAME_API, SEAT_API)
