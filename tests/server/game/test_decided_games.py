"""A rated game is decided, whoever leaves it: six people play one, of whom one resigns and one runs out of time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from starlette.applications import Starlette

from groundfloor.results.archive import archived_game
from groundfloor.server.app import create_app
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import downtimes, finished_games
from groundfloor.server.http.settings import Settings
from tests.server.conftest import PASSWORD
from tests.support import board_page, http
from tests.support.club import PEOPLE, Club, Member
from tests.support.html import all_of, has, one, text, texts
from tests.support.quick_server import running

pytestmark = pytest.mark.slow
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")


class MovedClock:
    """A server whose clock the test moves."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.at = datetime.fromisoformat("2030-01-01T12:00:00+00:00")

    def make_app(self, port: int) -> Starlette:
        app = create_app(self.store, lambda: self.at.isoformat(), random.Random(3).randbytes, settings=self.settings, port=port)
        self.context = app.state.context
        return app

    def let_time_run_out(self, game_id: str) -> None:
        """Lets more time pass than anybody has, during which the server is up, and the alarm ring."""
        for _ in range(30):
            self.at += timedelta(seconds=25)
            downtimes.note_alive(self.store, self.at.isoformat())
        table = self.context.table_service.table(game_id)
        self.context.clocks.look(game_id, table.version)


