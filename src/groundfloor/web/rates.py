"""Rate limits: a token bucket for each client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .limits import Limits

MAX_CLIENTS = 10_000
"""Clients that are remembered; beyond them, the least recent one is forgotten."""
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
        now = self._clock()
        left, at = self._clients.get(client, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        is_free = left >= 1
        self._clients[client] = (left - 1 if is_free else left, now)
        self._clients.move_to_end(client)
        while len(self._clients) > MAX_CLIENTS:
            self._clients.popitem(last=False)
        return 0.0 if is_free else (1 - left) / self.rate


@dataclass(frozen=True)
class Rates:
    """The rate limits of a server."""

    requests: RateLimit
    changes: RateLimit
    tables: RateLimit

    @classmethod
    def from_limits(cls, limits: Limits, clock: Clock = time.monotonic) -> Rates:
        """Returns the rate limits for these settings."""
        return cls(
            RateLimit(limits.requests_per_minute, 60, limits.requests_per_minute / 5, clock),
            RateLimit(limits.changes_per_minute, 60, limits.changes_per_minute / 5, clock),
            RateLimit(limits.tables_per_hour, 3600, limits.tables_per_hour, clock),
        )
