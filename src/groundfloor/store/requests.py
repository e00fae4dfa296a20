"""Requests that have changed something: a hash of each, kept for a day, so that one that is sent again is known."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from . import schema as s

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT = timedelta(hours=24)


def remember(connection: Connection, request: str, game: int, at: str) -> None:
    """The request has changed this game at this time; those that are older than ``KEPT`` are forgotten."""
    connection.execute(delete(s.requests).where(s.requests.c.at < expiry(at)))
    connection.execute(insert(s.requests).values(request=request, game=game, at=at))


def game_of(connection: Connection, request: str) -> str | None:
    """The public id of the game that a request has changed or made; None if it has not been here."""
    joined = select(s.games.c.public).join(s.requests, s.requests.c.game == s.games.c.id)
    return connection.execute(joined.where(s.requests.c.request == request)).scalar_one_or_none()


def expiry(at: str) -> str:
    """The time, in ISO format, before which requests are forgotten; "" (none) if ``at`` is no such time."""
    try:
        return (datetime.fromisoformat(at) - KEPT).isoformat(timespec="seconds")
    except ValueError:
        return ""
