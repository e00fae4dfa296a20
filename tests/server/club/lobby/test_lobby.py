"""The lobby: people and programs open tables, find and join them, and get to their seats when the game begins."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Tab
from starlette.applications import Starlette

from groundfloor.server.app import create_app
from groundfloor.server.club.identity import person_kinds
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.lobby import storage as lobby_storage
from groundfloor.server.club.lobby.actions import MAX_HOSTED, MAX_JOINED
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.shares import Shares
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers, games
from groundfloor.server.game.streams.presence import Presence
from groundfloor.server.housekeeping import clean_up
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.conftest import PASSWORD, serving, with_settings
from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.html import all_of, has, one, text, texts, value, values
from tests.support.quick_server import running
from tests.support.several_servers import wait_until

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


def account_of(browse: Browse, name: str) -> httpx.Client:
    client = browse()
    assert client.post("/api/account", json={"name": name, "password": "correct horse battery"}).status_code == 201
    return client


def bot_of(owner: httpx.Client, browse: Browse, name: str) -> httpx.Client:
    bot = owner.post("/api/account/bots", json={"name": name}).json()["id"]
    sent = {"label": "Bot", "scope": "play", "password": "correct horse battery", "bot": bot}
    client = browse()
    client.headers["Authorization"] = f"Bearer {owner.post('/api/account/tokens', json=sent).json()['token']}"
    return client


def test_table_admits_only_whom_it_asks_for(browse: Browse, store: Store) -> None:
    ann, ben, guest = account_of(browse, "Ann"), account_of(browse, "Ben"), browse()
    robby = bot_of(ann, browse, "Robby")
    accounts = opened(ann, accounts_only="on", people="4")
    people = opened(ann, no_bots="on", people="4")
    rated = opened(ann, least_rating="1400", most_rating="1600", people="4")
    strong = ann.post("/api/lobby", json={"player": "Ann", "people": 4, "least_rating": 1600})
    assert strong.status_code == 409 and "yours for such a game is 1500" in strong.json()["error"], "its host too"

    names = iter(("Uma", "Vera", "Wim", "Xaver", "Yves", "Zoe", "Abel", "Bea", "Carl"))

    def refusal(client: httpx.Client, table: str) -> str:
        answer = client.post(f"/api{table}", json={"do": "join", "player": next(names)})
        assert answer.status_code in (200, 409, 422), answer.text
        return str(answer.json().get("error", ""))

    assert "people with an account" in refusal(guest, accounts) and refusal(robby, accounts) == refusal(ben, accounts) == ""
    assert "without bots" in refusal(robby, people) and refusal(guest, people) == ""
    assert "asks for a rating" in refusal(guest, rated) and "asks for a rating" in refusal(robby, rated) and refusal(ben, rated) == ""
    page = guest.get(accounts).text
    assert text(one(page, "#admission")) == "Who may join: only with an account." and "people with an account" in text(
        one(page, "#refusal")
    )
    assert not has(page, "#do-join") and text(one(guest.get(rated).text, "#admission")) == "Who may join: ratings from 1400 to 1600."
    told = {each["link"]: each for each in guest.get("/api/lobby").json()["tables"]}
    assert (told[accounts]["accounts_only"], told[people]["no_bots"], told[rated]["least_rating"], told[rated]["most_rating"]) == (
        True,
        True,
        1400,
        1600,
    )
    assert told[people]["accounts_only"] is False and told[people]["least_rating"] is None
    assert {"only with an account", "no bots", "ratings from 1400 to 1600"} <= set(texts(guest.get("/lobby").text, ".game-state b"))


def test_range_of_ratings_that_nobody_has_is_refused(browse: Browse) -> None:
    ann = account_of(browse, "Ann")
    for fields in ({"least_rating": 1600, "most_rating": 1500}, {"most_rating": 10_000}, {"least_rating": -1}):
        answer = ann.post("/api/lobby", json={"player": "Ann", "people": 2, **fields})
        assert answer.status_code == 422 and "lowest is not above the highest" in answer.json()["error"]


def test_automas_and_bots_are_marked_in_the_list(host: httpx.Client) -> None:
    opened(host, **{"people": "2", "kind-0": "pei", "kind-1": "intern"})
    assert texts(host.get("/lobby").text, ".person.is-bot .hint") == ["Automa", "Bot"]


def test_server_marks_guests_bots_and_administrators(browse: Browse, store: Store) -> None:
    ann, ben, guest, alias = account_of(browse, "Ann"), account_of(browse, "Ben"), browse(), account_of(browse, "Cleo")
    moderation_storage.add_administrator(store, account_storage.find(store, "ann").id, "2030-01-01")  # type: ignore[union-attr]
    robby = bot_of(ben, browse, "Robby")
    table = opened(ann, people="5")
    for client, name in ((guest, "Gus"), (robby, "Robby"), (alias, "Nobody Known")):
        assert client.post(f"/api{table}", json={"do": "join", "player": name}).status_code == 200
    told = {each["name"]: each["mark"] for each in guest.get(f"/api{table}").json()["players"]}
    assert told == {"Ann": "administrator", "Gus": "guest", "Robby": "bot", "Nobody Known": "guest"}
    for page in (guest.get(table).text, guest.get("/lobby").text):
        assert texts(page, ".person-mark") == ["Administrator", "Guest", "Bot", "Guest"]
    game = ann.post(f"/api{table}", json={"do": "begin"}).json()["seat"]
    seats = ann.get(f"/api{game.replace('/s/', '/seats/')}/seats").json()["seats"]
    assert {each["name"]: each["mark"] for each in seats} == told
    assert sorted(texts(ann.get(f"{game}/table").text, ".person-mark")) == ["Administrator", "Bot", "Guest", "Guest"]
    own = guest.get(f"/api{table}").json()["seat"]
    guest.post(f"{own}/chat", data={"text": "Hello"})
    assert [each["mark"] for each in ann.get(f"/api{game.replace('/s/', '/seats/')}/chat").json()["messages"]] == ["guest"]
    assert texts(ann.get(f"{game}/chat").text, ".message .person-mark") == ["Guest"]
    assert ann.get("/people/Ann").status_code == 200 and texts(ann.get("/people/Ann").text, "h1 .person-mark") == ["Administrator"]


def test_nobody_at_a_table_has_the_name_of_an_account_of_others(browse: Browse, host: httpx.Client) -> None:
    ben = browse()
    assert ben.post("/account/create", data={"name": "Ben", "password": "correct horse battery"}).status_code == 200
    refused = host.post("/lobby", data={**FORM, "player": "BEN"})
    assert refused.status_code == 422 and "is the name of somebody else" in notice(refused.text)
    table = opened(host)
    for name in ("Ben", "\u0412en", "Administrator", "Hadid", "Ehemaliges Mitglied"):
        refused = joined(browse(), table, name)
        assert refused.status_code == 422 and "is the name of somebody else" in notice(refused.text)
        by_api = browse().post(f"/api{table}", json={"do": "join", "player": name})
        assert by_api.status_code == 422 and by_api.json()["kind"] == "ImpossibleTable"
    assert joined(ben, table, "Ben").status_code == 303 and joined(browse(), table, "Benno").status_code == 303


def listed(client: httpx.Client, query: str = "") -> list[str]:
    return texts(client.get(f"/lobby{query}").text, "#open-tables b.game-name")


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
    assert games.count(store) == 1 and listed(browse()) == []
    (game,) = browsers.games_of(store, store_key(host))
    assert game.is_host and [seat.name for seat in game.game.seats] == ["Ann", "Ben", "Cleo"] and game.game.name == "Tuesday"


def store_key(client: httpx.Client) -> str:
    return hashlib.sha256(client.cookies["groundfloor"].encode()).hexdigest()


def test_host_begins_with_those_who_have_come(host: httpx.Client, browse: Browse) -> None:
    table = opened(host, **{"kind-0": "pei", "option-era": "golden_age"})
    ben = browse()
    assert not has(ben.get(table).text, "#do-begin")
    joined(ben, table, "Ben", colour="green")
    answer = ben.post(table, data={"do": "begin"})
    assert answer.status_code == 403 and notice(answer.text) == "Only the host can do that."
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


def test_host_sets_the_order_of_the_seats(host: httpx.Client, browse: Browse) -> None:
    table, ben, cleo = opened(host, people="3"), browse(), browse()
    joined(ben, table, "Ben")
    assert texts(host.get(table).text, "#players b") == ["Ann", "Ben"] and not has(ben.get(table).text, "[id^=up-]")
    order = value(one(host.get(table).text, "#players [name=order]"), "value")
    assert ben.post(table, data={"do": "order", "order": order}).status_code == 403
    assert host.post(table, data={"do": "order", "order": order}).status_code == 303
    assert texts(ben.get(table).text, "#players b") == ["Ben", "Ann"] and "They sit in this order" in text(
        one(ben.get(table).text, "#seat-order")
    )
    joined(cleo, table, "Cleo")
    seats = [client.get(table).headers["location"].replace("/s/", "/api/seats/") for client in (ben, host, cleo)]
    assert [client.get(seat).json()["seat"] for client, seat in zip((ben, host, cleo), seats, strict=True)] == [1, 2, 3]


def test_host_leaves_the_order_of_the_seats_to_chance(client: httpx.Client, browse: Browse) -> None:
    first = set()
    for _ in range(8):
        host, ben = browse(), browse()
        table = opened(host, people="2")
        assert host.post(f"/api{table}", json={"do": "order", "order": "random"}).json()["seat_order"] == "random"
        assert "Chance decides" in text(one(host.get(table).text, "#seat-order")) and not has(host.get(table).text, "[id^=up-]")
        joined(ben, table, "Ben")
        first.add(host.get(host.get(table).headers["location"].replace("/s/", "/api/seats/")).json()["seat"])
    assert first == {1, 2}


def test_order_of_seats_names_players_once(host: httpx.Client) -> None:
    table = opened(host)
    for order in ("0 0", "7", "first", "0 1", "0  1", " "):
        refused = host.post(f"/api{table}", json={"do": "order", "order": order})
        assert refused.status_code == 422 and "players’ numbers" in refused.json()["error"], order


def test_host_sends_somebody_away(host: httpx.Client, browse: Browse) -> None:
    table, ben, cleo = opened(host), browse(), browse()
    joined(ben, table, "Ben")
    number = value(one(host.get(table).text, "[name=number]"), "value")
    assert ben.post(table, data={"do": "remove", "number": "0"}).status_code == 403
    for _ in range(2):
        assert host.post(table, data={"do": "remove", "number": number}).status_code == 303
    page = ben.get(table).text
    assert "has sent you away" in text(one(page, "#refusal")) and not has(page, "#refusal a, button[value=join]"), "they are told at once"
    assert "has sent you away" in notice(joined(ben, table, "Ben").text)
    ben.post("/account/create", data={"name": "Ben", "password": "correct horse battery", "guest": "take"})
    assert joined(ben, table, "Ben").status_code == 409
    joined(cleo, table, "Cleo")
    host.post(table, data={"do": "remove", "number": number})
    host.post(table, data={"do": "remove", "number": "0"})
    assert texts(host.get(table).text, "#players b") == ["Ann", "Cleo"], "the number of somebody who has left is nobody else's"


def test_whoever_was_sent_away_does_not_return_by_another_account_of_the_browser(host: httpx.Client, browse: Browse) -> None:
    table, xaver = f"/api{opened(host)}", account_of(browse, "Xaver")
    xaver.post(table, json={"do": "join", "player": "Xaver"}).raise_for_status()
    number = next(player["number"] for player in host.get(table).json()["players"] if player["name"] == "Xaver")
    host.post(table, json={"do": "remove", "number": number}).raise_for_status()
    xaver.post("/account/log-out")
    xaver.post("/api/account", json={"name": "Yannick", "password": PASSWORD}).raise_for_status()
    refused = xaver.post(table, json={"do": "join", "player": "Yannick"})
    assert refused.status_code == 409 and "has sent you away" in refused.json()["error"]


@pytest.mark.parametrize("rated", [{"rated": True, "pace": "days-1"}, {}], ids=["rated", "unrated"])
def test_nobody_sits_twice_by_two_accounts_of_a_browser(browse: Browse, rated: dict[str, object]) -> None:
    """Whoever has several plays with one of them."""
    ann = account_of(browse, "Ann")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 3, **rated}).json()["table"]
    ann.post("/account/log-out")
    ann.post("/api/account", json={"name": "Second", "password": PASSWORD}).raise_for_status()
    refused = ann.post(f"/api/lobby/{table}", json={"do": "join", "player": "Second"})
    assert refused.status_code == 409 and "Someone in this browser already has a seat" in refused.json()["error"]
    account_of(browse, "Ben").post(f"/api/lobby/{table}", json={"do": "join", "player": "Ben"}).raise_for_status()


def test_member_who_sits_at_a_table_does_not_join_as_a_guest_of_the_browser(host: httpx.Client, browse: Browse) -> None:
    table, ben = opened(host), account_of(browse, "Ben")
    joined(ben, table, "Ben")
    ben.post("/account/log-out")
    refused = joined(ben, table, "Benny")
    assert refused.status_code == 409 and notice(refused.text).startswith("Someone in this browser already has a seat at this table.")
    assert joined(browse(), table, "Cleo").status_code == 303


def test_guest_who_sits_at_a_table_does_not_join_with_an_account(host: httpx.Client, browse: Browse) -> None:
    """Nor as another guest after it, unless what the guest held is taken over: then there is one seat, and it is the account's."""
    table, ben, cleo = opened(host, people="5"), browse(), browse()
    joined(ben, table, "Guest")
    joined(ben, table, "Guest of Ann")
    ben.post("/api/account", json={"name": "Ben", "password": PASSWORD}).raise_for_status()
    assert joined(ben, table, "Ben").status_code == 409
    ben.post("/account/log-out")
    assert joined(ben, table, "Another").status_code == 409
    joined(cleo, table, "Cleo")
    cleo.post("/api/account", json={"name": "Cleopatra", "password": PASSWORD, "guest": "take"}).raise_for_status()
    assert joined(cleo, table, "Cleopatra").status_code == 303
    assert texts(host.get(table).text, "#players b") == ["Ann", "Guest of Ann", "Cleopatra"]


