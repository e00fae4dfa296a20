"""Deletes what a club no longer needs: sessions, bans, reports, deliveries, addresses and open tables."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from ..game.storage import availability
from ..http.limits import CHALLENGE_MINUTES
from ..http.pages import time_before
from .accounts import passkey_storage
from .administration import storage as administration_storage
from .chat import storage as chat_storage
from .contacts import block_storage
from .identity import known_devices, token_storage
from .identity import storage as account_storage
from .lobby import followed_storage
from .lobby import storage as lobby_storage
from .moderation import report_storage
from .moderation import storage as moderation_storage
from .notifications import address_storage
from .notifications import storage as notice_storage

if TYPE_CHECKING:
    from ..database.store import Store

SESSION_DAYS = 366
"""After which an unused session ends; its cookie has expired by then."""
FAILED_DAYS = 30
"""For how long failed attempts to log in under a name are kept for its owner, after the last one."""
UNCONFIRMED_DAYS, UNUSED_DAYS = 7, 30
"""After which an address for notices that nobody has confirmed, or that belongs to a guest who sits nowhere, is deleted. After the latter a guest's blocks end too, and
what they follow and have read at tables where nobody has moved for as long."""
DELIVERY_DAYS = 30
"""For how long the server remembers what was sent to whom: nothing is sent twice."""
log = logging.getLogger(__name__)


def clean_up(store: Store, now: str) -> None:
    """Deletes what has been there for too long at the time ``now``."""
    year_ago = time_before(now, timedelta(days=SESSION_DAYS))
    account_storage.end_unused_sessions(store, year_ago)
    known_devices.delete_old(store, year_ago, time_before(now, timedelta(days=FAILED_DAYS)))
    account_storage.delete_freed_names(store)
    moderation_storage.delete_old_bans(store, year_ago)
    report_storage.delete_old(store, year_ago)
    administration_storage.delete_old_entries(store, year_ago)
    notice_storage.delete_old_deliveries(store, time_before(now, timedelta(days=DELIVERY_DAYS)))
    token_storage.delete_expired(store, time_before(now, timedelta()))
    passkey_storage.delete_challenges(store, time_before(now, timedelta(minutes=CHALLENGE_MINUTES)))
    unused = time_before(now, timedelta(days=UNUSED_DAYS))
    address_storage.delete_unused(store, time_before(now, timedelta(days=UNCONFIRMED_DAYS)), unused)
    availability.delete_unused(store, time_before(now, timedelta(days=1)))
    block_storage.delete_unused(store, unused)
    followed_storage.delete_unused(store, unused)
    chat_storage.delete_unused_reads(store, unused)
    if ended := lobby_storage.delete_expired(store):
        log.info("%d open tables ended, as their hosts have not looked for long", ended)
