"""Rows of the database as values: devices and failed log-ins."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DeviceChange:
    """A log-in at a browser: what ``before`` the log-in, and what ``now`` stands for it where it is known (hashes of cookies); "" is nothing."""

    before: str = ""
    now: str = ""


@dataclass(frozen=True)
class FailedLogIns:
    """How many attempts to log in to an account failed at devices unknown to it, ``since`` when, and when the ``last`` one did."""

    count: int
    since: str
    last: str
