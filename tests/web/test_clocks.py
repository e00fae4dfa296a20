"""Clocks over the JSON API: they are chosen with the table, seen by all, and at their end the others decide."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from groundfloor.store import StorageFull, Store
from groundfloor.web.app import create_app
from groundfloor.web.lobby import cloned_table
from groundfloor.web.settings import Settings
from tests.support import http
from tests.support.quick_server import running

PEOPLE = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cleo"}]


class Club:
    """A server whose clock the test moves, and a client."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.at = datetime.fromisoformat("2030-01-01T12:00:00+00:00")
        self.client: httpx.Client

    def make_app(self, port: int) -> Starlette:
        draws = random.Random(3).randbytes
        app = create_app(self.store, lambda: self.at.isoformat(), draws, settings=self.settings, port=port)
        self.context = app.state.context
        return app

    def pass_time(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)
        self.store.note_alive(self.at.isoformat())

    def let_time_pass(self, public: str, seconds: float) -> None:
        """Lets time pass, during which the server is up, and the alarms ring that are due then."""
        while seconds > 0:
            self.pass_time(min(seconds, 25))
            seconds -= 25
        table = self.context.host.table(public)
        self.context.clocks.look(public, table.version)

    def open(self, **fields: object) -> Table:
        answer = self.client.post("/api/games", json={"seats": PEOPLE, "options": {"deck": "preset"}, "pace": "live-30", **fields})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())


class Table:
    """A table by the API."""

    def __init__(self, club: Club, made: dict[str, Any]) -> None:
        self.club, self.public = club, made["game"]
        self.seats = [f"/api/seats/{seat['token']}" for seat in made["seats"]]

    def view(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.club.client.get(self.seats[seat]).json()
        return found

    def act(self, seat: int, **body: object) -> httpx.Response:
        return self.club.client.post(self.seats[seat], json=body)

    def come(self) -> dict[str, Any]:
        """Has all people come; returns what is seen then."""
        return [self.view(seat) for seat in range(len(self.seats))][-1]


@pytest.fixture
def club(store: Store, settings: Settings) -> Iterator[Club]:
    found = Club(store, settings)
    with running(found.make_app) as address, http.Client(base_url=address, headers={"Origin": address}) as found.client:
        yield found


def test_clocks_are_seen_and_begin_when_everybody_has_come(club: Club) -> None:
    table = club.open(takeover="manager")
    view = table.view(0)
    assert view["clocks"] == {
        "pace": "live-30",
        "takeover": "manager",
        "is_waiting": True,
        "seats": [{"seat": seat, "left": 300.0, "runs_since": None, "is_out": False} for seat in range(3)],
    }
    since = club.at.isoformat()
    asked = table.come()["asked"]
    club.pass_time(20)
    clocks = table.view(0)["clocks"]
    assert not clocks["is_waiting"] and clocks["seats"][asked] == {"seat": asked, "left": 280.0, "runs_since": since, "is_out": False}
    spectator = club.client.get(f"/api/games/{table.public}").json()
    assert spectator["clocks"] == clocks
    view = table.act(asked, apply=["done"], version=view["version"]).json()
    assert view["clocks"]["seats"][asked]["left"] == 310.0


def test_when_time_is_over_one_other_person_decides_or_gives_time(club: Club) -> None:
    table = club.open()
    asked = table.come()["asked"]
    other = (asked + 1) % 3
    assert table.act(other, give_time=asked).status_code == 409, "there is time left"
    club.let_time_pass(table.public, 301)
    view = table.view(other)
    assert view["clocks"]["seats"][asked]["is_out"] and view["asked"] == asked
    for wrong in (other, 7, "Ann", None):
        assert table.act(other, give_time=wrong).status_code == 409
    view = table.act(other, give_time=asked).json()
    assert view["clocks"]["seats"][asked] == {"seat": asked, "left": 300.0, "runs_since": club.at.isoformat(), "is_out": False}
    club.let_time_pass(table.public, 301)
    view = table.act(other, propose=f"person {asked + 1}").json()
    assert view["proposal"] is None and view["clocks"]["seats"][asked]["left"] == 300.0
    assert club.client.get(table.seats[asked]).status_code == 404, "the seat has a new link"


def test_a_bot_takes_over_and_moves(club: Club) -> None:
    table = club.open(takeover="random")
    asked = table.come()["asked"]
    club.let_time_pass(table.public, 301)
    assert table.view(asked)["bots"] == {str(asked): "random"}
    refused = table.act(asked, apply=["done"], version=table.view(asked)["version"])
    assert refused.status_code == 409
    view = table.act(asked, do="return").json()
    assert view["bots"] == {} and view["clocks"]["seats"][asked]["left"] == 30.0


def test_without_pace_there_are_no_clocks(club: Club) -> None:
    table = club.open(pace=None)
    assert table.come()["clocks"] is None and table.act(0, give_time=1).status_code == 409


@pytest.mark.parametrize("fields", [{"pace": "slow"}, {"takeover": "nobody"}, {"seats": [{"name": "Ann"}, {"automa": "pei"}]}])
def test_impossible_clocks_are_refused(club: Club, fields: dict[str, object]) -> None:
    answer = club.client.post("/api/games", json={"seats": PEOPLE, "pace": "live-30", **fields})
    assert answer.status_code == 422, answer.text


def test_a_server_whose_disk_is_full_starts(store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can't note that it is alive."""

    def refuse(now: str) -> None:
        raise StorageFull

    monkeypatch.setattr(store, "note_alive", refuse)
    found = Club(store, settings)
    with running(found.make_app) as address, http.Client() as client:
        assert client.get(f"{address}/rules").status_code == 200


def test_a_table_like_another_has_its_clocks(club: Club) -> None:
    for fields in ({}, {"pace": "days-3", "takeover": "manager"}):
        cloned = cloned_table(club.context, club.open(**{"pace": None, **fields}).public, "")
        assert cloned is not None and {name: cloned.fields.get(name) for name in ("pace", "takeover")} == {
            "pace": None,
            "takeover": None,
            **fields,
        }


def test_an_open_table_has_clocks_from_the_beginning_of_its_game(club: Club) -> None:
    with http.Client(base_url=club.client.base_url, headers=club.client.headers) as ben:
        asked = {"player": "Ann", "people": 2, "pace": "days-1", "takeover": "manager"}
        table = club.client.post("/api/lobby", json=asked).json()
        assert (table["pace"], table["takeover"]) == ("days-1", "manager")
        found = {pace: ben.get(f"/api/lobby?pace={pace}").json()["tables"] for pace in ("days", "days-1", "days-3", "live", "live-30")}
        assert [pace for pace, tables in found.items() if tables] == ["days", "days-1"]
        begun = ben.post(f"/api{table['link']}", json={"do": "join", "player": "Ben"}).json()
        clocks = ben.get(f"/api/games/{begun['game']}").json()["clocks"]
    assert (clocks["pace"], clocks["takeover"], clocks["is_waiting"]) == ("days-1", "manager", False)
    assert sorted(clock["left"] for clock in clocks["seats"]) == [172_800.0, 172_800.0]
    for wrong in ({"pace": "days-2"}, {"pace": "days-1", "takeover": "nobody"}):
        assert club.client.post("/api/lobby", json={"player": "Ann", "people": 2, **wrong}).status_code == 422
    plain = club.client.post("/api/lobby", json={"player": "Ann", "people": 2, "pace": "days", "takeover": "manager"}).json()
    assert plain["takeover"] is None