def test_blocked_account_does_not_join_as_a_guest_of_its_browser(browse: Browse) -> None:
    """It learns no more than that there is no such table."""
    ann, spammer = account_of(browse, "Ann"), account_of(browse, "Spammer")
    spammer.post("/api/lobby/chat", json={"text": "Buy"}).raise_for_status()
    number = ann.get("/api/lobby/chat").json()["messages"][0]["number"]
    ann.post("/api/lobby/chat", json={"do": "block", "number": number}).raise_for_status()
    spammer.post("/account/log-out")
    table = opened(ann)
    assert joined(spammer, table, "Somebody").status_code == 404 and joined(browse(), table, "Somebody").status_code == 303


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


def test_form_that_asks_for_nothing_leads_back_to_the_table(host: httpx.Client) -> None:
    table = opened(host)
    assert [host.post(table, data=form).headers["location"] for form in ({}, {"do": "dance"})] == [table, table]


def test_private_table_is_found_by_its_link_only(host: httpx.Client, browse: Browse) -> None:
    table, ben = opened(host, private="on", people="2"), browse()
    assert listed(ben) == [] and texts(host.get("/lobby").text, ".own-games .game-name") == ["Table of Ann"]
    page = host.get(table).text
    assert value(one(page, "#invite-link"), "value").endswith(table) and has(page, "svg.qr")
    assert len(table.rpartition("/")[2]) == 20
    joined(ben, table, "Ben")
    page = browse().get(table).text
    assert text(one(page, "#status")) == "The game has begun." and not has(page, "a[href^='/g/']")


