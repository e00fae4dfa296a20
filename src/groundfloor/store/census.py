"""How many people, tables and notices there are, for metrics. Each number is counted in an index, up to ``MOST_COUNTED``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, func, select

from . import reports
from . import schema as s
from .administration import MOST_COUNTED

if TYPE_CHECKING:
    from sqlalchemy import Connection

GAME, SESSION, DELIVERY, TARGET = s.games.c, s.sessions.c, s.deliveries.c, s.notice_targets.c


@dataclass(frozen=True)
class Census:
    """Accounts, those used since a day ago, games by status and ruleset, open tables, notices that wait by way, addresses for notices by way with those that fail
    or are off, and open reports.
    """

    accounts: int
    active_accounts: int
    games: dict[tuple[str, str], int]
    open_tables: int
    waiting_notices: dict[str, int]
    targets: dict[str, int]
    failing_targets: dict[str, int]
    open_reports: int


def take(connection: Connection, since: str) -> Census:
    """Counts all; ``since`` is the time of a day ago."""
    games = select(GAME.status, GAME.ruleset).limit(MOST_COUNTED).subquery().c
    counted = select(games.status, games.ruleset, func.count()).group_by(games.status, games.ruleset)
    waiting = select(TARGET.way).join(s.deliveries, DELIVERY.target == TARGET.id).where(DELIVERY.state.in_(("waiting", "sending")))
    is_failing = (TARGET.failing_since != "") | TARGET.is_off
    return Census(
        accounts=_count(connection, select(s.accounts.c.id)),
        active_accounts=_count(connection, select(SESSION.account).where(SESSION.used >= since).distinct()),
        games={(status, ruleset): count for status, ruleset, count in connection.execute(counted)},
        open_tables=_count(connection, select(s.open_tables.c.public).where(s.open_tables.c.game == "")),
        waiting_notices=_by_way(connection, waiting),
        targets=_by_way(connection, select(TARGET.way)),
        failing_targets=_by_way(connection, select(TARGET.way).where(is_failing)),
        open_reports=reports.count_open(connection),
    )


def _count(connection: Connection, chosen: Select[Any]) -> int:
    return int(connection.execute(select(func.count()).select_from(chosen.limit(MOST_COUNTED).subquery())).scalar_one())


def _by_way(connection: Connection, chosen: Select[Any]) -> dict[str, int]:
    way = chosen.limit(MOST_COUNTED).subquery().c.way
    return {row[0]: row[1] for row in connection.execute(select(way, func.count()).group_by(way))}
