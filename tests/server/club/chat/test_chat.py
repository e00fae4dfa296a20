"""The chat of a table: who reads and writes where, what people and administrators do about messages, and what nobody else ever sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Route, expect
from playwright.sync_api import Page as Tab

from groundfloor.server.club.chat import messages as chat
from groundfloor.server.club.chat import storage as messages
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import report_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.shares import Shares
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import transactions
from groundfloor.server.game.streams.bell import Bell
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from tests.server.club.notifications.test_notices import other_seat
from tests.server.conftest import NewGame, Page, with_settings
from tests.server.game.streams.test_events import events
from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.html import has, one, text, texts, value, values
from tests.support.open_pages import taken_shift, watch_shifts
from tests.support.page_states import PASSWORD

Browse = "Callable[[], httpx.Client]"
LIMITED = Settings(bot_processes=0, public_url="https://games.example", limits=Limits(chat_messages_per_minute=4, chat_messages_per_hour=3))
NOTE = "Office first, then publishing\nnever the warehouse"


def log_in(client: httpx.Client, name: str) -> httpx.Client:
    client.post("/api/account", json={"name": name, "password": PASSWORD}).raise_for_status()
    return client


class Table:
    """A table of two: Ann, whose browser has opened it, Ben, Eve, who is logged in and looks on, and a guest who looks on."""

    def __init__(self, new_game: NewGame, store: Store, browse: Callable[[], httpx.Client]) -> None:
        self.page = new_game("here", "link")
        self.ann, self.ben, self.eve, self.guest = self.page.client, browse(), log_in(browse(), "Eve"), browse()
        self.game_id = self.page.game_id
        self.seats = self.page.address, f"/s/{other_seat(store, self.page)}"

    def say(self, client: httpx.Client, base: str, said: str, **fields: str) -> httpx.Response:
        return client.post(f"{base}/chat", data={"text": said, **fields})

    def fill(self) -> None:
        for client, base, said in (
            (self.ann, self.seats[0], "Hello @Ben"),
            (self.ben, self.seats[1], "Good luck"),
            (self.eve, f"/g/{self.game_id}", "Ann will lose"),
        ):
            assert self.say(client, base, said).status_code == 303

    def lines(self, client: httpx.Client, base: str) -> list[str]:
        return texts(client.get(f"{base}/chat").text, ".message-text")

    def finish(self, store: Store) -> None:
        """Ends the game by agreement."""
        for client, base, body in ((self.ann, self.seats[0], {"propose": "cancel"}), (self.ben, self.seats[1], {})):
            address = f"/api{base.replace('/s/', '/seats/')}"
            view = client.get(address).json()
            sent = {**body, "version": view["version"]} if body else {"agree": view["proposal"]["id"]}
            client.post(address, json=sent).raise_for_status()


@pytest.fixture
def table(new_game: NewGame, store: Store, browse: Callable[[], httpx.Client]) -> Table:
    return Table(new_game, store, browse)


def test_players_and_spectators_talk_apart_until_the_end(table: Table, store: Store) -> None:
    table.fill()
    for client, base in ((table.ann, table.seats[0]), (table.ben, table.seats[1])):
        assert table.lines(client, base) == ["Hello @Ben", "Good luck"]
    for client in (table.eve, table.guest):
        assert table.lines(client, f"/g/{table.game_id}") == ["Ann will lose"]
    for client in (table.ann, table.ben):  # who looks at the own game as a spectator
        assert table.lines(client, f"/g/{table.game_id}") == []
        assert client.get(f"/api/games/{table.game_id}/chat").json()["reads"] == []
    table.finish(store)
    assert table.lines(table.ann, table.seats[0]) == ["Hello @Ben", "Good luck", "Ann will lose"]
    assert table.lines(table.ben, f"/g/{table.game_id}") == ["Ann will lose"] == table.lines(table.guest, f"/g/{table.game_id}")


def test_only_who_may_write_does(table: Table) -> None:
    assert "Log in" in text(one(table.say(table.guest, f"/g/{table.game_id}", "Hi").text, ".alert"))
    table.fill()  # from now on the browsers of Ann and Ben are known to hold the seats
    for client in (table.ann, table.ben):
        answer = table.say(client, f"/g/{table.game_id}", "Hi")
        assert answer.status_code == 403 and "at your seat" in answer.text
    assert table.say(table.eve, "/s/unknown", "Hi").status_code == 404
    foreign = table.ann.post(f"{table.seats[0]}/chat", data={"text": "Hi"}, headers={"Origin": "https://elsewhere.example"})
    assert foreign.status_code == 403 and len(table.lines(table.ann, table.seats[0])) == 2


def test_there_is_nobody_to_talk_to_against_automas(solo: Page) -> None:
    answer = solo.client.post(f"{solo.address}/chat", data={"text": "Hi"})
    assert answer.status_code == 403 and "nobody" in answer.text
    page = solo.client.get(f"{solo.address}/chat").text
    assert not texts(page, "#chat-text") and one(page, "#chat-note") is not None


@pytest.mark.parametrize("said", ["", "   ", "\u2800", "x" * 501])
def test_message_has_a_visible_text_of_limited_length(table: Table, said: str) -> None:
    answer = table.say(table.ann, table.seats[0], said)
    assert answer.status_code == 422 and "500" in text(one(answer.text, ".alert")) and not table.lines(table.ann, table.seats[0])


def test_markup_is_no_markup_and_line_breaks_are_blanks(table: Table) -> None:
    table.say(table.ann, table.seats[0], "<b>big</b>\n<script>alert(1)</script> https://elsewhere.example/x")
    page = table.ben.get(f"{table.seats[1]}/chat").text
    assert table.lines(table.ben, table.seats[1]) == ["<b>big</b> <script>alert(1)</script> https://elsewhere.example/x"]
    assert "<script>alert" not in page and "elsewhere.example" not in " ".join(values(page, ".message a", "href"))


def test_number_and_pace_of_messages_are_limited(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "CHANNEL", Shares(2, 2, 2))
    table.fill()
    answer = table.say(table.ann, table.seats[0], "One more")
    assert answer.status_code == 403 and "as many messages" in answer.text


@with_settings(LIMITED)
def test_a_client_that_writes_too_much_is_refused(table: Table) -> None:
    table.ann.headers.update({"Host": "games.example", "X-Forwarded-For": "203.0.113.7", "Origin": "https://games.example"})
    answers = [table.say(table.ann, table.seats[0], f"{number}") for number in range(4)]
    assert [each.status_code for each in answers] == [303, 303, 429, 429]
    assert "too quickly" in answers[2].text and value(one(answers[2].text, "#chat-text"), "value") == "2"


def test_message_is_written_once_for_a_key(table: Table) -> None:
    for _ in range(2):
        table.say(table.ann, table.seats[0], "Once", idempotency_key="k" * 20)
    assert table.lines(table.ann, table.seats[0]) == ["Once"]


def test_names_are_marked_and_ring_for_those_whom_they_name(table: Table) -> None:
    table.fill()
    assert texts(table.ann.get(f"{table.seats[0]}/chat").text, "mark") == ["@Ben"]
    assert [each["kind"] for each in table.ben.get("/api/notices").json()["notices"]] == []  # the browser held no seat yet
    table.say(table.ann, table.seats[0], "Your turn, @ben!")
    [notice] = table.ben.get("/api/notices").json()["notices"]
    assert notice["kind"] == "mention" and not notice["is_read"] and "Your turn" not in str(table.ben.get("/notices").text)
    table.ben.post(f"{table.seats[1]}/chat", data={"do": "read", "players": "99"})
    assert table.ben.get("/api/notices").json()["notices"][0]["is_read"]
    table.say(table.eve, f"/g/{table.game_id}", "@Ben sleeps")
    assert table.ben.get("/api/notices").json()["notices"][0]["is_read"]  # what spectators write tells players nothing


def test_message_leads_each_reader_to_its_moment(table: Table) -> None:
    version = table.page.version
    link = f"http://games.example{table.seats[0]}/at/{version}"
    table.say(table.ann, table.seats[0], f"Look: {link} and ?at=9999", moment=str(version))
    page = table.ben.get(f"{table.seats[1]}/chat").text
    assert values(page, ".message-moment", "href") == [f"{table.seats[1]}/at/{version}"] * 2
    assert "Round 1" in texts(page, ".message-moment")[0] and "?at=9999" in table.lines(table.ben, table.seats[1])[0]
    assert table.ben.get(values(page, ".message-moment", "href")[0]).status_code == 200
    on_board = table.ben.get(f"{table.seats[1]}/chat?part=whole").text
    assert values(on_board, ".message-moment", "href") == [f"?at={version}"] * 2


def test_secret_link_of_a_seat_stands_in_no_message(table: Table) -> None:
    table.say(table.ann, table.seats[0], f"Mine is http://games.example{table.seats[0]}/table?x=1 keep it")
    assert table.lines(table.ben, table.seats[1]) == [f"Mine is /g/{table.game_id} keep it"]


def test_notes_are_kept_for_the_seat_alone(table: Table, store: Store) -> None:
    assert table.ann.post(f"{table.seats[0]}/chat", data={"do": "note", "note": NOTE}).status_code == 303
    assert NOTE in table.ann.get(f"{table.seats[0]}/chat").text
    everywhere = [
        client.get(f"{path}{rest}").text
        for client in (table.ben, table.eve, table.guest)
        for path in (table.seats[1], f"/g/{table.game_id}")
        for rest in ("", "/chat", "/chat?part=whole", "/table", "/record")
    ]
    everywhere += [table.ben.get(f"/api/{kind}").text for kind in (f"games/{table.game_id}", table.seats[1].replace("/s/", "seats/"))]
    assert not any("publishing\n" in each or "never the warehouse" in each for each in everywhere)
    table.finish(store)
    assert table.ann.get(f"/api{table.seats[0].replace('/s/', '/seats/')}/note").json()["text"] == NOTE
    too_long = table.ann.post(f"{table.seats[0]}/chat", data={"do": "note", "note": "x" * 10_001})
    assert too_long.status_code == 422 and "10,000" in too_long.text
    assert table.eve.post(f"/g/{table.game_id}/chat", data={"do": "note", "note": "x"}).status_code == 403


def test_notes_get_no_longer_once_the_game_is_over(table: Table, store: Store) -> None:
    """Else each finished game, which stays for ever, could be filled with notes later."""
    path, api = f"{table.seats[0]}/chat", f"/api{table.seats[0].replace('/s/', '/seats/')}/note"
    assert table.ann.post(path, data={"do": "note", "note": "Factory first"}).status_code == 303
    table.finish(store)
    version = table.ann.get(api).json()["version"]
    refused = table.ann.post(path, data={"do": "note", "note": "Factory first, then the office", "version": version})
    assert refused.status_code == 403 and "your notes stay and can be shortened" in text(one(refused.text, ".alert"))
    assert (
        text(one(refused.text, "#chat-note")).strip() == "Factory first, then the office"
        and table.ann.get(api).json()["version"] == version
    )
    german = table.ben.post(f"/api{table.seats[1].replace('/s/', '/seats/')}/note", json={"text": "x"}, headers={"Accept-Language": "de"})
    assert german.status_code == 403 and german.json()["error"].startswith("Die Partie ist zu Ende")
    assert table.ann.post(path, data={"do": "hide"}).status_code == 303
    assert table.ann.post(api, json={"text": "Factory", "version": version}).json()["text"] == "Factory"


def test_notes_from_two_browsers_do_not_overwrite_each_other(table: Table) -> None:
    """Both began with the same text; the second one is shown both, and nothing that was typed is lost."""
    path, api = f"{table.seats[0]}/chat", f"/api{table.seats[0].replace('/s/', '/seats/')}/note"
    began = value(one(table.ann.get(path).text, "#chat-notes [name=version]"), "value")
    note = {"do": "note", "version": began}
    assert table.ann.post(path, data={**note, "note": "From the telephone"}).status_code == 303
    refused = table.ann.post(path, data={**note, "note": "From the desk"})
    assert refused.status_code == 409 and text(one(refused.text, "#chat-note")).strip() == "From the desk"
    assert text(one(refused.text, "#chat-other-note pre")) == "From the telephone"
    assert "nothing is overwritten" in text(one(refused.text, ".alert"))
    assert table.ann.get(api).json()["text"] == "From the telephone"
    again = {**note, "version": value(one(refused.text, "#chat-notes [name=version]"), "value"), "note": "From both"}
    assert table.ann.post(path, data=again).status_code == 303
    assert table.ann.post(path, data=again).status_code == 303  # the same once more
    assert table.ann.get(api).json()["text"] == "From both"


def test_notes_over_the_api_say_with_which_text_they_began(table: Table) -> None:
    api = f"/api{table.seats[0].replace('/s/', '/seats/')}/note"
    first = table.ann.post(api, json={"text": "First"}).json()
    assert first["version"] == table.ann.get(api).json()["version"] != ""
    for body in ({}, {"version": "other"}):
        refused = table.ann.post(api, json={"text": "Second", **body})
        assert refused.status_code == 409 and refused.json()["kind"] == "NotesChanged" and refused.json()["notes"] == first
    second = table.ann.post(api, json={"text": "Second", "version": first["version"]}).json()
    assert second["text"] == "Second" and second["version"] != first["version"]
    assert table.ann.post(api, json={"hides_chat": True}).json() == {**second, "hides_chat": True}
    assert table.ann.post(api, json={"text": "", "version": second["version"]}).json()["version"] == ""


def test_notes_that_are_too_long_stay_in_their_field(table: Table) -> None:
    refused = table.ann.post(f"{table.seats[0]}/chat", data={"do": "note", "note": "x" * 10_001})
    assert refused.status_code == 422 and text(one(refused.text, "#chat-note")).strip() == "x" * 10_001
    assert not has(refused.text, "#chat-other-note")


def test_chat_can_be_hidden_for_a_seat(table: Table) -> None:
    table.fill()
    table.ben.post(f"{table.seats[1]}/chat", data={"do": "hide"})
    page = table.ben.get(f"{table.seats[1]}/chat").text
    assert texts(page, ".message") == [] and one(page, "#chat-show") is not None
    table.ben.post(f"{table.seats[1]}/chat", data={"do": "show"})
    assert len(table.lines(table.ben, table.seats[1])) == 2


def test_browser_with_several_seats_writes_as_one_of_them(new_game: NewGame) -> None:
    page = new_game("here", "here")
    for seat in ("1", "2"):
        page.client.post(f"{page.address}/chat", data={"text": "I", "seat": seat})
    assert texts(page.client.get(f"{page.address}/chat").text, ".message b") == ["Ann", "Ben"]


def test_account_of_a_bot_writes_nothing(table: Table, browse: Callable[[], httpx.Client]) -> None:
    owner = log_in(browse(), "Owner")
    bot = owner.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    made = owner.post("/api/account/tokens", json={"label": "x", "scope": "play", "bot": bot, "password": PASSWORD}).json()
    program = browse()
    program.headers["Authorization"] = f"Bearer {made['token']}"
    for path in (f"/api/games/{table.game_id}/chat", f"/api{table.seats[1].replace('/s/', '/seats/')}/chat"):
        answer = program.post(path, json={"text": "Beep"})
        assert answer.status_code == 403 and "Bots" in answer.json()["error"]


# What spectators write is no fact for players


@contextmanager
def told(client: httpx.Client, address: str) -> Iterator[Callable[[int], list[dict[str, Any]]]]:
    with client.stream("GET", address) as stream:
        lines = stream.iter_lines()
        yield lambda wanted: [data for _, name, data in events(lines, wanted) if name == "chat"]


def test_players_see_the_same_whatever_spectators_write(new_game: NewGame, store: Store, browse: Callable[[], httpx.Client]) -> None:
    """Pages, parts, JSON and the numbers of messages: byte for byte, but for what is random in each page."""
    seen: list[list[str]] = []
    table = Table(new_game, store, browse)
    table.fill()
    for said in ("", "Something else"):
        if said:
            for _ in range(3):
                assert table.say(table.eve, f"/g/{table.game_id}", said).status_code == 303
        found = []
        for client, base in ((table.ann, table.seats[0]), (table.ben, table.seats[1]), (table.ann, f"/g/{table.game_id}")):
            api = base.replace("/s/", "/api/seats/").replace("/g/", "/api/games/")
            for path in (f"{base}/chat?part=whole", f"{base}/chat?part=news", f"{api}/chat", api, f"{base}/board", "/api/notices"):
                found.append(client.get(path).text)
        seen.append(found)
    assert seen[0] == seen[1] and "Something else" not in str(seen)


def test_streams_tell_each_of_the_messages_that_they_may_read(table: Table) -> None:
    table.fill()
    token = table.seats[1].removeprefix("/s/")
    with (
        told(table.ben, f"/events?g={table.game_id}&s={token}&m={table.game_id}") as ben,
        told(table.guest, f"/events?g={table.game_id}&m={table.game_id}") as guest,
    ):
        ben(1), guest(1)  # the version
        table.say(table.eve, f"/g/{table.game_id}", "Only spectators")
        table.say(table.ann, table.seats[0], "Only players")
        assert ben(1) == [{"game": table.game_id, "channel": "players", "changed": 3}]
        assert guest(1) == [{"game": table.game_id, "channel": "spectators", "changed": 2}]


def test_bells_of_players_are_silent_whatever_spectators_write(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(Bell, "note", lambda bell, game_id: noted.append(game_id))
    table.say(table.eve, f"/g/{table.game_id}", "Only spectators")
    assert not noted
    table.say(table.ann, table.seats[0], "Only players")
    assert noted == [table.game_id]


# As data


def test_api_reads_and_writes(table: Table) -> None:
    table.fill()
    address = f"/api{table.seats[1].replace('/s/', '/seats/')}/chat"
    found = table.ben.get(address).json()
    assert (found["reads"], found["writes"], found["unread"], found["changed"]) == (["players"], "players", 1, {"players": 2})
    assert [(each["number"], each["seat"], each["text"], each["mentions"]) for each in found["messages"]] == [
        (1, 1, "Hello @Ben", ["Ben"]),
        (2, 2, "Good luck", []),
    ]
    answer = table.ben.post(address, json={"text": "See", "moment": 0}).json()
    assert answer["messages"][-1]["moment"] == 0 and answer["messages"][-1]["is_own"]
    assert [each["number"] for each in table.ben.get(f"{address}?after_players=2").json()["messages"]] == [3]
    assert [each["number"] for each in table.ben.get(f"{address}?before_players=3").json()["messages"]] == [1, 2]
    assert table.ben.post(address, json={"do": "read", "players": 3}).json()["unread"] == 0
    for body in ({"text": 3}, {"do": "sing"}):
        assert table.ben.post(address, json=body).status_code == 400
    note = address.replace("/chat", "/note")
    mine = table.ben.post(note, json={"text": "Mine"}).json()
    assert (mine["text"], mine["hides_chat"]) == ("Mine", False)
    assert table.ben.post(note, json={"hides_chat": True}).json() == {**mine, "hides_chat": True}
    assert table.ben.post(note, json={"hides_chat": "yes"}).status_code == 400


FOREIGN = {"Host": "games.example", "Origin": "https://games.example"}
BEHIND_PROXY = Settings(
    bot_processes=0, public_url="https://games.example", trusted_proxies=("127.0.0.1",), limits=Limits(bot_pause_seconds=0)
)


@pytest.fixture
def filled(new_game: NewGame, store: Store, browse: Callable[[], httpx.Client]) -> Table:
    made = Table(new_game, store, browse)
    made.fill()
    return made


@pytest.fixture
def admin(browse: Callable[[], httpx.Client], store: Store) -> httpx.Client:
    client = log_in(browse(), "Adam")
    account = account_storage.find(store, "adam")
    assert account is not None and moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")
    return client


def more(client: httpx.Client, base: str) -> list[str]:
    """Returns the addresses of the messages about which somebody can do something."""
    return values(client.get(f"{base}/chat").text, ".message-more", "href")


def api(address: str) -> str:
    return "/api" + address.replace("/s/", "/seats/").replace("/g/", "/games/")


# Deleting


def test_own_message_is_deleted_for_everybody_for_a_while(filled: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    own = f"{filled.seats[0]}/chat/players/1"
    assert more(filled.ann, filled.seats[0]) == [own, f"{filled.seats[0]}/chat/players/2"]
    page = filled.ann.get(own).text
    assert (
        text(one(page, "#message")) == "“Hello @Ben”"
        and has(page, "#do-delete")
        and not has(page, "#do-report")
        and not has(page, ".block-person")
    )
    assert filled.ann.post(own, data={"do": "delete"}).headers["location"] == f"{filled.seats[0]}/chat"
    for client, seat in ((filled.ann, 0), (filled.ben, 1)):
        assert texts(client.get(f"{filled.seats[seat]}/chat").text, ".message-removed") == ["Deleted"]
        assert filled.lines(client, filled.seats[seat]) == ["Good luck"]
    assert filled.ann.post(own, data={"do": "delete"}).status_code == 422 and not has(filled.ann.get(own).text, "form [name=do]")
    monkeypatch.setattr(chat, "DELETABLE_MINUTES", -1)
    late = filled.ben.post(f"{api(filled.seats[1])}/chat/players/2", json={"do": "delete"})
    assert (
        late.status_code == 422 and "You can delete" in late.json()["error"] and filled.lines(filled.ben, filled.seats[1]) == ["Good luck"]
    )


def test_nobody_deletes_messages_of_others(filled: Table) -> None:
    for client, path in ((filled.ben, f"{filled.seats[1]}/chat/players/1"), (filled.guest, f"/g/{filled.game_id}/chat/spectators/1")):
        assert client.post(path, data={"do": "delete"}).status_code == 422
    assert filled.lines(filled.ben, filled.seats[1]) == ["Hello @Ben", "Good luck"] and filled.lines(
        filled.eve, f"/g/{filled.game_id}"
    ) == ["Ann will lose"]


def test_only_readers_find_a_message(filled: Table) -> None:
    found = [
        (filled.guest, f"/g/{filled.game_id}/chat/players/1"),
        (filled.ann, f"{filled.seats[0]}/chat/spectators/1"),
        (filled.ann, f"/g/{filled.game_id}/chat/spectators/1"),
        (filled.ben, f"{filled.seats[1]}/chat/players/99"),
        (filled.ben, f"{filled.seats[1]}/chat/players/first"),
        (filled.ben, f"{filled.seats[1]}/chat/elsewhere/1"),
    ]
    for client, path in found:
        assert client.get(path).status_code == 404
        for do in ("delete", "report", "block"):
            assert client.post(path, data={"do": do}).status_code == 404
            assert client.post(api(path), json={"do": do}).json()["kind"] == "UnknownMessage"


def test_foreign_forms_and_unknown_actions_do_nothing(filled: Table) -> None:
    path = f"{filled.seats[0]}/chat/players/1"
    assert filled.ann.post(path, data={"do": "delete"}, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert filled.ann.post(path, data={"do": "sing"}).status_code == 400 and len(filled.lines(filled.ann, filled.seats[0])) == 2


# Blocking


def test_messages_of_blocked_people_are_not_shown(filled: Table) -> None:
    """Nor counted, and their mentions tell nothing; whoever is blocked sees what they saw before."""
    path = f"{filled.seats[1]}/chat/players/1"
    before = filled.ann.get(f"{filled.seats[0]}/chat?part=whole").text
    filled.ben.post("/api/notices", json={"do": "read"})
    assert filled.ben.get(api(f"{filled.seats[1]}/chat")).json()["unread"] == 1
    assert filled.ben.post(path, data={"do": "block"}).headers["location"] == "/blocks?done=block"
    assert filled.lines(filled.ben, filled.seats[1]) == ["Good luck"] and filled.ben.get(path).status_code == 404
    assert filled.ann.get(f"{filled.seats[0]}/chat?part=whole").text == before
    filled.say(filled.ann, filled.seats[0], "Where are you, @Ben?")
    told = filled.ben.get(api(f"{filled.seats[1]}/chat")).json()
    assert told["unread"] == 0 and [each["text"] for each in told["messages"]] == ["Good luck"]
    assert filled.ben.get("/api/notices").json()["notices"] == [] and filled.ben.get("/api/next").json()["unread"] == 0
    assert texts(filled.ben.get("/blocks").text, "#blocked b") == ["Ann"]
    assert filled.lines(filled.ann, filled.seats[0])[-1] == "Where are you, @Ben?"
    filled.ben.post("/blocks", data={"do": "unblock", "id": values(filled.ben.get("/blocks").text, "#blocked [name=id]", "value")[0]})
    assert len(filled.lines(filled.ben, filled.seats[1])) == 3


def test_earlier_messages_are_found_behind_those_of_blocked_people(filled: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_SHOWN", 2)
    for said in ("One", "Two"):
        filled.say(filled.ann, filled.seats[0], said)
    filled.ben.post(f"{filled.seats[1]}/chat/players/3", data={"do": "block"})
    assert filled.lines(filled.ben, filled.seats[1]) == []
    earlier = one(filled.ben.get(f"{filled.seats[1]}/chat").text, ".chat-hint a[href*=before]").attributes["href"]
    assert texts(filled.ben.get(str(earlier)).text, ".message-text") == ["Good luck"]


def test_spectators_block_each_other(filled: Table, browse: Callable[[], httpx.Client]) -> None:
    dora = log_in(browse(), "Dora")
    assert dora.post(f"/api/games/{filled.game_id}/chat/spectators/1", json={"do": "block"}).json() == {}
    assert filled.lines(dora, f"/g/{filled.game_id}") == [] and filled.lines(filled.guest, f"/g/{filled.game_id}") == ["Ann will lose"]
    assert [each["name"] for each in dora.get("/api/blocks").json()["blocks"]] == ["Eve"]


# Reporting


def test_reported_message_is_read_in_its_conversation_and_removed(filled: Table, admin: httpx.Client) -> None:
    path = f"{filled.seats[1]}/chat/players/1"
    assert more(filled.ben, filled.seats[1])[0] == path
    for _ in range(2):
        assert filled.ben.post(path, data={"do": "report", "text": "Rude"}).headers["location"] == f"{path}?reported=1"
    page = filled.ben.get(f"{path}?reported=1").text
    assert "An administrator will read it" in text(one(page, "[role=status]")) and not has(page, "#do-report")
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert report["text"] == "Rude" and report["message"]["quote"] == "Hello @Ben" and report["message"]["is_there"]
    assert [(line["name"], line["text"], line["is_reported"]) for line in report["message"]["conversation"]] == [
        ("Ann", "Hello @Ben", True),
        ("Ben", "Good luck", False),
    ]
    assert "1 report waits" in admin.get("/").text and "report waits" not in filled.eve.get("/").text
    shown = admin.get("/admin").text
    assert text(one(shown, "blockquote.report-text")) == "Hello @Ben" and texts(shown, ".conversation li") == [
        "Ann Guest Hello @Ben",
        "Ben Guest Good luck",
    ]
    answer = admin.post("/admin/reports", data={"do": "remove-message", "report": report["report"]})
    assert answer.headers["location"] == "/admin/reports?done=remove-message"
    for client, base in ((filled.ann, filled.seats[0]), (filled.ben, filled.seats[1])):
        assert texts(client.get(f"{base}/chat").text, ".message-removed") == ["Removed by an administrator"]
    again = admin.post("/api/admin/reports", json={"do": "remove-message", "report": report["report"]})
    assert again.status_code == 422 and "gone" in again.json()["error"]
    [after] = admin.get("/api/admin/reports").json()["reports"]
    assert after["message"]["quote"] == "Hello @Ben" and not after["message"]["is_there"]


def test_quote_stays_when_the_message_or_the_table_is_gone(filled: Table, admin: httpx.Client, store: Store) -> None:
    filled.ben.post(f"{filled.seats[1]}/chat/players/1", data={"do": "report"})
    filled.ann.post(f"{filled.seats[0]}/chat/players/1", data={"do": "delete"})
    transactions.delete_game(store, WholeClub(), filled.game_id)
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert report["message"]["quote"] == "Hello @Ben" and report["message"]["conversation"] == [] and report["text"] == "–"
    assert has(admin.get("/admin").text, ".conversation")


def test_own_and_removed_messages_are_not_reported(filled: Table, admin: httpx.Client) -> None:
    own = f"{filled.seats[0]}/chat/players/1"
    assert filled.ann.post(own, data={"do": "report", "text": "Me"}).status_code == 422
    filled.ann.post(own, data={"do": "delete"})
    assert filled.ben.post(f"{filled.seats[1]}/chat/players/1", data={"do": "report"}).status_code == 422
    assert admin.get("/api/admin/reports").json()["open"] == 0


def test_account_that_wrote_a_reported_message_is_banned(filled: Table, admin: httpx.Client) -> None:
    filled.guest.post(f"/g/{filled.game_id}/chat/spectators/1", data={"do": "report", "text": "Spoils the game"})
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert report["accused_name"] == "Eve" and report["can_ban"] and "Spoils" in admin.get("/admin").text
    fields = {"do": "ban", "report": report["report"]}
    assert admin.post("/admin/reports", data=fields).status_code == 422, "whoever is banned reads why"
    assert admin.post("/admin/reports", data={**fields, "reason": "Spoilers"}).headers["location"] == "/admin/reports?done=ban"
    answer = filled.say(filled.eve, f"/g/{filled.game_id}", "Again")
    assert answer.status_code == 403 and "Spoilers" in answer.text


@with_settings(BEHIND_PROXY)
def test_address_of_a_guest_who_wrote_a_reported_message_is_banned(
    new_game: NewGame, store: Store, browse: Callable[[], httpx.Client], admin: httpx.Client
) -> None:
    filled = Table(new_game, store, browse)
    for number, client in enumerate((filled.ann, filled.ben), 7):
        client.headers.update({**FOREIGN, "X-Forwarded-For": f"203.0.113.{number}"})
    filled.say(filled.ann, filled.seats[0], "Insults")
    filled.ben.post(f"{filled.seats[1]}/chat/players/1", data={"do": "report"})
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert not report["accused"] and report["can_ban"] and "bans the address" in admin.get("/admin").text
    assert admin.post("/api/admin/reports", json={"do": "ban", "report": report["report"], "reason": "Insults"}).status_code == 200
    assert (
        filled.say(filled.ann, filled.seats[0], "More").status_code == 403
        and filled.say(filled.ben, filled.seats[1], "Peace").status_code == 303
    )
    row = messages.numbered(store, filled.game_id, "players", 1)
    assert row is not None and row.client and messages.remove_message(store, row.id, "administrator") is not None
    gone = messages.numbered(store, filled.game_id, "players", 1)
    assert gone is not None and gone.client == "", "the mark goes with the text"
    assert "203.0.113" not in str(report_storage.listed(store, True, 0, 9)) + str(moderation_storage.bans(store, 0, 9))


def test_report_without_account_and_address_bans_nobody(filled: Table, admin: httpx.Client) -> None:
    filled.ben.post(f"{filled.seats[1]}/chat/players/1", data={"do": "report"})  # a guest on the server's own machine
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert not report["can_ban"]
    answer = admin.post("/api/admin/reports", json={"do": "ban", "report": report["report"], "reason": "Insults"})
    assert answer.status_code == 422 and "Neither an account nor an address" in answer.json()["error"]


# Bans


@pytest.mark.parametrize("by", ["account", "address"])
@with_settings(BEHIND_PROXY)
def test_banned_people_write_note_report_and_block_nothing(
    new_game: NewGame, store: Store, browse: Callable[[], httpx.Client], admin: httpx.Client, by: str
) -> None:
    filled = Table(new_game, store, browse)
    filled.fill()
    eve = filled.eve
    eve.headers.update({**FOREIGN, "X-Forwarded-For": "203.0.113.7"})
    eve.get(filled.seats[1])
    account = account_storage.find(store, "eve")
    assert account is not None
    path = f"/api/admin/people/{account.id}" if by == "account" else "/api/admin/bans"
    admin.post(path, json={"do": "ban", "reason": "Insults", "address": "203.0.113.7"}).raise_for_status()
    seat = api(filled.seats[1])
    changes = (
        (f"{seat}/chat", {"text": "Hi"}),
        (f"{seat}/note", {"text": "Mine"}),
        (f"{seat}/chat/players/1", {"do": "report"}),
        (f"{seat}/chat/players/1", {"do": "block"}),
        (f"/api/games/{filled.game_id}/chat/spectators/1", {"do": "delete"}),
        (f"{seat}/report", {"text": "They insult us."}),
        ("/api/blocks", {"do": "block", "name": "Adam"}),
    )
    for address, body in changes:
        answer = eve.post(address, json=body)
        assert answer.status_code == 403 and answer.json()["kind"] == "Banned", address
    assert filled.lines(filled.ben, filled.seats[1]) == ["Hello @Ben", "Good luck"] and eve.get(f"{seat}/note").json()["text"] == ""
    assert report_storage.count_open(store) == 0 and eve.get("/api/blocks").json() == {"blocks": []}


# In a browser


WIDE, LOW, TABLET, PHONE = (1600, 1000), (1366, 768), (900, 1200), (360, 760)


def opened(browser: Browser, server: str, address: str, size: tuple[int, int] = LOW) -> Tab:
    width, height = size
    tab = browser.new_context(viewport={"width": width, "height": height}, locale="en", has_touch=width < 700).new_page()
    tab.set_default_timeout(10_000)
    if address.startswith("/s/") and "/at/" not in address:
        board_page.open_connected(tab, f"{server}{address}")
    else:
        tab.goto(f"{server}{address}")
    tab.locator("#chat-part").wait_for(state="attached")
    return tab


def chat_tab(tab: Tab) -> Locator:
    return tab.locator("#sidebar-chat, #log-chat, #tab-chat").locator("visible=true").first


def shown_texts(tab: Tab) -> list[str]:
    return [each.strip() for each in tab.locator("#chat .message-text").all_inner_texts()]


def write(client: httpx.Client, address: str, text: str) -> None:
    assert client.post(f"{address}/chat", data={"text": text}).status_code == 303


@pytest.fixture
def page(new_game: NewGame) -> Page:
    return new_game("here", "link")


@pytest.fixture
def ben(page: Page, store: Store) -> str:
    return f"/s/{other_seat(store, page)}"


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [WIDE, LOW, TABLET, PHONE])
def test_messages_come_without_moving_anything(browser: Browser, server: str, page: Page, ben: str, width: int, height: int) -> None:
    tab = opened(browser, server, ben, (width, height))
    watch_shifts(tab)
    write(page.client, page.address, "Hello @Ben")
    count = chat_tab(tab).locator(".chat-count")
    count.filter(has_text="1").wait_for()
    assert "Ann: Hello @Ben" in tab.locator("[role=status].visually-hidden").last.inner_text()
    assert taken_shift(tab) == 0
    chat_tab(tab).click()
    tab.wait_for_function("() => !document.querySelector('#sidebar-chat .chat-count').textContent")
    taken_shift(tab)
    write(page.client, page.address, "Are you there?")
    tab.locator("#chat .message").nth(1).wait_for()
    assert shown_texts(tab) == ["Hello @Ben", "Are you there?"]
    tab.reload()
    tab.locator("#chat .message").nth(1).wait_for(state="attached")
    assert tab.locator("#sidebar-chat .chat-count").text_content() == ""
    assert axe_violations(tab) == []


@pytest.mark.thorough
def test_both_write_by_keyboard(browser: Browser, server: str, page: Page, ben: str) -> None:
    ann, other = opened(browser, server, page.address), opened(browser, server, ben)
    ann.keyboard.press("k")
    ann.locator("#chat-text:focus").wait_for()
    ann.keyboard.type("No, <b>you</b> begin")
    ann.keyboard.press("Enter")
    ann.locator("#chat .message.is-own").wait_for()
    ann.wait_for_function("() => !document.getElementById('chat-text').value")  # the message may come to the page before the answer
    assert ann.locator("#chat-text:focus").count() == 1
    other.locator("#chat .message").wait_for(state="attached")
    chat_tab(other).click()
    assert shown_texts(other) == ["No, <b>you</b> begin"]
    other.keyboard.press("l")
    assert other.locator("#log").is_visible() and not other.locator("#chat").is_visible()


RING_CUT = """() => { const field = document.activeElement, { left, right } = field.getBoundingClientRect();
const { outlineWidth, outlineOffset } = getComputedStyle(field), ring = parseFloat(outlineWidth) + parseFloat(outlineOffset);
const part = document.getElementById("chat-part"), sides = part.getBoundingClientRect();
return left - ring < sides.left || right + ring > sides.left + part.clientWidth || sides.left < 0; }"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LOW, PHONE])
def test_ring_of_field_with_focus_is_whole(browser: Browser, server: str, page: Page, size: tuple[int, int]) -> None:
    tab = opened(browser, server, page.address, size)
    chat_tab(tab).click()
    tab.locator("#chat-text").focus()
    for _ in range(3):
        assert not tab.evaluate(RING_CUT), tab.evaluate("document.activeElement.id")
        tab.keyboard.press("Tab")


