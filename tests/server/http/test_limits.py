"""Limits of requests, tables and streams: who is over one is told so with a sentence, nobody else notices, and all processes count together."""

from __future__ import annotations

import gzip
import hashlib
import random
import re
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import anyio
import httpx
import pytest
from playwright.sync_api import Browser
from sqlalchemy import String, Table, event, func, select, update
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from groundfloor.results import format_games_file
from groundfloor.server.app import create_app
from groundfloor.server.database import rate_limits as stored_limits
from groundfloor.server.database import requests, schema, usage
from groundfloor.server.database.database import reading, writing
from groundfloor.server.database.schema import (
    availability,
    chat_reads,
    followed_games,
    notification_settings,
    players,
    rate_limits,
    solved_exercises,
)
from groundfloor.server.database.shares import NETWORK
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games
from groundfloor.server.housekeeping import clean_up
from groundfloor.server.http import rates, request_checks
from groundfloor.server.http.limits import MEGABYTE, Limits
from groundfloor.server.http.rates import MAX_CLIENTS, REFUSAL_PAGES, LimitedUser, RateLimit, Rates, StoredRateLimit
from groundfloor.server.http.request_body import FormFields, read_form
from groundfloor.server.http.request_checks import REFUSAL_SECONDS, REFUSALS_PER_SECOND, RequestChecks
from groundfloor.server.http.settings import Settings
from groundfloor.server.http.sse import Hub
from groundfloor.server.work import MAX_IMPORTS
from tests.server.conftest import Page, given_settings, with_settings
from tests.support import board_page
from tests.support.postgresql import PostgreSQLServer
from tests.support.results import result
from tests.support.several_servers import wait_until

LIMITS = Limits(
    requests_per_minute=50,
    files_per_minute=20,
    changes_per_minute=25,
    tables_per_hour=3,
    tables_per_browser=2,
    tables=6,
    streams=5,
    streams_per_client=2,
)
STORING = Settings(
    trusted_proxies=("127.0.0.1",),
    limits=Limits(stored_megabytes_at_once=0.3, stored_megabytes_per_hour=1, changes_per_minute=10_000, requests_per_minute=10_000),
)
"""Of a server on which a client may store 0.3 MB at once, and 1 MB an hour."""
WITH_NAME = Settings(public_url="https://club.example", limits=LIMITS)
USER = LimitedUser("client", "client", is_guest=True)
FORM = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
SEATS = {"seats": [{"name": "Ann"}, {"automa": "pei"}]}


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Returns settings for clients of a proxy at this machine, which tests name as they like."""
    return given_settings(request, Settings(trusted_proxies=("127.0.0.1",), limits=LIMITS))


@pytest.fixture(autouse=True)
def held_back(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Lets no test wait for the answers that are held back; returns for how long each was meant to be."""
    found: list[float] = []

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(request_checks, "sleep", sleep)
    return found


def by(address: str, **more: str) -> dict[str, str]:
    return {"X-Forwarded-For": address, **more}


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Clock:
    """Returns a clock that stands still, so that nobody gets another request allowed while a busy machine answers the first ones."""
    return Clock()


def test_rate_lets_a_burst_through_and_then_a_steady_stream() -> None:
    clock = Clock()
    rate = RateLimit(60, 60, 3, clock)
    assert [rate.take("a") for _ in range(3)] == [0, 0, 0]
    assert rate.take("a") == pytest.approx(1) and rate.take("b") == 0
    clock.now += 0.5
    assert rate.take("a") == pytest.approx(0.5)
    clock.now += 0.5
    assert rate.take("a") == 0 and rate.take("a") > 0
    clock.now += 1e6
    assert [rate.take("a") == 0 for _ in range(4)] == [True, True, True, False]


def test_rate_counts_what_was_spent_beyond_it() -> None:
    clock = Clock()
    rate = RateLimit(60, 60, 3, clock)
    rate.spend("a", 8)
    assert rate.wait("a") == pytest.approx(6) and rate.wait("b") == 0
    clock.now += 6
    assert rate.wait("a") == 0 and rate.take("a") == 0 and rate.take("a") > 0


def test_rate_remembers_a_bounded_number_of_clients() -> None:
    rate = RateLimit(1, 60, 1, Clock())
    for number in range(MAX_CLIENTS + 10):
        rate.take(str(number))
    assert len(rate._clients) == MAX_CLIENTS
    assert rate.take(str(MAX_CLIENTS + 9)) > 0 and rate.take("0") == 0


