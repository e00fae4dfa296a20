"""Rated games that have begun."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from groundfloor.server.club.lobby.open_tables import OpenTableRequest, joined, new_table, opened_table
from groundfloor.server.game.tables.table_service import TableService
from groundfloor.table.value import ACCOUNT_PREFIX
from tests.support.played_tables import ServedTable

ANN, BEN = (f"{ACCOUNT_PREFIX}{name}" for name in ("ann", "ben"))
ASKED = OpenTableRequest("Whatever", 2, pace="days-1", is_rated=True, options={"deck": "preset"})


def begun(service: TableService, *others: str, game_id: str = "open", is_private: bool = False) -> ServedTable:
    """Returns the game of a rated table of Ann, Ben and perhaps ``others`` that has begun."""
    asked = replace(ASKED, people=2 + len(others), is_private=is_private)
    service.store.add_open_table(opened_table(asked, game_id, ANN, "", service.now(), "Ann"))
    for name in ("Ben", *others):
        service.store.change_open_table(game_id, partial(joined, key=f"{ACCOUNT_PREFIX}{name.lower()}", name="", account=name))
    stored = service.store.open_table(game_id)
    assert stored is not None and stored.is_rated and stored.is_listed
    table = service.begin(stored, service.prepare(new_table(stored)))
    assert table is not None
    return ServedTable(service, table)
