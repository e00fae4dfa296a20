"""Targets of notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.store.rows import NoticeTarget

if TYPE_CHECKING:
    from groundfloor.store.rows import WayName

AT = "2026-07-01T12:00:00Z"


def target(way: WayName, address: str, secret: str = "") -> NoticeTarget:
    """Returns a confirmed target."""
    return NoticeTarget("t1", "account:1", way, address, secret, "", "en", AT, AT)
