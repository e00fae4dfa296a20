"""Practice tables: one person against Automas, everything can be undone, and everybody can see that it is practice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.html import one, text
from tests.web.conftest import Page

if TYPE_CHECKING:
    import httpx

SOLO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "pei", "colour-1": "blue", "practice": "on"}


def test_practice_undoes_draws_and_says_what_it_is(client: httpx.Client) -> None:
    answer = client.post("/new", data=SOLO)
    page = Page(client, answer.headers["location"])
    assert text(one(page.text, ".head-game .head-fact")) == "Practice: Ann, Pei"
    for move in ("done", "factory"):
        page.send(pick=move)
        page.send(do="confirm")
    for _ in range(2):
        assert page.send(do="undo").status_code == 200
    assert page.value("#panel", "data-kind") == "hire"
    assert "\ntable practice\n" in client.get(f"/g/{page.public}/record").text
    assert text(one(client.get("/").text, ".game-purpose")) == "Practice"


def test_practice_with_two_people_is_refused(client: httpx.Client) -> None:
    answer = client.post("/new", data={**SOLO, "kind-1": "here", "name-1": "Ben"})
    assert answer.status_code == 422 and "one person" in answer.text


def test_programs_practise_too(client: httpx.Client) -> None:
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}], "practice": True})
    assert made.status_code == 201
    assert "table practice" in client.get(f"/api/games/{made.json()['game']}/record").json()["record"]
