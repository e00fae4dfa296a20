"""When games were last used, in minutes of server running time: neither a changed clock nor a stopped server makes a game expire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Integer, and_, cast, exists, func, or_, select, update

from . import schema as s
from .database import reads, upsert, writes
from .shares import network_of_column

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Connection

    from .rows import RetentionDays

SERVED_MINUTES_SETTING = "served_minutes"
DAY = 24 * 60
EARLY_DAYS = 1
"""For how many days what networks with many tables have left unused is kept where places are short."""
STORED_MINUTES = select(cast(s.settings.c.value, Integer)).where(s.settings.c.name == SERVED_MINUTES_SETTING)
SERVED_MINUTES = func.coalesce(STORED_MINUTES.scalar_subquery(), 0)
"""How many minutes servers have run on this data, as an SQL expression."""


def served_minutes(connection: Connection) -> int:
    return int(connection.execute(STORED_MINUTES).scalar_one_or_none() or 0)


@writes
def record_usage(connection: Connection, minutes: int, game_ids: Collection[str]) -> None:
    """Stores which games were used, after so many more minutes of running time (0: another process counts them)."""
    now = served_minutes(connection) + minutes
    if minutes:
        connection.execute(upsert(connection.dialect.name, s.settings), {"name": SERVED_MINUTES_SETTING, "value": str(now)})
    names = sorted(game_ids)
    for first in range(0, len(names), 500):
        connection.execute(update(s.games).where(s.games.c.game_id.in_(names[first : first + 500])).values(last_seen=now))


@reads
def expired(connection: Connection, keeping: RetentionDays, most: int) -> list[str]:
    """Returns the games whose retention time is over, the longest unused first; finished games that are public stay."""
    now, games = served_minutes(connection), s.games.c
    is_unplayed = and_(games.status == "running", games.changed == games.created)
    is_shown = games.status == "shown"
    is_listed = exists().where(s.finished_games.c.game == games.id)
    kinds = ((keeping.unplayed, is_unplayed), (keeping.shown, is_shown), (keeping.others, and_(~is_unplayed, ~is_shown, ~is_listed)))
    old = [and_(is_one, games.last_seen < now - days * DAY) for days, is_one in kinds if days]
    if keeping.many:
        early = games.last_seen < now - EARLY_DAYS * DAY
        old += [and_(is_one, early, is_of_large_network(games.client, keeping.many)) for days, is_one in kinds[:2] if days]
    if not old:
        return []
    return list(connection.execute(select(games.game_id).where(or_(*old)).order_by(games.last_seen).limit(most)).scalars())


def is_of_large_network(client: ColumnElement[str], many: int) -> ColumnElement[bool]:
    """Returns the condition that a client, by its hash, belongs to a network with at least ``many`` tables, without finished games that are public; a user of this machine ("") to none."""
    games = s.games.alias()
    network, is_listed = network_of_column(games.c.client), exists().where(s.finished_games.c.game == games.c.id)
    return and_(
        client != "", network_of_column(client).in_(select(network).where(~is_listed).group_by(network).having(func.count() >= many))
    )
