"""Analyses of finished games, and which games had hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from . import schema as s
from .database import upsert

if TYPE_CHECKING:
    from sqlalchemy import Connection


def save(connection: Connection, public: str, fingerprint: str, data: str) -> None:
    """Stores the analysis of a game in place of an older one; nothing if the game is gone."""
    game = connection.execute(select(s.games.c.id).where(s.games.c.public == public)).scalar_one_or_none()
    if game is not None:
        connection.execute(upsert(connection.dialect.name, s.analyses), {"game": game, "fingerprint": fingerprint, "data": data})


def find(connection: Connection, public: str) -> tuple[str, str] | None:
    joined = select(s.analyses.c.fingerprint, s.analyses.c.data).join(s.games, s.games.c.id == s.analyses.c.game)
    row = connection.execute(joined.where(s.games.c.public == public)).one_or_none()
    return (row.fingerprint, row.data) if row is not None else None


def mark_hints(connection: Connection, public: str) -> None:
    connection.execute(update(s.games).where(s.games.c.public == public).values(hints=True))


def has_hints(connection: Connection, public: str) -> bool:
    return bool(connection.execute(select(s.games.c.hints).where(s.games.c.public == public)).scalar_one_or_none())