@pytest.mark.thorough
@pytest.mark.console("403")
def test_refused_message_stays_in_its_field(browser: Browser, server: str, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "CHANNEL", Shares(0, 0, 0))
    tab = opened(browser, server, page.address)
    chat_tab(tab).click()
    tab.locator("#chat-text").fill("Hello")
    with tab.expect_response("**/chat?*"):
        tab.locator("#chat-send").click()
    assert "as many messages" in tab.locator("#chat .chat-notice").inner_text()
    assert tab.locator("#chat-text").input_value() == "Hello"


@pytest.mark.thorough
def test_message_leads_to_the_moment_that_was_shown(browser: Browser, server: str, page: Page, ben: str) -> None:
    tab = opened(browser, server, f"{ben}/at/0")
    chat_tab(tab).click()
    tab.locator("#chat-text").fill("There")
    tab.locator(".chat-moment").click()
    tab.locator("#chat-send").click()
    tab.locator("#chat .message-moment").wait_for()
    assert tab.locator("#chat .message-moment").get_attribute("href") == "?at=0"
    expect(tab.locator("#chat-moment")).not_to_be_checked()
    other = opened(browser, server, page.address)
    chat_tab(other).click()
    other.locator("#chat .message-moment").click()
    other.wait_for_url(f"**{page.address}/at/0")


