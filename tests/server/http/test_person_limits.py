"""Limits of people: an account, a guest's browser, and with a wide margin an address, behind which twenty people of a club play."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table.player_names import name_key
from tests.server.conftest import with_settings
from tests.support.api_table import ApiTable

Browse = Callable[[], httpx.Client]
PASSWORD = "correct horse battery"
DOC = (Path(__file__).parents[3] / "docs" / "club.md").read_text("utf-8")
(BLOCK,) = re.findall(r"cat > /etc/groundfloor.toml <<END\n(.*?)END\n", DOC, re.DOTALL)
CLUB = {name: value for name, value in tomllib.loads(BLOCK).items() if name in set(vars(Limits()))}
PROXY = Settings(trusted_proxies=("127.0.0.1",), bot_processes=0)
AT_CLUB = Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(**CLUB))
ADDRESS = "203.0.113.7"
FLOOD = 135


def at_address(client: httpx.Client, address: str = ADDRESS) -> httpx.Client:
    """Has the requests of a client come from another machine."""
    client.headers["X-Forwarded-For"] = address
    return client


class Clock:
    """A clock that is set by hand, so that it does not depend on the machine how much is allowed to whoever acts faster than people do."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Clock:
    return Clock()


def member(browse: Browse, name: str) -> httpx.Client:
    client = at_address(browse())
    answer = client.post("/api/account", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return client


def guest(browse: Browse) -> httpx.Client:
    """Returns a browser that has a cookie."""
    client = at_address(browse())
    assert client.get("/").status_code == 200
    client.post("/hours", data={})
    return client


def appoint(store: Store, name: str) -> None:
    account = account_storage.find(store, name_key(name))
    assert account is not None
    moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")


def begin(host: httpx.Client, other: httpx.Client, names: tuple[str, str]) -> tuple[str, str]:
    """Has two people begin a game in the lobby; returns the addresses of their seats in the API."""
    table = host.post("/api/lobby", json={"player": names[0], "people": 2})
    assert table.status_code == 201, table.text
    path = f"/api{table.json()['link']}"
    joined = other.post(path, json={"do": "join", "player": names[1]})
    assert joined.status_code == 200, joined.text
    seats = host.get(path).json()["seat"], other.get(path).json()["seat"]
    return f"/api{seats[0].replace('/s/', '/seats/')}", f"/api{seats[1].replace('/s/', '/seats/')}"


def say(client: httpx.Client, seat: str, text: str) -> int:
    return client.post(f"{seat}/chat", json={"text": text}).status_code


def play_some_moves(*seats: tuple[httpx.Client, str], moves: int = 12) -> None:
    """Plays on at a table of two, each person by their own client."""
    for _ in range(moves):
        asked = seats[0][0].get(seats[0][1]).json()["asked"]
        client, seat = seats[asked - 1]
        view = client.get(seat).json()
        moved = client.post(seat, json={"apply": [view["legal"][-1]["action"]], "version": view["version"]})
        assert moved.status_code == 200, moved.text


@pytest.mark.thorough
@pytest.mark.slow
@with_settings(AT_CLUB)
def test_club_of_twenty_people_behind_one_address_and_a_nuisance(browse: Browse, store: Store, seconds: Clock) -> None:
    """All of docs/club.md: nobody is refused anything on an evening, and the nuisance uses up only what is theirs."""
    people = [(f"Player{letter}", member(browse, f"Player{letter}")) for letter in "ABCDEFGHIJKLMNOPQRST"]
    for name, client in people:
        assert client.post("/api/account/log-out", json={}).status_code == 200
        logged_in = client.post("/api/account/log-in", json={"name": name, "password": PASSWORD})
        assert logged_in.status_code == 200, logged_in.text
    appoint(store, "PlayerA")
    seats: list[tuple[httpx.Client, str]] = []
    for (name, host), (other_name, other) in zip(people[::2], people[1::2], strict=True):
        own, theirs = begin(host, other, (name, other_name))
        seats += [(host, own), (other, theirs)]
    (nuisance, place), *others = seats
    seconds.now += 60
    sent = [say(nuisance, place, f"Spam {number}") for number in range(FLOOD)]
    assert sent.count(200) == 10 and sent.count(429) == FLOOD - 10
    for two in zip(others[1::2], others[2::2], strict=True):
        play_some_moves(*two)
        seconds.now += 5
    for client, seat in others:
        seconds.now += 1
        assert [say(client, seat, f"Hello {number}") for number in range(3)] == [200] * 3
        assert client.get("/lobby").status_code == client.get("/ratings").status_code == client.get("/notices").status_code == 200
        view = client.get(seat).json()
        assert client.post(seat, json={"propose": "pause", "version": view["version"]}).status_code != 429
        assert client.post(f"{seat}/report", json={"text": f"Rude: {seat}"}).status_code == 200
        target = {"do": "add", "transport": "slack", "address": f"https://hooks.example/{seat[-8:]}"}
        assert client.post("/api/notices/addresses", json=target).status_code != 429
        assert client.post("/api/lobby", json={"player": "x", "people": 2}).status_code != 429


@pytest.mark.thorough
@pytest.mark.slow
@with_settings(AT_CLUB)
def test_no_address_writes_135_messages_in_11_seconds(browse: Browse) -> None:
    """By as many guests as one likes, who all have seats, and people with accounts."""
    first = at_address(browse())
    names = [f"Player{letter}" for letter in "ABCDEFGHIJ"]
    people = [member(browse, name) for name in names]
    paths = [path for at in range(0, 10, 2) for path in begin(people[at], people[at + 1], (names[at], names[at + 1]))]
    places = zip(people, paths, strict=True)
    written = sum(say(client, path, f"Spam {number}") == 200 for client, path in places for number in range(9))
    for _ in range(15):
        table = ApiTable(first, "Ann", "Ben")
        client = guest(browse)
        written += sum(say(client, table.api(0), f"Spam {number}") == 200 for number in range(9))
    rate = AT_CLUB.limits.chat_messages_per_minute * AT_CLUB.limits.people_per_address / 60
    assert written <= 30 * rate, "half a minute’s worth at once"
    assert 30 * rate + 11 * rate < FLOOD


@pytest.mark.thorough
@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(tables_per_hour=2, people_per_address=2)))
def test_guests_of_an_address_leave_accounts_theirs(browse: Browse) -> None:
    ann, ben = member(browse, "Ann"), member(browse, "Ben")

    def opens(client: httpx.Client) -> int:
        return client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}).status_code

    one, two, three = (guest(browse) for _ in range(3))
    assert [opens(one) for _ in range(4)] == [201, 201, 429, 429], "a guest has as much as a person"
    assert [opens(two) for _ in range(3)] == [201, 201, 429], "what was refused to one does not count for the others"
    assert opens(three) == 429, "two people's worth for all guests"
    assert [opens(ann) for _ in range(3)] == [201, 201, 429] and opens(ben) == 201
    elsewhere = at_address(guest(browse), "203.0.113.8")
    assert opens(elsewhere) == 201
    at_address(ann, "203.0.113.8")
    assert opens(ann) == 429, "an account has one limit at all addresses"


