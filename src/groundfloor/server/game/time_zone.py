"""The time zone of the person who asks, and times in it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from babel.dates import format_datetime

from ..http.request_context import get_context
from ..http.security import owner_of
from .storage import availability

if TYPE_CHECKING:
    from collections.abc import Callable
    from zoneinfo import ZoneInfo

    from starlette.requests import Request


def own_zone(request: Request) -> ZoneInfo:
    """Returns the time zone of the person who asks. Blocks."""
    context = get_context(request)
    return availability.of_owner(context.store, owner_of(request)).zone_at(context.table_service.now())


def time_text(zone: ZoneInfo, language: str) -> Callable[[str], str]:
    """Returns a function that formats a stored time as date and time of a zone."""
    return lambda at: str(format_datetime(datetime.fromisoformat(at), "short", tzinfo=zone, locale=language))
