"""Targets of notices."""

from __future__ import annotations

from groundfloor.store.rows import NoticeTarget, WayName

AT = "2026-07-01T12:00:00Z"


def target(way: WayName, address: str, secret: str = "") -> NoticeTarget:
    """Returns a confirmed target."""
    return NoticeTarget("t1", "account:1", way, address, secret, "", "en", AT, AT)
