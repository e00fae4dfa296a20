"""Seats whose player has opened their link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, union

from . import schema as s
from .database import insert_new

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection


def record(connection: Connection, tokens: Collection[str]) -> list[str]:
    """Stores that the players of these seats have come; returns the public ids of those games whose clocks wait for their players."""
    joined = s.seats.join(s.games).outerjoin(s.clocks, s.clocks.c.game == s.games.c.id)
    chosen = select(s.seats.c.game, s.seats.c.seat, s.games.c.public, s.clocks.c.is_waiting).select_from(joined)
    found = connection.execute(chosen.where(s.seats.c.token.in_(list(tokens)))).all()
    if found:
        connection.execute(insert_new(connection.dialect.name, s.arrivals), [{"game": row.game, "seat": row.seat} for row in found])
    return [row.public for row in found if row.is_waiting]


def seats_of(connection: Connection, public: str) -> frozenset[int]:
    """Returns the seats of a game whose player has come: opened the link with a page that follows the game, or decided something."""
    game = select(s.games.c.id).where(s.games.c.public == public).scalar_subquery()
    opened = select(s.arrivals.c.seat).where(s.arrivals.c.game == game)
    held = select(s.browsers.c.seat).where(s.browsers.c.game == game, s.browsers.c.seat >= 0)
    return frozenset(connection.execute(union(opened, held)).scalars())
