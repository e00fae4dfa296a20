"""Who is here, by process: the seats of which a page is open at each. Rows of a process that is gone soon expire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select

from ...database import schema as s
from ...database.database import database_seconds, reads, reads_once, writes_soon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

KEPT_SECONDS = 15.0
"""After which a process that has said nothing is gone."""
COLUMNS = s.presence.c


@writes_soon
def tell(connection: Connection, process: str, here: Mapping[str, tuple[int, ...]]) -> None:
    """Tells other processes who is here at a process, by game; they believe it for ``KEPT_SECONDS``."""
    connection.execute(delete(s.presence).where(COLUMNS.process == process))
    rows = [{"process": process, "game_id": game_id, "seat": seat} for game_id, seats in here.items() for seat in seats]
    if rows:
        connection.execute(insert(s.presence).values(until=database_seconds() + KEPT_SECONDS), rows)
    connection.execute(delete(s.presence).where(COLUMNS.until < database_seconds() - KEPT_SECONDS))


@reads_once
def seats_at_other_processes(connection: Connection, process: str) -> dict[str, frozenset[int]]:
    """Returns the seats that are here at other processes, by game."""
    seats_by_game: dict[str, set[int]] = {}
    chosen = select(COLUMNS.game_id, COLUMNS.seat).where(COLUMNS.process != process, COLUMNS.until >= database_seconds())
    for game_id, seat in connection.execute(chosen):
        seats_by_game.setdefault(game_id, set()).add(seat)
    return {game_id: frozenset(seats) for game_id, seats in seats_by_game.items()}


@reads
def processes(connection: Connection) -> dict[str, int]:
    """Returns the processes at which pages of seats are open, each with the number of those seats."""
    chosen = select(COLUMNS.process, func.count()).where(COLUMNS.until >= database_seconds()).group_by(COLUMNS.process)
    return {row[0]: row[1] for row in connection.execute(chosen)}
