"""The JSON interface: a whole turn, and bodies that are refused with a sentence."""

from __future__ import annotations

import httpx
import pytest

from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games
from tests.support.api_table import ApiTable


@pytest.fixture
def table(client: httpx.Client) -> ApiTable:
    return ApiTable(client, "Ann", "automa:pei")


def test_a_whole_turn(table: ApiTable) -> None:
    view = table.view(0)
    assert view["question"] == "hire" and [entry["action"] for entry in view["legal"]] == ["hire", "done"]
    view = table.act(0, apply=["done"], version=view["version"]).json()
    assert view["question"] == "schedule"
    view = table.act(0, pick="meeting_room 1", version=view["version"]).json()
    assert view["draft"] == ["meeting_room 1"]
    version = view["version"]
    view = table.act(0, do="confirm", version=version).json()
    assert view["version"] > version and view["draft"] == []


def test_an_automa_s_seat_has_no_secret(client: httpx.Client) -> None:
    seats = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}).json()["seats"]
    assert "token" in seats[0] and "token" not in seats[1]


def test_a_stale_move_gets_409_with_the_fresh_view(table: ApiTable) -> None:
    answer = table.act(0, apply="done", version=0)
    assert answer.status_code == 409 and answer.json()["kind"] == "StaleVersion" and answer.json()["view"]["version"] > 0


def test_an_illegal_move_changes_nothing(table: ApiTable, store: Store) -> None:
    version = table.version
    before = games.find(store, table.game_id)
    for texts in (["factory"], ["nonsense"], ["done", "nonsense"], []):
        answer = table.act(0, apply=texts, version=version)
        assert answer.status_code == (422 if texts else 400) and answer.json()["error"]
    assert games.find(store, table.game_id) == before


def test_odd_numbers_are_stale_or_ignored_but_never_an_error(client: httpx.Client, table: ApiTable) -> None:
    for number in ["²", "٣", "9" * 700, "-1", "1.0"]:
        assert table.act(0, pick="done", version=number).status_code == 409
        for query in (f"?as={number}", f"?at={number}", f"/board?at={number}"):
            assert client.get(table.path(0) + query).status_code == 200


def test_a_body_without_content_length_has_its_limit(client: httpx.Client) -> None:
    endless = (b" " * 100_000 for _ in range(40))
    answer = client.post("/api/games", content=endless, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "fault", ['{"seats": [], "name": "\\ud800"}', "[" * 100_000, '{"seats": [{"name": {}}]}', '{"seats": [], "name": 3}']
)
def test_bodies_that_are_no_text_are_refused_with_a_sentence(client: httpx.Client, fault: str) -> None:
    answer = client.post("/api/games", content=fault, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400 and answer.json()["error"]


def test_a_table_s_name_keeps_only_what_can_be_printed(client: httpx.Client) -> None:
    body = {"seats": [{"name": "Ann"}, {"automa": "pei"}], "name": "Tues\u202eday\x07\n"}
    made = client.post("/api/games", json=body).json()
    assert client.get(f"/api/games/{made['game']}").json()["name"] == "Tuesday"


def test_a_bad_body_is_refused_with_a_sentence(client: httpx.Client, table: ApiTable) -> None:
    for body in [b"", b"[]", b"{", b'{"apply": 3, "version": 3}', b'{"apply": ["done"]}', b'{"apply": ["done"], "version": "3"}']:
        answer = client.post(table.api(0), content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400 and answer.json()["error"]


@pytest.mark.parametrize(
    "seats", [[], [{"name": "Ann"}], [{"name": "A"}, {"automa": "pei"}, {"automa": "pei"}], [{"name": "A"}, {"automa": "nobody"}]]
)
def test_an_impossible_table_is_refused(client: httpx.Client, seats: list[dict[str, str]]) -> None:
    assert client.post("/api/games", json={"seats": seats}).status_code == 422
    assert client.post("/api/games", json={"seats": ["Ann", 3]}).status_code == 400


def test_unknown_addresses_are_404(client: httpx.Client) -> None:
    assert client.get("/api/games/nothing").status_code == 404
    assert client.post("/api/seats/nobody", json={"do": "confirm"}).status_code == 404


@pytest.mark.parametrize("body", [{"pick": "hire"}, {"do": "confirm"}, {"command": "hire"}, {"propose": "undo"}])
def test_operation_without_the_version_that_was_seen_is_refused_as_such(client: httpx.Client, body: dict[str, str]) -> None:
    table = ApiTable(client)
    answer = client.post(table.api(table.asked), json=body)
    assert answer.status_code == 400 and "version is missing" in answer.json()["error"]