def test_whoever_has_a_network_of_ipv6_has_not_the_share_of_each_of_its_clients(store: Store) -> None:
    """Whoever rents a server can send from 65,536 networks of 64 bits."""
    rates = Rates(Limits(accounts_per_hour=2, tables_per_hour=1, people_per_address=1, requests_per_minute=5), Clock(), store, "secret")
    clients = [f"2001:db8:7:{number:x}::/64" for number in range(1, 60)]
    assert sum(not rates.accounts.take(client) for client in clients for _try in range(3)) == NETWORK * 2
    assert sum(not rates.tables.take(LimitedUser(client, client, is_guest=True)) for client in clients) == NETWORK
    assert sum(not rates.requests.take(client) for client in clients for _try in range(2)) == NETWORK
    for other in ("2001:db8:8:1::/64", "192.0.2.1"):
        assert not rates.accounts.take(other) and not rates.requests.take(other)
        assert not rates.tables.take(LimitedUser(other, other, is_guest=True))
    rates.stored.spend(clients[0], 2 * Limits().stored_megabytes_at_once * MEGABYTE * NETWORK)
    assert rates.stored.used(clients[1]) > 1 and rates.stored.wait(clients[2]) and not rates.stored.used("192.0.2.1")


def test_streams_of_a_network_of_ipv6_leave_room_for_others() -> None:
    hub, network = Hub(), [f"2001:db8:7:{number:x}::/64" for number in range(3)]
    watchers = [hub.add(["g:open"], client) for client in network]
    assert (
        hub.streams_of(network[0]) == 1
        and hub.streams_of(network[0], is_short=True) == 3
        and not hub.streams_of("192.0.2.1", is_short=True)
    )
    assert not hub.make_room(hub.streams_of(network[0], is_short=True)) and hub.make_room(0) and hub.count == 2
    for watcher in watchers:
        hub.remove(watcher)
    assert not hub.streams_of(network[0], is_short=True)


@pytest.mark.parametrize(("language", "said"), [("en", "Too many requests"), ("de", "zu viele Anfragen")])
def test_too_many_requests_are_answered_429(client: httpx.Client, language: str, said: str) -> None:
    headers = by("192.0.2.1", **{"Accept-Language": language})
    answers = [client.get("/about", headers=headers) for _ in range(15)]
    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    last = answers[-1]
    assert last.status_code == 429 and said in last.text and 1 <= int(last.headers["retry-after"]) <= 3
    assert "default-src 'self'" in last.headers["content-security-policy"]
    assert client.get("/about", headers=by("192.0.2.2")).status_code == 200
    answer = client.get("/api/games/none", headers=headers)
    assert answer.status_code == 429 and said in answer.json()["error"]
    assert client.get("/static/x", headers=headers).status_code == 404


def test_refusals_without_end_are_one_sentence(client: httpx.Client) -> None:
    kinds = [client.get("/about", headers=by("192.0.2.1")).headers["content-type"] for _ in range(10 + REFUSAL_PAGES + 5)]
    assert [kind.startswith("text/plain") for kind in kinds] == [False] * (10 + REFUSAL_PAGES) + [True] * 5
    assert "error" in client.get("/api/games/none", headers=by("192.0.2.1")).json()


def test_requests_to_a_foreign_name_count_too(client: httpx.Client) -> None:
    foreign = by("192.0.2.1", Host="evil.example")
    assert {client.get("/about", headers=foreign).status_code for _ in range(12)} == {421}
    assert client.get("/about", headers=by("192.0.2.1")).status_code == 429
    assert client.get("/about", headers=by("192.0.2.2")).status_code == 200


def test_health_checks_count_like_files(client: httpx.Client) -> None:
    codes = [client.get("/healthz", headers=by("192.0.2.1")).status_code for _ in range(6)]
    assert codes == [200] * 4 + [429] * 2
    assert client.get("/healthz", headers=by("192.0.2.2")).status_code == 200


def test_answers_to_a_proxy_are_not_held_back(client: httpx.Client, held_back: list[float]) -> None:
    """Its connections belong to all its clients."""
    codes = [client.get("/about", headers=by("192.0.2.1")).status_code for _ in range(12)]
    assert codes.count(429) == 2 and held_back == []


@with_settings(WITH_NAME)
@pytest.mark.parametrize(
    ("path", "host", "codes"),
    [("/about", "", [200] * 10 + [429] * 2), ("/healthz", "", [200] * 6), ("/about", "evil.example", [421] * 12)],
)
def test_answers_beyond_the_limit_are_held_back(
    client: httpx.Client, held_back: list[float], path: str, host: str, codes: list[int]
) -> None:
    """Of clients whose own connections these are."""
    headers = {"Host": host} if host else {}
    assert [client.get(path, headers=headers).status_code for _ in codes] == codes
    assert held_back == [REFUSAL_SECONDS] * 2


