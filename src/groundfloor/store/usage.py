"""Which games are used: counted in minutes that a server has run, so that neither the clock nor a server that is off makes a game old."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Integer, and_, cast, or_, select, text, update
from sqlalchemy.dialects.sqlite import insert

from . import schema as s

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

SERVED = "served_minutes"
DAY = 24 * 60


@dataclass(frozen=True)
class Keeping:
    """For how many days of running time games are kept that nobody opens; 0: for ever."""

    unplayed: float
    shown: float
    others: float


def served(connection: Connection) -> int:
    """How many minutes servers have run on this data."""
    return int(connection.execute(select(cast(s.settings.c.value, Integer)).where(s.settings.c.name == SERVED)).scalar_one_or_none() or 0)


def note(connection: Connection, minutes: int, publics: Collection[str]) -> None:
    """So many more minutes have gone by, in which these games were used."""
    now = served(connection) + minutes
    row = insert(s.settings).values(name=SERVED, value=str(now))
    connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": str(now)}))
    names = sorted(publics)
    for first in range(0, len(names), 500):
        connection.execute(update(s.games).where(s.games.c.public.in_(names[first : first + 500])).values(seen=now))


def expired(connection: Connection, keeping: Keeping, most: int) -> list[str]:
    """Games that were not used for as long as they are kept, the longest unused first."""
    now, games = served(connection), s.games.c
    is_unplayed = and_(games.status == "running", games.changed == games.created)
    is_shown = games.status == "shown"
    kinds = ((keeping.unplayed, is_unplayed), (keeping.shown, is_shown), (keeping.others, and_(~is_unplayed, ~is_shown)))
    old = [and_(is_one, games.seen < now - days * DAY) for days, is_one in kinds if days]
    if not old:
        return []
    return list(connection.execute(select(games.public).where(or_(*old)).order_by(games.seen).limit(most)).scalars())


def newest(connection: Connection) -> int:
    """The number of the last change of any game, by which games are in order whatever the clock says."""
    rows = connection.execute(text("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'"))
    return int(rows.scalar_one_or_none() or 0)
