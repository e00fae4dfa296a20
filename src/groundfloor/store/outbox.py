"""The outbox: notices of new versions, written with the change itself, that stay until it is known that they were published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select

from . import schema as s
from .rows import Notice

if TYPE_CHECKING:
    from sqlalchemy import Connection

INSERT = insert(s.outbox)
DELETE_PUBLISHED = delete(s.outbox).where(s.outbox.c.id <= bindparam("published"))


def add(connection: Connection, game: int, public: str, version: int, published: int) -> Notice:
    """Writes the notice that a game has reached a version, and deletes those up to the number ``published``."""
    connection.execute(DELETE_PUBLISHED, {"published": published})
    result = connection.execute(INSERT, {"game": game, "public": public, "version": version})
    return Notice(int(result.inserted_primary_key[0]), public, version)  # type: ignore[index]


def notices(connection: Connection) -> list[Notice]:
    """Returns all notices that were not deleted, the oldest first."""
    return [Notice(row.id, row.public, row.version) for row in connection.execute(select(s.outbox).order_by(s.outbox.c.id))]
