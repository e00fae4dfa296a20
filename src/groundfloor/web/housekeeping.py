"""Housekeeping: which games are used is written down now and then, and those that nobody has used for long are deleted."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ..store import RetentionDays

if TYPE_CHECKING:
    from collections.abc import Collection

    from .house import House

MINUTES = 10
"""Between two rounds, by a clock that is never set."""
MOST = 50
"""Games that one round deletes, so that players need not wait for it."""
log = logging.getLogger(__name__)


async def keep_house(house: House) -> None:
    """Rounds without end. What goes wrong in one is logged, and the next one tries again."""
    while True:
        await asyncio.sleep(MINUTES * 60)
        try:
            await house.write(clean_up, house, MINUTES)
        except Exception as error:
            log.error("housekeeping failed: %s: %s", type(error).__name__, str(error)[:300])


def clean_up(house: House, minutes: int) -> list[str]:
    """Writes down what was used in the last minutes, and deletes what has expired; returns it."""
    used = house.take_used()
    house.store.record_usage(minutes, used)
    expired = [public for public in house.store.expired(keeping(house), MOST) if not in_use(house, public, used)]
    for public in expired:
        house.host.delete(public)
    if expired:
        log.warning("%d games that nobody has opened for long were deleted", len(expired))
    return expired


def keeping(house: House) -> RetentionDays:
    """For how long games are kept."""
    limits = house.settings.limits
    return RetentionDays(limits.unplayed_days, limits.shown_days, limits.abandoned_days)


def in_use(house: House, public: str, used: Collection[str]) -> bool:
    """Somebody has opened the game, or has it open."""
    return public in used or house.hub.is_watched(f"g:{public}")