class SixBrowsers(MovedClock):
    """Such a server, and the clients of six people, each logged in to an account, at a rated game with clocks."""

    def __init__(self, store: Store, settings: Settings) -> None:
        super().__init__(store, settings)
        self.clients: list[httpx.Client] = []

    def sit_down(self) -> None:
        for client, name in zip(self.clients, NAMES, strict=True):
            assert client.post("/api/account", json={"name": name, "password": PASSWORD}).status_code == 201
        asked = {"player": "", "people": "6", "rated": "on", "pace": "live-30", "ruleset": "first"}
        opened = self.clients[0].post("/lobby", data=asked)
        assert opened.status_code == 303, text(one(opened.text, "[role=alert]"))
        for client in self.clients[1:]:
            assert client.post(opened.headers["location"], data={"do": "join"}).status_code == 303
        lobby = f"/api{opened.headers['location']}"
        seats = [client.get(lobby).json() for client in self.clients]
        self.game: str = seats[0]["game"]
        self.paths: list[str] = [seat["seat"] for seat in seats]

    def view(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.clients[seat].get(f"/api/seats/{self.paths[seat].rpartition('/')[2]}").json()
        return found

    def post(self, seat: int, **form: str) -> None:
        answer = self.clients[seat].post(self.paths[seat], data={"seat": str(seat + 1), **form})
        assert answer.status_code == 303, text(one(answer.text, "[role=alert]"))

    def move(self) -> None:
        seat = self.view(0)["asked"] - 1
        view = self.view(seat)
        body = {"apply": [view["legal"][-1]["action"]], "version": view["version"]}
        assert self.clients[seat].post(f"/api/seats/{self.paths[seat].rpartition('/')[2]}", json=body).status_code == 200


@pytest.fixture
def six(store: Store, settings: Settings) -> Iterator[SixBrowsers]:
    found = SixBrowsers(store, settings)
    with running(found.make_app) as address, ExitStack() as stack:
        found.clients = [stack.enter_context(http.Client(base_url=address, headers={"Origin": address})) for _ in NAMES]
        found.sit_down()
        yield found


def reliability(client: httpx.Client, name: str) -> list[int]:
    """Returns what the profile counts: rated games finished, left, lost on time, cancelled."""
    return [int(text(number)) for number in all_of(client.get(f"/people/{name}").text, "#reliability dd")]


def test_six_play_of_whom_one_leaves_and_one_runs_out_of_time(six: SixBrowsers) -> None:
    for _ in range(3):
        six.move()
    late = six.view(0)["asked"] - 1
    gone = (late + 2) % 6
    stay = [seat for seat in range(6) if seat not in (late, gone)]
    six.post(gone, do="resign")
    six.let_time_run_out(six.game)
    assert not six.view(stay[0])["is_over"] and six.view(stay[0])["rated"]

    seat_page = six.clients[gone].get(six.paths[gone]).text
    assert "lost this rated game" in seat_page and not has(seat_page, "#return")
    assert six.clients[late].post(six.paths[late], data={"do": "return", "seat": str(late + 1)}).status_code != 303
    assert texts(six.clients[stay[0]].get(f"{six.paths[stay[0]]}/table").text, f"#arrival-{gone}, #arrival-{late}") in (
        ["has resigned", "has lost on time"],
        ["has lost on time", "has resigned"],
    )

    page = six.clients[stay[0]].get(f"{six.paths[stay[0]]}/table").text
    assert all(has(page, f"#block-{seat}") and has(page, f"#befriend-{seat}") for seat in range(6) if seat != stay[0])
    unwanted = {"token": six.paths[stay[0]].rpartition("/")[2], "seat": gone + 1, "do": "block"}
    assert six.clients[stay[0]].post("/api/blocks", json=unwanted).json()["blocks"][0]["name"] == NAMES[gone]

    refused = six.clients[gone].post(f"{six.paths[gone].replace('/s/', '/api/seats/')}/chat", json={"text": "Hello"})
    assert refused.status_code == 403 and "you can read here, and write when it is over" in refused.json()["error"]

    six.post(stay[0], propose="score", version=str(six.view(stay[0])["version"]))
    proposal = six.view(stay[1])["proposal"]["id"]
    for seat in stay[1:]:
        six.post(seat, agree=proposal)
    assert six.view(stay[0])["is_over"]

    told = six.clients[stay[0]].get(f"/api/games/{six.game}/history").json()["ratings"]
    changes = {row["seat"] - 1: row["change"] for row in told}
    assert len(changes) == 6 and changes[gone] <= changes[late] < 0 < max(changes.values())
    after = six.clients[stay[0]].get(f"/g/{six.game}/after").text
    assert texts(after, ".after-rank")[-2:] == ["5", "6"]
    names = texts(after, ".after-name bdi")
    assert names[-2:] == [NAMES[late], NAMES[gone]]

    for seat, name in enumerate(NAMES):
        expected = [0, 1, 0, 0] if seat == gone else [0, 0, 1, 0] if seat == late else [1, 0, 0, 0]
        assert [reliability(client, name) for client in six.clients[:2]] == [expected, expected]
    for seat in (gone, late):
        assert texts(six.clients[stay[0]].get(f"/people/{NAMES[seat]}").text, ".numbers dd")[2:4] == ["–", "–"], "a bot has reached it"
        assert "–" in texts(six.clients[seat].get("/my-games").text, ".numbers dd")
        told = six.clients[seat].get(f"/api/people/{NAMES[seat]}").json()
        assert (told["played"], told["average"], told["best"]) == (1, None, None)
    against = six.clients[0].get(f"/api/people/{NAMES[stay[0]]}/against/{NAMES[gone]}").json()
    assert against["averages"][0] is not None and against["averages"][1] is None
    assert "–" in texts(six.clients[0].get(f"/people/{NAMES[stay[0]]}/against/{NAMES[gone]}").text, ".against-table td")

    line = archived_game(finished_games.archive(six.store, 0, 10)[0][1])
    assert line.is_rated and [seat.departure for seat in line.seats] == [
        "left" if seat == gone else "time" if seat == late else "" for seat in range(6)
    ]
    assert {line.seats[gone].rank, line.seats[late].rank} == {5, 6} and all(
        seat.has_account and seat.kind == "person" for seat in line.seats
    )

    listed = six.clients[0].get("/games").text
    assert texts(listed, ".finished-name .hint") == ["has lost on time", "has resigned"]
    told = six.clients[0].get("/api/games").json()["games"][0]["seats"]
    assert [row["departure"] for row in told] == ["left" if seat == gone else "time" if seat == late else None for seat in range(6)]

    for seat, client in enumerate(six.clients):
        own = client.get("/my-games").text
        (last,) = texts(own, ".last-games li")
        assert not has(own, "#uncounted")
        assert ("lost by resigning" in last, "lost on time" in last) == (seat == gone, seat == late)
        (kept,) = client.get("/my-games/games.json").json()["results"]
        assert kept.get("departure", "") == ("left" if seat == gone else "time" if seat == late else "")
        assert kept["departed"] == [gone + 1, late + 1]
        (finished,) = client.get("/account/data.json").json()["finished_games"]
        assert finished["departure"] == kept.get("departure", "") and finished["rank"] == kept["rank"]

    for seat in range(6):
        kinds = {row["kind"] for row in six.clients[seat].get("/api/notices").json()["notices"]}
        assert "over" in kinds
        assert ("lost_seat" in kinds) == (seat == late)
    assert "you have lost this rated game" in six.clients[late].get("/notices").text


def test_who_deletes_the_account_leaves_the_game_at_once(six: SixBrowsers) -> None:
    """As somebody who resigns, and without a name, also where the game is not in their list."""
    for _ in range(3):
        six.move()
    assert six.clients[5].post("/forget", data={"game": six.game}).status_code == 303
    for seat in (4, 5):
        assert six.clients[seat].post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    told = six.clients[0].get(f"/api/games/{six.game}/seats").json()["seats"]
    assert [row["name"] for row in told[4:]] == ["Former player", "Former player 2"]
    assert texts(six.clients[0].get(f"{six.paths[0]}/table").text, "#arrival-4, #arrival-5") == ["has resigned"] * 2
    for seat in (1, 2, 3):
        assert six.clients[seat].post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
    assert six.view(0)["is_over"] and reliability(six.clients[0], "Ann") == [1, 0, 0, 0]


@pytest.mark.thorough
def test_six_real_browsers_are_told_the_same(browser: Browser, store: Store, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """By clicks and keys, on the pages of each of them: the board, the end, profiles, ratings, their own games and the bell."""
    monkeypatch.setattr("groundfloor.server.club.ratings.figures.LEAST_GAMES", 1)
    server = MovedClock(store, settings)
    with running(server.make_app) as address:
        people = Club(browser, (address,), seed=4, accounts=tuple(PEOPLE))
        people.meet(rated_pace="live-30")
        people.play(8)
        asked = people.asked()
        assert asked is not None
        gone = next(name for name in PEOPLE if name != asked.name)
        people.resign(gone)
        people.play(6)
        asked = people.asked()
        assert asked is not None
        late = asked.name
        server.let_time_run_out(people.game_id)
        people.departed.append(late)
        expect(board_page.panel(asked.tab)).to_contain_text("You have lost this rated game before its end")
        people.play(10)
        stay = [name for name in people.names if name not in people.departed]
        people.vote(stay[0], "End the game here")
        people.see_end()
        departures = {gone: "has resigned", late: "has lost on time"}
        for member in people.members.values():
            see_what_has_become(member, address, people.game_id, departures, stay)


def see_what_has_become(member: Member, address: str, game_id: str, departures: dict[str, str], stay: list[str]) -> None:
    """Looks at all pages that tell of a game which some have lost before its end, ``departures``, who left first first."""
    tab, names = member.tab, [*stay, *departures]
    tab.goto(f"{address}/g/{game_id}/after")
    places = tab.locator("li:has(.after-rank)")
    expect(places).to_have_count(6)
    for place, (name, said) in zip((5, 4), departures.items(), strict=True):
        expect(places.nth(place)).to_contain_text(name)
        expect(places.nth(place)).to_contain_text(said)
        expect(places.nth(place).locator(".after-rank")).to_have_text(str(place + 1))
    tab.goto(f"{address}/ratings")
    rows = tab.locator("tbody tr")
    expect(rows).to_have_count(6)
    assert set(names[4:]) == {name for name in names for row in (4, 5) if name in rows.nth(row).inner_text()}
    for name in names:
        tab.goto(f"{address}/people/{name}")
        kind = {"has resigned": 1, "has lost on time": 2}.get(departures.get(name, ""), 0)
        expect(tab.locator("#reliability dd")).to_have_text([str(int(number == kind)) for number in range(4)])
    tab.goto(f"{address}/my-games")
    own = {"has resigned": "lost by resigning", "has lost on time": "lost on time"}.get(departures.get(member.name, ""), "")
    expect(tab.locator(".last-games li")).to_have_count(1)
    expect(tab.locator(".last-games li")).to_contain_text(own)
    tab.goto(f"{address}/notices")
    expect(tab.locator("#news li").first).to_be_visible()
    assert ("you have lost this rated game" in tab.locator("#news").inner_text()) == (own == "lost on time")
    tab.goto(f"{address}/games")
    expect(tab.locator(".finished-name .hint")).to_have_text(sorted(departures.values()))
