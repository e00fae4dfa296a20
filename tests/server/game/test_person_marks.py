"""Marks of guests, bots and administrators behind names: on the board of a table of the lobby, in messages, notices and lists."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations

import httpx
import pytest

from groundfloor.results import SavedGame, format_games_file
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.store import Store
from groundfloor.server.game.new_tables import creation
from groundfloor.server.game.results.finished_games import player_words
from groundfloor.server.game.storage.rows import FoundSeat
from groundfloor.table.player_names import name_key
from tests.server.conftest import PASSWORD, NewGame, Page
from tests.support.html import all_of, has, one, text, texts

Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]


def names_with_marks(page: str, selector: str) -> list[str]:
    return [text(node) for node in all_of(page, selector)]


@pytest.mark.slow
def test_board_and_log_mark_guests_and_administrators(person: Person, browse: Browse, store: Store) -> None:
    """For players and for those who look on, in the past too; whoever plays under the name of their account has no mark."""
    ann, ben, guest = person("Ann"), person("Ben"), browse()
    guest.get("/")
    account = account_storage.find(store, name_key("Ben"))
    assert account is not None
    moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 3, "options": {"deck": "preset"}}).json()["table"]
    ben.post(f"/api/lobby/{table}", json={"do": "join", "player": "Ben"})
    game = guest.post(f"/api/lobby/{table}", json={"do": "join", "player": "Cleo"}).json()["game"]
    own = ann.get(f"/api/lobby/{table}").json()["seat"]
    for client, path in ((ann, own), (browse(), f"/g/{game}"), (browse(), f"/g/{game}/at/2")):
        page = client.get(path).text
        heads = [
            " ".join(names_with_marks(page, f"#company-{seat}-name .player-name, #company-{seat}-name .person-mark")) for seat in range(3)
        ]
        assert heads == ["Ann", "Ben Administrator", "Cleo Guest"]
        assert has(page, ".log-line-words .person-mark") or "/at/" in path
        lines = names_with_marks(page, ".log-line-words")
        assert not any(line.startswith(("Ann Guest", "Ann Administrator", "Ben Guest")) for line in lines)
        assert all(line.startswith("Cleo Guest") for line in lines if line.startswith("Cleo"))


def test_board_of_a_table_of_links_marks_nobody(client: httpx.Client, new_game: NewGame) -> None:
    """Its people are friends, known to each other by the names that whoever has opened it has given them."""
    assert not has(client.get(new_game("here", "link").address).text, ".person-mark")


def game_of_ann_and_a_guest(ann: httpx.Client, guest: httpx.Client, name: str = "Cleo") -> tuple[str, list[str]]:
    """Returns the id of a running game of the lobby, and the API addresses of both seats."""
    guest.get("/")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 2}).json()["table"]
    game: str = guest.post(f"/api/lobby/{table}", json={"do": "join", "player": name}).json()["game"]
    return game, [f"/api/seats/{client.get(f'/api/lobby/{table}').json()['seat'].removeprefix('/s/')}" for client in (ann, guest)]


def become_account(guest: httpx.Client, name: str = "Cleo") -> None:
    assert guest.post("/api/account", json={"name": name, "password": PASSWORD}).status_code == 201


def marks_in_chat(client: httpx.Client, path: str) -> list[tuple[str, str]]:
    return [(row["name"], row["mark"]) for row in client.get(f"{path}/chat").json()["messages"]]


def test_message_keeps_who_wrote_it(person: Person, browse: Browse) -> None:
    """A guest who has an account later was a guest when they wrote; who has none any more is a former player, and no guest."""
    ann, guest = person("Ann"), browse()
    _, (own, other) = game_of_ann_and_a_guest(ann, guest)
    ann.post(f"{own}/chat", json={"text": "Hello"}).raise_for_status()
    guest.post(f"{other}/chat", json={"text": "Hello too", "reply_to": 1}).raise_for_status()
    become_account(guest)
    guest.post(f"{other}/chat", json={"text": "I am somebody now"}).raise_for_status()
    assert marks_in_chat(ann, own) == [("Ann", ""), ("Cleo", "guest"), ("Cleo", "")]
    page = ann.get(f"{own.replace('/api/seats/', '/s/')}/chat").text
    assert texts(page, ".messages .person-mark") == ["Guest"]
    assert text(one(ann.get(f"{own.replace('/api/seats/', '/s/')}/chat/players/2").text, "h1")) == "Message of Cleo Guest"
    ann.post("/account/delete", data={"name": "Ann", "password": PASSWORD})
    assert marks_in_chat(guest, other) == [("Former player", ""), ("Cleo", "guest"), ("Cleo", "")]
    assert texts(guest.get(f"{other.replace('/api/seats/', '/s/')}/table").text, ".person-mark") == []


def test_message_at_a_table_that_waits_keeps_who_wrote_it(person: Person, browse: Browse) -> None:
    ann, guest = person("Ann"), browse()
    guest.get("/")
    table = ann.post("/api/lobby", json={"player": "Ann", "people": 3}).json()["table"]
    guest.post(f"/api/lobby/{table}", json={"do": "join", "player": "Cleo"}).raise_for_status()
    guest.post(f"/api/lobby/{table}/chat", json={"text": "Hello"}).raise_for_status()
    become_account(guest)
    (row,) = ann.get(f"/api/lobby/{table}/chat").json()["messages"]
    assert (row["name"], row["mark"]) == ("Cleo", "guest")


def test_notice_keeps_who_caused_it(person: Person, browse: Browse) -> None:
    """Of replies, of proposals at running games, and of who has joined, in the sentence itself."""
    ann, guest = person("Ann"), browse()
    _, (own, other) = game_of_ann_and_a_guest(ann, guest)
    ann.post(f"{own}/chat", json={"text": "Hello"}).raise_for_status()
    guest.post(f"{other}/chat", json={"text": "Hello too", "reply_to": 1}).raise_for_status()
    version = guest.get(other).json()["version"]
    guest.post(other, json={"propose": "pause", "version": version}).raise_for_status()
    become_account(guest)
    notices = {row["kind"]: row["mark"] for row in ann.get("/api/notices").json()["notices"]}
    assert notices == {"joined": "guest", "reply": "guest", "proposal": "guest"}
    said = "\n".join(texts(ann.get("/notices").text, "#news a"))
    assert "“Cleo” (Guest) has replied to you" in said and "“Cleo” (Guest) has joined" in said
    assert "Cleo (Guest) proposes to pause the game" in said
    guest.post(f"{other}/chat", json={"text": "And now", "reply_to": 1}).raise_for_status()
    assert "“Cleo” has replied to you" in "\n".join(texts(ann.get("/notices").text, "#news a"))


def test_lists_mark_guests(person: Person, browse: Browse, new_game: NewGame) -> None:
    """Games to watch, own games, followed ones and invitations; at a table of links nobody is marked."""
    ann, guest, watcher = person("Ann"), browse(), browse()
    game, _ = game_of_ann_and_a_guest(ann, guest)
    watcher.get("/")
    assert texts(watcher.get("/lobby").text, "#running .person") == ["Ann", "Cleo Guest"]
    assert watcher.get("/api/lobby").json()["running"][0]["marks"] == ["", "guest"]
    watcher.post(f"/api/games/{game}/follow", json={"follow": True}).raise_for_status()
    assert watcher.get("/api/followed").json()["followed"][0]["marks"] == ["", "guest"]
    for client in (ann, watcher):
        assert texts(client.get("/").text, ".games .person") == ["Ann", "Cleo Guest"]
    ann.post("/api/lobby", json={"player": "Ann", "people": 3, "invite_from": game}).raise_for_status()
    assert texts(guest.get("/").text, ".invitations .person") == ["Ann"]
    table = guest.post("/api/lobby", json={"player": "Cleo", "people": 3, "invite_from": game}).json()["table"]
    assert table and texts(ann.get("/").text, ".invitations .person") == ["Cleo Guest"]
    assert not has(new_game("here", "link").client.get("/").text, ".games .person-mark")


def test_nobody_at_a_table_of_links_is_called_like_those_who_look_after_the_club(browse: Browse) -> None:
    """Its link may be sent to anybody, who would take them for one."""
    client = browse()
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    refused = client.post("/api/games", json={"seats": [seats[0], {"name": "Ben (\u0410dministrator)"}]})  # with a Cyrillic letter
    assert refused.status_code == 422 and "Nobody can be called" in refused.json()["error"]
    game = client.post("/api/games", json={"seats": seats}).json()["game"]
    record = client.get(f"/g/{game}/record").text
    assert client.post("/api/records", json={"record": record}).status_code == 201
    assert client.post("/api/records", json={"record": record.replace(" Ben\n", " Moderator Ben\n")}).status_code == 422
    of_nothing = record.replace(" Ben\n", " Moderator Ben\n").replace("\n\n", "\ntable practice\nbranch abc 0\n\n", 1)
    for resumed in (False, True):
        assert client.post("/api/records", json={"record": of_nothing, "resume": resumed}).status_code == 422


def test_file_brings_nobody_who_is_called_like_those_who_look_after_the_club(client: httpx.Client) -> None:
    game = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()["game"]
    record = client.get(f"/g/{game}/record").text
    for id, name, status in (("a" * 10, "Ben", 200), ("b" * 10, "Admin Ben", 422)):
        saved = SavedGame(game=id, name="Game", record=record.replace(" Ben\n", f" {name}\n"), seats=(1, 2))
        answer = client.post("/api/my-games/import", json={"file": format_games_file([], [saved])})
        assert answer.status_code == status, answer.text
    assert answer.json()["kind"] == "ImpossibleTable" and client.get(f"/g/{id}").status_code == 404


def test_branch_keeps_the_names_of_its_game(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be those of a game that came here before there was a club."""
    with monkeypatch.context() as patch:
        patch.setattr(creation, "has_role", lambda name: False)
        answer = client.post("/new", data={"kind-0": "here", "name-0": "Admin Ann", "kind-1": "pei", "practice": "on"})
    page = Page(client, answer.headers["location"])
    assert client.post(f"{page.address}/branches", data={"do": "branch", "entry": "0"}).status_code == 303
    record = client.get(f"/g/{page.game_id}/record").text.replace("\n\n", f"\nbranch {page.game_id} 0\n\n", 1)
    uploads = {record: 201, record.replace("Admin Ann", "Admin Ben"): 422}
    assert [client.post("/api/records", json={"record": text}).status_code for text in uploads] == list(uploads.values())


