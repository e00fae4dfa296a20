"""Practice tables: one person against Automas, everything can be undone, and everybody can see that it is practice."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.support.html import one, text
from tests.web.conftest import Page

SOLO = {"kind-0": "here", "name-0": "Ann", "colour-0": "red", "kind-1": "pei", "colour-1": "blue", "practice": "on"}


def test_practice_undoes_draws_and_says_what_it_is(client: httpx.Client) -> None:
    answer = client.post("/new", data=SOLO)
    page = Page(client, answer.headers["location"])
    assert text(one(page.text, ".head h1")).startswith("Practice: Ann, Pei, ")
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


def test_bots_take_seats_whose_links_nobody_gets(client: httpx.Client) -> None:
    answer = client.post("/new", data={**SOLO, "kind-1": "greedy", "name-1": "", "kind-2": "random", "colour-2": "green"})
    page = Page(client, answer.headers["location"])
    assert text(one(page.text, ".head h1")).startswith("Practice: Ann, Greedy, Random, ")
    links = client.get(f"{page.address}/table").text
    assert "Bot: Greedy" in links and set(re.findall(r"/s/[\w-]+", links)) == {page.address}


def test_programs_seat_bots_without_getting_their_tokens(client: httpx.Client) -> None:
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "greedy"}], "practice": True}).json()
    assert [seat.get("token") is None for seat in made["seats"]] == [False, True]


@pytest.mark.parametrize("kind", ["greedy:random_moves=1", "bot.py:Mine", "program:python3"])
def test_files_programs_and_settings_are_refused_at_tables(client: httpx.Client, kind: str) -> None:
    answer = client.post("/new", data={**SOLO, "kind-1": kind, "name-1": "Bot"})
    assert answer.status_code == 422 and f"no Automa &#39;{kind}&#39;" in answer.text
