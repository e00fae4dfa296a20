"""The chat of a table: who reads and writes where, what is refused with which sentence, and what nobody else ever sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from groundfloor.store import Store, messages
from groundfloor.web.bell import Bell
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support.html import one, text, texts, value, values
from tests.support.page_states import PASSWORD
from tests.web.conftest import NewGame, Page, with_settings
from tests.web.test_events import events
from tests.web.test_notices import other_seat

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
        self.public = self.page.public
        self.seats = self.page.address, f"/s/{other_seat(store, self.page)}"

    def say(self, client: httpx.Client, base: str, said: str, **fields: str) -> httpx.Response:
        return client.post(f"{base}/chat", data={"text": said, **fields})

    def fill(self) -> None:
        for client, base, said in (
            (self.ann, self.seats[0], "Hello @Ben"),
            (self.ben, self.seats[1], "Good luck"),
            (self.eve, f"/g/{self.public}", "Ann will lose"),
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
        assert table.lines(client, f"/g/{table.public}") == ["Ann will lose"]
    for client in (table.ann, table.ben):  # who looks at the own game as a spectator
        assert table.lines(client, f"/g/{table.public}") == []
        assert client.get(f"/api/games/{table.public}/chat").json()["reads"] == []
    table.finish(store)
    assert table.lines(table.ann, table.seats[0]) == ["Hello @Ben", "Good luck", "Ann will lose"]
    assert table.lines(table.ben, f"/g/{table.public}") == ["Ann will lose"] == table.lines(table.guest, f"/g/{table.public}")


def test_only_who_may_write_does(table: Table) -> None:
    assert "Log in" in text(one(table.say(table.guest, f"/g/{table.public}", "Hi").text, ".notice"))
    table.fill()  # from now on the browsers of Ann and Ben are known to hold the seats
    for client in (table.ann, table.ben):
        answer = table.say(client, f"/g/{table.public}", "Hi")
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
    assert answer.status_code == 422 and "500" in text(one(answer.text, ".notice")) and not table.lines(table.ann, table.seats[0])


def test_markup_is_no_markup_and_line_breaks_are_blanks(table: Table) -> None:
    table.say(table.ann, table.seats[0], "<b>big</b>\n<script>alert(1)</script> https://elsewhere.example/x")
    page = table.ben.get(f"{table.seats[1]}/chat").text
    assert table.lines(table.ben, table.seats[1]) == ["<b>big</b> <script>alert(1)</script> https://elsewhere.example/x"]
    assert "<script>alert" not in page and "elsewhere.example" not in " ".join(values(page, ".message a", "href"))


def test_number_and_pace_of_messages_are_limited(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_MESSAGES", 2)
    table.fill()
    answer = table.say(table.ann, table.seats[0], "One more")
    assert answer.status_code == 403 and "as many messages" in answer.text


@with_settings(LIMITED)
def test_a_client_that_writes_too_much_is_refused(table: Table) -> None:
    table.ann.headers.update({"Host": "games.example", "X-Forwarded-For": "203.0.113.7", "Origin": "https://games.example"})
    answers = [table.say(table.ann, table.seats[0], f"{number}") for number in range(4)]
    assert [each.status_code for each in answers] == [303, 303, 429, 429]
    assert "too fast" in answers[2].text and value(one(answers[2].text, "#chat-text"), "value") == "2"


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
    table.say(table.eve, f"/g/{table.public}", "@Ben sleeps")
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
    assert table.lines(table.ben, table.seats[1]) == [f"Mine is /g/{table.public} keep it"]


def test_notes_are_kept_for_the_seat_alone(table: Table, store: Store) -> None:
    assert table.ann.post(f"{table.seats[0]}/chat", data={"do": "note", "note": NOTE}).status_code == 303
    assert NOTE in table.ann.get(f"{table.seats[0]}/chat").text
    everywhere = [
        client.get(f"{path}{rest}").text
        for client in (table.ben, table.eve, table.guest)
        for path in (table.seats[1], f"/g/{table.public}")
        for rest in ("", "/chat", "/chat?part=whole", "/table", "/record")
    ]
    everywhere += [table.ben.get(f"/api/{kind}").text for kind in (f"games/{table.public}", table.seats[1].replace("/s/", "seats/"))]
    assert not any("publishing\n" in each or "never the warehouse" in each for each in everywhere)
    table.finish(store)
    assert table.ann.get(f"/api{table.seats[0].replace('/s/', '/seats/')}/note").json() == {"text": NOTE, "hides_chat": False}
    too_long = table.ann.post(f"{table.seats[0]}/chat", data={"do": "note", "note": "x" * 10_001})
    assert too_long.status_code == 422 and "10,000" in too_long.text
    assert table.eve.post(f"/g/{table.public}/chat", data={"do": "note", "note": "x"}).status_code == 403


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
    for path in (f"/api/games/{table.public}/chat", f"/api{table.seats[1].replace('/s/', '/seats/')}/chat"):
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
                assert table.say(table.eve, f"/g/{table.public}", said).status_code == 303
        found = []
        for client, base in ((table.ann, table.seats[0]), (table.ben, table.seats[1]), (table.ann, f"/g/{table.public}")):
            api = base.replace("/s/", "/api/seats/").replace("/g/", "/api/games/")
            for path in (f"{base}/chat?part=whole", f"{base}/chat?part=news", f"{api}/chat", api, f"{base}/board", "/api/notices"):
                found.append(client.get(path).text)
        seen.append(found)
    assert seen[0] == seen[1] and "Something else" not in str(seen)


def test_streams_tell_each_of_the_messages_that_they_may_read(table: Table) -> None:
    table.fill()
    token = table.seats[1].removeprefix("/s/")
    with (
        told(table.ben, f"/events?g={table.public}&s={token}&m={table.public}") as ben,
        told(table.guest, f"/events?g={table.public}&m={table.public}") as guest,
    ):
        ben(1), guest(1)  # the version
        table.say(table.eve, f"/g/{table.public}", "Only spectators")
        table.say(table.ann, table.seats[0], "Only players")
        assert ben(1) == [{"game": table.public, "channel": "players", "changed": 3}]
        assert guest(1) == [{"game": table.public, "channel": "spectators", "changed": 2}]


def test_bells_of_players_are_silent_whatever_spectators_write(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(Bell, "note", lambda bell, public: noted.append(public))
    table.say(table.eve, f"/g/{table.public}", "Only spectators")
    assert not noted
    table.say(table.ann, table.seats[0], "Only players")
    assert noted == [table.public]


# As data


def test_api_reads_and_writes(table: Table) -> None:
    table.fill()
    address = f"/api{table.seats[1].replace('/s/', '/seats/')}/chat"
    found = table.ben.get(address).json()
    assert (found["reads"], found["writes"], found["unread"], found["changed"]) == (["players"], "players", 1, {"players": 2})
    assert [(each["number"], each["seat"], each["text"], each["mentions"]) for each in found["messages"]] == [
        (1, 0, "Hello @Ben", ["Ben"]),
        (2, 1, "Good luck", []),
    ]
    answer = table.ben.post(address, json={"text": "See", "moment": 0}).json()
    assert answer["messages"][-1]["moment"] == 0 and answer["messages"][-1]["is_own"]
    assert [each["number"] for each in table.ben.get(f"{address}?after_players=2").json()["messages"]] == [3]
    assert [each["number"] for each in table.ben.get(f"{address}?before_players=3").json()["messages"]] == [1, 2]
    assert table.ben.post(address, json={"do": "read", "players": 3}).json()["unread"] == 0
    for body in ({"text": 3}, {"do": "sing"}):
        assert table.ben.post(address, json=body).status_code == 400
    note = address.replace("/chat", "/note")
    assert table.ben.post(note, json={"text": "Mine"}).json() == {"text": "Mine", "hides_chat": False}
    assert table.ben.post(note, json={"hides_chat": True}).json() == {"text": "Mine", "hides_chat": True}
    assert table.ben.post(note, json={"hides_chat": "yes"}).status_code == 400
