"""The bell: it tells the pages of all people, and no one with many tables keeps those of others waiting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import anyio
import pytest

from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, transactions
from groundfloor.server.game.streams import bell as bells
from groundfloor.server.game.streams.bell import MAX_TOLD, Bell, WaitingTables, bell_topic
from groundfloor.server.http.executor import ThreadExecutor
from groundfloor.server.http.sse import Hub
from tests.support.stores import new_game


def test_people_are_told_two_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hub, both = Hub(), Barrier(2)
    watchers = {name: hub.add([bell_topic(name)], name) for name in ("ann", "ben")}

    def waiting_tables(_store: object, _club: object, _owner_id: str) -> WaitingTables:
        both.wait(10)
        return WaitingTables(waiting=[], unread=0, reports=0)

    monkeypatch.setattr(bells, "waiting_tables", waiting_tables)
    bell = Bell(hub, store, WholeClub(), ThreadExecutor())
    for name in watchers:
        bell.note_owner(name)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, bell.tell).result()


def test_only_so_many_tables_are_read_as_are_told(store: Store) -> None:
    for number in range(MAX_TOLD + 3):
        transactions.add_game(store, WholeClub(), new_game(f"game{number}"))
        browsers.remember_seats(store, "ann", f"game{number}", [0])
    assert len(bells.waiting_tables(store, WholeClub(), "ann").waiting) == MAX_TOLD
    assert len(browsers.waiting(store, "ann", MAX_TOLD)) == MAX_TOLD and len(browsers.waiting(store, "ann")) == MAX_TOLD + 3
