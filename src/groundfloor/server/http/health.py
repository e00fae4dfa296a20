"""The health check: whether the store can be read and written."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from anyio import CapacityLimiter, move_on_after

from ..database.errors import log_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .executor import Executor

CACHE_SECONDS = 5.0
"""Seconds for which a result is reused: frequent requests do not cause frequent writes."""
TIMEOUT_SECONDS = 3.0
"""Seconds after which a check that has not returned counts as failed."""
log = logging.getLogger(__name__)


class Health:
    """The last result of the check, and until when it is reused."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = float("-inf")
        self._is_healthy = False
        self._lock = asyncio.Lock()
        self._thread = CapacityLimiter(1)

    async def is_healthy(self, check: Callable[[], None], executor: Executor) -> bool:
        """Returns whether ``check`` returned in time without an error; it is called only if the last result is too old."""
        async with self._lock:
            if self._clock() >= self._until:
                self._is_healthy = await self._checked(check, executor)
                self._until = self._clock() + CACHE_SECONDS
            return self._is_healthy

    async def _checked(self, check: Callable[[], None], executor: Executor) -> bool:
        try:
            with move_on_after(TIMEOUT_SECONDS) as scope:
                await executor.run(check, self._thread, is_abandoned=True)
        except Exception as error:
            log.error("the store is not well: %s", log_text(error))
            return False
        if scope.cancelled_caught:
            log.error("the store does not answer")
        return not scope.cancelled_caught
