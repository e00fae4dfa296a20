"""Limits that all processes around one database share."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from sqlalchemy import update

from groundfloor.store import Store
from groundfloor.store.database import writing
from groundfloor.store.schema import rate_limits
from groundfloor.web.limits import MEGABYTE, Limits
from groundfloor.web.rates import Rates

if TYPE_CHECKING:
    from tests.support.postgresql import PostgreSQLServer


def test_processes_count_together(postgresql: PostgreSQLServer) -> None:
    where = postgresql.create()
    limits = Limits(tables_per_hour=3, stored_megabytes_per_hour=1, stored_megabytes_at_once=1)
    with closing(Store(where)) as one, closing(Store(where)) as other:
        mine, yours = Rates.from_limits(limits, store=one), Rates.from_limits(limits, store=other)
        assert [rates.tables.take("client") > 0 for rates in (mine, yours, mine, yours, mine)] == [False, False, False, True, True]
        assert not yours.tables.take("another")
        mine.stored.spend("client", 0.7 * MEGABYTE)
        assert not yours.stored.wait("client")
        yours.stored.spend("client", 0.7 * MEGABYTE)
        assert mine.stored.wait("client") > 600
        with writing(one._engine) as connection:
            connection.execute(update(rate_limits).values(at=rate_limits.c.at - 3600))
        assert not mine.stored.wait("client") and not yours.tables.take("client")
