"""Players, and the results that they keep."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from groundfloor.server.database import schema as s
from groundfloor.server.database.database import writing
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import results

AT = "2030-01-01T00:00:00+00:00"


def test_browser_has_the_player_that_another_process_made_meanwhile(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with writing(store.engine) as connection:
        assert results.ensure_player(connection, "browser", "first", AT) == "first"
    monkeypatch.setattr(results, "player_of", lambda connection, browser: None)
    with writing(store.engine) as connection:
        assert results.ensure_player(connection, "browser", "second", AT) == "first"
        assert list(connection.execute(select(s.players.c.id)).scalars()) == ["first"]
