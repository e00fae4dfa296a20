"""Spectators follow tables: they stand on the start page, and never count as waiting."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from groundfloor.server.club.lobby import followed_storage as followed_games
from tests.server.conftest import Page
from tests.support.html import has, one, text, texts, value, values

Browse = Callable[[], httpx.Client]


def follow(client: httpx.Client, game_id: str, **fields: str) -> httpx.Response:
    return client.post(f"/g/{game_id}/follow", data=fields)


def followed(client: httpx.Client) -> list[str]:
    return values(client.get("/").text, ".followed .game-name", "href")


def test_spectator_follows_a_table_and_ends_it(solo: Page, browse: Browse) -> None:
    guest, path = browse(), f"/g/{solo.game_id}"
    page = guest.get(path).text
    assert text(one(page, "#bar-follow")) == "Follow this table" == text(one(guest.get(f"{path}/table").text, "#follow"))
    assert follow(guest, solo.game_id, then=path).headers["location"] == path
    assert value(one(guest.get(path).text, "#bar-follow"), "value") == "unfollow"
    start = guest.get("/").text
    assert (
        followed(guest) == [path]
        and "Round 1" in text(one(start, ".followed .game-state"))
        and "Ann’s turn" in text(one(start, ".followed"))
    )
    assert guest.get("/api/next").json() == {"waiting": [], "unread": 0, "reports": 0} and guest.get("/next").headers["location"] == "/"
    assert follow(guest, solo.game_id, do="unfollow", then="/").headers["location"] == "/" and followed(guest) == []


def test_players_have_no_button(solo: Page) -> None:
    assert not has(solo.client.get(f"/g/{solo.game_id}").text, "#bar-follow") and not has(solo.client.get(solo.address).text, "#bar-follow")


def test_account_follows_on_each_device_and_exports_it(solo: Page, browse: Browse) -> None:
    guest, other = browse(), browse()
    follow(guest, solo.game_id)
    guest.post("/api/account", json={"name": "Dora", "password": "correct horse battery", "guest": "take"})
    other.post("/api/account/log-in", json={"name": "Dora", "password": "correct horse battery"})
    assert followed(other) == [f"/g/{solo.game_id}"]
    [exported] = other.get("/account/data.json").json()["followed"]
    assert exported["game"] == solo.game_id and exported["link"].endswith(f"/g/{solo.game_id}")


def test_programs_do_the_same(solo: Page, browse: Browse) -> None:
    program, path = browse(), f"/api/games/{solo.game_id}/follow"
    assert program.post(path, json={"follow": True}).json() == {"game": solo.game_id, "follow": True}
    [found] = program.get("/api/followed").json()["followed"]
    assert (found["game"], found["status"], found["round"], found["asked"], found["seats"]) == (
        solo.game_id,
        "running",
        1,
        1,
        ["Ann", "Pei"],
    )
    assert (
        program.post(path, json={"follow": "yes"}).status_code == 400
        and program.post("/api/games/unknown/follow", json={"follow": True}).status_code == 404
    )
    program.post(path, json={"follow": False})
    assert program.get("/api/followed").json() == {"followed": []}


def test_number_is_limited(solo: Page, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followed_games, "MAX_FOLLOWED", 0)
    answer = follow(browse(), solo.game_id)
    assert answer.status_code == 429 and "the most that are possible" in text(one(answer.text, "[role=alert]"))
    assert texts(answer.text, ".followed") == []


def test_unknown_table_is_not_followed(browse: Browse) -> None:
    answer = follow(browse(), "unknown")
    assert answer.status_code == 404 and not has(answer.text, "#new-house")
