"""Housekeeping: stores at intervals which games were used, deletes those that have expired, and continues games that a failure has stopped."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .database.errors import log_text
from .database.rows import RetentionDays
from .http.limits import CHALLENGE_MINUTES
from .http.quotas import NEARLY_FULL, fullness, table_places

if TYPE_CHECKING:
    from collections.abc import Collection

    from .context import AppContext

INTERVAL_MINUTES = 10
"""Minutes between two runs, by the monotonic clock."""
SESSION_DAYS = 366
"""After which a session ends that nobody uses; its cookie has ended by then."""
FAILED_DAYS = 30
"""For how long it is kept, for their owner, that attempts to log in under a name failed, after the last one."""
UNCONFIRMED_DAYS, UNUSED_DAYS = 7, 30
"""After which an address for notices is deleted that nobody has confirmed, or that belongs to a guest who sits nowhere. After the latter a guest's blocks end too."""
DELIVERY_DAYS = 30
"""For how long it is kept what was sent to whom, so that nothing is sent twice."""
MAX_DELETIONS = 50
"""Games that one run deletes at most, because moves wait meanwhile."""
log = logging.getLogger(__name__)


async def run_housekeeping(context: AppContext) -> None:
    """Runs until it is cancelled. An error is logged, and the next run tries again."""
    while True:
        await asyncio.sleep(INTERVAL_MINUTES * 60)
        try:
            await context.write(clean_up, context, INTERVAL_MINUTES)
        except Exception as error:
            log.error("housekeeping failed: %s", log_text(error))


def clean_up(context: AppContext, minutes: int) -> list[str]:
    """Stores which games were used in the last ``minutes``; deletes the expired ones, unless another process does, and returns their ids.

    Games in which nobody is asked go on, as the data may have been away when the server started.
    """
    store, used, last_seen = context.store, context.pop_used_games(), context.pop_last_seen()
    is_turn = not store.is_shared or store.jobs.is_turn("housekeeping", minutes * 60)
    try:
        store.record_usage(minutes if is_turn else 0, used)
        store.record_last_seen(last_seen)
    except Exception:
        context.used_games |= used
        context.last_seen |= last_seen
        raise
    if not is_turn:
        return []
    deleted = []
    keeping = retention_days(context)
    for game_id in store.expired(keeping, MAX_DELETIONS):
        if not in_use(context, game_id, used):
            context.table_service.delete(game_id)
            deleted.append(game_id)
    if deleted:
        log.warning("%d games that nobody has opened for long were deleted", len(deleted))
    if forgotten := store.delete_expired_players(keeping):
        log.warning("the results of %d browsers that nobody has used for long were deleted", forgotten)
    year_ago = time_before(context.table_service.now(), timedelta(days=SESSION_DAYS))
    store.end_unused_sessions(year_ago)
    store.delete_old_devices(year_ago, time_before(context.table_service.now(), timedelta(days=FAILED_DAYS)))
    store.delete_old_bans(year_ago)
    store.delete_old_reports(year_ago)
    store.delete_old_administration(year_ago)
    store.delete_old_deliveries(time_before(context.table_service.now(), timedelta(days=DELIVERY_DAYS)))
    store.delete_expired_tokens(time_before(context.table_service.now(), timedelta()))
    store.delete_old_downtimes()
    store.delete_old_requests()
    store.delete_challenges(time_before(context.table_service.now(), timedelta(minutes=CHALLENGE_MINUTES)))
    unconfirmed, unused = (time_before(context.table_service.now(), timedelta(days=days)) for days in (UNCONFIRMED_DAYS, UNUSED_DAYS))
    store.delete_unused_notification_addresses(unconfirmed, unused)
    store.delete_unused_availability(time_before(context.table_service.now(), timedelta(days=1)))
    store.delete_unused_blocks(unused)
    if ended := store.delete_expired_open_tables():
        log.info("%d open tables ended, as their hosts have not looked for long", ended)
    context.table_service.start()
    return deleted


def time_before(now: str, span: timedelta) -> str:
    """Returns the time that was a span before now, "" if the clock says no time."""
    try:
        return (datetime.fromisoformat(now) - span).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""


def retention_days(context: AppContext) -> RetentionDays:
    """Returns for how long games and results are kept, by the settings.

    In a data folder that is nearly full, or if hardly another table has room, tables at which nobody has played, uploads and imports stay for a day.
    """
    limits = context.settings.limits
    keeping = RetentionDays(limits.unplayed_days, limits.shown_days, limits.abandoned_days, limits.results_days)
    if fullness(context) < NEARLY_FULL and not table_places(limits).is_short(context.store.count_unlisted()):
        return keeping
    return replace(keeping, unplayed=min(keeping.unplayed, 1), shown=min(keeping.shown, 1), imported=min(keeping.results, 1))


def in_use(context: AppContext, game_id: str, used: Collection[str]) -> bool:
    """Returns whether somebody has opened the game since the last run, this one included, or has it open now."""
    return game_id in used or game_id in context.used_games or context.hub.is_watched(f"g:{game_id}")