def test_the_more_of_a_client_wait_for_a_refusal_the_longer_it_takes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each refusal takes a millisecond of the event loop, and 160 connections would get as many a second."""
    app, found = create_app(store, settings=Settings(limits=LIMITS)), list[float]()

    async def go() -> None:
        may_end = anyio.Event()

        async def sleep(seconds: float) -> None:
            found.append(seconds)
            await may_end.wait()

        monkeypatch.setattr(request_checks, "sleep", sleep)
        checks = RequestChecks(PlainTextResponse("fine"))

        async def ask() -> None:
            scope = {
                "type": "http",
                "method": "GET",
                "path": "/about",
                "raw_path": b"/about",
                "query_string": b"",
                "headers": [(b"host", b"localhost")],
                "app": app,
            }
            await checks({**scope, "client": ("192.0.2.7", 1), "state": {"is_from_proxy": False}}, None, noted)  # type: ignore[arg-type]

        async def noted(message: object) -> None:
            pass

        async with anyio.create_task_group() as group:
            for _ in range(LIMITS.requests_per_minute // 5 + 60):
                group.start_soon(ask)
            await anyio.wait_all_tasks_blocked()
            may_end.set()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, go).result()
    assert len(found) == 60 and found[:20] == [REFUSAL_SECONDS] * 20 and found[-1] == 60 / REFUSALS_PER_SECOND


def test_changes_have_a_limit_of_their_own(client: httpx.Client) -> None:
    codes = [client.post("/api/seats/nobody", json={}, headers=by("192.0.2.1")).status_code for _ in range(7)]
    assert codes == [404] * 5 + [429] * 2
    assert client.get("/about", headers=by("192.0.2.1")).status_code == 200


def test_static_files_have_a_limit_of_their_own_and_are_compressed_beforehand(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = re.search(r"/static/\w+/[\w-]+\.css", client.get("/about").text)
    assert found is not None
    monkeypatch.setattr(gzip.GzipFile, "write", None)
    answers = [client.get(found[0], headers=by("192.0.2.1", **{"Accept-Encoding": "gzip"})) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    assert answers[0].headers["content-encoding"] == "gzip" and "{" in answers[0].text


def test_one_network_of_ipv6_is_one_client(client: httpx.Client) -> None:
    codes = [client.get("/about", headers=by(f"2001:db8::{number}")).status_code for number in range(1, 15)]
    assert codes[-1] == 429
    assert client.get("/about", headers=by("2001:db8:0:1::1")).status_code == 200


def test_client_cannot_name_itself_behind_a_proxy(client: httpx.Client) -> None:
    """Only the last address is the proxy's word."""
    codes = [client.get("/about", headers=by(f"203.0.113.{number}, 192.0.2.9")).status_code for number in range(1, 15)]
    assert codes[-1] == 429


def test_own_machine_is_not_counted(client: httpx.Client) -> None:
    assert {client.get("/about").status_code for _ in range(40)} == {200}


@with_settings(Settings(limits=LIMITS))
@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_clients_of_an_unknown_proxy_count_as_one_and_the_log_says_so_once(
    client: httpx.Client, caplog: pytest.LogCaptureFixture, header: str
) -> None:
    codes = [client.get("/about", headers={header: f"192.0.2.{number}"}).status_code for number in range(1, 15)]
    assert codes[-1] == 429
    assert caplog.text.count("trusted_proxies") == 1


@pytest.mark.parametrize(
    ("settings", "host", "free"),
    [(Settings(allowed_hosts=("club.example",), limits=LIMITS), "club.example", "/about"), (WITH_NAME, "", "/healthz")],
    indirect=["settings"],
    ids=["asks for its own name", "asks for 127.0.0.1"],
)
def test_clients_of_a_silent_proxy_count_as_one(client: httpx.Client, host: str, free: str) -> None:
    """A proxy at this machine that says nothing of its clients: only the name that they have asked for is known, or not even that, as with nginx."""
    headers = {"Host": host} if host else {}
    assert [client.get("/about", headers=headers).status_code for _ in range(14)][-1] == 429
    assert {client.get(free).status_code for _ in range(14)} == {200}


