"""Open tables on disk: no seat is given twice and no game begins twice, whatever processes ask; what nobody looks at ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.lobby import begun_games
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.lobby.open_tables import joined, without
from groundfloor.server.club.lobby.rows import OpenTablePlayer, OpenTableRow
from groundfloor.server.club.lobby.storage import BEGUN_MINUTES, KEPT_MINUTES
from groundfloor.server.database import usage
from groundfloor.server.database.database import writing
from groundfloor.server.database.errors import StorageDamaged
from groundfloor.server.database.rows import AccountRow, HeldSeats, SessionRow
from groundfloor.server.database.schema import open_tables
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games
from groundfloor.table.errors import CannotJoin
from tests.support.stores import OPEN_TABLE, new_game

if TYPE_CHECKING:
    from pathlib import Path


ANN = OpenTablePlayer("key-ann", "Ann", "red", 0)
TABLE = replace(
    OPEN_TABLE,
    host="key-ann",
    people=2,
    others=(("Pei", "pei"),),
    options={"era": "golden_age"},
    house={"factory.price": [3, 2, 1]},
    players=(ANN,),
)


@pytest.fixture
def store(store: Store) -> Store:
    lobby_storage.add(store, TABLE)
    return store


def join(store: Store, key: str, name: str, game_id: str = "open") -> OpenTableRow | None:
    return lobby_storage.change(store, game_id, lambda table: joined(table, key, name))


def seen(table: OpenTableRow | None) -> OpenTableRow | None:
    """Returns a table as it was given to the store, which notes when its players have looked."""
    return table and replace(table, players=tuple(replace(each, last_seen=-1) for each in table.players))


def test_table_is_read_as_it_was_written(store: Store) -> None:
    assert seen(lobby_storage.find(store, "open")) == TABLE and lobby_storage.find(store, "other") is None
    assert [seen(each) for each in lobby_storage.listed(store, "", "", 0, 60)] == [TABLE]
    assert [seen(each) for each in lobby_storage.of_owner(store, "key-ann")] == [TABLE]


def test_table_that_is_added_twice_stays_as_it_is(store: Store) -> None:
    join(store, "key-ben", "Ben")
    lobby_storage.add(store, TABLE)
    table = lobby_storage.find(store, "open")
    assert table is not None and [each.name for each in table.players] == ["Ann", "Ben"]
    assert sum(lobby_storage.count_by_client(store).values()) == 1


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (("", "", 0), ["days", "first", "open"]),
        (("live", "", 0), ["first", "open"]),
        (("days", "", 0), ["days"]),
        (("", "first", 0), ["first"]),
        (("", "", 3), ["first", "open"]),
        (("days", "first", 0), []),
    ],
)
def test_list_has_public_tables_by_filter_the_newest_first(store: Store, filters: tuple[str, str, int], found: list[str]) -> None:
    lobby_storage.add(store, replace(TABLE, game_id="hidden", is_private=True))
    lobby_storage.add(store, replace(TABLE, game_id="days", pace="days", people=3, created="2030-01-03T00:00:00+00:00"))
    lobby_storage.add(store, replace(TABLE, game_id="first", ruleset="first", people=3, others=(), created="2030-01-02T00:00:00+00:00"))
    lobby_storage.add(store, replace(TABLE, game_id="begun", game="abc"))
    assert [table.game_id for table in lobby_storage.listed(store, *filters, 60)] == found
    assert [table.game_id for table in lobby_storage.listed(store, *filters, 1)] == found[:1]


def test_many_tables_of_one_client_do_not_hide_those_of_others(store: Store) -> None:
    """Shown are the newest table of each, then further ones, all in the order of their time."""
    for number in range(5):
        lobby_storage.add(store, replace(TABLE, game_id=f"many {number}", client="many", created=f"2030-02-0{number + 1}T00:00:00+00:00"))
    assert [table.game_id for table in lobby_storage.listed(store, "", "", 0, 3)] == ["many 4", "many 3", "open"]


def test_damaged_table_is_not_listed(store: Store) -> None:
    lobby_storage.add(store, replace(TABLE, game_id="damaged"))
    with writing(store.engine) as connection:
        connection.execute(update(open_tables).where(open_tables.c.game_id == "damaged").values(others="{"))
    assert [table.game_id for table in lobby_storage.listed(store, "", "", 0, 60)] == ["open"]
    with pytest.raises(StorageDamaged):
        lobby_storage.find(store, "damaged")


def test_refused_change_stores_nothing(store: Store) -> None:
    join(store, "key-ben", "Ben")
    before = lobby_storage.find(store, "open")
    with pytest.raises(CannotJoin):
        join(store, "key-cleo", "Cleo")
    assert lobby_storage.find(store, "open") == before


def test_table_without_its_host_is_gone(store: Store) -> None:
    assert lobby_storage.change(store, "open", lambda table: without(table, "key-ann")) is None
    assert lobby_storage.find(store, "open") is None and lobby_storage.of_owner(store, "key-ann") == []


def test_last_seat_is_given_once(where: Path | str) -> None:
    """Eight people at two processes ask for it at the same time."""
    with Store(where) as one, Store(where, is_one_of_several=True) as other, ThreadPoolExecutor(8) as pool:
        lobby_storage.add(one, replace(TABLE, people=3))
        join(one, "key-ben", "Ben")
        start = Barrier(8)

        def ask(number: int) -> bool:
            start.wait()
            try:
                return join((one, other)[number % 2], f"key-{number}", f"Player {number}") is not None
            except CannotJoin:
                return False

        assert sum(pool.map(ask, range(8))) == 1
        table = lobby_storage.find(other, "open")
        assert table is not None and len(table.players) == 3


def test_game_begins_once(where: Path | str) -> None:
    """Six requests at two processes begin it at the same time."""
    with Store(where) as one, Store(where, is_one_of_several=True) as other, ThreadPoolExecutor(6) as pool:
        lobby_storage.add(one, TABLE)
        table = join(one, "key-ben", "Ben")
        assert table is not None
        start = Barrier(6)

        def ask(number: int) -> bool:
            start.wait()
            return begun_games.begin_game((one, other)[number % 2], table, new_game(f"game-{number}"), {"key-ann": {0}, "key-ben": {1}})

        begun = list(pool.map(ask, range(6)))
        assert sum(begun) == 1 and games.count(one) == 1
        game = f"game-{begun.index(True)}"
        found = lobby_storage.find(other, "open")
        assert found is not None and found.game == game
        assert (lobby_storage.seat_token(one, game, "key-ann"), lobby_storage.seat_token(other, game, "key-ben")) == (
            f"secret-ann-{game}",
            f"secret-pei-{game}",
        )
        assert (
            browsers.held_seats(other, "key-ann", game) == HeldSeats(frozenset({0}), is_host=True)
            and lobby_storage.seat_token(one, game, "key-cleo") is None
        )


def test_game_does_not_begin_at_a_table_that_has_changed(store: Store) -> None:
    before = lobby_storage.find(store, "open")
    join(store, "key-ben", "Ben")
    assert before is not None and not begun_games.begin_game(store, before, new_game(), {"key-ann": {0}})
    assert games.count(store) == 0


@pytest.mark.parametrize("pace", ["live", "days"])
def test_table_ends_when_its_host_has_not_looked_for_long(store: Store, pace: str) -> None:
    minutes = KEPT_MINUTES[pace]
    lobby_storage.add(store, replace(TABLE, game_id="kept", pace=pace))
    for _ in range(3):
        usage.record_usage(store, minutes, [])
        lobby_storage.record_last_seen(store, {("kept", "key-ann"), ("kept", "key-of-somebody-else")})
        lobby_storage.delete_expired(store)
        assert lobby_storage.find(store, "kept") is not None
    usage.record_usage(store, minutes + 1, [])
    assert lobby_storage.delete_expired(store) == 1
    assert lobby_storage.find(store, "kept") is None


def test_place_of_somebody_who_has_not_looked_for_long_is_free_again(store: Store) -> None:
    table = join(store, "key-ben", "Ben")
    assert table is not None
    usage.record_usage(store, KEPT_MINUTES["live"] + 1, [])
    lobby_storage.record_last_seen(store, {("open", "key-ann")})
    assert lobby_storage.delete_expired(store) == 0
    found = lobby_storage.find(store, "open")
    assert found is not None and [each.name for each in found.players] == ["Ann"] and found.changes > table.changes


def test_table_leads_to_its_game_for_a_day(store: Store) -> None:
    table = join(store, "key-ben", "Ben")
    assert table is not None and begun_games.begin_game(store, table, new_game(), {"key-ann": {0}, "key-ben": {1}})
    assert lobby_storage.listed(store, "", "", 0, 60) == [] and lobby_storage.of_owner(store, "key-ben") == []
    usage.record_usage(store, BEGUN_MINUTES, [])
    assert lobby_storage.delete_expired(store) == 0
    usage.record_usage(store, 1, [])
    assert lobby_storage.delete_expired(store) == 1 and games.count(store) == 1


def log_in(store: Store, browser: str) -> AccountRow:
    """Logs somebody in who had the id ``browser``."""
    account = AccountRow("a1", "Ann", "ann", "hash", "2030-01-01")
    session = SessionRow(f"token of {browser}", account.id, "Firefox, Linux", "2030-01-01", "2030-01-01")
    assert log_in_storage.add_account(store, account, ["code"], session, browser) or log_in_storage.add_session(
        store, account, session, browser
    )
    return account


def test_account_takes_over_tables_and_places_of_its_browsers(store: Store) -> None:
    """At a table where both sit, the account keeps its own place."""
    lobby_storage.add(
        store, replace(TABLE, game_id="other", host="key-x", people=3, players=(replace(ANN, owner_id="key-x", name="Xenia"),))
    )
    before = join(store, "key-ann", "Ann", "other")
    account = log_in(store, "key-ann")
    join(store, "key-phone", "Ann’s phone", "other")
    log_in(store, "key-phone")
    table, other = lobby_storage.find(store, "open"), lobby_storage.find(store, "other")
    assert table is not None and other is not None and before is not None
    assert (table.host, [each.owner_id for each in table.players]) == (account.owner_id, [account.owner_id])
    assert [(each.owner_id, each.name) for each in other.players] == [("key-x", "Xenia"), (account.owner_id, "Ann")]
    assert not begun_games.begin_game(store, before, new_game(), {}), "the keys of its players are others now"
    assert lobby_storage.of_owner(store, "key-ann") == [] and len(lobby_storage.of_owner(store, account.owner_id)) == 2


def test_deleted_account_closes_its_tables_and_leaves_others(store: Store) -> None:
    lobby_storage.add(
        store, replace(TABLE, game_id="other", host="key-x", people=3, players=(replace(ANN, owner_id="key-x", name="Xenia"),))
    )
    join(store, "key-ann", "Ann", "other")
    log_in_storage.delete_account(store, log_in(store, "key-ann"), "Former player")
    other = lobby_storage.find(store, "other")
    assert lobby_storage.find(store, "open") is None and other is not None and [each.name for each in other.players] == ["Xenia"]