@with_settings(PROXY)
def test_fresh_cookie_with_each_request_is_one_person(browse: Browse) -> None:
    """A browser that sends no cookie is its address."""
    sent = [at_address(browse()).post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}).status_code for _ in range(61)]
    assert sent == [201] * 60 + [429]


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(proposals_per_hour=2)))
def test_proposals_that_others_must_answer_are_limited_by_person(browse: Browse) -> None:
    ann, ben = member(browse, "Ann"), member(browse, "Ben")
    seats = dict(zip((ann, ben), begin(ann, ben, ("Ann", "Ben")), strict=True))

    def propose(client: httpx.Client, answering: httpx.Client) -> int:
        sent = client.post(seats[client], json={"propose": "pause"})
        if sent.status_code == 200:
            answering.post(seats[answering], json={"agree": sent.json()["proposal"]["id"]}).raise_for_status()
            client.post(seats[client], json={"propose": "resume"}).raise_for_status()
        else:
            assert sent.json()["kind"] == "TooManyAttempts" and ann.get(seats[ann]).json()["proposal"] is None
        return sent.status_code

    assert [propose(ann, ben) for _ in range(3)] == [200, 200, 429], "resuming alone asks nobody"
    assert propose(ben, ann) == 200


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(invitations_per_hour=2)))
def test_invitations_are_limited_by_person(browse: Browse) -> None:
    ann, ben = member(browse, "Ann"), member(browse, "Ben")
    ann.post("/api/account/friends", json={"do": "ask", "name": "Ben"}).raise_for_status()
    ben.post("/api/account/friends", json={"do": "accept", "name": "Ann"}).raise_for_status()
    invited: dict[str, list[int]] = {}
    for host, friend, name in ((ann, "Ben", "Ann"), (ben, "Ann", "Ben")):
        invited[name] = []
        for _ in range(3):
            link = host.post("/api/lobby", json={"player": name, "people": 2}).json()["link"]
            invited[name].append(host.post(f"/api{link}", json={"do": "invite", "friend": friend}).status_code)
    assert invited == {"Ann": [200, 200, 429], "Ben": [200, 200, 429]}


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(joins_per_hour=2)))
def test_tables_that_somebody_joins_are_limited_by_person(browse: Browse) -> None:
    host, ann, ben = member(browse, "Hana"), member(browse, "Ann"), member(browse, "Ben")
    links = [host.post("/api/lobby", json={"player": "Hana", "people": 4}).json()["link"] for _ in range(3)]

    def join(client: httpx.Client, name: str, link: str) -> int:
        return client.post(f"/api{link}", json={"do": "join", "player": name}).status_code

    assert [join(ann, "Ann", link) for link in links] == [200, 200, 429]
    assert join(ben, "Ben", links[0]) == 200


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0))
def test_guests_of_one_address_do_not_fill_a_public_table(browse: Browse) -> None:
    """Those who know the link of a private one may all come from one address."""
    host = member(browse, "Hana")

    def join(client: httpx.Client, name: str, link: str) -> int:
        return client.post(f"/api{link}", json={"do": "join", "player": name}).status_code

    public, private = (
        host.post("/api/lobby", json={"player": "Hana", "people": 5, "private": is_private}).json()["link"] for is_private in (False, True)
    )
    guests = [guest(browse) for _ in range(3)]
    assert [join(client, f"Guest {number}", public) for number, client in enumerate(guests)] == [200, 200, 409]
    assert join(member(browse, "Ann"), "Ann", public) == 200
    assert [join(client, f"Guest {number}", private) for number, client in enumerate(guests)] == [200] * 3


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(reports_per_day=1, people_per_address=2)))
def test_reports_are_limited_by_person_and_widely_by_address(browse: Browse, store: Store) -> None:
    ann, ben = member(browse, "Ann"), member(browse, "Ben")
    appoint(store, "Ann")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 2}).json()["link"]

    def report(client: httpx.Client, text: str) -> int:
        return client.post(f"/api{table}", json={"do": "report", "number": -1, "text": text}).status_code

    one, two, three = (guest(browse) for _ in range(3))
    assert [report(one, "1"), report(one, "2"), report(two, "3"), report(three, "4")] == [200, 429, 200, 429]
    assert report(ben, "5") == 200 and report(ben, "6") == 429
