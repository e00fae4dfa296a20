"""The lobby for programs: tables are opened, found, joined, left and begun with JSON; whoever asks is known by a cookie."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from groundfloor.store import Store
from groundfloor.web.app import create_app
from groundfloor.web.housekeeping import clean_up
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support import http
from tests.support.quick_server import running
from tests.web.conftest import serving

Browse = Callable[[], httpx.Client]

ASKED = {"player": "Ann", "people": 2}


def opened(host: httpx.Client, **fields: object) -> dict[str, Any]:
    answer = host.post("/api/lobby", json={**ASKED, **fields})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def does(client: httpx.Client, table: dict[str, Any], do: str, **fields: object) -> httpx.Response:
    return client.post(f"/api{table['link']}", json={"do": do, **fields})


def look(client: httpx.Client, table: dict[str, Any]) -> dict[str, Any]:
    answer = client.get(f"/api{table['link']}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_table_is_opened_found_joined_and_begun(browse: Browse) -> None:
    host, ben, watcher = browse(), browse(), browse()
    options = {"era": "golden_age", "deck": "random"}
    table = opened(host, colour="blue", others=["pei"], pace="days", options=options, name="Tuesday", house={"factory.price": [3, 2, 1]})
    assert {name: table[name] for name in ("name", "ruleset", "options", "house", "people", "others", "pace", "private")} == {
        "name": "Tuesday",
        "ruleset": "second",
        "options": {"era": "golden_age"},
        "house": {"factory.price": [3, 2, 1]},
        "people": 2,
        "others": [{"name": "Pei", "automa": "pei"}],
        "pace": "days",
        "private": False,
    }
    assert (table["you"], table["least"], table["can_begin"], table["has_begun"]) == (0, 1, True, False)
    found = ben.get("/api/lobby?pace=days&ruleset=second&players=3").json()
    assert [each["table"] for each in found["tables"]] == [table["table"]] and found["own"] == []
    assert ben.get("/api/lobby?pace=live").json()["tables"] == []
    now = does(ben, table, "join", player="Ben").json()
    assert now["has_begun"] and now["seat"].startswith("/s/") and ben.get(now["seat"]).status_code == 200
    of_host, of_watcher = look(host, table), look(watcher, table)
    assert of_host["seat"] != now["seat"] and of_host["game"] == of_watcher["game"] and "seat" not in of_watcher
    assert [(each["name"], each["colour"], each["is_host"]) for each in of_host["players"]] == [
        ("Ann", "blue", True),
        ("Ben", "red", False),
    ]
    view = host.get(f"/api{of_host['seat'].replace('/s/', '/seats/')}").json()
    assert view["seat"] == 0 and view["name"] == "Tuesday"


def test_everything_is_done_once_however_often_it_is_sent(browse: Browse, store: Store) -> None:
    host, ben = browse(), browse()
    key = {"Idempotency-Key": "a key that nobody guesses"}
    tables = [host.post("/api/lobby", json={**ASKED, "people": 3}, headers=key).json()["table"] for _ in range(2)]
    assert tables[0] == tables[1] and store.count_open_tables() == 1
    table = {"link": f"/lobby/{tables[0]}"}
    for _ in range(2):
        assert [each["name"] for each in does(ben, table, "join", player="Ben").json()["players"]] == ["Ann", "Ben"]
    begun = [does(host, table, "begin").json() for _ in range(2)]
    assert begun[0] == begun[1] and store.count() == 1


def test_who_is_here_is_told(browse: Browse, server: str) -> None:
    host, ben = browse(), browse()
    table = opened(host, people=3)
    does(ben, table, "join", player="Ben")
    here = [each["is_here"] for each in look(host, table)["players"]]
    assert here in ([True, True], [None, None]), "nobody knows just after a start"


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({}, 400, "player is missing"),
        ({"player": "Ann"}, 400, "people is missing"),
        ({"player": "Ann", "people": True}, 400, "people is missing"),
        ({**ASKED, "others": "pei"}, 400, "others is a list"),
        ({**ASKED, "others": ["pei"] * 5}, 400, "at most 4"),
        ({**ASKED, "options": []}, 201, ""),
        ({**ASKED, "options": ["era"]}, 400, "options is an object"),
        ({**ASKED, "house": ["era"]}, 400, "house is an object"),
        ({**ASKED, "pace": "soon"}, 422, "live or over days"),
        ({**ASKED, "people": 10**30}, 422, "are not possible"),
        ({**ASKED, "ruleset": "third"}, 422, "third"),
        ({**ASKED, "house": {"factory.price": "x"}}, 422, "factory.price"),
    ],
)
def test_bad_body_is_refused_with_a_sentence(client: httpx.Client, body: dict[str, object], status: int, said: str) -> None:
    answer = client.post("/api/lobby", json=body)
    assert answer.status_code == status and said in answer.json().get("error", "")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"do": "dance"}, 400),
        ({"do": 1}, 400),
        ({}, 400),
        ({"do": "join"}, 400),
        ({"do": "join", "player": "Ann"}, 422),
        ({"do": "join", "player": "Ben", "colour": "red"}, 409),
        ({"do": "begin"}, 403),
        ({"do": "close"}, 403),
        ({"do": "remove", "number": 0}, 403),
        ({"do": "remove"}, 400),
        ({"do": "leave"}, 200),
    ],
)
def test_guest_can_only_join(browse: Browse, body: dict[str, object], status: int) -> None:
    table, guest = opened(browse(), colour="red"), browse()
    answer = guest.post(f"/api{table['link']}", json=body)
    assert answer.status_code == status and (status == 200 or answer.json()["error"].endswith((".", "!")))
    assert len(look(guest, table)["players"]) == 1


def test_unknown_table_and_other_sites_are_refused(client: httpx.Client) -> None:
    nothing = {"link": "/lobby/nothing"}
    assert client.get("/api/lobby/nothing").status_code == 404
    for do, fields in (("join", {"player": "Ben"}), ("leave", {}), ("begin", {}), ("close", {}), ("remove", {"number": 1})):
        assert does(client, nothing, do, **fields).status_code == 404
    foreign = {"Origin": "https://elsewhere.example"}
    answer = client.post("/api/lobby", json=ASKED, headers=foreign)
    assert answer.status_code == 403 and "set-cookie" not in answer.headers
    assert client.get("/api/lobby").json() == {"tables": [], "own": [], "invitations": []}


def test_private_table_tells_others_nothing_of_its_game(browse: Browse) -> None:
    host, ben = browse(), browse()
    table = opened(host, private=True)
    assert ben.get("/api/lobby").json()["tables"] == [] and len(host.get("/api/lobby").json()["own"]) == 1
    does(ben, table, "join", player="Ben")
    told = look(browse(), table)
    assert told["has_begun"] and "game" not in told and "seat" not in told


def test_host_who_left_with_others_closes_the_table(browse: Browse) -> None:
    host, ben = browse(), browse()
    table = opened(host, people=3)
    does(ben, table, "join", player="Ben")
    assert does(host, table, "leave").json() == {"table": table["table"]}
    assert ben.get(f"/api{table['link']}").status_code == 404


def test_looks_keep_a_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of its host, at the page of the table or at the lobby; a player who has not looked loses the place."""
    monkeypatch.setattr(store.jobs, "is_turn", lambda kind, seconds: True)  # runs come minutes after each other, and not at once
    with ExitStack() as stack:
        apps: list[Starlette] = []

        def make_app(port: int) -> Starlette:
            apps.append(create_app(store, port=port, settings=Settings(limits=Limits(away_seconds=0))))
            return apps[-1]

        address = stack.enter_context(running(make_app))
        host, ben = (stack.enter_context(http.Client(base_url=address)) for _ in range(2))
        table = opened(host, people=3)
        does(ben, table, "join", player="Ben")
        context = apps[0].state.context
        for path in (f"/api{table['link']}", table["link"], "/lobby"):
            assert host.get(path).status_code == 200
            clean_up(context, 20)
        assert [each["name"] for each in look(ben, table)["players"]] == ["Ann"]
        ben.get(table["link"])
        clean_up(context, 20)
        clean_up(context, 20)
        assert ben.get(f"/api{table['link']}").status_code == 404


def test_two_processes_begin_one_game(where: Path | str) -> None:
    """Eight people ask for the last three seats at two processes at the same time: three get them, and the same game."""
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(Store(where, is_one_of_several=number > 0))) for number in range(2)]
        for each in stores:
            each.is_shared = True
        settings = Settings(bot_processes=0, limits=Limits(changes_per_minute=10_000, requests_per_minute=10_000))
        addresses = [stack.enter_context(serving(each, "", settings)) for each in stores]
        clients = [stack.enter_context(http.Client(base_url=addresses[number % 2])) for number in range(9)]
        table = opened(clients[0], people=4)
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda number: does(clients[number], table, "join", player=f"Player {number}"), range(1, 9)))
        assert sorted(answer.status_code for answer in answers) == [200] * 3 + [409] * 5
        told = [look(client, table) for client in clients]
        assert len({each["game"] for each in told}) == 1 and len({each["seat"] for each in told if "seat" in each}) == 4
        assert stores[0].count() == 1
