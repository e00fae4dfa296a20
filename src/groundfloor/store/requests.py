"""Requests that have changed something: a hash of each, kept for a while, so that one that is sent again is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, literal_column, select

from . import schema as s
from . import usage

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT = usage.DAY
"""Minutes that a server has run: a clock that is set forward or back forgets nothing."""
MOST = 1_000
"""Requests that are kept of one game, the newest of them, so that nobody fills the disk."""


def remember(connection: Connection, request: str, game: int) -> None:
    """The request has just changed this game; those that are older than ``KEPT``, or beyond ``MOST`` of the game, are forgotten."""
    now = usage.served(connection)
    connection.execute(delete(s.requests).where(s.requests.c.served < now - KEPT))
    connection.execute(insert(s.requests).values(request=request, game=game, served=now))
    newest_first = select(s.requests.c.request).where(s.requests.c.game == game).order_by(literal_column("requests.rowid").desc())
    connection.execute(delete(s.requests).where(s.requests.c.request.in_(newest_first.offset(MOST))))


def game_of(connection: Connection, request: str) -> str | None:
    """The public id of the game that a request has changed or made; None if it has not been here."""
    joined = select(s.games.c.public).join(s.requests, s.requests.c.game == s.games.c.id)
    return connection.execute(joined.where(s.requests.c.request == request)).scalar_one_or_none()
