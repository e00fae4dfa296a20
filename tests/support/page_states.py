"""Games in states that no record leads to, for the pages of the matrix: guided, for practice, with a plan, with news, of people with accounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from urllib.parse import quote

import httpx

from groundfloor.server.http.rendering import person_path
from tests.support import http
from tests.support.api_table import ApiTable
from tests.support.board_viewer import LONG
from tests.support.push_service import Subscription

PASSWORD = "correct horse battery"
RIVAL = "Konstantin Maximilian der Dritte"
LONG_TABLE = "Donnerstagabendspielrundederstadtplanerinnen"
"""A name of a table without a space."""
PRACTISED = 24
"""Answers given at the table for practice."""


def guided(client: httpx.Client) -> str:
    """Returns the seat of a guided game at its first step that asks for a move."""
    address = client.post("/learn", headers={"Origin": str(client.base_url)}).headers["location"]
    view = client.get(f"/api{address.replace('/s/', '/seats/')}").json()
    client.post(address, data={"guide": "next", "version": view["version"], "seat": view["seat"]}, headers={"Origin": str(client.base_url)})
    return str(address)


def open_table(client: httpx.Client) -> str:
    """Returns an open table, with a name as long as it may be, at which two people wait for two others."""
    asked = {
        "player": "Ann",
        "people": 4,
        "name": "Thursday evening at eight o’clock, bring your own coffee",
        "options": {"era": "golden_age"},
    }
    with http.Client(base_url=client.base_url) as host, http.Client(base_url=client.base_url) as guest:
        path = host.post("/api/lobby", json=asked).raise_for_status().json()["table"]
        guest.post(f"/api/lobby/{path}", json={"do": "join", "player": "Konstantin Alexander Maximilian der Drit"}).raise_for_status()
    return f"/lobby/{path}"


def log_in(post: Callable[[str, dict[str, str]], bool], name: str) -> None:
    """Logs a browser in to the account with a name, which is created if there is none; ``post`` asks ``/api/account…`` and returns whether it could."""
    given = {"name": name, "password": PASSWORD}
    assert post("", given) or post("/log-in", given)


@contextmanager
def member(client: httpx.Client, name: str) -> Iterator[httpx.Client]:
    with http.Client(base_url=client.base_url, headers={"Origin": str(client.base_url)}, timeout=60) as own:
        log_in(lambda do, given: own.post(f"/api/account{do}", json=given).is_success, name)
        yield own


def friends_of_a_member(client: httpx.Client) -> str:
    """Returns the page of friends of somebody who has one, is asked by another and asks a third."""
    with member(client, LONG) as own:
        for name, answer in (("Konstantin Alexander", "accept"), ("Wilhelmina Charlotte", "")):
            with member(client, name) as friend:
                friend.post("/api/account/friends", json={"do": "ask", "name": LONG})
            if answer:
                own.post("/api/account/friends", json={"do": answer, "name": name})
        own.post("/api/account/friends", json={"do": "ask", "name": "Maximiliane Sophie"})
    return "/friends"


def blocks_of_a_member(client: httpx.Client) -> str:
    """Returns the page of somebody who has blocked two accounts, which are no friends of others' pages: a block would end that."""
    with member(client, LONG) as own:
        for name in ("Leopoldine Alexandra", "Ferdinand Theodosius"):
            with member(client, name):
                own.post("/api/blocks", json={"do": "block", "name": name})
    return "/blocks"


def with_messages(client: httpx.Client) -> str:
    """Returns the board of a seat of a table at which people with long names have written to each other, and noted something."""
    names = (LONG, "Konstantin Alexander", "Wilhelmina Charlotte")
    tokens = ApiTable(client, *names).tokens
    for token, text in (
        (tokens[1], f"Hello @{LONG}, look at ?at=0 once more: that was close!"),
        (tokens[0], "Spieleabend am Donnerstag? " * 7),
        (tokens[2], "Yes."),
    ):
        client.post(f"/api/seats/{token}/chat", json={"text": text, "moment": 0}).raise_for_status()
    client.post(f"/api/seats/{tokens[0]}/note", json={"text": "Publishing first.\nThen the office."}).raise_for_status()
    return f"/s/{tokens[0]}"


def holidays_of_a_member(client: httpx.Client) -> str:
    """Returns the page of hours of somebody who has a holiday over the end of the year."""
    year = datetime.now(UTC).year
    with member(client, LONG) as own:
        own.post("/api/hours", json={"do": "hours", "time_zone": "America/Argentina/ComodRivadavia", "from": "16:00", "to": "02:30"})
        own.post("/api/hours", json={"do": "holiday", "first": f"{year}-12-31", "last": f"{year + 1}-01-12"})
    return "/hours"


