"""Branches over JSON: where a game can be left, opening a branch, and the games side by side."""

from __future__ import annotations

import httpx
import pytest


@pytest.fixture
def seat(client: httpx.Client) -> str:
    """Returns the address of the person's seat at a practice table, after one answer."""
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}], "practice": True}).json()
    address = f"/api/seats/{made['seats'][0]['token']}"
    view = client.get(address).json()
    client.post(address, json={"apply": "done", "version": view["version"]})
    return address


def test_branch_opens_at_its_entry_and_stands_beside_the_real_game(client: httpx.Client, seat: str) -> None:
    real = client.get(seat).json()
    listed = client.get(f"{seat}/branches").json()
    entry = listed["moments"][-1]["entry"]
    assert [game["game"] for game in listed["games"]] == [real["game"]] and listed["games"][0]["real"] is None
    answer = client.post(f"{seat}/branches", json={"entry": entry, "name": "Hire first"})
    made = answer.json()
    assert answer.status_code == 201 and (made["parent"], made["entry"]) == (real["game"], entry)
    branch = f"/api/seats/{made['seats'][0]['token']}"
    assert client.get(branch).json()["version"] >= entry
    assert client.get(seat).json()["version"] == real["version"]
    for address, other in ((seat, made["game"]), (branch, real["game"])):
        games = client.get(f"{address}/branches?g={other}").json()["games"]
        assert [game["game"] for game in games] == [real["game"], made["game"]]
        assert games[1]["name"] == "Hire first" and set(games[1]["real"]) == {"round", "phase", "prestige", "money", "info"}


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"entry": 9999}, 400), ({"entry": -1}, 400), ({"entry": True}, 400), ({"entry": 1, "name": "\u200b"}, 422)],
)
def test_impossible_branch_is_refused_with_a_sentence(client: httpx.Client, seat: str, body: dict[str, object], status: int) -> None:
    answer = client.post(f"{seat}/branches", json=body, headers={"Accept-Language": "de"})
    assert answer.status_code == status and answer.json()["error"]


def test_seat_of_an_automa_and_too_many_names_are_refused(client: httpx.Client, seat: str) -> None:
    game = client.get(seat).json()["game"]
    assert client.post(f"/api/games/{game}/branches", json={"entry": 1, "seat": 7}).status_code == 400
    assert client.get(f"{seat}/branches?" + "&".join(f"g=x{n}" for n in range(30))).status_code == 400
    assert client.get(f"{seat}/branches?g=unknown").status_code == 404


@pytest.fixture
def branch(client: httpx.Client, seat: str) -> str:
    made = client.post(f"{seat}/branches", json={"entry": client.get(f"{seat}/branches").json()["moments"][-1]["entry"]}).json()
    return f"/api/seats/{made['seats'][0]['token']}"


def test_branch_is_renamed_by_its_own_seat(client: httpx.Client, seat: str, branch: str) -> None:
    answer = client.post(f"{branch}/branch", json={"do": "rename", "name": " No factory "})
    game = client.get(branch).json()
    assert answer.status_code == 200 and answer.json() == {"game": game["game"], "name": "No factory", "is_deleted": False}
    assert game["name"] == "No factory"
    listed = client.get(f"{seat}/branches?g={game['game']}").json()["games"]
    assert [each["name"] for each in listed][1:] == ["No factory"]


def test_deleted_branch_is_gone_and_real_game_stays(client: httpx.Client, seat: str, branch: str) -> None:
    public = client.get(branch).json()["game"]
    version = client.get(seat).json()["version"]
    assert client.post(f"{branch}/branch", json={"do": "delete"}).json()["is_deleted"]
    assert client.get(branch).status_code == client.get(f"/api/games/{public}").status_code == 404
    assert client.post(f"{branch}/branch", json={"do": "delete"}).status_code == 404
    assert client.get(seat).json()["version"] == version


@pytest.mark.parametrize(
    ("body", "status"), [({}, 400), ({"do": "undo"}, 400), ({"do": "rename"}, 400), ({"do": "rename", "name": "\u200b"}, 422)]
)
def test_impossible_change_of_a_branch_is_refused_with_a_sentence(
    client: httpx.Client, branch: str, body: dict[str, str], status: int
) -> None:
    before = client.get(branch).json()
    answer = client.post(f"{branch}/branch", json=body, headers={"Accept-Language": "de"})
    assert answer.status_code == status and answer.json()["error"]
    assert client.get(branch).json()["name"] == before["name"]


def test_real_game_can_not_be_deleted_as_a_branch(client: httpx.Client, seat: str) -> None:
    answer = client.post(f"{seat}/branch", json={"do": "delete"}, headers={"Accept-Language": "de"})
    assert answer.status_code == 422 and "kein Abzweig" in answer.json()["error"]
    assert client.get(seat).status_code == 200
