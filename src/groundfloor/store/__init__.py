"""The stored data, in SQLite or PostgreSQL: games with their records, seats, drafts and preferences, the seats of browsers, and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import *  # noqa: F403
from .rows import *  # noqa: F403

if TYPE_CHECKING:
    from .store import Store as Store


def __getattr__(name: str) -> object:
    """Imports ``Store`` when it is first used: processes that open no database do without SQLAlchemy, which takes 24 MB of memory in each."""
    if name != "Store":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .store import Store

    globals()[name] = Store
    return Store