def notification_addresses_of_a_member(client: httpx.Client) -> str:
    """Returns the page of somebody whose notices go to a browser, a channel, and a program that is switched off."""
    with member(client, LONG) as own:
        subscription = Subscription("https://push.example/wpush/v2/gAAAAABm").as_json()
        own.post("/api/notices/addresses", json={"do": "add", "transport": "push", "subscription": subscription})
        own.post(
            "/api/notices/addresses",
            json={
                "do": "add",
                "transport": "discord",
                "address": "https://chat.example/api/webhooks/1",
                "label": "#stadtplanung-und-brettspiele",
            },
        )
        program = {"do": "add", "transport": "json", "address": "https://stadtverwaltung-und-spieleabend.example/hooks/groundfloor"}
        own.post("/api/notices/addresses", json=program)
        id = own.get("/api/notices/addresses").json()["addresses"][-1]["id"]
        own.post("/api/notices/addresses", json={"do": "off", "id": id})
    return "/notices/addresses"


def notices_of_a_member(client: httpx.Client) -> str:
    """Returns the page of notices of somebody for whom a table waits, with a proposal."""
    with member(client, LONG) as own:
        table = ApiTable(client, LONG, "Konstantin Alexander", name="A table with a long name, of the kind that clubs have")
        while table.asked:
            table.move("done")
        view = table.view(0)
        own.post(table.path(0), data={"pick": view["legal"][0]["action"], "version": view["version"]})
        table.act(1, propose="score", version=view["version"]).raise_for_status()
        own.post("/api/notices", json={"do": "settings", "delay_minutes": 60, "digest_hour": 8})
    return "/notices"


def open_table_of_a_member(client: httpx.Client) -> str:
    """Returns an open table of somebody who can invite a friend, send a guest away and begin."""
    friends_of_a_member(client)
    with member(client, LONG) as own, http.Client(base_url=client.base_url) as guest:
        path = own.post("/api/lobby", json={"player": LONG, "people": 3, "private": True}).raise_for_status().json()["table"]
        guest.post(f"/api/lobby/{path}", json={"do": "join", "player": "Konstantin Maximilian der Dritte"}).raise_for_status()
    return f"/lobby/{path}"


def invited(client: httpx.Client) -> str:
    """Returns the start page of somebody whom a friend has invited."""
    friends_of_a_member(client)
    with member(client, "Konstantin Alexander") as friend:
        path = (
            friend.post("/api/lobby", json={"player": "Konstantin Alexander", "people": 3, "private": True})
            .raise_for_status()
            .json()["table"]
        )
        friend.post(f"/api/lobby/{path}", json={"do": "invite", "friend": LONG}).raise_for_status()
    return "/"


def rated_open_table(client: httpx.Client) -> str:
    """Returns a rated open table, which a guest can't join."""
    with member(client, LONG) as own:
        path = (
            own.post("/api/lobby", json={"player": LONG, "people": 3, "rated": True, "pace": "days-1"}).raise_for_status().json()["table"]
        )
    return f"/lobby/{path}"


def links_of_a_rated_seat(client: httpx.Client) -> str:
    """Returns the page of the links of a rated game, which only the account of its seat may open."""
    return f"{rated_seats(client)[1][0]}/table"


def after_a_rated_game(client: httpx.Client) -> str:
    """Returns the page after a rated game that was played to its end."""
    game, paths = rated_seats(client)
    with member(client, LONG) as one, member(client, RIVAL) as other:
        seats = [(own, f"/api/seats/{path.rpartition('/')[2]}") for own, path in zip((one, other), paths, strict=True)]
        view = one.get(seats[0][1]).json()
        while not view["is_over"]:
            own, api = seats[view["asked"] - 1]
            view = own.get(api).json()
            move = {"apply": [view["legal"][-1]["action"]], "version": view["version"]}
            view = own.post(api, json=move).raise_for_status().json()
    return f"/g/{game}/after"


def rated_seats(client: httpx.Client) -> tuple[str, list[str]]:
    """Begins a rated game of two people with accounts; returns its game id and the pages of their seats."""
    with member(client, LONG) as one, member(client, RIVAL) as other:
        asked = {"player": LONG, "people": 2, "rated": True, "pace": "days-1", "options": {"deck": "preset"}}
        table = one.post("/api/lobby", json=asked).raise_for_status().json()["table"]
        begun = other.post(f"/api/lobby/{table}", json={"do": "join", "player": RIVAL}).raise_for_status().json()
        return begun["game"], [one.get(f"/api/lobby/{table}").json()["seat"], begun["seat"]]


def finished_games(client: httpx.Client) -> str:
    """Returns the page of finished games, of which there is one of two people at least."""
    if not client.get("/api/games", params={"person": LONG, "other": RIVAL}).json()["games"]:
        after_a_rated_game(client)
    return "/games"