def test_tables_of_one_client_are_limited(client: httpx.Client, store: Store) -> None:
    answers = [client.post("/api/games", json=SEATS, headers=by("192.0.2.1")) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201] * 3 + [429]
    assert answers[-1].json()["kind"] == "TooManyTables" and "Retry-After" in answers[-1].headers
    assert games.count(store) == 3
    assert client.post("/api/games", json=SEATS, headers=by("192.0.2.2")).status_code == 201


def test_tables_of_one_browser_are_limited(client: httpx.Client, store: Store) -> None:
    client.get("/")
    answers = [client.post("/new", data=FORM) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert "already host 2 unfinished tables" in answers[-1].text and games.count(store) == 2
    game_id = browsers.games_of(store, hashlib.sha256(client.cookies["groundfloor"].encode()).hexdigest())[0].game.game_id
    client.post("/forget", data={"game": game_id, "do": "delete"})
    assert client.post("/new", data=FORM).status_code == 303


def test_full_server_says_so(client: httpx.Client) -> None:
    for number in range(6):
        assert client.post("/api/games", json=SEATS, headers=by(f"192.0.2.{number}")).status_code == 201
    answer = client.post("/api/games", json=SEATS, headers={**by("192.0.2.77"), "Accept-Language": "de"})
    assert answer.status_code == 503 and "kein Platz" in answer.json()["error"]


def test_imports_count_like_new_tables(client: httpx.Client) -> None:
    """Even those that are refused: their files must be read."""
    client.get("/lobby", headers=by("192.0.2.1"))  # which sets the cookie
    answers = [client.post("/my-games/import", data={"text": "no results"}, headers=by("192.0.2.1")) for _ in range(4)]
    assert [answer.status_code for answer in answers[:3]] == [422, 422, 422]
    assert answers[3].status_code == 429 and "Too many files were imported lately" in answers[3].text


def test_imports_of_another_site_count_for_nothing(client: httpx.Client) -> None:
    foreign = by("192.0.2.1", **{"Sec-Fetch-Site": "cross-site"})
    assert {client.post("/my-games/import", data={"text": "x"}, headers=foreign).status_code for _ in range(4)} == {403}
    assert import_results(client, "192.0.2.1").status_code == 303


def import_results(client: httpx.Client, address: str, count: int = 200) -> httpx.Response:
    """Imports results as a browser without a cookie, which is a new player each time."""
    client.cookies.clear()
    file = format_games_file([result(1, game=f"game{number}") for number in range(count)])
    return client.post("/my-games/import", files={"file": ("games.json", file)}, headers=by(address))


@with_settings(STORING)
def test_client_without_cookie_can_not_fill_disk(client: httpx.Client, store: Store) -> None:
    answers = [import_results(client, "192.0.2.1") for _ in range(20)]
    assert answers[0].status_code == 303 and answers[-1].status_code == 429
    assert "Too much was stored from your address" in answers[-1].text and "Retry-After" in answers[-1].headers
    with reading(store.engine) as connection:
        assert connection.exec_driver_sql("SELECT sum(length(data)) FROM results").scalar_one() < 600_000
    assert client.post("/api/games", json=SEATS, headers=by("192.0.2.1")).status_code == 429
    assert import_results(client, "192.0.2.2").status_code == 303
    with writing(store.engine) as connection:  # it counts by its own clock
        connection.execute(update(rate_limits).values(at=rate_limits.c.at - 3600))
    assert import_results(client, "192.0.2.1").status_code == 303


@with_settings(STORING)
def test_client_that_has_stored_too_much_plays_on(client: httpx.Client) -> None:
    made = client.post("/api/games", json=SEATS, headers=by("192.0.2.1")).json()["seats"][0]["token"]
    while import_results(client, "192.0.2.1").status_code != 429:
        pass
    view = client.get(f"/api/seats/{made}", headers=by("192.0.2.1")).json()
    body = {"apply": [view["legal"][0]["action"]], "version": view["version"]}
    assert client.post(f"/api/seats/{made}", json=body, headers=by("192.0.2.1")).status_code == 200


@with_settings(STORING)
def test_notes_count_with_their_bytes(client: httpx.Client) -> None:
    """Their texts are put into rows that are there, and a character is up to four bytes."""
    seats = {"seats": [{"name": name} for name in ("Ann", "Ben", "Cleo", "Dora", "Emil")]}
    made = [client.post("/api/games", json=seats, headers=by("192.0.2.1")).json()["seats"] for _ in range(2)]
    tokens = [seat["token"] for table in made for seat in table]
    note = {"text": "\U0001f3e2" * 10_000, "version": client.get(f"/api/seats/{tokens[0]}/note").json()["version"]}
    answers = [client.post(f"/api/seats/{token}/note", json=note, headers=by("192.0.2.1")) for token in tokens]
    assert [answer.status_code for answer in answers] == [200] * 8 + [429] * 2
    assert answers[-1].json()["kind"] == "TooMuchStored"
    assert client.post(f"/api/seats/{tokens[-1]}/note", json=note, headers=by("192.0.2.2")).status_code == 200


@pytest.mark.slow
@with_settings(
    Settings(
        trusted_proxies=("127.0.0.1",),
        limits=Limits(stored_megabytes_at_once=1, stored_megabytes_per_hour=20, stored_megabytes_per_day=2, changes_per_minute=10_000),
    )
)
def test_last_quarter_of_the_folder_is_for_clients_that_have_stored_little_in_a_day(
    client: httpx.Client, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stores steadily gets back each hour what they have used of the limit by the hour, and filled the folder."""

    def stored(client_address: str, notes: int, seconds: float = 8) -> list[int]:
        """Stores notes of 40 kB, with so many seconds by the clock of the database between them; returns the statuses."""
        answers = []
        for _ in range(notes):
            answers.append(client.post(f"/api/seats/{token}/note", json=note, headers=by(client_address)).status_code)
            with writing(store.engine) as connection:
                connection.execute(update(rate_limits).values(at=rate_limits.c.at - seconds))
        return answers

    token = client.post("/api/games", json=SEATS, headers=by("192.0.2.9")).json()["seats"][0]["token"]
    note = {"text": "\U0001f3e2" * 10_000, "version": ""}
    monkeypatch.setattr(Store, "all_bytes", lambda _store: 4_000_000_000)
    steady = stored("192.0.2.1", 40)
    assert 10 <= steady.count(200) <= 20 and steady[:10] == [200] * 10 and steady[20:] == [507] * 20
    assert stored("192.0.2.2", 5) == [200] * 5
    monkeypatch.setattr(Store, "all_bytes", lambda _store: 3_000_000_000)
    steady = stored("192.0.2.1", 50)
    assert 30 <= steady.count(200) <= 42 and steady[-1] == 429
    assert stored("192.0.2.1", 1, 86_400) == [429] and stored("192.0.2.1", 10) == [200] * 10


@with_settings(STORING)
@pytest.mark.parametrize(
    ("path", "body", "table"),
    [
        ("/api/games/{game_id}/follow", {"follow": True}, followed_games),
        ("/api/games/{game_id}/chat", {"do": "read", "spectators": 1}, chat_reads),
        ("/api/hours", {"do": "hours", "time_zone": "Europe/Berlin", "from": "09:00", "to": "22:00"}, availability),
        ("/api/notices", {"do": "settings", "delay_minutes": 15}, notification_settings),
    ],
    ids=["followed tables", "read messages", "hours", "settings of notices"],
)
def test_client_that_has_stored_too_much_leaves_no_rows_of_new_cookies(
    client: httpx.Client, store: Store, path: str, body: Mapping[str, object], table: Table
) -> None:
    game_id = client.post("/api/games", json=SEATS, headers=by("192.0.2.1")).json()["game"]
    client.post("/api/account", json={"name": "Ann", "password": "correct horse battery"})
    assert client.post(f"/api/games/{game_id}/chat", json={"text": "Hello"}, headers=by("192.0.2.1")).status_code == 200

    def send(address: str) -> httpx.Response:
        client.cookies.clear()
        return client.post(path.format(game_id=game_id), json=body, headers=by(address))

    assert send("192.0.2.1").status_code == 200
    while import_results(client, "192.0.2.1").status_code != 429:
        pass
    answers = [send("192.0.2.1") for _ in range(3)]
    assert {(answer.status_code, answer.json()["kind"]) for answer in answers} == {(429, "TooMuchStored")}
    assert send("192.0.2.2").status_code == 200
    with reading(store.engine) as connection:
        assert connection.execute(select(func.count()).select_from(table)).scalar_one() == 2


@with_settings(STORING)
def test_client_that_has_stored_too_much_solves_exercises_that_are_not_stored(client: httpx.Client, store: Store) -> None:
    while import_results(client, "192.0.2.1").status_code != 429:
        pass
    best = client.get("/api/exercises").json()["puzzles"][0]["answers"][0]["text"]
    client.cookies.clear()
    answer = client.post("/exercises/1", data={"pick": best}, headers=by("192.0.2.1"))
    assert answer.status_code == 303 and "Well chosen!" in client.get(answer.headers["location"]).text
    client.cookies.clear()
    assert client.post("/exercises/1", data={"pick": best}, headers=by("192.0.2.2")).status_code == 303
    with reading(store.engine) as connection:
        assert connection.execute(select(func.count()).select_from(solved_exercises)).scalar_one() == 1


@pytest.fixture
def few_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a server keep 0.1 MB of answers for each client."""
    monkeypatch.setattr(rates, "ANSWER_BYTES", 100_000)


@pytest.mark.thorough
@with_settings(STORING)
def test_answers_that_are_kept_for_repetitions_do_not_fill_the_disk(few_answers: None, client: httpx.Client, store: Store) -> None:
    token = client.post("/api/games", json=SEATS, headers=by("192.0.2.1")).json()["seats"][0]["token"]
    dice = random.Random(1)
    for number in range(9):
        begun = client.get(f"/api/seats/{token}/note").json()["version"]
        note = {"text": "".join(chr(dice.randrange(0x4E00, 0x9F00)) for _ in range(10_000)), "version": begun}
        sent = [
            client.post(f"/api/seats/{token}/note", json=note, headers=by("192.0.2.1", **{"Idempotency-Key": f"{number:032}"}))
            for _ in range(2)
        ]
        assert [each.status_code for each in sent] == [200, 200] and sent[0].json() == sent[1].json()
    with reading(store.engine) as connection:
        assert 50_000 < connection.exec_driver_sql("SELECT sum(length(answer)) FROM requests").scalar_one() < 150_000


@pytest.fixture
def few_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a server know three requests of each client for a day."""
    monkeypatch.setattr(rates, "KEPT_REQUESTS", 3)


@with_settings(STORING)
def test_cookies_of_a_client_leave_few_rows_for_a_day(few_requests: None, client: httpx.Client, store: Store) -> None:
    """Each request leaves two, one for the cookie of its answer; what is beyond the share of its client is known as long as an answer is."""
    game_id = client.post("/api/games", json=SEATS, headers=by("192.0.2.9")).json()["game"]

    def send(address: str, number: int) -> httpx.Response:
        client.cookies.clear()
        headers = by(address, **{"Idempotency-Key": f"{address} {number:016}"})
        return client.post(f"/api/games/{game_id}/follow", json={"follow": True}, headers=headers)

    def rows() -> int:
        requests.delete_old(store)
        with reading(store.engine) as connection:
            return int(connection.execute(select(func.count()).select_from(schema.requests)).scalar_one())

    first = [send("192.0.2.1", number) for number in range(9)]
    send("192.0.2.2", 0)
    assert rows() == 20
    usage.record_usage(store, requests.ANSWER_MINUTES, ())
    again = [send("192.0.2.1", number) for number in range(9)]
    assert [answer.text for answer in again] == [answer.text for answer in first] and rows() == 20
    usage.record_usage(store, 1, ())
    assert rows() == 6


@pytest.fixture
def few_answers_in_all(few_answers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a server keep 0.2 MB of answers of all clients together, the last quarter for those that have few."""
    monkeypatch.setattr(rates, "ALL_ANSWER_BYTES", 200_000)


@with_settings(STORING)
def test_answers_of_many_clients_leave_room_for_those_of_others(few_answers_in_all: None, client: httpx.Client, store: Store) -> None:
    dice = random.Random(1)

    def keep(address: str, number: int, characters: int) -> None:
        token = client.post("/api/games", json=SEATS, headers=by(address)).json()["seats"][0]["token"]
        text = "".join(chr(dice.randrange(0x4E00, 0x9F00)) for _ in range(characters))
        note = {"text": text, "version": client.get(f"/api/seats/{token}/note").json()["version"]}
        sent = client.post(f"/api/seats/{token}/note", json=note, headers=by(address, **{"Idempotency-Key": f"{number:032}"}))
        assert sent.status_code == 200

    def kept() -> int:
        with reading(store.engine) as connection:
            return int(connection.exec_driver_sql("SELECT coalesce(sum(length(answer)), 0) FROM requests").scalar_one())

    for number in range(12):
        keep(f"192.0.2.{number % 3 + 1}", number, 10_000)
    before = kept()
    assert 100_000 < before < 200_000
    keep("192.0.2.9", 99, 100)
    assert kept() > before


@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(imports_per_client=500)))
def test_imports_of_one_client_are_limited_in_all(client: httpx.Client) -> None:
    answers = [import_results(client, "192.0.2.1") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 422]
    assert "At most 500 results" in answers[-1].text
    assert import_results(client, "192.0.2.2").status_code == 303


