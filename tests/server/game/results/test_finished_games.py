"""Finished games: which become public, how they are found, people's pages, and the archive."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, unquote

import httpx
import pytest

from groundfloor.results import BadArchive, read_archive
from groundfloor.server.club.accounts import log_in_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.database.store import Store
from groundfloor.server.game.results import finished_games_routes as finished_games
from groundfloor.server.game.storage import browsers
from groundfloor.server.game.storage import finished_games as stored_finished_games
from groundfloor.server.game.storage import games as stored_games
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.rendering import person_path
from groundfloor.server.http.settings import Settings
from tests.server.conftest import with_settings
from tests.support.finished_games import add_account, finish, play_to_the_end
from tests.support.html import all_of, one, text, texts, values

PASSWORD = "correct horse battery"
SOLO = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei"}
BOXED = {**SOLO, "may-be-listed": "on"}


def create_account(client: httpx.Client, name: str) -> None:
    assert client.post("/api/account", json={"name": name, "password": PASSWORD}).status_code == 201


def listed(client: httpx.Client, query: str = "") -> list[str]:
    return [game["game"] for game in client.get(f"/api/games{query}").json()["games"]]


@pytest.fixture
def games(store: Store) -> Store:
    """Returns a store with three games of Ann and Ben, who have accounts, and one of guests."""
    for name in ("Ann", "Ben", "Zoë / Co. 100%"):
        add_account(store, name)
    finish(store, "one", {"Ann": 40, "Ben": 30}, at="2030-01-01T12:00:00+00:00", is_rated=True)
    finish(store, "two", {"Ben": 50, "Ann": 50, "Cleo": 20}, at="2030-01-02T12:00:00+00:00", ruleset="online")
    finish(store, "three", {"Ann": 25, "Pei": 45, "Ben": 35}, at="2030-01-03T12:00:00+00:00", automas={"Pei": "pei"})
    finish(store, "four", {"Zoë / Co. 100%": 61, "Intern 2": 9}, at="2030-01-04T12:00:00+00:00", bots={"Intern 2": "intern"})
    return store


@pytest.mark.slow
def test_game_that_ends_is_found_with_its_player(client: httpx.Client) -> None:
    create_account(client, "Ann")
    game_id = play_to_the_end(client, SOLO)
    page = client.get("/games").text
    assert f"/g/{game_id}/after" in values(page, ".finished-facts a", "href") and "/people/Ann" in values(page, ".finished-name a", "href")
    assert client.get(f"/g/{game_id}/after").status_code == 200
    person = client.get("/people/ann")
    assert person.status_code == 200 and texts(person.text, ".numbers dd")[0] == "1" and f"/g/{game_id}/after" in person.text
    assert "/people/Ann" in values(client.get(f"/g/{game_id}/after").text, ".after-name a", "href")
    assert "/people/Ann" in values(client.get("/my-games").text, ".person-links a", "href")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "is_found"),
    [
        (BOXED | {"listed": "on"}, True),
        (BOXED, False),
        (SOLO | {"practice": "on"}, False),
    ],
)
def test_only_games_that_count_and_were_to_be_listed_are(client: httpx.Client, form: dict[str, str], is_found: bool) -> None:
    game_id = play_to_the_end(client, form)
    assert (game_id in listed(client)) == is_found


@pytest.mark.parametrize("movers", [0, 1, 2])
def test_game_in_which_somebody_has_decided_nothing_is_not_listed(client: httpx.Client, store: Store, movers: int) -> None:
    """Six requests of a stranger left a game for ever, which counted to no limit of tables."""
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}], "options": {"deck": "preset"}}).json()
    seats = [f"/api/seats/{seat['token']}" for seat in made["seats"]]
    moved = set[str]()
    while len(moved) < movers:
        seat = seats[client.get(seats[0]).json()["asked"] - 1]
        view = client.get(seat).json()
        client.post(seat, json={"apply": [view["legal"][-1]["action"]], "version": view["version"]}).raise_for_status()
        moved.add(seat)
    view = client.post(seats[0], json={"propose": "score"}).raise_for_status().json()
    assert client.post(seats[1], json={"agree": view["proposal"]["id"]}).raise_for_status().json()["is_over"]
    assert (made["game"] in listed(client)) == (movers == 2)
    assert stored_finished_games.count_unlisted(store) == (movers != 2)


@pytest.mark.slow
def test_city_of_the_day_is_not_listed(client: httpx.Client) -> None:
    assert client.get("/day").status_code == 200
    token = client.post("/day/2026-01-03", data={"opponent": "pei", "name": "Ann"}).headers["location"].split("/")[2]
    game_id = client.get(f"/api/seats/{token}").json()["game"]
    address = f"/api/seats/{token}"
    while not (view := client.get(address).json())["is_over"]:
        client.post(address, json={"apply": [view["legal"][-1]["action"]], "version": view["version"]})
    assert game_id not in listed(client)


def test_open_tables_say_whether_their_game_will_be_listed(client: httpx.Client) -> None:
    asked = {"player": "Ann", "people": 2}
    for body, is_listed in (
        ({}, True),
        ({"private": True}, False),
        ({"private": True, "listed": True}, True),
        ({"listed": False}, False),
    ):
        made = client.post("/api/lobby", json=asked | body).json()
        assert made["listed"] == is_listed
        assert bool(all_of(client.get(made["link"]).text, "#listed")) == is_listed


def test_box_says_again_what_was_chosen_when_a_form_is_refused(client: httpx.Client) -> None:
    refused = client.post("/new", data=BOXED | {"option-era": "nonsense"})
    assert refused.status_code == 422 and not all_of(refused.text, "[name=listed][checked]")
    assert all_of(client.get("/").text, "[name=listed][checked]")


def test_host_can_delete_only_finished_games_without_others(games: Store, client: httpx.Client) -> None:
    client.cookies.set("groundfloor_session", "Ann")
    for game_id in ("one", "three"):
        browsers.remember_seats(games, "account:id-Ann", game_id, [], is_host=True)
        page = client.get("/").text
        assert "others have played it too" in page
        assert client.post("/forget", data={"game": game_id, "do": "delete"}).status_code == 403
        client.post("/forget", data={"game": game_id, "do": "forget"})
        assert stored_games.find(games, game_id) is not None
        assert f'value="{game_id}"' not in client.get("/").text
    browsers.remember_seats(games, "account:id-Ann", "four", [], is_host=True)
    client.post("/forget", data={"game": "four", "do": "delete"})
    assert stored_games.find(games, "four") is None and "four" not in listed(client)


def test_search_form_finds_games_and_keeps_what_was_asked(games: Store, client: httpx.Client) -> None:
    assert listed(client) == ["four", "three", "two", "one"]
    for query, found in (
        ("person=aNN", ["three", "two", "one"]),
        ("person=Аnn", ["three", "two", "one"]),  # with a Cyrillic letter
        ("person=ann&other=cleo", ["two"]),
        ("winner=ann", ["two", "one"]),
        ("from=2030-01-02&to=2030-01-03", ["three", "two"]),
        ("to=9999-12-31", ["four", "three", "two", "one"]),
        ("from=yesterday", ["four", "three", "two", "one"]),
        ("rated=yes", ["one"]),
        ("company=people&sort=total", ["two", "one"]),
        ("company=bots", ["four"]),
        ("seats=3&ruleset=online", ["two"]),
        ("person=nobody", []),
    ):
        assert listed(client, f"?{query}") == found, query
        assert [link.split("/")[2] for link in values(client.get(f"/games?{query}").text, ".finished-facts a", "href")] == found
    page = client.get("/games?person=Ann&company=people&from=2030-01-01").text
    assert values(page, "#search-person", "value") == ["Ann"] and values(page, "#search-from", "value") == ["2030-01-01"]
    assert all_of(page, "details[open] #search-company [value=people][selected]")
    assert "No game fits" in client.get("/games?person=nobody").text


def test_list_goes_on_page_by_page(games: Store, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "PAGE_GAMES", 3)
    first = client.get("/games?sort=total").text
    assert len(all_of(first, ".finished-games > li")) == 3
    second = client.get(values(first, "[rel=next]", "href")[0]).text
    assert values(second, ".finished-facts a", "href") == ["/g/one/after"] and not all_of(second, "[rel=next]")


def test_row_shows_places_marks_and_whose_names_have_a_page(games: Store, client: httpx.Client) -> None:
    rows = all_of(client.get("/games?person=ann").text, ".finished-games > li")
    assert [text(each) for each in all_of(rows[1], ".finished-name")] == ["Ben", "Ann", "Cleo Guest"]
    assert len(all_of(rows[1], ".is-winner")) == 2 and len(all_of(rows[1], ".finished-name a")) == 2
    assert "Automa" in text(rows[0]) and "Rated" in text(rows[2]) and "Rated" not in text(rows[1])


@pytest.mark.parametrize("name", ["Ann", "Zoë / Co. 100%", "..", "50%2F", "a/against/b", "x?y#z", "%"])
def test_address_of_a_person_leads_to_them(store: Store, client: httpx.Client, name: str) -> None:
    add_account(store, name)
    finish(store, "one", {name: 40, "Guest": 30})
    page = client.get(person_path(name))
    assert page.status_code == 200 and text(one(page.text, "h1")) == name
    assert values(client.get("/games").text, ".finished-name a", "href") == [person_path(name)]
    switch = next(link for link in values(page.text, ".site-header a", "href") if link.endswith("lang=de"))
    assert text(one(client.get(switch).text, "h1")) == name
    assert client.get(f"/api{person_path(name)}").json()["name"] == name


@pytest.mark.parametrize("name", ["AC/DC", "100 %", "50%2F", "a/against/b", "%25", "Zoë/%"])
def test_name_that_is_quoted_as_usual_is_found(store: Store, client: httpx.Client, name: str) -> None:
    """Once, as programs do, or twice, as for servers that read a quoted slash as a slash."""
    for each in (name, "Ben"):
        add_account(store, each)
    finish(store, "one", {name: 40, "Ben": 30})
    once = quote(name, safe="")
    for quoted in (once, quote(once, safe="")):
        assert client.get(f"/api/people/{quoted}").json()["name"] == name
        assert text(one(client.get(f"/people/{quoted}").text, "h1")) == name
        assert client.get(f"/api/people/{quoted}/against/Ben").json()["people"] == [name, "Ben"]
        assert client.get(f"/api/people/Ben/against/{quoted}").json()["people"] == ["Ben", name]
    assert person_path(name) == f"/people/{once}"


def test_quoted_slash_parts_no_address(client: httpx.Client) -> None:
    assert client.get("/rules%2Faid").status_code == client.get("/api%2Fgames").status_code == 404


def test_statistics_of_a_person_are_those_of_their_listed_games(games: Store, client: httpx.Client) -> None:
    page = client.get("/people/Ann").text
    assert texts(page, ".numbers dd") == ["3", "2", "38.3", "50", "0", "2"]
    assert texts(page, "table")[0].split()[5:] and "retail" not in page
    found = client.get("/api/people/ann").json()
    assert (found["played"], found["won"], found["average"], found["best"]) == (3, 2, 38.3, 50)
    assert [(line["opponent"], line["played"]) for line in found["by_opponent"]] == [("people", 2), ("pei+people", 1)]
    assert [game["game"] for game in found["last"]] == ["three", "two", "one"]


def test_nobody_without_a_public_game_has_a_page_but_for_themselves(games: Store, browse: Callable[[], httpx.Client]) -> None:
    guest, dora = browse(), browse()
    create_account(dora, "Dora")
    assert guest.get("/people/Dora").status_code == guest.get("/people/Cleo").status_code == guest.get("/people/Nobody").status_code == 404
    assert "Nobody with this name" in guest.get("/people/Dora").text and guest.get("/api/people/Dora").status_code == 404
    own = dora.get("/people/dora")
    assert own.status_code == 200 and "As soon as you have" in own.text


def test_two_people_against_each_other(games: Store, client: httpx.Client) -> None:
    found = client.get("/api/people/ann/against/ben").json()
    assert (found["people"], found["played"], found["ahead"], found["level"]) == (["Ann", "Ben"], 3, [1, 1], 1)
    assert found["won"] == [2, 1] and found["averages"] == [38.3, 38.3]
    assert [(line["ruleset"], line["played"]) for line in found["by_ruleset"]] == [("second", 2), ("online", 1)]
    page = client.get("/people/ann/against/ben").text
    assert text(one(page, "h1")) == "Ann – Ben" and len(all_of(page, ".finished-games > li")) == 3
    assert "no listed game together" in client.get("/people/ann/against/ann").text
    client.cookies.set("groundfloor_session", "Ben")
    assert "/people/Ben/against/Ann" in values(client.get("/people/ann").text, ".person-links a", "href")
    assert client.get("/people/ann/against/nobody").status_code == 404


@pytest.mark.slow
def test_alias_is_not_led_to_its_account(browse: Callable[[], httpx.Client]) -> None:
    client = browse()
    create_account(client, "Ann")
    game_id = play_to_the_end(client, SOLO | {"name-0": "Masked"})
    assert game_id in listed(client) and client.get("/people/Masked").status_code == 404
    assert not values(client.get("/games").text, ".finished-name a", "href") and browse().get("/people/Ann").status_code == 404


def test_former_player_has_no_page(games: Store, client: httpx.Client) -> None:
    account = account_storage.find(games, "ann")
    assert account is not None
    while log_in_storage.leave_games(games, account, "Former player"):
        pass
    log_in_storage.delete_account(games, account, "Former player")
    assert listed(client, "?person=ann") == [] and client.get("/people/ann").status_code == 404
    page = client.get("/games").text
    assert "Former player" in page and "/people/Former%20player" not in page
    assert b"Ann" not in b"".join(member for _, member in stored_finished_games.archive(games, 0, 10))


def test_archive_is_read_back_and_goes_on(games: Store, client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "BATCH", 2)
    answer = client.get("/games/archive")
    assert answer.headers["content-type"] == "application/gzip" and "content-encoding" not in answer.headers
    assert "groundfloor-games.jsonl.gz" in answer.headers["content-disposition"]
    file = tmp_path / "games.jsonl.gz"
    file.write_bytes(answer.content)
    found = list(read_archive(file))
    assert [game.game for game in found] == ["one", "two", "three", "four"]
    assert [(seat.name, seat.has_account, seat.total) for seat in found[1].seats] == [
        ("Ben", True, 50),
        ("Ann", True, 50),
        ("Cleo", False, 20),
    ]
    rest = client.get(f"/games/archive?after={found[1].number}").content
    file.write_bytes(answer.content + rest)
    assert [game.game for game in read_archive(file)] == ["one", "two", "three", "four", "three", "four"]
    assert client.get("/games/archive?after=4").content == b""
    file.write_bytes(answer.content[:-20])
    with pytest.raises(BadArchive):
        list(read_archive(file))


def test_archive_has_a_limited_number_of_games(games: Store, client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_games, "BATCH", 1)
    monkeypatch.setattr(finished_games, "ARCHIVE_GAMES", 3)
    (tmp_path / "part").write_bytes(client.get("/games/archive").content)
    assert [game.number for game in read_archive(tmp_path / "part")] == [1, 2, 3]


@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(archives_per_hour=2)))
def test_client_downloads_the_archive_a_number_of_times_an_hour(client: httpx.Client) -> None:
    client.headers["X-Forwarded-For"] = "203.0.113.7"
    assert [client.get("/games/archive").status_code for _ in range(3)] == [200, 200, 429]


def test_german_pages_have_german_words(games: Store, client: httpx.Client) -> None:
    client.headers["Accept-Language"] = "de"
    assert text(one(client.get("/games").text, "h1")) == "Beendete Partien"
    assert unquote(values(client.get("/games?person=ann").text, ".finished-facts a", "href")[0]) == "/g/three/after"


def test_own_data_have_the_finished_games(games: Store, client: httpx.Client) -> None:
    client.cookies.set("groundfloor_session", "Ben")
    own = client.get("/api/account/data").json()["finished_games"]
    assert [(each["game"], each["seat"], each["total"], each["rank"]) for each in own] == [
        ("one", 2, 30, 2),
        ("two", 1, 50, 1),
        ("three", 3, 35, 2),
    ]