def test_table_that_was_just_opened_says_so(host: httpx.Client, browse: Browse) -> None:
    opened(host)
    for language, words in (("en", "opened just now"), ("de", "gerade eben eröffnet")):
        assert words in text(one(browse().get("/lobby", headers={"Accept-Language": language}).text, "#open-tables"))


@pytest.mark.parametrize("is_rated", [False, True])
def test_waiting_table_says_what_becomes_of_whoever_runs_out_of_time(person: Callable[[str], httpx.Client], is_rated: bool) -> None:
    ann = person("Ann")
    page = ann.get(opened(ann, pace="live-30", **({"rated": "on"} if is_rated else {}))).text
    assert ("the others decide how the game goes on" in text(one(page, "#pace"))) is not is_rated
    assert has(page, "#rated") is is_rated


def test_others_watch_the_game_of_a_public_table(host: httpx.Client, browse: Browse) -> None:
    table = opened(host, people="2")
    joined(browse(), table, "Ben")
    client = browse()
    watched = value(one(client.get(table).text, "a[href^='/g/']"), "href")
    assert client.get(watched).status_code == 200
    assert joined(client, table, "Cleo").status_code == 409


def test_list_is_filtered(browse: Browse) -> None:
    opened(browse(), name="A")
    opened(browse(), name="B", ruleset="first")
    opened(browse(), name="C", pace="days", people="3", **{"kind-1": "manager"})
    client = browse()
    for query, found in [
        ("", {"A", "B", "C"}),
        ("?pace=live", {"A", "B"}),
        ("?pace=days", {"C"}),
        ("?ruleset=first", {"B"}),
        ("?players=4", {"C"}),
        ("?players=3&pace=live&ruleset=second", {"A"}),
        ("?players=5", set()),
        ("?players=x&pace=slow&ruleset=third", {"A", "B", "C"}),
    ]:
        assert set(listed(client, query)) == found
        if query == "?pace=days":
            assert values(client.get(f"/lobby{query}").text, "#filter-pace [selected]", "value") == ["days"]