@with_settings(STORING)
def test_a_few_slow_clients_do_not_keep_others_from_importing(client: httpx.Client, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.server.game.results.my_games_routes.RECEIVE_SECONDS", 0.1)
    begun: list[Request] = []

    async def noted(request: Request, limits: Mapping[str, int]) -> FormFields:
        begun.append(request)
        return await read_form(request, limits)

    monkeypatch.setattr("groundfloor.server.game.results.my_games_routes.read_form", noted)
    address = httpx.URL(server)
    with ExitStack() as held:
        for number in range(MAX_IMPORTS):
            slow = held.enter_context(socket.create_connection((address.host, address.port or 80)))
            head = f"POST /my-games/import HTTP/1.1\r\nHost: {address.host}:{address.port}\r\nX-Forwarded-For: 192.0.2.{number + 10}\r\nSec-Fetch-Site: same-origin\r\n"
            slow.sendall(f"{head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n".encode())
        wait_until(lambda: len(begun) == MAX_IMPORTS)
        assert import_results(client, "192.0.2.1").status_code == 303


@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(imports_per_client=500)))
def test_file_without_results_makes_no_player(client: httpx.Client, store: Store) -> None:
    assert import_results(client, "192.0.2.1", 0).status_code == 303
    with reading(store.engine) as connection:
        assert connection.execute(select(players)).all() == []


