"""The lobby: people open tables, find and join them, and get to their seats when the game begins."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import httpx
import pytest

from groundfloor.store import Store
from groundfloor.web.limits import Limits
from groundfloor.web.lobby import MAX_HOSTED, MAX_JOINED
from groundfloor.web.settings import Settings
from tests.support.english_words import english_in
from tests.support.html import all_of, has, one, text, texts, value, values
from tests.web.conftest import with_settings
from tests.web.test_german_pages import PROPER, Reading

Browse = Callable[[], httpx.Client]

FORM = {"player": "Ann", "people": "3", "ruleset": "second", "pace": "live"}
GONE = "This table is not open any more"


@pytest.fixture
def host(browse: Browse) -> httpx.Client:
    return browse()


def opened(host: httpx.Client, **fields: str) -> str:
    """Opens a table; returns the path of its page."""
    answer = host.post("/lobby", data={**FORM, **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def joined(client: httpx.Client, table: str, name: str, **fields: str) -> httpx.Response:
    return client.post(table, data={"do": "join", "player": name, **fields})


def notice(page: str) -> str:
    return text(one(page, "[role=alert]"))


def listed(client: httpx.Client, query: str = "") -> list[str]:
    return texts(client.get(f"/lobby{query}").text, "#open-tables .game-name")


def test_people_find_each_other_and_get_to_their_seats(host: httpx.Client, browse: Browse, store: Store) -> None:
    """The game begins when all seats are taken; each holds a seat, and the host is host."""
    table = opened(host, name="Tuesday")
    ben, cleo = browse(), browse()
    assert listed(ben) == ["Tuesday"]
    assert joined(ben, table, "Ben").headers["location"] == table
    page = ben.get(table).text
    assert texts(page, "#players b") == ["Ann", "Ben"] and text(one(page, "#status")) == "1 person is missing."
    assert joined(cleo, table, "Cleo").headers["location"] == table
    seats = [client.get(table).headers["location"] for client in (host, ben, cleo)]
    assert [
        text(one(client.get(f"{seat}/table").text, ".arrival.is-here")) for client, seat in zip((host, ben, cleo), seats, strict=True)
    ] == ["at this screen"] * 3
    assert store.count() == 1 and listed(browse()) == []
    (game,) = store.games_of_browser(store_key(host))
    assert game.is_host and [seat.name for seat in game.game.seats] == ["Ann", "Ben", "Cleo"] and game.game.name == "Tuesday"


def store_key(client: httpx.Client) -> str:
    return hashlib.sha256(client.cookies["groundfloor"].encode()).hexdigest()


def test_host_begins_with_those_who_have_come(host: httpx.Client, browse: Browse) -> None:
    table = opened(host, **{"kind-0": "pei", "option-era": "golden_age"})
    ben = browse()
    assert not has(ben.get(table).text, "#do-begin")
    joined(ben, table, "Ben", colour="green")
    answer = ben.post(table, data={"do": "begin"})
    assert answer.status_code == 403 and notice(answer.text) == "Only who has opened the table can do that."
    host.post(table, data={"do": "begin"})
    assert host.post(table, data={"do": "begin"}).status_code == 303, "the second click of a double click"
    seat = ben.get(table).headers["location"]
    page = ben.get(f"{seat}/table").text
    assert texts(page, ".seat-link-head b") == ["Ann", "Ben", "Pei"] and has(page, "#seat-link-1 .token.green")
    assert text(one(page, "#arrival-1")) == "at this screen"


def test_game_needs_people(host: httpx.Client) -> None:
    table = opened(host)
    assert not has(host.get(table).text, "#do-begin")
    answer = host.post(table, data={"do": "begin"})
    assert answer.status_code == 409 and notice(answer.text) == "The game can begin when at least 2 have come; so far: 1."


def test_seat_of_somebody_who_leaves_is_free_again(host: httpx.Client, browse: Browse) -> None:
    table, ben, cleo, dora = opened(host, people="2", **{"kind-0": "intern"}), browse(), browse(), browse()
    joined(ben, table, "Ben")
    assert ben.get(table).status_code == 303
    table = opened(host)
    joined(ben, table, "Ben")
    assert ben.post(table, data={"do": "leave"}).headers["location"] == "/lobby"
    assert texts(host.get(table).text, "#players b") == ["Ann"]
    joined(cleo, table, "Cleo")
    joined(dora, table, "Dora")
    assert joined(ben, table, "Ben").status_code == 409


def test_host_sends_somebody_away(host: httpx.Client, browse: Browse) -> None:
    table, ben, cleo = opened(host), browse(), browse()
    joined(ben, table, "Ben")
    number = value(one(host.get(table).text, "[name=number]"), "value")
    assert ben.post(table, data={"do": "remove", "number": "0"}).status_code == 403
    for _ in range(2):
        assert host.post(table, data={"do": "remove", "number": number}).status_code == 303
    assert "has sent you away" in notice(joined(ben, table, "Ben").text)
    ben.post("/account/create", data={"name": "Ben", "password": "correct horse battery"})
    assert joined(ben, table, "Ben").status_code == 409
    joined(cleo, table, "Cleo")
    host.post(table, data={"do": "remove", "number": number})
    host.post(table, data={"do": "remove", "number": "0"})
    assert texts(host.get(table).text, "#players b") == ["Ann", "Cleo"], "the number of somebody who has left is nobody else's"


@pytest.mark.parametrize("do", ["close", "leave"])
def test_closed_table_is_gone(host: httpx.Client, browse: Browse, do: str) -> None:
    table, ben = opened(host), browse()
    joined(ben, table, "Ben")
    if do == "close":
        assert ben.post(table, data={"do": do}).status_code == 403
    host.post(table, data={"do": do})
    answer = ben.get(table)
    assert answer.status_code == 404 and notice(answer.text).startswith(GONE) and has(answer.text, "#new-open-table")
    assert joined(ben, table, "Ben").status_code == 404
    assert ben.post("/lobby/nothing", data={"do": "leave"}).status_code == 404


def test_private_table_is_found_by_its_link_only(host: httpx.Client, browse: Browse) -> None:
    table, ben = opened(host, private="on", people="2"), browse()
    assert listed(ben) == [] and texts(host.get("/lobby").text, ".own-games .game-name") == ["Table of Ann"]
    page = host.get(table).text
    assert value(one(page, "#invite-link"), "value").endswith(table) and has(page, "svg.qr")
    assert len(table.rpartition("/")[2]) == 20
    joined(ben, table, "Ben")
    page = browse().get(table).text
    assert text(one(page, "#status")) == "The game has begun." and not has(page, "a[href^='/g/']")


def test_others_watch_the_game_of_a_public_table(host: httpx.Client, browse: Browse) -> None:
    table = opened(host, people="2")
    joined(browse(), table, "Ben")
    client = browse()
    watched = value(one(client.get(table).text, "a[href^='/g/']"), "href")
    assert client.get(watched).status_code == 200
    assert joined(client, table, "Cleo").status_code == 409


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"A", "B", "C"}),
        ("?pace=live", {"A", "B"}),
        ("?pace=days", {"C"}),
        ("?ruleset=first", {"B"}),
        ("?players=4", {"C"}),
        ("?players=3&pace=live&ruleset=second", {"A"}),
        ("?players=5", set()),
        ("?players=x&pace=slow&ruleset=third", {"A", "B", "C"}),
    ],
)
def test_list_is_filtered(browse: Browse, query: str, found: set[str]) -> None:
    opened(browse(), name="A")
    opened(browse(), name="B", ruleset="first")
    opened(browse(), name="C", pace="days", people="3", **{"kind-1": "manager"})
    client = browse()
    assert set(listed(client, query)) == found
    if query == "?pace=days":
        assert values(client.get(f"/lobby{query}").text, "#filter-pace [selected]", "value") == ["days"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"player": ""}, "A seat's name needs 1 to 40 printable characters"),
        ({"player": "x" * 41}, "A seat's name needs 1 to 40 printable characters"),
        ({"player": "\u200b"}, "A name needs a character that can be seen"),
        ({"player": "Pei", "kind-0": "pei"}, "look too much alike"),
        ({"people": "1"}, "an open table is for 2 to 5 people, you included; 1 are not possible"),
        ({"people": "many"}, "0 are not possible"),
        ({"people": "4", "kind-0": "manager", "kind-1": "manager"}, "an open table is for 2 to 3 people"),
        ({"people": "4", "kind-0": "pei"}, "From 1 to 3 people can play with Automas"),
        ({"ruleset": "first", "kind-0": "pei"}, "has no Automas"),
        ({"ruleset": "third"}, "third"),
        ({"pace": "soon"}, "A table is played live or over days"),
        ({"colour": "mauve"}, "is not a seat colour"),
        ({"ruleset": "second", "colour": "purple"}, "is not a seat colour"),
        ({"kind-0": "nobody-knows"}, "has no Automa"),
        ({"house": "factory.price = 'x'"}, "factory"),
        ({"option-deck": "preset", "option-era": "golden_age"}, "can't be played together"),
    ],
)
def test_impossible_table_keeps_what_was_chosen_and_says_why(host: httpx.Client, fields: dict[str, str], said: str) -> None:
    answer = host.post("/lobby", data={**FORM, "name": "Mondays", **fields})
    assert answer.status_code == 422 and said in notice(answer.text)
    assert value(one(answer.text, "#name"), "value") == "Mondays" and listed(host) == []


@pytest.mark.parametrize(
    ("name", "colour", "status", "said"),
    [
        ("", "", 422, "A seat's name needs"),
        ("ANN", "", 422, "look too much alike"),
        ("Ben", "red", 409, "Somebody else has this colour."),
        ("Ben", "mauve", 422, "is not a seat colour"),
        ("Ben", "yellow", 422, "is not a seat colour"),
    ],
)
def test_join_that_is_not_possible_says_why(host: httpx.Client, browse: Browse, name: str, colour: str, status: int, said: str) -> None:
    table = opened(host, colour="red")
    answer = joined(browse(), table, name, colour=colour)
    assert answer.status_code == status and said in notice(answer.text)
    assert value(one(answer.text, "#player"), "value") == name
    assert texts(answer.text, "#players b") == ["Ann"]


def test_player_takes_another_name_and_colour(host: httpx.Client, browse: Browse) -> None:
    table = opened(host)
    ben = browse()
    joined(ben, table, "Ben")
    joined(ben, table, "Benjamin", colour="pink")
    page = ben.get(table).text
    assert texts(page, "#players b") == ["Ann", "Benjamin"] and has(page, "#players .token.pink")


def test_open_tables_of_one_browser_are_limited(host: httpx.Client, browse: Browse) -> None:
    for number in range(MAX_HOSTED):
        table = opened(host, name=f"Table {number}")
    answer = host.post("/lobby", data=FORM)
    assert answer.status_code == 429 and notice(answer.text).startswith(f"You have {MAX_HOSTED} open tables")
    host.post(table, data={"do": "close"})
    for _ in range(MAX_JOINED - MAX_HOSTED + 1):
        assert joined(host, opened(browse(), player="Ben"), "Ann").status_code == 303
    answer = joined(host, opened(browse(), player="Ben"), "Ann")
    assert answer.status_code == 429 and notice(answer.text).startswith(f"You wait at {MAX_JOINED} open tables")


@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(tables_per_hour=2)))
def test_open_tables_of_a_client_count_as_new_tables(browse: Browse) -> None:
    foreign = {"X-Forwarded-For": "203.0.113.5"}
    found = [browse().post("/lobby", data=FORM, headers=foreign).status_code for _ in range(3)]
    assert found == [303, 303, 429]


def test_open_tables_of_the_server_are_limited(host: httpx.Client, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.web.lobby.MAX_OPEN_TABLES", 1)
    opened(host)
    answer = browse().post("/lobby", data=FORM)
    assert answer.status_code == 503 and "no room for another open table" in notice(answer.text)


def test_house_values_of_an_open_table_are_limited_and_shown(host: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"house": '"factory.price" = [3, 2, 1]'}
    table = opened(host, **values)
    assert texts(host.get(table).text, ".set-values li") == ["Factory: Price of a space: 3, 2, 1"]
    monkeypatch.setattr("groundfloor.tables.lobby.MAX_HOUSE", 20)
    answer = host.post("/lobby", data={**FORM, **values})
    assert answer.status_code == 422 and "at most 20 characters of house values" in notice(answer.text)


@with_settings(Settings(limits=Limits(tables=1)))
def test_full_server_keeps_the_table_open(host: httpx.Client, browse: Browse) -> None:
    first, second = (opened(host, people="2") for _ in range(2))
    ben = browse()
    joined(ben, first, "Ben")
    answer = joined(ben, second, "Ben")
    assert answer.status_code == 503 and "no room for another table" in notice(answer.text)
    assert texts(answer.text, "#players b") == ["Ann", "Ben"]


def test_form_that_is_sent_twice_opens_one_table(host: httpx.Client) -> None:
    key = value(one(host.get("/lobby").text, "#new-open-table [name=idempotency_key]"), "value")
    assert opened(host, idempotency_key=key) == opened(host, idempotency_key=key)
    assert len(texts(host.get("/lobby").text, ".own-games .game-name")) == 1


@pytest.mark.parametrize("path", ["/lobby", "/lobby/table"])
def test_forms_of_other_sites_do_nothing(host: httpx.Client, path: str) -> None:
    table = opened(host)
    path = table if path.endswith("table") else path
    answer = host.post(path, data={**FORM, "do": "close"}, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403 and "did not come from the game’s own page" in notice(answer.text)
    assert host.get(table).status_code == 200 and len(texts(host.get("/lobby").text, ".game-name")) == 1


@pytest.mark.parametrize("is_open", [False, True])
def test_lobby_has_no_english_word_in_german(host: httpx.Client, browse: Browse, is_open: bool) -> None:
    host.headers["Accept-Language"] = "de"
    pages = [host.get("/lobby").text, host.get("/lobby?pace=days").text]
    if is_open:
        table = opened(host, **{"kind-0": "manager", "option-era": "golden_age"})
        ben = browse()
        ben.headers["Accept-Language"] = "de"
        pages += [host.get("/lobby").text, host.get(table).text, ben.get(table).text, joined(ben, table, "").text]
        joined(ben, table, "Ben")
        pages += [host.get(table).text, ben.get(table).text, host.post("/lobby", data={**FORM, "people": "9"}).text]
        host.post(table, data={"do": "begin"})
        pages.append(browse().get(table, headers={"Accept-Language": "de"}).text)
    for page in pages:
        reading = Reading()
        reading.feed(page)
        assert english_in(" \n ".join(reading.found), PROPER) == set()


def test_start_page_and_menu_lead_to_the_lobby(client: httpx.Client) -> None:
    assert [text(each) for each in all_of(client.get("/").text, "a[href='/lobby']")] == ["Lobby", "Find people to play with"]
    opened(client)
    assert text(one(client.get("/").text, ".open-tables")) == "You wait at 1 open table"


@with_settings(Settings(limits=Limits(away_seconds=0)))
def test_list_says_that_a_host_is_away(browse: Browse) -> None:
    opened(browse(), name="live")
    opened(browse(), name="over days", pace="days")
    said = texts(browse().get("/lobby").text, "#open-tables .game-state:last-child")
    assert ["not here now" in each for each in sorted(said)] in ([False, True], [True, False])
