"""Players, and the results that they keep."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from groundfloor.server.database import schema as s
from groundfloor.server.database.database import writing
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import results
from groundfloor.server.game.storage.rows import ResultRow

RESULT = ResultRow("abc", 0, "2030-01-01", "", "pei", 1, 0, 30, "Ann", False, "{}")
AT = "2030-01-01T00:00:00+00:00"


def test_browser_has_the_player_that_another_process_made_meanwhile(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with writing(store.engine) as connection:
        assert results.ensure_player(connection, "browser", "first", AT) == "first"
    monkeypatch.setattr(results, "player_of", lambda connection, browser: None)
    with writing(store.engine) as connection:
        assert results.ensure_player(connection, "browser", "second", AT) == "first"
        assert list(connection.execute(select(s.players.c.id)).scalars()) == ["first"]


def test_newest_results_are_read_and_not_all(store: Store) -> None:
    rows = [replace(RESULT, game=f"game {number}", finished=f"2030-01-0{9 - number}") for number in range(4)]
    results.add_of_browser(store, "browser", rows, "player", AT)
    assert [row.game for row in results.newest_of(store, "browser", 3)] == ["game 2", "game 1", "game 0"]
    assert results.newest_of(store, "browser", 0) == results.newest_of(store, "stranger", 3) == []