@pytest.mark.sqlite("fills a folder")
@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(data_megabytes=2)))
def test_full_folder_takes_nothing_new_and_games_go_on(client: httpx.Client, store: Store) -> None:
    made = client.post("/api/games", json=SEATS, headers=by("192.0.2.1")).json()["seats"][0]["token"]
    (store.folder / "copy.db").write_bytes(b"x" * 1_850_000)
    answer = import_results(client, "192.0.2.1")
    assert answer.status_code == 507 and "no room for new tables and imports" in answer.text
    (store.folder / "copy.db").write_bytes(b"x" * 2_000_000)
    answer = client.post("/api/games", json=SEATS, headers={**by("192.0.2.1"), "Accept-Language": "de"})
    assert answer.status_code == 507 and "kein Platz für neue Tische" in answer.json()["error"]
    view = client.get(f"/api/seats/{made}").json()
    body = {"apply": [view["legal"][0]["action"]], "version": view["version"]}
    assert client.post(f"/api/seats/{made}", json=body).status_code == 200
    (store.folder / "copy.db").unlink()
    assert client.post("/api/games", json=SEATS, headers=by("192.0.2.1")).status_code == 201


@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(data_megabytes=1)))
def test_nearly_full_disk_takes_nothing_new(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "room_bytes", lambda _store: 1_000_000)
    assert client.post("/api/games", json=SEATS, headers=by("192.0.2.1")).status_code == 507


