"""Copies all data from one database to another, SQLite or PostgreSQL, and compares the copy game by game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, text

from groundfloor.engine.errors import GroundfloorError

from .database import schema as s
from .database.database import reading, writing
from .database.store import Store
from .game.storage import games

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

ROWS = 1_000
"""Rows that are copied at a time."""
TABLES = [
    table for table in s.metadata.sorted_tables if table not in (s.change_feed, s.presence, s.rate_limits, s.client_use, s.compatibility)
]
"""All tables but those of what processes tell each other for a few minutes, and of the schema; a table comes after those that it refers to."""


class TransferError(GroundfloorError):
    """The data can't be copied; nothing was written."""


def transfer(source: Path | str, target: Path | str) -> int:
    """Copies all data, each a folder or the address of a PostgreSQL database; returns how many games that are.

    Nobody may change the source meanwhile: a folder is locked, the servers around a database are to be stopped before. The copy is written in one transaction,
    which ends only after every game has been compared. TransferError if the target has games already, or if a game differs; DataInUse, NewerData or
    GroundfloorError if one of them can't be opened.
    """
    with Store(source) as old, Store(target) as new:
        if str(old.data) == str(new.data):
            raise TransferError(f"{old.data} is both source and target; name another target.")
        if games.count(new):
            raise TransferError(f"There are games in {new.data} already; name an empty folder or database.")
        with reading(old.engine) as here, writing(new.engine) as there:
            for table in TABLES:
                there.execute(table.delete())
                for rows in here.execute(select(table).order_by(*table.primary_key)).mappings().partitions(ROWS):
                    there.execute(insert(table), [dict(row) for row in rows])
            set_sequences(there)
            return compare(here, there)


def compare(old: Connection, new: Connection) -> int:
    """Returns how many games there are; TransferError if a game, or a number of rows, differs."""
    for table in TABLES:
        counted = select(func.count()).select_from(table)
        if old.execute(counted).scalar_one() != new.execute(counted).scalar_one():
            raise TransferError(f"The copy of the table {table.name} lacks rows.")
    game_ids = list(old.execute(select(s.games.c.game_id).order_by(s.games.c.id)).scalars())
    for game_id in game_ids:
        if games.find(old, game_id) != games.find(new, game_id):
            raise TransferError(f"The copy of game {game_id} differs from the game.")
    return len(game_ids)


def set_sequences(connection: Connection) -> None:
    """Makes PostgreSQL number new rows after those that were copied."""
    if connection.dialect.name == "postgresql":
        for table in (s.games, s.jobs, s.deliveries, s.messages, s.administration_log):
            last = select(func.coalesce(func.max(table.c.id), 0)).scalar_subquery()
            sequence = func.pg_get_serial_sequence(text(f"'{table.name}'"), text("'id'"))
            connection.execute(select(func.setval(sequence, last + 1, text("false"))))