@pytest.mark.thorough
def test_notes_save_themselves(browser: Browser, server: str, page: Page) -> None:
    tab = opened(browser, server, page.address)
    chat_tab(tab).click()
    tab.locator("#chat-notes summary").click()
    tab.locator("#chat-note").fill("Factory first")
    tab.locator("#chat-saved").filter(has_text="Saved").wait_for()
    tab.locator("#chat-note").fill("Factory last")
    tab.goto("about:blank")
    again = opened(browser, server, page.address)
    assert again.locator("#chat-note").input_value() == "Factory last"


@pytest.mark.thorough
@pytest.mark.console("409")
def test_notes_of_two_pages_are_shown_beside_each_other(browser: Browser, server: str, page: Page) -> None:
    """Who types further overwrites nothing before they save again."""
    tabs = [opened(browser, server, page.address) for _ in range(2)]
    for tab in tabs:
        chat_tab(tab).click()
        tab.locator("#chat-notes summary").click()
    phone, desk = tabs
    phone.locator("#chat-note").fill("From the telephone")
    phone.locator("#chat-saved").filter(has_text="Saved").wait_for()
    desk.locator("#chat-note").fill("From the desk")
    desk.locator("#chat-other-note").filter(has_text="From the telephone").wait_for()
    assert (
        desk.locator("#chat-note").input_value() == "From the desk"
        and "nothing is overwritten" in desk.locator(".chat-notice").inner_text()
    )
    desk.locator("#chat-note").fill("From both")
    with desk.expect_response("**/chat?*"):
        desk.locator("#chat-save").click()
    desk.locator("#chat-saved").filter(has_text="Saved").wait_for()
    assert not desk.locator("#chat-other-note").count() and not desk.locator(".chat-notice").count()
    again = opened(browser, server, page.address)
    assert again.locator("#chat-note").input_value() == "From both"
    desk.locator("#chat-note").fill("From the desk alone")
    desk.locator("#chat-saved").filter(has_text="Saved").wait_for()


