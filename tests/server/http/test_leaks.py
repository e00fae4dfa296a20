"""What a seat can't know is on no page, in no log, event or record: other seats' tentative moves, the key, undrawn chance."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from sqlalchemy import update
from starlette.applications import Starlette

from groundfloor.engine.match import hash_of
from groundfloor.server.app import create_app
from groundfloor.server.database import schema
from groundfloor.server.database.database import writing
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games
from groundfloor.server.http.settings import Settings
from tests.server.conftest import NewGame
from tests.support import http
from tests.support.html import values
from tests.support.quick_server import running
from tests.support.stores import game_row


def without_form_keys(page: str) -> str:
    for key in values(page, "input[name=idempotency_key]", "value"):
        page = page.replace(key, "")
    return re.sub(r' data-now="[^"]*"', "", page)


def everything(client: httpx.Client, game_id: str, tokens: list[str]) -> dict[str, str]:
    """Returns all that can be asked for by whoever has these secrets, without the random keys of the forms and the time."""
    own = [f"/s/{token}{rest}" for token in tokens for rest in ("", "/board", "/table", "/at/2")]
    own += [f"/api/seats/{token}" for token in tokens]
    shared = [f"/g/{game_id}{rest}" for rest in ("", "/board", "/table", "/at/2", "/record")]
    asked = [*own, *shared, f"/api/games/{game_id}", f"/api/games/{game_id}/record", "/"]
    return {address: without_form_keys(client.get(address).text) for address in asked}


def test_a_tentative_move_changes_nothing_that_others_see(browse: Callable[[], httpx.Client], new_game: NewGame, store: Store) -> None:
    page = new_game("here", "link")
    row = game_row(store, page.game_id)
    asked = row.summary.asked
    other = row.seats[1 - asked].token
    visitor = browse()
    visitor.get("/")
    for seat in row.seats:
        visitor.get(f"/api/seats/{seat.token}")  # both have come: who has is no secret
    before = everything(visitor, page.game_id, [other])
    mover = browse()
    body = {"version": str(row.summary.entries), "pick": "done", "seat": str(asked + 1)}
    assert mover.post(f"/s/{row.seats[asked].token}", data=body, headers={"X-Partial": "true"}).status_code == 200
    assert everything(visitor, page.game_id, [other]) == before


@pytest.mark.parametrize(
    ("is_asked", "changes", "state"),
    [
        (False, ("add consulting", "add factory", "if 2 at most 3", "if 1 consulting else factory", "start"), ("acts", True)),
        (True, ("add price 16", "add hire", "start"), ("stopped", "other_question")),
    ],
)
def test_plan_changes_nothing_that_others_see(
    browse: Callable[[], httpx.Client], new_game: NewGame, store: Store, is_asked: bool, changes: tuple[str, ...], state: tuple[str, object]
) -> None:
    """Neither one that acts nor one that has stopped, and not why."""
    page = new_game("here", "link")
    row = game_row(store, page.game_id)
    own = row.summary.asked if is_asked else 1 - row.summary.asked
    token, other = row.seats[own].token, row.seats[1 - own].token
    visitor = browse()
    visitor.get("/")
    planner = browse()
    for seat in row.seats:
        visitor.get(f"/api/seats/{seat.token}")  # both have come: who has is no secret
    before = everything(visitor, page.game_id, [other])
    for body in (*({"plan": change} for change in changes), {"seen": "1"}):
        assert planner.post(f"/s/{token}", data={**body, "seat": str(own + 1)}, headers={"X-Partial": "true"}).status_code == 200
    plan = planner.get(f"/api/seats/{token}").json()["plan"]
    assert len(plan["texts"]) == 2 and (plan[state[0]] == state[1] or plan[state[0]]["code"] == state[1])
    assert everything(visitor, page.game_id, [other]) == before


def test_the_key_and_others_secrets_are_told_to_nobody(client: httpx.Client, new_game: NewGame, store: Store) -> None:
    page = new_game("here", "link")
    row = games.find(store, page.game_id)
    assert row is not None and row.key is not None
    client.cookies.clear()
    seen = "".join(everything(client, page.game_id, [row.seats[0].token]).values())
    assert row.key.hex() not in seen and row.key.hex().upper() not in seen
    assert row.seats[1].token not in seen


def test_another_key_changes_nothing_that_is_seen(store: Store, settings: Settings) -> None:
    """All draws to come are others then; only the hash of the key is told. Each server has just been started, so that it has read the table anew."""

    def make_app(port: int) -> Starlette:
        return create_app(store, settings=settings, port=port)

    with running(make_app) as address, http.Client(base_url=address) as client:
        client.get("/")
        game = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}).json()
    seen = []
    for key in (b"a key", b"another key"):
        with writing(store.engine) as connection:
            connection.execute(update(schema.keys).values(key=key))
        with running(make_app, int(address.rpartition(":")[2])), http.Client(base_url=address, cookies=client.cookies) as again:
            told = everything(again, game["game"], [game["seats"][0]["token"]])
        assert hash_of(key) in told[f"/g/{game['game']}/record"]
        seen.append({page: text.replace(hash_of(key), "") for page, text in told.items()})
    assert seen[0] == seen[1]


def test_the_host_sees_the_links_that_are_to_be_passed_on(client: httpx.Client, new_game: NewGame, store: Store) -> None:
    page = new_game("here", "link")
    row = game_row(store, page.game_id)
    assert row.seats[1].token in client.get(f"{page.address}/table").text
    client.cookies.clear()
    assert row.seats[1].token not in client.get(f"{page.address}/table").text
