"""All attacks with their budgets."""

from __future__ import annotations

from . import floods, slow
from .suite import Attack

UNLIMITED: dict[str, str] = {}
"""Settings that let one client send as many requests as it likes, so that each one is really handled."""

ATTACKS = (
    Attack("malformed", floods.everything_malformed, 600, 150, UNLIMITED),
    Attack("silent", slow.silent, 40, 60),
    Attack("slow-headers", slow.slow_headers, 40, 60),
    Attack("slow-bodies", slow.slow_bodies, 40, 60),
    Attack("unread-pages", slow.unread_pages, 60, 150),
    Attack("streams", slow.streams, 40, 60),
    Attack("streams-of-nothing", slow.streams_of_nothing, 40, 60),
    Attack("tables", floods.tables, 120, 150),
    Attack("tables-of-many", floods.tables_of_many, 120, 150),
    Attack("records", floods.records, 120, 150),
    Attack("pages", floods.pages, 120, 150),
    Attack("undos", floods.undos, 120, 150),
    Attack("house-values", floods.house_values, 120, 150),
)
