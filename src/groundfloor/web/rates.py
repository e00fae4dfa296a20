"""Rate limits: a token bucket for each client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .limits import MEGABYTE

if TYPE_CHECKING:
    from .limits import Limits

MAX_CLIENTS = 10_000
"""Clients that are remembered; beyond them, the least recent one is forgotten."""
REFUSAL_PAGES = 10
"""Refused requests of a client in a minute that are answered with a page; others get the sentence alone, which costs less to make."""
Clock = Callable[[], float]
"""Returns monotonic seconds, such as ``time.monotonic``."""


class RateLimit:
    """Allows ``count`` calls in ``seconds``, up to ``burst`` of them at once."""

    def __init__(self, count: float, seconds: float, burst: float, clock: Clock) -> None:
        self.rate = count / seconds
        self.burst = max(1.0, burst)
        self._clock = clock
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Takes a token of the client and returns 0.0; if it has none left, returns the seconds until the next one."""
        seconds = self.wait(client)
        self.spend(client, 0 if seconds else 1)
        return seconds

    def wait(self, client: str) -> float:
        """Returns the seconds until the client has a token, 0.0 if it has one."""
        return max(1 - self._left(client), 0.0) / self.rate

    def spend(self, client: str, count: float) -> None:
        """Takes tokens of the client, also those that it does not have yet."""
        self._clients[client] = (self._left(client) - count, self._clock())
        self._clients.move_to_end(client)
        while len(self._clients) > MAX_CLIENTS:
            self._clients.popitem(last=False)

    def _left(self, client: str) -> float:
        left, at = self._clients.get(client, (self.burst, 0.0))
        return min(self.burst, left + (self._clock() - at) * self.rate)


@dataclass(frozen=True)
class Rates:
    """The rate limits of a server. ``stored`` counts the bytes by which clients make the data grow; only the thread that writes uses it."""

    requests: RateLimit
    files: RateLimit
    changes: RateLimit
    tables: RateLimit
    stored: RateLimit
    refusal_pages: RateLimit

    @classmethod
    def from_limits(cls, limits: Limits, clock: Clock = time.monotonic) -> Rates:
        return cls(
            RateLimit(limits.requests_per_minute, 60, limits.requests_per_minute / 5, clock),
            RateLimit(limits.files_per_minute, 60, limits.files_per_minute / 5, clock),
            RateLimit(limits.changes_per_minute, 60, limits.changes_per_minute / 5, clock),
            RateLimit(limits.tables_per_hour, 3600, limits.tables_per_hour, clock),
            RateLimit(limits.stored_megabytes_per_hour * MEGABYTE, 3600, limits.stored_megabytes_at_once * MEGABYTE, clock),
            RateLimit(REFUSAL_PAGES, 60, REFUSAL_PAGES, clock),
        )
