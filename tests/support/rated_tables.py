"""Rated games that have begun."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from groundfloor.server.club.lobby import begun_games
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.lobby.open_tables import OpenTableRequest, joined, new_table, opened_table
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table.value import ACCOUNT_PREFIX
from tests.support.played_tables import ServedTable

ANN, BEN = (f"{ACCOUNT_PREFIX}{name}" for name in ("ann", "ben"))
ASKED = OpenTableRequest("Whatever", 2, pace="days-1", is_rated=True, options={"deck": "preset"})


def begun(service: TableService, *others: str, game_id: str = "open", is_private: bool = False) -> ServedTable:
    """Returns the game of a rated table of Ann, Ben and perhaps ``others`` that has begun."""
    asked = replace(ASKED, people=2 + len(others), is_private=is_private)
    lobby_storage.add(service.store, opened_table(asked, game_id, ANN, "", service.now(), "Ann"))
    for name in ("Ben", *others):
        lobby_storage.change(service.store, game_id, partial(joined, owner_id=f"{ACCOUNT_PREFIX}{name.lower()}", name="", account=name))
    stored = lobby_storage.find(service.store, game_id)
    assert stored is not None and stored.is_rated and stored.is_listed
    table = begun_games.begin(service, stored, service.prepare(new_table(stored)))
    assert table is not None
    return ServedTable(service, table)
