"""All attacks with their budgets."""

from __future__ import annotations

from . import floods, slow
from .suite import Attack

PROXY = {"GROUNDFLOOR_TRUSTED_PROXIES": "127.0.0.0/8"}
"""Lets floods come from addresses of their own. Without it requests from this machine are not counted, so that each one is handled."""

ATTACKS = (
    Attack("malformed", floods.malformed_requests, 600, 150),
    Attack("silent", slow.silent, 40, 60),
    Attack("slow-headers", slow.slow_headers, 40, 60),
    Attack("slow-bodies", slow.slow_bodies, 40, 60),
    Attack("unread-pages", slow.unread_pages, 60, 150),
    Attack("streams", slow.streams, 40, 60),
    Attack("streams-of-nothing", slow.streams_of_nothing, 40, 60),
    Attack("tables", floods.tables, 120, 150, PROXY),
    Attack("tables-of-many", floods.tables_of_many, 120, 150, PROXY),
    Attack("records", floods.records, 120, 150, PROXY),
    Attack("pages", floods.pages, 120, 150, PROXY),
    Attack("undos", floods.undos, 120, 150, PROXY),
    Attack("house-values", floods.house_values, 120, 150, PROXY),
)
