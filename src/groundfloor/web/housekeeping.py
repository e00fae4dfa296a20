"""Housekeeping: which games are used is written down now and then, and those that nobody has used for long are deleted."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ..store import RetentionDays

if TYPE_CHECKING:
    from collections.abc import Collection

    from .context import AppContext

MINUTES = 10
"""Between two rounds, by a clock that is never set."""
MOST = 50
"""Games that one round deletes, so that players need not wait for it."""
log = logging.getLogger(__name__)


async def run_housekeeping(context: AppContext) -> None:
    """Rounds without end. What goes wrong in one is logged, and the next one tries again."""
    while True:
        await asyncio.sleep(MINUTES * 60)
        try:
            await context.write(clean_up, context, MINUTES)
        except Exception as error:
            log.error("housekeeping failed: %s: %s", type(error).__name__, str(error)[:300])


def clean_up(context: AppContext, minutes: int) -> list[str]:
    """Writes down what was used in the last minutes, and deletes what has expired; returns it."""
    used = context.pop_used_games()
    context.store.record_usage(minutes, used)
    expired = [public for public in context.store.expired(keeping(context), MOST) if not in_use(context, public, used)]
    for public in expired:
        context.host.delete(public)
    if expired:
        log.warning("%d games that nobody has opened for long were deleted", len(expired))
    return expired


def keeping(context: AppContext) -> RetentionDays:
    """For how long games are kept."""
    limits = context.settings.limits
    return RetentionDays(limits.unplayed_days, limits.shown_days, limits.abandoned_days)


def in_use(context: AppContext, public: str, used: Collection[str]) -> bool:
    """Somebody has opened the game, or has it open."""
    return public in used or context.hub.is_watched(f"g:{public}")
