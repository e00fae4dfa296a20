"""When no process of the server ran: nobody's clock counts that time.

Each process notes every few seconds that the server is alive. A gap is noted by whichever process comes first after it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import Text, bindparam, delete, func, select

from ...database import schema as s
from ...database.database import insert_new, reads_once, upsert, writes, writes_soon

if TYPE_CHECKING:
    from sqlalchemy import Connection

NOTE_SECONDS = 5.0
"""How often a process notes that it is alive."""
GAP_SECONDS = 30.0
"""After a longer gap the server was down."""
ALIVE = "alive"
"""The setting with the time of the last note."""
LAST = select(s.settings.c.value).where(s.settings.c.name == ALIVE)
BETWEEN = (
    select(s.downtimes.c.begins, s.downtimes.c.ends)
    .where(s.downtimes.c.ends > bindparam("since"))
    .union_all(select(s.settings.c.value, bindparam("now", type_=Text)).where(s.settings.c.name == ALIVE))
)


@writes_soon
def note_alive(connection: Connection, now: str) -> None:
    """Stores that the server is alive, and that it was down if no process has noted this for long."""
    dialect = connection.dialect.name
    connection.execute(insert_new(dialect, s.settings), {"name": ALIVE, "value": now})
    last = str(connection.execute(LAST.with_for_update()).scalar_one())
    if is_gap(last, now):
        connection.execute(insert_new(dialect, s.downtimes), {"begins": last, "ends": now})
    if now > last:
        connection.execute(upsert(dialect, s.settings), {"name": ALIVE, "value": now})


@reads_once
def between(connection: Connection, since: str, now: str) -> list[tuple[str, str]]:
    """Returns when the server was down since a time, even if it has just restarted and no process has noted that yet."""
    return [(begins, ends) for begins, ends in connection.execute(BETWEEN, {"since": since, "now": now}) if is_gap(begins, ends)]


@writes
def delete_old(connection: Connection) -> None:
    """Deletes the rows that no running clock needs."""
    oldest = connection.execute(select(func.min(s.seat_clocks.c.since)).where(s.seat_clocks.c.since != "")).scalar_one()
    connection.execute(delete(s.downtimes).where(s.downtimes.c.ends < oldest) if oldest is not None else delete(s.downtimes))


def is_gap(last: str, now: str) -> bool:
    """Returns whether the time between two notes is so long that the server was down."""
    try:
        return (datetime.fromisoformat(now) - datetime.fromisoformat(last)).total_seconds() > GAP_SECONDS
    except (ValueError, TypeError):
        return False
