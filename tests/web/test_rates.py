"""Limits that all processes around one database share, and that a restart does not end."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import select, update

from groundfloor.store import Store
from groundfloor.store.database import reading, writing
from groundfloor.store.schema import rate_limits
from groundfloor.web.limits import MEGABYTE, Limits
from groundfloor.web.rates import Rates
from tests.support.postgresql import PostgreSQLServer


def test_processes_count_together(postgresql: PostgreSQLServer) -> None:
    where = postgresql.create()
    limits = Limits(tables_per_hour=3, stored_megabytes_per_hour=1, stored_megabytes_at_once=1)
    with closing(Store(where)) as one, closing(Store(where)) as other:
        mine, yours = (Rates.from_limits(limits, time.monotonic, store, "secret") for store in (one, other))
        assert [rates.tables.take("client") > 0 for rates in (mine, yours, mine, yours, mine)] == [False, False, False, True, True]
        assert not yours.tables.take("another")
        mine.stored.spend("client", 0.7 * MEGABYTE)
        assert not yours.stored.wait("client")
        yours.stored.spend("client", 0.7 * MEGABYTE)
        assert mine.stored.wait("client") > 600
        with writing(one._engine) as connection:
            connection.execute(update(rate_limits).values(at=rate_limits.c.at - 3600))
        assert not mine.stored.wait("client") and not yours.tables.take("client")


def test_restart_ends_no_limit_and_no_address_is_stored(place: Path | str) -> None:
    limits, address = Limits(tables_per_hour=2, log_ins_per_hour=8, accounts_per_hour=2), "192.0.2.1"
    found = []
    for _start in range(2):
        with closing(Store(place)) as store:
            rates = Rates.from_limits(limits, time.monotonic, store, "secret")
            kinds = (rates.tables, rates.accounts, rates.names)
            found.append([kind.take(address) > 0 for kind in kinds for _attempt in range(2)])
            with reading(store._engine) as connection:
                assert address not in connection.execute(select(rate_limits.c.client)).scalars().all()
    assert found == [[False] * 6, [True] * 6]