@pytest.mark.thorough
def test_lost_answer_is_no_other_text(browser: Browser, server: str, page: Page) -> None:
    """What the page itself has sent, and knows nothing of, is its own."""
    tab = opened(browser, server, page.address)
    chat_tab(tab).click()
    tab.locator("#chat-notes summary").click()
    lost: list[str] = []

    def lose(route: Route) -> None:
        route.fetch()
        lost.append(route.request.url)
        route.abort()

    tab.route("**/chat?*", lose, times=1)
    tab.locator("#chat-note").fill("Factory")
    tab.locator("#chat-saved").filter(has_text="trying again").wait_for()
    tab.locator("#chat-note").fill("Factory first")
    tab.locator("#chat-saved").filter(has_text="Saved").wait_for()
    assert lost and not tab.locator("#chat-other-note").count()


@pytest.mark.thorough
def test_chat_is_hidden_and_shown_again(browser: Browser, server: str, page: Page) -> None:
    tab = opened(browser, server, page.address)
    chat_tab(tab).click()
    tab.locator("#chat-notes summary").click()
    tab.locator("#chat-hide").click()
    tab.locator("#chat-show").wait_for()
    tab.locator("#chat-show").click()
    tab.locator("#chat-text").wait_for()


@pytest.mark.thorough
def test_who_writes_is_not_interrupted_by_a_question(browser: Browser, server: str, page: Page) -> None:
    tab = opened(browser, server, page.address)
    chat_tab(tab).click()
    tab.locator("#chat-text").focus()
    tab.evaluate(
        "() => { document.querySelector('#panel').dataset.kind = 'other'; document.dispatchEvent(new Event('groundfloor:swapped')); }"
    )
    assert tab.locator("#chat-text:focus").count() == 1


