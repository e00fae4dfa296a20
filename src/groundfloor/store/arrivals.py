"""Seats whose player has opened their link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, union

from . import schema as s
from .database import insert_new

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection


def record(connection: Connection, tokens: Collection[str]) -> None:
    """Stores that the players of these seats have come."""
    found = connection.execute(select(s.seats.c.game, s.seats.c.seat).where(s.seats.c.token.in_(list(tokens))))
    rows = [{"game": row.game, "seat": row.seat} for row in found]
    if rows:
        connection.execute(insert_new(connection.dialect.name, s.arrivals), rows)


def seats_of(connection: Connection, public: str) -> frozenset[int]:
    """Returns the seats of a game whose player has come: opened the link with a page that follows the game, or decided something."""
    game = select(s.games.c.id).where(s.games.c.public == public).scalar_subquery()
    opened = select(s.arrivals.c.seat).where(s.arrivals.c.game == game)
    held = select(s.browsers.c.seat).where(s.browsers.c.game == game, s.browsers.c.seat >= 0)
    return frozenset(connection.execute(union(opened, held)).scalars())