def test_streams_of_games_that_are_not_there_are_answered_404(client: httpx.Client) -> None:
    for address in ("/g/none/events", "/events", "/events?g=none&s=nobody"):
        assert client.get(address).status_code == 404


def test_streams_of_one_client_and_of_all_are_limited(browse: Callable[[], httpx.Client], solo: Page) -> None:
    address = f"/events?g={solo.game_id}&g=none"
    held: list[Iterator[str]] = []
    with ExitStack() as stack:

        def listen(client: str) -> httpx.Response:
            answer = stack.enter_context(browse().stream("GET", address, headers=by(client)))
            if answer.status_code == 200:
                held.append(answer.iter_lines())  # which would end the stream if nobody held it
                assert next(held[-1]).startswith("retry:")
            return answer

        assert [listen(f"192.0.2.{number}").status_code for number in (1, 1, 1, 2, 2, 3)] == [200, 200, 429, 200, 200, 200]
        for new, loser in ((4, 0), (5, 2)):
            assert listen(f"192.0.2.{new}").status_code == 200
            assert "".join(held[loser]).count("event:") == 1, "the client that has most loses its oldest one"
        assert listen("192.0.2.6").status_code == 503


@with_settings(Settings(limits=Limits(stream_minutes=0.01)))
def test_stream_ends_after_its_time_and_may_come_back(client: httpx.Client, solo: Page) -> None:
    """Streams that end after a moment."""
    for _ in range(2):
        with client.stream("GET", f"/g/{solo.game_id}/events") as stream:
            assert stream.status_code == 200 and "version" in "".join(stream.iter_lines())