@pytest.mark.parametrize(
    ("name", "said"), [("Administrator", "Guest"), ("Bot", "Guest"), ("Former player", ""), ("Ehemaliges Mitglied 2", "")]
)
def test_guest_under_the_name_of_a_role_is_a_guest_in_the_archive(name: str, said: str) -> None:
    """At a table of links somebody is called what the host likes, and was in games of former versions."""
    assert player_words(FoundSeat(0, name, "red", "person", "", "", "", 40, 1), NullTranslations()) == said


@pytest.mark.thorough
@pytest.mark.slow
def test_table_of_a_day_marks_guests_who_are_called_like_an_account(person: Person, browse: Browse) -> None:
    def play(client: httpx.Client, name: str) -> None:
        client.get("/")
        address = client.post("/day/today", data={"name": name, "opponent": "pei"}).headers["location"]
        Page(client, address.removesuffix("/table")).finish()

    ann, other, reader = person("Ann"), browse(), browse()
    play(ann, "Ann")
    play(other, "Ann")
    assert sorted((row["name"], row["mark"]) for row in reader.get("/api/day/today").json()["results"]) == [("Ann", ""), ("Ann", "guest")]
    assert len(texts(reader.get("/day").text, ".result-table .person-mark")) == 1
    assert texts(other.get("/day").text, ".result-table .person-mark") == [], "their own line says so"
