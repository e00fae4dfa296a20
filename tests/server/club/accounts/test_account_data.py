"""The file of everything personal is sent in pieces: an account may keep any amount."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import httpx
import msgspec
import pytest
from sqlalchemy import insert, select

from groundfloor.server.club.accounts import account_data
from groundfloor.server.club.accounts.account_data import AccountData
from groundfloor.server.club.chat import storage as messages
from groundfloor.server.club.chat.rows import NewMessage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.database import schema as s
from groundfloor.server.database.database import writing
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games, results
from groundfloor.server.game.tables.result_keeper import imported_rows
from tests.support.results import result
from tests.support.stores import new_game

AT = "2030-01-01T00:00:00+00:00"
LETTER = "\U0001f3e2"
MEGABYTE = 1_000_000


@pytest.fixture
def ann(client: httpx.Client, store: Store) -> str:
    """Returns the owner id of the account that is logged in."""
    client.post("/account/create", data={"name": "Ann", "password": "correct horse battery", "guest": "take"})
    account = account_storage.find(store, "ann")
    assert account is not None
    return account.owner_id


def hold(store: Store, owner_id: str, count: int, letters: int) -> None:
    """Has an account hold seats of so many games, with a note of so many letters and a message at each."""
    with writing(store.engine) as connection:
        for number in range(count):
            games.add(connection, new_game(f"game-{number}"))
        ids = connection.execute(select(s.games.c.id)).scalars().all()
        rows = [{"browser": owner_id, "game": game, "seat": seat, "number": 1} for game in ids for seat in (0, 1)]
        connection.execute(insert(s.browsers), rows)
        notes = [{"game": game, "seat": 0, "text": LETTER * letters, "hides_chat": False} for game in ids]
        connection.execute(insert(s.private_notes), notes)
        for number in range(count):
            messages.add(connection, NewMessage(f"game-{number}", "players", owner_id, 0, "Ann", f"Text {number}", AT))


def finish(store: Store, owner_id: str) -> None:
    """Has all games be finished and rated ones of an account, at two times."""
    account = owner_id.removeprefix("account:")
    finished = {"finished": AT, "ruleset": "second", "revision": 1, "seats": 2, "people": 1, "top": 30, "record": b""}
    finished |= dict.fromkeys(("has_house_values", "is_ended_early", "has_bots", "is_rated"), False)
    seat = {"seat": 0, "name_key": "ann", "name": "Ann", "kind": "person", "automa": "", "specialty": "", "rank": 1}
    rating = {"pool": "second-2", "rank": 1, "weight": 1.0, "mu": 25.0, "sigma": 8.0, "is_last": False}
    with writing(store.engine) as connection:
        for number, game in enumerate(connection.execute(select(s.games.c.id).order_by(s.games.c.id)).scalars().all(), 1):
            at = AT if number < 4 else "2030-01-02T00:00:00+00:00"
            connection.execute(insert(s.finished_games), {**finished, "game": game, "number": number})
            connection.execute(insert(s.finished_seats), {**seat, "game": game, "finished": at, "account": account, "total": number})
            connection.execute(insert(s.seat_accounts), {"game": game, "seat": 0, "account": account})
            connection.execute(insert(s.ratings), {**rating, "game": game, "number": number, "account": account, "games": number})


@pytest.mark.slow
def test_file_takes_little_memory_however_long_it_is(client: httpx.Client, store: Store, ann: str) -> None:
    hold(store, ann, 400, 10_000)
    for address in ("/account/data.json", "/api/account/data"):
        tracemalloc.start()
        try:
            with client.stream("GET", address, headers={"Accept-Encoding": "identity"}) as answer:
                size = sum(map(len, answer.iter_raw(65_536)))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert size > 16 * MEGABYTE and peak < 8 * MEGABYTE


def test_one_file_of_a_person_is_sent_at_a_time(client: httpx.Client, store: Store, ann: str, browse: Callable[[], httpx.Client]) -> None:
    hold(store, ann, 400, 10_000)
    with client.stream("GET", "/account/data.json") as answer:
        assert answer.status_code == 200
        refused = client.get("/api/account/data")
        assert refused.status_code == 429 and refused.json()["kind"] == "TooManyWaiting"
        other = browse()
        other.post("/account/create", data={"name": "Ben", "password": "correct horse battery"})
        assert other.get("/account/data.json").json()["name"] == "Ben"
    for _ in range(200):
        if client.get("/api/account").status_code == 200 and (again := client.get("/account/data.json")).status_code == 200:
            break
    assert again.json()["name"] == "Ann"


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_file_is_the_same_however_many_rows_are_read_at_once(
    client: httpx.Client, store: Store, ann: str, monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    hold(store, ann, 5, 3)
    results.add_of_browser(store, ann, imported_rows([result(1, game=f"played-{number}") for number in range(5)]), "player", AT, "client")
    finish(store, ann)
    client.post("/api/account/bots", json={"name": "Bot of Ann"})
    monkeypatch.setattr(account_data, "ROWS", rows, raising=False)
    text = client.get("/account/data.json").text
    found = msgspec.json.decode(text, type=AccountData)
    assert text == msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"
    assert [game.game for game in found.games] == [f"game-{number}" for number in range(4, -1, -1)]
    assert [[seat.seat for seat in game.seats] for game in found.games] == [[1, 2]] * 5
    assert [message.text for message in found.messages] == [f"Text {number}" for number in range(5)]
    assert [(note.game, note.seat, note.text) for note in found.notes] == [(f"game-{number}", 1, LETTER * 3) for number in range(5)]
    assert [each.game for each in found.results.results] == [f"played-{number}" for number in range(5)]
    assert [(each.game, each.seat, each.total) for each in found.finished_games] == [
        (f"game-{number}", 1, number + 1) for number in range(5)
    ]
    assert [(each.game, each.seat, each.games) for each in found.ratings] == [(f"game-{number}", 1, number + 1) for number in range(5)]
    assert [bot.name for bot in found.bots] == ["Bot of Ann"] and found.bots[0].games == []
    assert client.get("/api/account/data").json() == client.get("/account/data.json").json()
