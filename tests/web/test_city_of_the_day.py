"""The city of the day in the browser: its page, its table, its calendar, and what may be shown around."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest
from starlette.applications import Starlette

from groundfloor.presentation.pictures.png import can_make_png
from groundfloor.store import Store
from groundfloor.web.app import create_app
from groundfloor.web.result_picture import WIDTH
from groundfloor.web.routes.my_games import PNG_SCALE
from tests.support import http
from tests.support.html import one, text, texts, values
from tests.support.quick_server import running

TODAY = "2026-11-22"
Browse = Callable[[], "httpx.Client"]


@contextmanager
def server_of_today(store: Store) -> Iterator[tuple[str, Starlette]]:
    """Yields the address and the application of a server whose clock says TODAY."""
    made: list[Starlette] = []

    def create(port: int) -> Starlette:
        made.append(create_app(store, clock=lambda: f"{TODAY}T23:30:00+00:00", randomness=random.Random(1).randbytes, port=port))
        return made[-1]

    with running(create) as address:
        yield address, made[0]


@pytest.fixture
def today(store: Store) -> Iterator[tuple[Browse, Starlette]]:
    opened: list[httpx.Client] = []
    with server_of_today(store) as (address, app):

        def browse() -> httpx.Client:
            opened.append(http.Client(base_url=address, headers={"Accept-Language": "en", "Origin": address}))
            return opened[-1]

        yield browse, app
        for client in opened:
            client.close()


def begin(client: httpx.Client, opponent: str = "pei", name: str = "Ann", day: str = TODAY) -> str:
    """Begins a game of a day; returns the secret token of its seat."""
    answer = client.post(f"/day/{day}", data={"name": name, "opponent": opponent})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/s/")


def finish(app: Starlette, token: str, seed: int = 1) -> str:
    """Plays a game to its end; returns its public id."""
    host, dice = app.state.context.host, random.Random(seed)
    public, _ = app.state.context.store.seat(token)
    while not host.table(public).game.is_over:
        with host.operation(public) as table:
            table.apply(table.asked, (dice.choice(table.game.legal_actions).text,), table.version)
    return str(public)


def test_everybody_begins_alike_and_the_table_has_first_attempts(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    ann, ben = browse(), browse()
    tokens = [begin(ann), begin(ben, name="Ben"), begin(ann, name="Ann again")]
    publics = [ann.get(f"/api/seats/{token}").json()["game"] for token in tokens]
    records = [ann.get(f"/g/{public}/record").text.partition("\n\n")[2] for public in publics]
    assert len(set(records)) == 1 and "* specialty 1 " in records[0]
    assert "Continue the game" in ann.get("/day").text
    for seed, token in enumerate(tokens):
        finish(app, token, seed)
    page = ann.get("/day").text
    assert sorted(texts(page, ".result-table tbody th")) == ["Ann (you)", "Ben"]
    assert "Best of 2 games" in page and "First attempt" in page and "Continue the game" not in page
    assert texts(browse().get("/day").text, ".result-table .is-own") == []


def test_start_page_and_calendar_lead_there(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    assert {"/day", "/my-games"} <= set(values(client.get("/").text, "main a", "href"))
    finish(app, begin(client, day="2026-11-02"))
    page = client.get("/day").text
    days = values(page, ".calendar td a", "href")
    assert days[0] == "/day/2026-11-01" and days[-1] == f"/day/{TODAY}" and len(days) == 22
    assert values(page, ".calendar .is-played", "href") == ["/day/2026-11-02"]
    assert values(page, ".calendar-head a", "href") == ["/day/2026-10-31"]
    assert values(client.get("/day/2026-10-31").text, ".calendar-head a", "href") == ["/day/2026-09-30", "/day/2026-11-01"]
    assert client.get("/day/2025-01-01").status_code == 200


@pytest.mark.parametrize("day", ["2026-11-23", "2024-12-31", "yesterday", "20261122"])
def test_other_days_are_refused_with_a_sentence(today: tuple[Browse, Starlette], day: str) -> None:
    client = today[0]()
    answer = client.get(f"/day/{day}")
    assert answer.status_code == 404 and text(one(answer.text, "main p")).endswith((".", "again."))
    assert client.post(f"/day/{day}", data={"opponent": "pei"}).status_code == 404
    assert client.post("/api/games", json={"day": day, "opponent": "pei"}).status_code == 404


def test_impossible_games_are_refused_on_the_page_of_the_day(today: tuple[Browse, Starlette]) -> None:
    client = today[0]()
    for fields in ({"opponent": "mies"}, {"opponent": "pei", "name": "Pei"}, {"opponent": "pei", "name": "\u200b"}):
        answer = client.post(f"/day/{TODAY}", data=fields)
        assert answer.status_code == 422 and one(answer.text, "[role=alert]") and one(answer.text, ".calendar")
    foreign = client.post(f"/day/{TODAY}", data={"opponent": "pei"}, headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 403
    assert client.get("/").text.count('class="game"') == 0


def test_result_is_shown_around_without_spoilers(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    public = finish(app, begin(client, "hadid"))
    page = client.get("/day").text
    (told,) = texts(page, ".shared textarea")
    assert told.startswith("Ground Floor · City of the day, November 22, 2026, against Hadid") and told.endswith(f"/day/{TODAY}")
    picture = client.get(f"/my-games/{public}/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml") and "<script" not in picture.text
    for secret in ("Industrial", "industrial", public):
        assert secret not in told and secret not in picture.text
    total = client.get("/api/day/today").json()["results"][0]["total"]
    assert picture.text.count('fill="#ffec80"') == total and f"{total} prestige" in told
    _, _, _, bottom = map(int, values(picture.text, "svg", "viewBox")[0].split())
    assert f"M8 8H592V{bottom - 8}H8Z" in picture.text, "the frame is not closed"
    assert all(browse().get(f"/my-games/{public}/picture.{kind}").status_code == 404 for kind in ("svg", "png"))


@pytest.mark.skipif(not can_make_png(), reason="resvg-py is not installed")
def test_result_is_a_picture_in_pixels_too(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    public = finish(app, begin(client))
    assert f"/my-games/{public}/picture.png" in values(client.get("/day").text, ".shared a", "href")
    answer = client.get(f"/my-games/{public}/picture.png")
    assert answer.headers["content-type"] == "image/png" and answer.content.startswith(b"\x89PNG")
    assert int.from_bytes(answer.content[16:20], "big") == WIDTH * PNG_SCALE


def test_programs_play_the_day_but_stand_in_no_table(today: tuple[Browse, Starlette]) -> None:
    browse, app = today
    client = browse()
    made = client.post("/api/games", json={"day": "today", "opponent": "gropius", "name": "Bot"})
    assert made.status_code == 201
    told = client.get("/api/day/2026-11-22").json()
    assert (told["day"], told["ruleset"], told["opponents"]) == (TODAY, "second", ["pei", "gropius", "hadid"])
    record = client.get(f"/api/games/{made.json()['game']}/record").json()["record"]
    assert f"\ntable day {TODAY}\n" in record and told["key_hash"] in record
    finish(app, made.json()["seats"][0]["token"])
    assert client.get("/api/day/today").json()["results"] == []
    assert client.post("/api/games", json={"day": "today"}).status_code == 422
    assert client.get("/api/day/2026-11-23").status_code == 404


def test_page_is_german_too(today: tuple[Browse, Starlette]) -> None:
    page = today[0]().get("/day?lang=de").text
    assert text(one(page, "h1")) == "Stadt des Tages" and "22. November 2026" in text(one(page, ".day-date"))
    assert texts(page, ".calendar th")[0] == "Mo"
