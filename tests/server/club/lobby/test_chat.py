"""The chat of the lobby and of tables that wait: who writes and reads, and what is done against nuisances."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from groundfloor.server.club.chat.rows import LobbyMessage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.lobby import message_storage
from groundfloor.server.club.lobby.chat import MOST_SHOWN
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table.player_names import name_key
from tests.server.conftest import PASSWORD, with_settings
from tests.support.html import all_of, has, one, text, texts

Browse = Callable[[], httpx.Client]
Person = Callable[[str], httpx.Client]
LOBBY = "/api/lobby/chat"


def said(client: httpx.Client, path: str = LOBBY) -> list[str]:
    return [each["text"] for each in client.get(path).json()["messages"]]


def number_of(client: httpx.Client, text: str, path: str = LOBBY) -> int:
    return next(int(each["number"]) for each in client.get(path).json()["messages"] if each["text"] == text)


def waiting_table(host: httpx.Client, *others: httpx.Client) -> str:
    table: str = host.post("/api/lobby", json={"player": "Ann", "people": 4, "private": True}).json()["table"]
    for number, other in enumerate(others):
        assert other.post(f"/api/lobby/{table}", json={"do": "join", "player": f"Number {number}"}).status_code == 200
    return f"/api/lobby/{table}/chat"


def test_people_with_accounts_write_in_the_lobby_and_everybody_reads(person: Person, browse: Browse) -> None:
    ann, guest = person("Ann"), browse()
    answer = ann.post("/lobby/chat", data={"do": "write", "text": "Who  plays?"})
    assert answer.headers["location"] == "/lobby#lobby-chat"
    page = guest.get("/lobby").text
    assert text(one(page, "#lobby-messages .message-text")) == "Who plays?" and not has(page, "#lobby-chat-form")
    refused = guest.post("/lobby/chat", data={"do": "write", "text": "I do"})
    assert refused.status_code == 403 and "Log in" in text(one(refused.text, "[role=alert]"))
    assert guest.post(LOBBY, json={"text": "I do"}).json()["kind"] == "CannotWrite" and said(guest) == ["Who plays?"]


def test_bots_do_not_write(person: Person, browse: Browse) -> None:
    ann, robby = person("Ann"), browse()
    bot = ann.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    token = ann.post("/api/account/tokens", json={"label": "Board", "scope": "play", "bot": bot, "password": PASSWORD}).json()["token"]
    robby.headers["Authorization"] = f"Bearer {token}"
    chat = waiting_table(ann, robby)
    assert robby.post(LOBBY, json={"text": "Beep"}).status_code == robby.post(chat, json={"text": "Beep"}).status_code == 403


def test_table_that_waits_has_a_chat_of_those_who_sit_there(person: Person, browse: Browse) -> None:
    ann, guest, stranger = person("Ann"), browse(), person("Stranger")
    guest.get("/")
    chat = waiting_table(ann, guest)
    guest.post(chat, json={"text": "Hello, I am early."}).raise_for_status()
    page = ann.get(chat.removeprefix("/api").removesuffix("/chat")).text
    assert (
        text(one(page, "#lobby-messages .message-text")) == "Hello, I am early."
        and text(one(page, "#lobby-messages .person-mark")) == "Guest"
    )
    assert said(ann, chat) == ["Hello, I am early."] and said(stranger, chat) == []
    assert stranger.post(chat, json={"text": "Me too"}).json()["kind"] == "NotAPlayer"
    assert not has(stranger.get(chat.removeprefix("/api").removesuffix("/chat")).text, "#lobby-chat")
    assert said(ann) == [], "the lobby does not tell it"


def test_own_message_is_deleted_and_that_of_others_is_not(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.post(LOBBY, json={"text": "Oops"})
    number = number_of(ann, "Oops")
    assert ben.post(LOBBY, json={"do": "delete", "number": number}).status_code == 403 and said(ann) == ["Oops"]
    assert ann.post(LOBBY, json={"do": "delete", "number": number}).json()["messages"][0]["removed"] == "author"
    assert "Deleted" in text(one(ben.get("/lobby").text, "#lobby-messages"))


def test_blocked_people_are_not_read(person: Person) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), person("Cleo")
    ann.post(LOBBY, json={"text": "Buy my things"})
    ben.post(LOBBY, json={"do": "block", "number": number_of(ben, "Buy my things")}).raise_for_status()
    assert said(ben) == [] and said(cleo) == ["Buy my things"] and not all_of(ben.get("/lobby").text, "#lobby-messages .message")


@pytest.mark.parametrize("do", ["remove-message", "remove-messages"])
def test_reported_message_is_removed_by_an_administrator(person: Person, store: Store, do: str) -> None:
    ann, ben, admin = person("Ann"), person("Ben"), person("Adam")
    account = account_storage.find(store, name_key("Adam"))
    assert account is not None
    moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")
    for line in ("Fine", "You are all stupid"):
        ann.post(LOBBY, json={"text": line})
    reported = ben.post("/lobby/chat", data={"do": "report", "number": str(number_of(ben, "You are all stupid"))})
    assert has(ben.get(reported.headers["location"].partition("#")[0]).text, "[role=status].done")
    (report,) = admin.get("/api/admin/reports").json()["reports"]
    assert report["accused_name"] == "Ann" and report["message"]["quote"] == "You are all stupid"
    assert [line["text"] for line in report["message"]["conversation"]] == ["Fine", "You are all stupid"]
    admin.post("/api/admin/reports", json={"do": do, "report": report["report"]}).raise_for_status()
    assert said(ben) == (["Fine", ""] if do == "remove-message" else ["", ""])
    assert "Removed by an administrator" in text(one(ben.get("/lobby").text, "#lobby-messages"))


@with_settings(Settings(bot_processes=0, public_url="https://games.example", limits=Limits(chat_messages_per_minute=4)))
def test_messages_are_limited_by_account(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    for client in (ann, ben):
        client.headers.update({"Host": "games.example", "X-Forwarded-For": "203.0.113.7", "Origin": "https://games.example"})
    assert [ann.post(LOBBY, json={"text": f"Number {number}"}).status_code for number in range(3)] == [200, 200, 429]
    assert ben.post(LOBBY, json={"text": "I still can"}).status_code == 200


def test_secret_addresses_are_not_told(person: Person) -> None:
    ann = person("Ann")
    ann.post(LOBBY, json={"text": "Watch http://club.example/s/abcdefgh now"})
    assert said(ann) == ["Watch … now"]


def test_messages_go_with_the_account_and_are_in_its_data(person: Person) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.post(LOBBY, json={"text": "Remember me"})
    assert [each["text"] for each in ann.get("/account/data.json").json()["lobby_messages"]] == ["Remember me"]
    ann.post("/account/delete", data={"name": "Ann", "password": PASSWORD})
    (row,) = ben.get(LOBBY).json()["messages"]
    assert (row["text"], row["removed"], row["name"]) == ("", "author", "Former player")


def test_table_of_the_lobby_tells_its_players_of_new_messages(person: Person, browse: Browse) -> None:
    """By the number that its page compares."""
    ann, ben = person("Ann"), person("Ben")
    chat = waiting_table(ann, ben)
    table = chat.removesuffix("/chat")
    assert ann.get(table).json()["last_message"] == 0
    ben.post(chat, json={"text": "Hello"})
    assert ann.get(table).json()["last_message"] == number_of(ann, "Hello", chat) > 0
    assert person("Cleo").get(table).json()["last_message"] == 0 and texts(ann.get("/lobby").text, "#lobby-messages .message-text") == []


def test_nobody_pushes_all_others_out_of_the_lobby(store: Store) -> None:
    """One address with several accounts had every other message off the page after three seconds, and gone after fifty."""

    def write(number: int, owner_id: str, client: str) -> None:
        at = f"2030-01-01T00:00:{number % 60:02}+00:00"
        message_storage.add(store, LobbyMessage(0, None, owner_id, "Somebody", f"{number}", at, "", client), "2030")

    write(0, "account:ann", "77ab0e124f00c93e")
    for number in range(1, 2 * message_storage.MOST):
        write(number, f"account:{number % 8}", f"0c93e1f0.{number % 3}")
    write(1000, "account:ben", "")
    kept, shown = message_storage.listed(store, None), message_storage.listed(store, None, MOST_SHOWN)
    assert len(kept) == message_storage.MOST and len(shown) == MOST_SHOWN
    for found in (kept, shown):
        numbers = [int(message.text) for message in found]
        assert numbers == [0, *range(2 * message_storage.MOST - len(found) + 2, 2 * message_storage.MOST), 1000]
