"""Idempotency: a hash of each request that has changed something, so that a repeated request is not carried out twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, literal_column, select

from . import schema as s
from . import usage

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT_MINUTES = usage.DAY
"""In minutes of server running time, which does not depend on the clock."""
MAX_PER_GAME = 1_000
"""The newest requests that are kept for each game, so that nobody can fill the disk."""


def remember(connection: Connection, request: str, game: int) -> None:
    """Stores that the request has changed this game; deletes requests older than ``KEPT_MINUTES`` or beyond ``MAX_PER_GAME``."""
    now = usage.served_minutes(connection)
    connection.execute(delete(s.requests).where(s.requests.c.served < now - KEPT_MINUTES))
    connection.execute(insert(s.requests).values(request=request, game=game, served=now))
    newest_first = select(s.requests.c.request).where(s.requests.c.game == game).order_by(literal_column("requests.rowid").desc())
    connection.execute(delete(s.requests).where(s.requests.c.request.in_(newest_first.offset(MAX_PER_GAME))))


def game_of(connection: Connection, request: str) -> str | None:
    """Returns the public id of the game that the request created or changed; None if the request is new."""
    joined = select(s.games.c.public).join(s.requests, s.requests.c.game == s.games.c.id)
    return connection.execute(joined.where(s.requests.c.request == request)).scalar_one_or_none()