@pytest.mark.thorough
def test_spectators_write_and_read(browser: Browser, server: str, page: Page, browse: Callable[[], httpx.Client]) -> None:
    tab = opened(browser, server, f"/g/{page.game_id}")
    chat_tab(tab).click()
    assert tab.get_by_role("link", name="Log in or create an account").is_visible()
    write(log_in(browse(), "Eve"), f"/g/{page.game_id}", "Ann leads")
    tab.locator("#chat .message").wait_for()
    assert shown_texts(tab) == ["Ann leads"]


@pytest.mark.thorough
def test_there_are_notes_alone_against_automas(browser: Browser, server: str, solo: Page) -> None:
    tab = opened(browser, server, solo.address)
    assert chat_tab(tab).inner_text() == "Notes"
    chat_tab(tab).click()
    assert tab.locator("#chat-note").is_visible() and not tab.locator("#chat-text").count()


def test_reply_shows_what_it_answers_and_rings_for_its_author(table: Table) -> None:
    """On the page by a link for browsers without scripts, and over the API; whoever is blocked is not shown as answered."""
    table.fill()
    ben = f"{table.seats[1]}/chat"
    (link,) = values(table.ben.get(ben).text, ".message-reply", "href")
    assert link == f"{ben}?reply=1#chat-text"
    page = table.ben.get(f"{ben}?reply=1").text
    assert text(one(page, "#chat-reply-name")) == "Ann" and values(page, "#chat-reply-to", "value") == ["1"]
    assert "hidden" in one(table.ben.get(f"{ben}?reply=9").text, "#chat-reply").attributes
    table.ann.post("/api/notices", json={"do": "read"})
    table.say(table.ben, table.seats[1], "Hello to you", reply_to="1")
    shown = table.ann.get(f"{table.seats[0]}/chat").text
    assert [each.replace("↩", "") for each in texts(shown, ".message-answered")] == ["Ann Guest: Hello @Ben"]
    (notice,) = [each for each in table.ann.get("/api/notices").json()["notices"] if each["kind"] == "reply"]
    assert notice["person"] == "Ben" and not notice["is_read"]
    told = table.ann.post(api(f"{table.seats[0]}/chat"), json={"text": "So do I", "reply_to": 3}).json()["messages"]
    assert [each["reply_to"] for each in told] == [None, None, 1, 3]
    assert table.ben.post(f"{ben}/players/1", data={"do": "block"}).status_code == 303
    assert [each["reply_to"] for each in table.ben.get(api(ben)).json()["messages"]] == [None, None]


@pytest.mark.thorough
def test_reply_in_a_browser(browser: Browser, server: str, page: Page, ben: str) -> None:
    write(page.client, page.address, "Hello @Ben")
    tab = opened(browser, server, ben)
    chat_tab(tab).click()
    tab.locator(".message-reply").first.click()
    assert tab.locator("#chat-reply").inner_text().startswith("Reply to Ann") and tab.locator("#chat-text:focus").count() == 1
    tab.locator("#chat-text").fill("Thank you")
    tab.locator("#chat-send").click()
    tab.wait_for_selector(".message-answered")
    tab.locator("#chat-reply").wait_for(state="hidden")
    assert "Hello @Ben" in tab.locator(".message-answered").inner_text()
