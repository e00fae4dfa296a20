"""A network that cuts connections to PostgreSQL or answers nothing any more: nobody waits for ever, and all goes on afterwards."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.engine import make_url

from groundfloor.engine.errors import GroundfloorError
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database import limited_connection
from groundfloor.server.database import postgresql as database
from groundfloor.server.database.errors import StorageError
from groundfloor.server.database.rows import Change, Summary
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games, transactions
from tests.support.proxy import Proxy
from tests.support.stores import WAIT, game_row, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.postgresql import PostgreSQLServer


@pytest.fixture
def proxy(postgresql: PostgreSQLServer) -> Iterator[Proxy]:
    with closing(Proxy(postgresql.port)) as found:
        yield found


@pytest.fixture
def address(postgresql: PostgreSQLServer, proxy: Proxy) -> str:
    """Returns the address of an empty database behind the proxy."""
    return make_url(postgresql.create()).set(port=proxy.port).render_as_string()


def test_connections_that_were_cut_are_opened_anew(address: str, proxy: Proxy) -> None:
    with Store(address) as store:
        transactions.add_game(store, WholeClub(), new_game("abc"))
        proxy.cut()
        transactions.add_game(store, WholeClub(), new_game("def"))
        assert games.count(store) == 2


def test_new_connections_are_used_even_if_they_are_cut_too(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "wait", lambda *_: [0])  # each connection has something to read, as if it had been closed
    with Store(address) as store:
        transactions.add_game(store, WholeClub(), new_game("abc"))
        transactions.add_game(store, WholeClub(), new_game("def"))
        assert games.count(store) == 2


def test_statement_that_nobody_answers_ends(address: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_connection, "ANSWER_SECONDS", 0.1)
    with Store(address) as store:
        proxy.hang()
        with pytest.raises(StorageError) as caught:
            transactions.add_game(store, WholeClub(), new_game("abc"))
        assert caught.value.reason
        proxy.resume()
        monkeypatch.undo()
        assert games.count(store) == 0
        transactions.add_game(store, WholeClub(), new_game("abc"))


@pytest.mark.thorough
def test_database_that_does_not_answer_can_not_be_opened(address: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "CONNECT_SECONDS", 1)
    proxy.hang()
    with pytest.raises(GroundfloorError, match="can't be used: .*timeout"):
        Store(address)


@pytest.mark.thorough
def test_change_of_another_process_is_heard_after_a_cut(address: str, proxy: Proxy, postgresql: PostgreSQLServer) -> None:
    """A notice that was lost with the connection is found by the next look."""
    heard = threading.Event()
    with Store(address) as store, Store(make_url(address).set(port=postgresql.port).render_as_string()) as other:
        store.watch.start(lambda notice: heard.set())
        transactions.add_game(other, WholeClub(), new_game("abc"))
        proxy.cut()
        row = game_row(other, "abc")
        transactions.save_table(other, WholeClub(), row, row.table, Change("2030-01-02", 2, Summary("running", 2, 1, 1, 3), ("two",)))
        assert heard.wait(WAIT)