def page_of_a_person(client: httpx.Client) -> str:
    """Returns the page of somebody who has finished a rated game."""
    finished_games(client)
    return person_path(LONG)


def people_against_each_other(client: httpx.Client) -> str:
    """Returns the page of two people who have finished a game together."""
    return f"{page_of_a_person(client)}/against/{quote(RIVAL)}"


def open_table_over_days(client: httpx.Client) -> str:
    """Returns an open table with clocks over days, at which somebody is on holiday soon."""
    holidays_of_a_member(client)
    asked = {"player": LONG, "people": 3, "name": LONG_TABLE, "pace": "days-7", "takeover": "manager"}
    with member(client, LONG) as own, http.Client(base_url=client.base_url) as guest:
        path = own.post("/api/lobby", json=asked).raise_for_status().json()["table"]
        guest.post(f"/api/lobby/{path}", json={"do": "join", "player": "Konstantin Maximilian der Dritte"}).raise_for_status()
    return f"/lobby/{path}"


def report(client: httpx.Client) -> None:
    """Has somebody report a table and a person there, if the server has an administrator."""
    with member(client, "Wilhelmina Charlotte") as own:
        path = ApiTable(own, LONG, "Konstantin Alexander").path(0)
        for seat in ("", "2"):
            assert own.post(
                f"{path}/table", data={"do": "report", "seat": seat, "text": "Calls people names, in every round. " * 8}
            ).has_redirect_location


def message_of_another(client: httpx.Client) -> str:
    """Returns the page of the last of three messages at a table of two, for the one who has not written it; reported as well if the server has an administrator."""
    with member(client, LONG) as own, member(client, "Wilhelmina Charlotte") as other:
        tokens = ApiTable(client, LONG, "Wilhelmina Charlotte").tokens
        for writer, token, text in (
            (own, tokens[0], "Good luck!"),
            (other, tokens[1], "You will need it: Donaudampfschifffahrtsgesellschaftskapitänsmütze."),
            (other, tokens[1], "Nobody plays as badly as you do. " * 15),
        ):
            writer.post(f"/api/seats/{token}/chat", json={"text": text}).raise_for_status()
        own.post(f"/api/seats/{tokens[0]}/chat/players/3", json={"do": "report", "text": "Again and again."})
    return f"/s/{tokens[0]}/chat/players/3"


def replay_of_practice(client: httpx.Client) -> str:
    """Returns a moment of a table for practice, from which another try can begin."""
    table = ApiTable(client, "Ann", "automa:pei", practice=True)
    return f"{table.path(0)}/at/{table.play(PRACTISED)['version'] - 1}"


def two_people(client: httpx.Client, other: str = LONG) -> tuple[str, str]:
    """Opens a table of Ann and another; returns the tokens of the seat that is asked in phase III, and of the one that waits."""
    table = ApiTable(client, "Ann", other)
    for _ in table.tokens:
        table.move("done")
    asked = table.asked
    return table.tokens[asked], table.tokens[1 - asked]


def planned(client: httpx.Client) -> str:
    """Returns a seat with a plan that has stopped, as another seat's move has made its first step impossible."""
    asked, waiting = two_people(client)
    steps = ["agency 1", "meeting_room 1", "factory at most 3", "agency 2 else agency 3", "consulting", "price 16"]
    for plan in (steps, "start"):
        client.post(f"/api/seats/{waiting}", json={"plan": plan}).raise_for_status()
    move(client, asked, "agency 1")
    return f"/s/{waiting}"


def with_news(client: httpx.Client) -> str:
    asked, waiting = two_people(client)
    version = client.get(f"/api/seats/{waiting}").json()["version"]
    client.post(f"/api/seats/{waiting}", json={"seen": version}).raise_for_status()
    move(client, asked, "agency 1")
    return f"/s/{waiting}"


def links_with_bots(client: httpx.Client) -> str:
    """Returns the page of links of a person who plays alone against bots, and may change them."""
    return f"{ApiTable(client, LONG, 'automa:tycoon', 'automa:intern').path(0)}/table"


def with_bot_for_the_player(client: httpx.Client) -> str:
    _asked, waiting = two_people(client)
    client.post(f"/api/seats/{waiting}", json={"bot": "tycoon"}).raise_for_status()
    return f"/s/{waiting}"


def move(client: httpx.Client, token: str, action: str) -> None:
    """Makes a move of a seat, and ends its turn."""
    version = client.get(f"/api/seats/{token}").json()["version"]
    client.post(f"/api/seats/{token}", json={"apply": [action, "end"], "version": version}).raise_for_status()


def practice(client: httpx.Client) -> str:
    """Returns a seat at a table for practice, with places of the city to choose."""
    table = ApiTable(client, "Ann", "automa:pei", practice=True)
    while table.view(0)["question"] != "schedule":
        table.move()
    return table.path(0)
