"""Housekeeping: stores at intervals which games were used, deletes those that have expired, and continues games that a failure has stopped."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from .database import rate_limits, requests, usage
from .database.errors import log_text
from .database.rows import RetentionDays
from .game.quotas import NEARLY_FULL, fullness, table_shares
from .game.storage import downtimes, finished_games, results

if TYPE_CHECKING:
    from collections.abc import Collection

    from .context import AppContext

INTERVAL_MINUTES = 10
"""Minutes between two runs, by the monotonic clock."""
MAX_DELETIONS = 50
"""Games that one run deletes at most, because moves wait meanwhile."""
log = logging.getLogger(__name__)


async def run_housekeeping(context: AppContext) -> None:
    """Runs until it is cancelled. An error is logged, and the next run tries again."""
    while True:
        await asyncio.sleep(INTERVAL_MINUTES * 60)
        try:
            await context.work.write(clean_up, context, INTERVAL_MINUTES)
        except Exception as error:
            log.error("housekeeping failed: %s", log_text(error))


def clean_up(context: AppContext, minutes: int) -> list[str]:
    """Stores which games were used in the last ``minutes``; deletes the expired ones, unless another process does, and returns their ids.

    Games in which nobody is asked go on, as the data may have been away when the server started.
    """
    store, used, last_seen = context.store, context.pop_used_games(), context.pop_last_seen()
    is_turn = not store.is_shared or store.jobs.is_turn("housekeeping", minutes * 60)
    try:
        usage.record_usage(store, minutes if is_turn else 0, used)
        context.club.record_last_seen(store, last_seen)
    except Exception:
        context.used_games |= used
        context.last_seen |= last_seen
        raise
    if not is_turn:
        return []
    deleted = []
    keeping = retention_days(context)
    if forgotten := results.delete_expired(store, keeping):
        log.warning("the results of %d browsers that nobody has used for long were deleted", forgotten)
    for game_id in usage.expired(store, keeping, MAX_DELETIONS):
        if not in_use(context, game_id, used):
            context.table_service.delete(game_id)
            deleted.append(game_id)
    if deleted:
        log.warning("%d games that nobody has opened for long were deleted", len(deleted))
    downtimes.delete_old(store)
    requests.delete_old(store)
    rate_limits.delete_old(store)
    context.club.clean_up(store, context.table_service.now())
    context.table_service.start()
    return deleted


def retention_days(context: AppContext) -> RetentionDays:
    """Returns for how long games and results are kept, by the settings.

    In a data folder that is nearly full, or if hardly another table has room, some is kept for less if it belongs to networks with as many tables as a single browser may have.
    """
    limits = context.settings.limits
    is_short = fullness(context) >= NEARLY_FULL or table_shares(limits).is_short(finished_games.count_unlisted(context.store))
    many = limits.tables_per_browser if is_short else 0
    return RetentionDays(limits.unplayed_days, limits.shown_days, limits.abandoned_days, limits.results_days, many)


def in_use(context: AppContext, game_id: str, used: Collection[str]) -> bool:
    """Returns whether somebody has opened the game since the last run, this one included, or has it open now."""
    return game_id in used or game_id in context.used_games or context.hub.is_watched(f"g:{game_id}")