def test_impossible_table_keeps_what_was_chosen_and_says_why(host: httpx.Client) -> None:
    for fields, said in [
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
    ]:
        answer = host.post("/lobby", data={**FORM, "name": "Mondays", **fields})
        assert answer.status_code == 422 and said in notice(answer.text)
        assert value(one(answer.text, "#name"), "value") == "Mondays" and listed(host) == []


def test_join_that_is_not_possible_says_why(host: httpx.Client, browse: Browse) -> None:
    table = opened(host, colour="red")
    for name, colour, status, said in [
        ("", "", 422, "A seat's name needs"),
        ("ANN", "", 422, "look too much alike"),
        ("Ben", "red", 409, "Somebody else has this colour."),
        ("Ben", "mauve", 422, "is not a seat colour"),
        ("Ben", "yellow", 422, "is not a seat colour"),
    ]:
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
    monkeypatch.setattr("groundfloor.server.club.lobby.actions.OPEN_TABLES", Shares(1, 1, 0))
    opened(host)
    answer = browse().post("/lobby", data=FORM)
    assert answer.status_code == 503 and "no room for another open table" in notice(answer.text)


@with_settings(Settings(trusted_proxies=("127.0.0.1",)))
def test_open_tables_of_a_few_clients_leave_room_for_others(browse: Browse, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last quarter is for those who have few; when all are taken, a table at which nobody looks goes for them, of the client that has most."""
    monkeypatch.setattr("groundfloor.server.club.lobby.actions.OPEN_TABLES", Shares(8, 8, 2))

    def opens(address: int) -> int:
        return browse().post("/lobby", data=FORM, headers={"X-Forwarded-For": f"203.0.113.{address}"}).status_code

    assert [opens(address) for address in (1, 1, 1, 2, 2, 2, 1, 2)] == [303] * 6 + [503] * 2
    assert [opens(address) for address in (3, 3, 3, 4, 4)] == [303, 303, 503, 303, 303]
    assert sorted(lobby_storage.count_by_client(store).values()) == [2, 2, 2, 2]


@with_settings(Settings(trusted_proxies=("127.0.0.1",)))
def test_open_tables_of_a_network_of_ipv6_leave_room_for_others(browse: Browse, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever rents a server has 65,536 clients there: where places are short they count as one."""
    monkeypatch.setattr("groundfloor.server.club.lobby.actions.OPEN_TABLES", Shares(8, 8, 2))

    def opens(address: str) -> int:
        return browse().post("/lobby", data=FORM, headers={"X-Forwarded-For": address}).status_code

    assert [opens(f"2001:db8:7:{number}::1") for number in range(8)] == [303] * 6 + [503] * 2
    assert [opens(f"203.0.113.{number}") for number in range(4)] == [303] * 4
    assert sorted(lobby_storage.count_by_network(store).values()) == [1, 1, 1, 1, 4]


@with_settings(Settings(trusted_proxies=("127.0.0.1",)))
def test_table_whose_game_has_begun_takes_no_place_in_the_lobby(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays for a day, so that its players find their seats: whoever began games filled the lobby, and nothing could be closed for others."""
    monkeypatch.setattr("groundfloor.server.club.lobby.actions.OPEN_TABLES", Shares(4, 4, 2))
    foreign = {"X-Forwarded-For": "203.0.113.1"}
    for _ in range(4):
        host, other = browse(), browse()
        answer = host.post("/lobby", data={**FORM, "people": "2"}, headers=foreign)
        assert answer.status_code == 303
        other.post(answer.headers["location"], data={"do": "join", "player": "Ben"}, headers=foreign)
        assert host.get(answer.headers["location"]).headers["location"].startswith("/s/")
    assert browse().post("/lobby", data=FORM, headers={"X-Forwarded-For": "203.0.113.2"}).status_code == 303


@with_settings(Settings(trusted_proxies=("127.0.0.1",)))
def test_who_looks_at_many_tables_keeps_nobody_from_opening_one(browse: Browse, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.server.club.lobby.actions.OPEN_TABLES", Shares(8, 8, 2))
    seen: set[str] = set()
    monkeypatch.setattr(Presence, "seats", lambda self, game_id: [0] if game_id in seen else [])

    def opens(address: int) -> str:
        answer = browse().post("/lobby", data=FORM, headers={"X-Forwarded-For": f"203.0.113.{address}"})
        assert answer.status_code == 303
        return answer.headers["location"].removeprefix("/lobby/")

    tables = [opens(address) for address in (1, 1, 1, 1, 2, 2, 3, 3)]
    seen.update(tables[:5])
    opened = [opens(4)]
    (unseen,) = set(tables) - lobby_storage.ids_among(store, tables)
    assert unseen in tables[5:], "first what nobody looks at"
    seen.update(tables, opened)
    opens(5)
    (closed,) = set(tables) - lobby_storage.ids_among(store, tables) - {unseen}
    assert closed in tables[:4], "then one of whoever has most"


def test_house_values_of_an_open_table_are_limited_and_shown(host: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"house": '"factory.price" = [3, 2, 1]'}
    table = opened(host, **values)
    assert texts(host.get(table).text, ".set-values li") == ["Factory: Price of a space: 3, 2, 1"]
    monkeypatch.setattr("groundfloor.server.club.lobby.open_tables.MAX_HOUSE", 20)
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


def test_start_page_and_menu_lead_to_the_lobby(client: httpx.Client) -> None:
    assert [text(each) for each in all_of(client.get("/").text, "a[href='/lobby']")] == ["Lobby", "Play with other people"]
    opened(client)
    assert text(one(client.get("/").text, ".open-tables")) == "You wait at 1 open table"


@with_settings(Settings(limits=Limits(away_seconds=0)))
def test_list_says_that_a_host_is_away(browse: Browse) -> None:
    opened(browse(), name="live")
    opened(browse(), name="over days", pace="days")
    said = texts(browse().get("/lobby").text, "#open-tables .game-state:last-child")
    assert ["not here now" in each for each in sorted(said)] in ([False, True], [True, False])


# Over JSON


ASKED = {"player": "Ann", "people": 2}


def opened_by_api(host: httpx.Client, **fields: object) -> dict[str, Any]:
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
    table = opened_by_api(
        host, colour="blue", others=["pei"], pace="days", options=options, name="Tuesday", house={"factory.price": [3, 2, 1]}
    )
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
    assert view["seat"] == 1 and view["name"] == "Tuesday"


def test_everything_is_done_once_however_often_it_is_sent(browse: Browse, store: Store) -> None:
    host, ben = browse(), browse()
    key = {"Idempotency-Key": "a key that nobody guesses"}
    tables = [host.post("/api/lobby", json={**ASKED, "people": 3}, headers=key).json()["table"] for _ in range(2)]
    assert tables[0] == tables[1] and sum(lobby_storage.count_by_client(store).values()) == 1
    table = {"link": f"/lobby/{tables[0]}"}
    for _ in range(2):
        assert [each["name"] for each in does(ben, table, "join", player="Ben").json()["players"]] == ["Ann", "Ben"]
    begun = [does(host, table, "begin").json() for _ in range(2)]
    assert begun[0] == begun[1] and games.count(store) == 1


@with_settings(Settings(limits=Limits(away_seconds=1)))
def test_page_behind_another_tab_keeps_the_place_and_says_of_nobody_that_they_are_here(browse: Browse) -> None:
    ann, ben = browse(), browse()
    table = opened_by_api(ann, people=3)
    number = does(ben, table, "join", player="Ben").json()["you"]

    def bens_place() -> object:
        ben.get(f"/api{table['link']}?away=1")
        return next(each["is_here"] for each in look(ann, table)["players"] if each["number"] == number)

    wait_until(lambda: bens_place() is False)
    look(ben, table)
    assert bens_place() is True and len(look(ann, table)["players"]) == 2


def test_who_is_here_is_told(browse: Browse, server: str) -> None:
    host, ben = browse(), browse()
    table = opened_by_api(host, people=3)
    does(ben, table, "join", player="Ben")
    here = [each["is_here"] for each in look(host, table)["players"]]
    assert here in ([True, True], [None, None]), "nobody knows just after a start"


def test_bad_body_is_refused_with_a_sentence(client: httpx.Client) -> None:
    for body, status, said in [
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
    ]:
        answer = client.post("/api/lobby", json=body)
        assert answer.status_code == status and said in answer.json().get("error", "")


def test_guest_can_only_join(browse: Browse) -> None:
    table, guest = opened_by_api(browse(), colour="red"), browse()
    for body, status in [
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
        ({"do": "order", "order": "random"}, 403),
        ({"do": "leave"}, 200),
    ]:
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
    assert client.get("/api/lobby").json() == {"tables": [], "own": [], "invitations": [], "running": []}


def test_private_table_tells_others_nothing_of_its_game(browse: Browse) -> None:
    host, ben = browse(), browse()
    table = opened_by_api(host, private=True)
    assert ben.get("/api/lobby").json()["tables"] == [] and len(host.get("/api/lobby").json()["own"]) == 1
    does(ben, table, "join", player="Ben")
    told = look(browse(), table)
    assert told["has_begun"] and "game" not in told and "seat" not in told


def test_host_who_left_with_others_closes_the_table(browse: Browse) -> None:
    host, ben = browse(), browse()
    table = opened_by_api(host, people=3)
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
        table = opened_by_api(host, people=3)
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
        table = opened_by_api(clients[0], people=4)
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda number: does(clients[number], table, "join", player=f"Player {number}"), range(1, 9)))
        assert sorted(answer.status_code for answer in answers) == [200] * 3 + [409] * 5
        told = [look(client, table) for client in clients]
        assert len({each["game"] for each in told}) == 1 and len({each["seat"] for each in told if "seat" in each}) == 4
        assert games.count(stores[0]) == 1


# In a browser


LATE = 30_000
"""Milliseconds within which a page shows what others have done, however busy the machine is."""


def visitor(browser: Browser, address: str, has_scripts: bool = True) -> Tab:
    tab = browser.new_context(locale="en", viewport={"width": 900, "height": 900}, java_script_enabled=has_scripts).new_page()
    tab.set_default_timeout(LATE)
    tab.goto(address)
    return tab


def open_table(tab: Tab, name: str, people: str) -> None:
    tab.get_by_label("Your name").fill(name)
    tab.get_by_label("People, you included").select_option(people)
    tab.get_by_role("button", name="Open the table").click()
    tab.get_by_role("heading", name=f"Table of {name}").wait_for()


def join(tab: Tab, name: str) -> None:
    tab.get_by_label("Your name").fill(name)
    tab.get_by_role("button", name="Join", exact=True).click()


def wait_for_board(tab: Tab) -> None:
    """Waits until the page has led to the board of a seat."""
    tab.wait_for_url(re.compile("/s/"), timeout=LATE)
    board_page.panel(tab).wait_for()


@pytest.mark.thorough
def test_three_browsers_find_each_other_and_land_at_their_seats(browser: Browser, server: str) -> None:
    """One leaves, one joins, the first one comes back, and the game begins."""
    ann, ben, cleo = (visitor(browser, f"{server}/lobby") for _ in range(3))
    open_table(ann, "Ann", "3")
    status = ann.get_by_role("status").filter(has_text="missing")
    expect(status).to_have_text("2 people are missing.", timeout=LATE)
    for tab in (ben, cleo):
        tab.reload()
        tab.get_by_role("link", name="To the table Table of Ann").click()
    join(ben, "Ben")
    expect(status).to_have_text("1 person is missing.", timeout=LATE)
    players = ann.get_by_role("list", name="Seats")
    expect(players.locator("b", has_text="Ben")).to_be_visible(timeout=LATE)
    expect(ann.get_by_role("button", name="Begin the game")).to_be_visible(timeout=LATE)
    assert axe_violations(ann) == []
    ben.get_by_role("button", name="Leave the table").click()
    expect(status).to_have_text("2 people are missing.", timeout=LATE)
    expect(players.locator("b", has_text="Ben")).to_be_hidden(timeout=LATE)
    join(cleo, "Cleo")
    expect(players.locator("b", has_text="Cleo")).to_be_visible(timeout=LATE)
    ben.get_by_role("link", name="To the table Table of Ann").click()
    join(ben, "Ben")
    for tab in (ann, ben, cleo):
        wait_for_board(tab)
    addresses = {tab.url for tab in (ann, ben, cleo)}
    assert len(addresses) == 3
    for tab in (ann, ben, cleo):
        tab.goto(f"{server}/")
        expect(tab.get_by_role("link", name="Ann, Cleo, Ben").first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.console("404")
def test_what_is_typed_stays_while_others_come_and_go(browser: Browser, server: str) -> None:
    """One of them is sent away; then the table is closed."""
    ann, ben, cleo = (visitor(browser, f"{server}/lobby") for _ in range(3))
    open_table(ann, "Ann", "4")
    for tab in (ben, cleo):
        tab.goto(ann.url)
    ben.get_by_label("Your name").fill("Benjam")
    join(cleo, "Cleo")
    expect(ben.get_by_role("list", name="Seats").locator("b", has_text="Cleo")).to_be_visible(timeout=LATE)
    assert ben.get_by_label("Your name").input_value() == "Benjam"
    ann.get_by_role("button", name="Send away Cleo").click()
    expect(cleo.get_by_text("The host of this table has sent you away")).to_be_visible(timeout=LATE)
    expect(cleo.get_by_role("button", name="Join", exact=True)).to_have_count(0)
    ann.get_by_text("Close the table").click()
    ann.get_by_role("button", name="Close it").click()
    expect(ben.get_by_role("alert")).to_contain_text("not open any more", timeout=LATE)


@pytest.mark.thorough
def test_form_offers_what_the_rules_have(browser: Browser, server: str) -> None:
    tab = visitor(browser, f"{server}/lobby")
    people, colour = tab.get_by_label("People, you included"), tab.get_by_label("Your colour")
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5"]
    tab.locator("#new-open-table").get_by_label("Rules").select_option("first")
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5", "6"]
    assert "yellow diamond" in colour.locator("option:not([disabled])").all_inner_texts()
    tab.locator("details.more > summary").click()
    bots = tab.get_by_role("group", name="Automas and bots")
    bots.get_by_label("Seat 4").select_option("manager")
    tab.locator("#new-open-table").get_by_label("Rules").select_option("second")
    expect(bots.get_by_role("combobox")).to_have_count(3)
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5"]
    tab.locator("#new-open-table").get_by_label("Rules").select_option("first")
    bots.get_by_label("Seat 4").select_option("")
    bots.get_by_label("Seat 1").select_option("manager")
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5"]
    assert tab.locator("#kind-0 option[data-automa]:not([disabled])").count() == 0


@pytest.mark.thorough
def test_without_scripts_the_page_looks_again_by_itself(browser: Browser, server: str) -> None:
    ann, ben = visitor(browser, f"{server}/lobby", has_scripts=False), visitor(browser, f"{server}/lobby")
    open_table(ann, "Ann", "2")
    assert ann.locator("meta[http-equiv=refresh]").count() == 1
    ben.goto(ann.url)
    join(ben, "Ben")
    wait_for_board(ben)
    ann.get_by_role("link", name="Look again who is there").click()
    ann.wait_for_url(re.compile("/s/"))


def running_games(client: httpx.Client) -> list[str]:
    """Returns the games to watch that the lobby lists, which the API has in the same order."""
    told = [each["name"] for each in client.get("/api/lobby").json()["running"]]
    assert texts(client.get("/lobby").text, "#running .game-name") == told
    return told


def begun(browse: Browse, host: httpx.Client, name: str, **fields: str) -> httpx.Client:
    """Has a game for two begin at a table of the lobby; returns the browser of the other player."""
    table = opened(host, people="2", name=name, **fields)
    other = browse()
    joined(other, table, "Ben")
    assert host.get(table).headers["location"].startswith("/s/")
    return other


def test_lobby_lists_public_games_to_watch(browse: Browse, host: httpx.Client) -> None:
    """Neither private ones, nor those that are not to be public, nor one's own; of people who are blocked none."""
    stranger = browse()
    other = begun(browse, host, "Tuesday")
    begun(browse, host, "Private", private="on")
    begun(browse, host, "Unlisted", listed="off")
    begun(browse, browse(), "Friday")
    assert running_games(stranger) == ["Friday", "Tuesday"] and running_games(host) == ["Friday"] == running_games(other)
    (link,) = values(stranger.get("/lobby").text, "#running li:last-child .game-name", "href")
    assert link.startswith("/g/") and stranger.get(link).status_code == 200


def test_games_of_friends_stand_first(browse: Browse, store: Store) -> None:
    ann, cleo = browse(), browse()
    for client, name in ((ann, "Ann"), (cleo, "Cleo")):
        assert client.post("/api/account", json={"name": name, "password": "correct horse battery"}).status_code == 201
    begun(browse, ann, "Ann’s game")
    begun(browse, browse(), "A later game", player="Dora")
    assert running_games(cleo) == ["A later game", "Ann’s game"]
    cleo.post("/api/account/friends", json={"do": "ask", "name": "Ann"})
    ann.post("/api/account/friends", json={"do": "accept", "name": "Cleo"})
    assert running_games(cleo) == ["Ann’s game", "A later game"]


def test_marks_of_all_tables_are_looked_up_at_once(host: httpx.Client, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby asked for those of each table by itself, which took longer than the rest of the page."""
    looked_up: list[set[str]] = []
    known_people = person_kinds.known_people

    def counted(store: Store, keys: set[str]) -> object:
        looked_up.append(keys)
        return known_people(store, keys)

    for name in ("Ann", "Ben", "Cleo"):
        opened(browse(), player=name)
    monkeypatch.setattr(person_kinds, "known_people", counted)
    for path in ("/lobby", "/api/lobby"):
        looked_up.clear()
        assert host.get(path).status_code == 200
        assert [len(keys) for keys in looked_up if keys] == [3]
