"""Idempotency: a hash of each request that has changed something, so that a repeated request is not carried out twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select

from . import schema as s
from . import usage

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT_MINUTES = usage.DAY
"""In minutes of server running time, which does not depend on the clock."""
MAX_PER_GAME = 1_000
"""The newest requests that are kept for each game, so that nobody can fill the disk."""

CLEAN_EVERY = 16
"""Changes of a game between two after which old requests are deleted."""
DELETE_OLD = delete(s.requests).where(s.requests.c.served < usage.SERVED_MINUTES - bindparam("kept_minutes"))
INSERT = insert(s.requests).values(served=usage.SERVED_MINUTES)
NEWEST_FIRST = select(s.requests.c.request).where(s.requests.c.game == bindparam("of_game")).order_by(s.requests.c.number.desc())
DELETE_BEYOND = delete(s.requests).where(s.requests.c.request.in_(NEWEST_FIRST.offset(bindparam("kept"))))
GAME_OF = select(s.games.c.public).join(s.requests, s.requests.c.game == s.games.c.id).where(s.requests.c.request == bindparam("request"))


def remember(connection: Connection, request: str, game: int, changes: int) -> None:
    """Stores that the request has changed this game, as one of so many ``changes``; now and then deletes requests older than ``KEPT_MINUTES`` or beyond ``MAX_PER_GAME``."""
    connection.execute(INSERT, {"request": request, "game": game, "number": changes})
    if changes % CLEAN_EVERY == 0:
        connection.execute(DELETE_OLD, {"kept_minutes": KEPT_MINUTES})
        connection.execute(DELETE_BEYOND, {"of_game": game, "kept": MAX_PER_GAME})


def game_of(connection: Connection, request: str) -> str | None:
    return connection.execute(GAME_OF, {"request": request}).scalar_one_or_none()