@pytest.mark.thorough
@with_settings(Settings(limits=Limits(streams=1)))
def test_page_whose_stream_was_refused_tries_again(browser: Browser, browse: Callable[[], httpx.Client], server: str, solo: Page) -> None:
    """A server with room for a single stream."""
    client = browse()
    with client.stream("GET", f"/g/{solo.game_id}/events") as held:
        lines = held.iter_lines()
        assert next(lines).startswith("retry:")
        page = browser.new_page()
        page.goto(f"{server}/g/{solo.game_id}")
        board_page.page_status(page).wait_for(timeout=60_000)
    seat = f"/api/seats/{solo.address.removeprefix('/s/')}"
    view = client.get(seat).json()
    version = client.post(seat, json={"apply": [view["legal"][0]["action"]], "version": view["version"]}).json()["version"]
    page.wait_for_function("wanted => Number(document.getElementById('table').dataset.version) >= wanted", arg=version, timeout=60_000)


def test_processes_count_together(postgresql: PostgreSQLServer) -> None:
    where = postgresql.create()
    limits = Limits(tables_per_hour=3, stored_megabytes_per_hour=1, stored_megabytes_at_once=1)
    with closing(Store(where)) as one, closing(Store(where)) as other:
        mine, yours = (Rates(limits, time.monotonic, store, "secret") for store in (one, other))
        assert [rates.tables.take(USER) > 0 for rates in (mine, yours, mine, yours, mine)] == [False, False, False, True, True]
        assert not yours.tables.take(LimitedUser("another", "another", is_guest=True))
        mine.stored.spend("client", 0.7 * MEGABYTE)
        assert not yours.stored.wait("client")
        yours.stored.spend("client", 0.7 * MEGABYTE)
        assert mine.stored.wait("client") > 600
        with writing(one.engine) as connection:
            connection.execute(update(rate_limits).values(at=rate_limits.c.at - 3600))
        assert not mine.stored.wait("client") and not yours.tables.take(USER)


def test_names_of_limits_fit_their_column(store: Store) -> None:
    """SQLite would take longer ones; with PostgreSQL each such request failed."""
    kinds = set[str]()
    for limit in vars(Rates(Limits(), time.monotonic, store, "secret")).values():
        for part in (limit, *vars(limit).values()):
            stored = [part, *vars(part).values()] if hasattr(part, "__dict__") else []
            kinds |= {each._bucket[0] for each in stored if isinstance(each, StoredRateLimit)}
    column = rate_limits.c.kind.type
    assert isinstance(column, String) and column.length and len(kinds) > 15 and max(map(len, kinds)) <= column.length


def test_nothing_is_stored_of_guests_who_are_refused(store: Store) -> None:
    """Each new cookie had a row, among which every other limit was looked for, in the thread that writes."""
    found = Rates(Limits(tables_per_hour=1, people_per_address=2), time.monotonic, store, "secret")
    refused = [found.tables.take(LimitedUser("192.0.2.1", f"browser {number}", is_guest=True)) > 0 for number in range(20)]
    assert refused == [False] * 2 + [True] * 18
    assert stored_limits.clients(store) == {"tables": 2, "tables@": 1}


def test_old_limits_are_deleted_by_the_housekeeping_and_not_at_each_use(store: Store) -> None:
    """All limits were looked through at each use of one, in the thread that writes."""
    stored_limits.spend(store, "ann", "tables", 1, 10, 1)
    with writing(store.engine) as connection:
        connection.execute(update(rate_limits).values(at=rate_limits.c.at - 2 * stored_limits.KEPT_SECONDS))
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    stored_limits.spend(store, "ben", "tables", 1, 10, 1)
    assert not any(statement.startswith("DELETE") for statement in statements)
    clean_up(create_app(store).state.context, 10)
    assert stored_limits.clients(store) == {"tables": 1}


def test_restart_ends_no_limit_and_no_address_is_stored(place: Path | str) -> None:
    limits, address = Limits(tables_per_hour=2, log_ins_per_hour=8, accounts_per_hour=2), "192.0.2.1"
    found = []
    for _start in range(2):
        with closing(Store(place)) as store:
            rates = Rates(limits, time.monotonic, store, "secret")
            user = LimitedUser(address, address, is_guest=True)
            found.append([rates.tables.take(user) > 0 for _attempt in range(2)])
            found[-1] += [kind.take(address) > 0 for kind in (rates.accounts, rates.names) for _attempt in range(2)]
            with reading(store.engine) as connection:
                assert address not in connection.execute(select(rate_limits.c.client)).scalars().all()
    assert found == [[False] * 6, [True] * 6]
