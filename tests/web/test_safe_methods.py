"""A GET or HEAD changes nothing that is stored, whatever its address says."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from groundfloor.store import Store
from groundfloor.store.database import reading
from groundfloor.store.downtimes import ALIVE
from groundfloor.store.schema import metadata, presence
from groundfloor.web.app import ROUTES
from tests.web.conftest import Page

LEFT_OUT = ("/events", "/g/{public}/events", "/healthz")
"""Streams, and the check that tries whether something can be written."""
LOOKS = sorted({route.path for route in ROUTES if "GET" in (route.methods or ())}.difference(LEFT_OUT))
QUERY = "?take=yes&do=delete&delete=yes&added=3&as=1&at=0&seen=1&strength=2&length=long&lang=de&q=rule&g=x"


@pytest.fixture(autouse=True)
def _few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.tables.advice.HINT_SIMULATIONS", 2)


def stored(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Returns the rows of all tables but who is here, and that the server is alive, which processes say all the time."""
    tables = [table for table in metadata.sorted_tables if table is not presence]
    with reading(store._engine) as connection:
        rows = {table.name: [tuple(row) for row in connection.execute(select(table))] for table in tables}
    return {name: sorted((row for row in found if row[0] != ALIVE), key=repr) for name, found in rows.items()}


@pytest.mark.slow
def test_no_look_changes_what_is_stored(solo: Page, store: Store) -> None:
    client, token = solo.client, solo.address.rpartition("/")[2]
    client.get(f"/api/seats/{token}")  # whose player has come now
    before = stored(store)
    found = {"public": solo.public, "token": token, "game": solo.public, "day": "today", "name": "second", "number": "0"}
    for path in LOOKS:
        for name, value in found.items():
            path = path.replace(f"{{{name}}}", value)
        for method in ("HEAD", "GET"):
            answer = client.request(method, path + QUERY)
            assert answer.status_code in (200, 303, 403, 404, 422), path
            assert stored(store) == before, path


def test_link_of_another_site_sets_no_language_and_no_length(solo: Page) -> None:
    client, foreign = solo.client, {"Sec-Fetch-Site": "cross-site"}
    assert 'lang="de"' in client.get("/rules?lang=de&length=long", headers=foreign).text
    assert {"language", "rules_length"}.isdisjoint(client.cookies)
    client.get("/rules?lang=de&length=long")
    assert client.cookies["language"] == "de"
