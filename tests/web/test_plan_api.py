"""The round ahead and what is new over HTTP: of the seat alone, and a sentence for what is not possible."""

from __future__ import annotations

import httpx
import pytest


@pytest.fixture
def seats(client: httpx.Client) -> list[str]:
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    return [f"/api/seats/{seat['token']}" for seat in made["seats"]]


def test_plan_is_made_while_somebody_else_plays(client: httpx.Client, seats: list[str]) -> None:
    waiting = seats[1 - client.get(seats[0]).json()["asked"]]
    plan = client.post(waiting, json={"plan": ["hire", "consulting"]}).json()["plan"]
    assert plan["texts"] == ["hire", "consulting"] and plan["drafted"] == []
    plan = client.post(waiting, json={"plan": "add agency 1"}).json()["plan"]
    assert [step["action"] for step in plan["steps"]] == ["hire", "consulting", "agency 1"]
    assert all({"refusal", "quote", "projection", "after"} <= set(step) for step in plan["steps"])
    assert client.post(waiting, json={"plan": []}).json()["plan"]["texts"] == []


def test_next_step_becomes_draft(client: httpx.Client, seats: list[str]) -> None:
    view = client.get(seats[0]).json()
    address = seats[view["asked"]]
    view = client.post(address, json={"plan": ["hire"]}).json()
    assert view["plan"]["next"] == "hire"
    view = client.post(address, json={"plan": "next", "version": view["version"]}).json()
    assert view["draft"] == ["hire"] and view["plan"]["drafted"] == [0]
    view = client.post(address, json={"do": "confirm", "version": view["version"]}).json()
    assert view["plan"]["texts"] == []


def test_table_makes_planned_moves_and_says_why_it_stops(client: httpx.Client, seats: list[str]) -> None:
    asked = client.get(seats[0]).json()["asked"]
    waiting = seats[1 - asked]
    client.post(waiting, json={"plan": ["price 16", "hire"]})
    assert client.post(waiting, json={"plan": "start"}).json()["plan"]["acts"]
    client.post(seats[asked], json={"apply": ["done"], "version": client.get(waiting).json()["version"]})
    plan = client.get(waiting, headers={"Accept-Language": "de"}).json()["plan"]
    assert plan["acts"] is False and plan["steps"][0]["is_left_open"]
    assert (plan["stopped"]["code"], plan["stopped"]["action"]) == ("other_question", "price 16")
    assert plan["stopped"]["sentence"].startswith("Der Plan hat angehalten")
    view = client.post(waiting, json={"plan": ["hire at most 5"]}).json()
    assert view["asked"] == 1 - asked and view["plan"]["stopped"] is None
    view = client.post(waiting, json={"plan": "start"}).json()
    assert view["asked"] != 1 - asked and view["plan"]["texts"] == [] and not view["plan"]["acts"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"plan": ["end"]}, 422),
        ({"plan": ["factory at most much"]}, 422),
        ({"plan": "start"}, 422),
        ({"plan": "drop 1"}, 422),
        ({"plan": ["factory"] * 21}, 422),
        ({"plan": ["factory"] * 101}, 400),
        ({"plan": [1]}, 400),
        ({"plan": "next", "version": 0}, 409),
        ({"plan": {}}, 422),
    ],
)
def test_impossible_plan_is_refused_with_a_sentence(client: httpx.Client, seats: list[str], body: dict[str, object], status: int) -> None:
    answer = client.post(seats[0], json=body, headers={"Accept-Language": "de"})
    assert answer.status_code == status and answer.json()["error"]
    assert client.get(seats[0]).json()["plan"]["texts"] == []


def test_news_are_sentences_until_they_are_seen(client: httpx.Client, seats: list[str]) -> None:
    asked = client.get(seats[0]).json()["asked"]
    waiting = seats[1 - asked]
    version = client.get(waiting).json()["version"]
    assert client.post(waiting, json={"seen": version}).json()["news"] == {"since": version, "lines": [], "steps": []}
    client.post(seats[asked], json={"apply": ["done"], "version": version})
    lines = client.get(waiting, headers={"Accept-Language": "de"}).json()["news"]["lines"]
    assert lines and all(line["sentence"] and line["entry"] > version for line in lines)
    page = waiting.replace("/api/seats/", "/s/")
    assert 'id="news-seen"' in client.get(page).text and 'id="open-news"' in client.get(page).text
    view = client.post(waiting, json={"seen": version + 1}).json()
    assert view["news"]["lines"] == []
    assert 'id="news-seen"' not in client.get(page).text
