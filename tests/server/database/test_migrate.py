"""A process of an older version works on newer data as long as its migrations allow it, and never writes what the newer version can't read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.database import writing
from groundfloor.server.database.errors import NewerData, Outdated
from groundfloor.server.database.migrate import WAIT_FOR_WRITERS
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games, transactions
from tests.support.stores import WAIT, new_game

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from tests.support.postgresql import PostgreSQLServer


def migrate_further(connection: Connection, oldest: str = "") -> None:
    """Does what a newer version does to the data, with which versions older than ``oldest`` ("": none) can't work."""
    connection.execute(text("update alembic_version set version_num = '9999'"))
    connection.execute(text("create table of_the_future (id integer primary key)"))
    if oldest:
        connection.execute(text(f"update compatibility set oldest = '{oldest}'"))


def test_older_version_works_on_data_that_stayed_compatible(where: Path | str) -> None:
    with Store(where) as store:
        with store.engine.begin() as connection:
            migrate_further(connection)
        transactions.add_game(store, WholeClub(), new_game("running"))
    with Store(where) as started:
        started.check_version()
        transactions.add_game(started, WholeClub(), new_game("new"))
        assert games.count(started) == 2 and started.backup is None


def test_older_version_is_not_started_on_data_that_it_cannot_write(where: Path | str) -> None:
    with Store(where) as store, store.engine.begin() as connection:
        migrate_further(connection, "9999")
    with pytest.raises(NewerData, match="newer version"):
        Store(where)


def test_running_older_version_writes_nothing_more(postgresql: PostgreSQLServer) -> None:
    with Store(postgresql.create()) as store:
        with store.engine.begin() as connection:
            migrate_further(connection, "9999")
        with pytest.raises(Outdated):
            transactions.add_game(store, WholeClub(), new_game())
        with pytest.raises(NewerData, match="Start the newer one"):
            store.check_version()
        assert games.count(store) == 0


def test_write_waits_for_a_migration_and_is_refused_after_it(postgresql: PostgreSQLServer) -> None:
    with Store(postgresql.create()) as store, ThreadPoolExecutor(1) as pool:
        with store.engine.begin() as connection:
            connection.execute(WAIT_FOR_WRITERS)
            write = pool.submit(transactions.add_game, store, WholeClub(), new_game())
            waiting = text("select count(*) from pg_locks where not granted")
            while not connection.execute(waiting).scalar_one():
                assert not write.done()
            migrate_further(connection, "9999")
        assert isinstance(write.exception(WAIT), Outdated) and games.count(store) == 0


def test_migration_waits_for_writes(postgresql: PostgreSQLServer) -> None:
    with Store(postgresql.create()) as store, ThreadPoolExecutor(1) as pool:
        has_begun, may_end = Event(), Event()

        def write() -> None:
            with writing(store.engine) as connection:
                has_begun.set()
                assert may_end.wait(WAIT)
                connection.execute(text("insert into settings values ('written', 'before')"))

        written = pool.submit(write)
        assert has_begun.wait(WAIT)
        with store.engine.begin() as connection:
            connection.execute(text("set local lock_timeout = '100ms'"))
            with pytest.raises(Exception, match="lock timeout"):
                connection.execute(WAIT_FOR_WRITERS)
            connection.rollback()
        may_end.set()
        written.result(WAIT)
        with store.engine.begin() as connection:
            connection.execute(WAIT_FOR_WRITERS)
            assert connection.execute(text("select value from settings where name = 'written'")).scalar_one() == "before"
