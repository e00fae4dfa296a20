"""Counts: rows of each table, and the people, games and notices that the metrics report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from . import schema as s
from .database import reads

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select

MOST_COUNTED = 100_000
"""Rows of a table that are counted; counting more would take long."""
GAME, DELIVERY, ADDRESS, SESSION, REPORT = s.games.c, s.deliveries.c, s.notification_addresses.c, s.sessions.c, s.reports.c


@dataclass(frozen=True)
class Census:
    """Accounts, those used since a day ago, games by status and ruleset, open tables, notices that wait by transport, addresses for notices by transport with those that fail
    or are off, and open reports.
    """

    accounts: int
    active_accounts: int
    games: dict[tuple[str, str], int]
    open_tables: int
    waiting_notices: dict[str, int]
    addresses: dict[str, int]
    failing_addresses: dict[str, int]
    open_reports: int


@reads
def count_rows(connection: Connection) -> dict[str, int]:
    """Returns how many rows each table has, ``MOST_COUNTED`` at most."""
    return {table.name: _counted_rows(connection, select(next(iter(table.primary_key.columns)))) for table in s.metadata.sorted_tables}


@reads
def take_census(connection: Connection, since: str) -> Census:
    """Counts people, tables and notices, each in an index and up to ``MOST_COUNTED``; ``since`` is the time of a day ago."""
    games = select(GAME.status, GAME.ruleset).limit(MOST_COUNTED).subquery().c
    counted = select(games.status, games.ruleset, func.count()).group_by(games.status, games.ruleset)
    waiting = select(ADDRESS.transport).join(s.deliveries, DELIVERY.address == ADDRESS.id).where(DELIVERY.state.in_(("waiting", "sending")))
    is_failing = (ADDRESS.failing_since != "") | ADDRESS.is_off
    return Census(
        accounts=_counted_rows(connection, select(s.accounts.c.id)),
        active_accounts=_counted_rows(connection, select(SESSION.account).where(SESSION.used >= since).distinct()),
        games={(status, ruleset): count for status, ruleset, count in connection.execute(counted)},
        open_tables=_counted_rows(connection, select(s.open_tables.c.game_id).where(s.open_tables.c.game == "")),
        waiting_notices=_by_transport(connection, waiting),
        addresses=_by_transport(connection, select(ADDRESS.transport)),
        failing_addresses=_by_transport(connection, select(ADDRESS.transport).where(is_failing)),
        open_reports=_counted_rows(connection, select(REPORT.id).where(REPORT.closed == "")),
    )


def _counted_rows(connection: Connection, chosen: Select[Any]) -> int:
    return int(connection.execute(select(func.count()).select_from(chosen.limit(MOST_COUNTED).subquery())).scalar_one())


def _by_transport(connection: Connection, chosen: Select[Any]) -> dict[str, int]:
    transport = chosen.limit(MOST_COUNTED).subquery().c.transport
    return {row[0]: row[1] for row in connection.execute(select(transport, func.count()).group_by(transport))}
