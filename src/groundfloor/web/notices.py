"""Notices of whoever asks: what they have not read, what was sent to them, and when they want it."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..store.notices import SENDING_SECONDS
from .bell import bell_facts
from .context import get_context
from .errors import BadNotices
from .security import browser_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from ..store import Delivery, NoticeRow, Store
    from .context import AppContext

DELAYS = (0, 1, 5, 15, 60, 240)
"""After how many minutes notices may be sent."""
HOURS = range(-1, 24)
"""The hours of the day at which one e-mail may have all of them; -1: each by itself."""
POSSIBLE: dict[str, tuple[int, ...]] = {"delay_minutes": DELAYS, "digest_hour": tuple(HOURS)}


async def change_settings(request: Request, given: Mapping[str, object]) -> None:
    """Changes when whoever asks is sent notices: those settings that are ``given``. BadNotices for a value that is not possible."""
    context, holder = get_context(request), browser_id(request)
    for name, value in given.items():
        if type(value) is not int or value not in POSSIBLE[name]:
            raise BadNotices("%(name)s is one of: %(known)s.", name=name, known=", ".join(map(str, POSSIBLE[name])))
    chosen = await context.read(context.store.notice_settings_of, holder)
    await context.write(context.store.change_notice_settings, holder, replace(chosen, **given))  # type: ignore[arg-type]


async def mark_read(request: Request) -> None:
    """Marks all notices of whoever asks as read, and tells their other pages."""
    context, holder = get_context(request), browser_id(request)
    await context.write(context.store.mark_notices_read, holder, context.host.now())
    context.bell.note_holder(holder)


def is_interrupted(delivery: Delivery, now: str) -> bool:
    """Returns whether the server stopped while it was sending, so that nobody knows whether it has arrived."""
    before = (datetime.fromisoformat(now) - timedelta(seconds=SENDING_SECONDS)).isoformat(timespec="seconds")
    return delivery.state == "sending" and delivery.changed < before


def notices_json(context: AppContext, holder: str) -> dict[str, object]:
    """Returns the notices of somebody as the API tells them (docs/http.md)."""
    store, now = context.store, context.host.now()
    return {
        **bell_facts(store, holder, None),
        "notices": [notice_json(each) for each in store.notices_of(holder)],
        "sent": [sent_json(each, now) for each in store.deliveries_of(holder)],
        "settings": settings_json(store, holder),
    }


def settings_json(store: Store, holder: str) -> dict[str, object]:
    return {**asdict(store.notice_settings_of(holder)), "possible": {name: list(values) for name, values in POSSIBLE.items()}}


def notice_json(notice: NoticeRow) -> dict[str, object]:
    return {
        "kind": notice.kind,
        "game": notice.game,
        "name": notice.name,
        "link": f"/g/{notice.game}",
        "version": notice.version,
        "at": notice.at,
        "is_read": notice.is_read,
    }


def sent_json(delivery: Delivery, now: str) -> dict[str, object]:
    return {
        "target": delivery.target,
        "kind": delivery.kind,
        "game": delivery.game,
        "name": delivery.name,
        "seat": delivery.seat if delivery.seat >= 0 else None,
        "version": delivery.version,
        "at": delivery.at,
        "state": "interrupted" if is_interrupted(delivery, now) else delivery.state,
        "changed": delivery.changed,
    }
