"""What people do about messages: delete their own, report those of others, block whoever writes them; and what administrators do then."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from groundfloor.store import Store
from groundfloor.web import chat
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support.html import has, one, text, texts, values
from tests.web.conftest import NewGame, with_settings
from tests.web.test_chat import Table, log_in

FOREIGN = {"Host": "games.example", "Origin": "https://games.example"}
BEHIND_PROXY = Settings(
    bot_processes=0, public_url="https://games.example", trusted_proxies=("127.0.0.1",), limits=Limits(bot_pause_seconds=0)
)


@pytest.fixture
def table(new_game: NewGame, store: Store, browse: Callable[[], httpx.Client]) -> Table:
    made = Table(new_game, store, browse)
    made.fill()
    return made


@pytest.fixture
def admin(browse: Callable[[], httpx.Client], store: Store) -> httpx.Client:
    client = log_in(browse(), "Admin")
    account = store.account("admin")
    assert account is not None and store.add_administrator(account.id, "2030-01-01T00:00:00+00:00")
    return client


def more(client: httpx.Client, base: str) -> list[str]:
    """Returns the addresses of the messages about which somebody can do something."""
    return values(client.get(f"{base}/chat").text, ".message-more", "href")


def api(address: str) -> str:
    return "/api" + address.replace("/s/", "/seats/").replace("/g/", "/games/")


# Deleting


def test_own_message_is_deleted_for_everybody_for_a_while(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    own = f"{table.seats[0]}/chat/players/1"
    assert more(table.ann, table.seats[0]) == [own, f"{table.seats[0]}/chat/players/2"]
    page = table.ann.get(own).text
    assert (
        text(one(page, "#message")) == "“Hello @Ben”"
        and has(page, "#do-delete")
        and not has(page, "#do-report")
        and not has(page, ".block-person")
    )
    assert table.ann.post(own, data={"do": "delete"}).headers["location"] == f"{table.seats[0]}/chat"
    for client, seat in ((table.ann, 0), (table.ben, 1)):
        assert texts(client.get(f"{table.seats[seat]}/chat").text, ".message-removed") == ["Deleted"]
        assert table.lines(client, table.seats[seat]) == ["Good luck"]
    assert table.ann.post(own, data={"do": "delete"}).status_code == 422 and not has(table.ann.get(own).text, "form [name=do]")
    monkeypatch.setattr(chat, "DELETABLE_MINUTES", -1)
    late = table.ben.post(f"{api(table.seats[1])}/chat/players/2", json={"do": "delete"})
    assert late.status_code == 422 and "You can delete" in late.json()["error"] and table.lines(table.ben, table.seats[1]) == ["Good luck"]


def test_nobody_deletes_messages_of_others(table: Table) -> None:
    for client, path in ((table.ben, f"{table.seats[1]}/chat/players/1"), (table.guest, f"/g/{table.public}/chat/spectators/1")):
        assert client.post(path, data={"do": "delete"}).status_code == 422
    assert table.lines(table.ben, table.seats[1]) == ["Hello @Ben", "Good luck"] and table.lines(table.eve, f"/g/{table.public}") == [
        "Ann will lose"
    ]


def test_only_readers_find_a_message(table: Table) -> None:
    found = [
        (table.guest, f"/g/{table.public}/chat/players/1"),
        (table.ann, f"{table.seats[0]}/chat/spectators/1"),
        (table.ann, f"/g/{table.public}/chat/spectators/1"),
        (table.ben, f"{table.seats[1]}/chat/players/99"),
        (table.ben, f"{table.seats[1]}/chat/players/first"),
        (table.ben, f"{table.seats[1]}/chat/elsewhere/1"),
    ]
    for client, path in found:
        assert client.get(path).status_code == 404
        for do in ("delete", "report", "block"):
            assert client.post(path, data={"do": do}).status_code == 404
            assert client.post(api(path), json={"do": do}).json()["kind"] == "UnknownMessage"


def test_foreign_forms_and_unknown_actions_do_nothing(table: Table) -> None:
    path = f"{table.seats[0]}/chat/players/1"
    assert table.ann.post(path, data={"do": "delete"}, headers={"Origin": "https://elsewhere.example"}).status_code == 403
    assert table.ann.post(path, data={"do": "sing"}).status_code == 400 and len(table.lines(table.ann, table.seats[0])) == 2


# Blocking


def test_messages_of_blocked_people_are_not_shown(table: Table) -> None:
    """Nor counted, and their mentions tell nothing; whoever is blocked sees what they saw before."""
    path = f"{table.seats[1]}/chat/players/1"
    before = table.ann.get(f"{table.seats[0]}/chat?part=whole").text
    table.ben.post("/api/notices", json={"do": "read"})
    assert table.ben.get(api(f"{table.seats[1]}/chat")).json()["unread"] == 1
    assert table.ben.post(path, data={"do": "block"}).headers["location"] == "/blocks?done=block"
    assert table.lines(table.ben, table.seats[1]) == ["Good luck"] and table.ben.get(path).status_code == 404
    assert table.ann.get(f"{table.seats[0]}/chat?part=whole").text == before
    table.say(table.ann, table.seats[0], "Where are you, @Ben?")
    told = table.ben.get(api(f"{table.seats[1]}/chat")).json()
    assert told["unread"] == 0 and [each["text"] for each in told["messages"]] == ["Good luck"]
    assert table.ben.get("/api/notices").json()["notices"] == [] and table.ben.get("/api/next").json()["unread"] == 0
    assert texts(table.ben.get("/blocks").text, "#blocked b") == ["Ann"]
    assert table.lines(table.ann, table.seats[0])[-1] == "Where are you, @Ben?"
    table.ben.post("/blocks", data={"do": "unblock", "id": values(table.ben.get("/blocks").text, "#blocked [name=id]", "value")[0]})
    assert len(table.lines(table.ben, table.seats[1])) == 3


def test_earlier_messages_are_found_behind_those_of_blocked_people(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_SHOWN", 2)
    for said in ("One", "Two"):
        table.say(table.ann, table.seats[0], said)
    table.ben.post(f"{table.seats[1]}/chat/players/3", data={"do": "block"})
    assert table.lines(table.ben, table.seats[1]) == []
    earlier = one(table.ben.get(f"{table.seats[1]}/chat").text, ".chat-hint a[href*=before]").attributes["href"]
    assert texts(table.ben.get(str(earlier)).text, ".message-text") == ["Good luck"]


def test_spectators_block_each_other(table: Table, browse: Callable[[], httpx.Client]) -> None:
    dora = log_in(browse(), "Dora")
    assert dora.post(f"/api/games/{table.public}/chat/spectators/1", json={"do": "block"}).json() == {}
    assert table.lines(dora, f"/g/{table.public}") == [] and table.lines(table.guest, f"/g/{table.public}") == ["Ann will lose"]
    assert [each["name"] for each in dora.get("/api/blocks").json()["blocks"]] == ["Eve"]


# Reporting


def test_reported_message_is_read_in_its_conversation_and_removed(table: Table, admin: httpx.Client, store: Store) -> None:
    path = f"{table.seats[1]}/chat/players/1"
    assert more(table.ben, table.seats[1])[0] == path
    for _ in range(2):
        assert table.ben.post(path, data={"do": "report", "text": "Rude"}).headers["location"] == f"{path}?reported=1"
    page = table.ben.get(f"{path}?reported=1").text
    assert "An administrator will read it" in text(one(page, "[role=status]")) and not has(page, "#do-report")
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert report["text"] == "Rude" and report["message"]["quote"] == "Hello @Ben" and report["message"]["is_there"]
    assert [(line["name"], line["text"], line["is_reported"]) for line in report["message"]["conversation"]] == [
        ("Ann", "Hello @Ben", True),
        ("Ben", "Good luck", False),
    ]
    assert "1 report waits" in admin.get("/").text and "report waits" not in table.eve.get("/").text
    shown = admin.get("/admin").text
    assert text(one(shown, "blockquote.report-text")) == "Hello @Ben" and texts(shown, ".conversation li") == [
        "Ann Hello @Ben",
        "Ben Good luck",
    ]
    answer = admin.post("/admin/reports", data={"do": "remove-message", "report": report["report"]})
    assert answer.headers["location"] == "/admin/reports?done=remove-message"
    for client, base in ((table.ann, table.seats[0]), (table.ben, table.seats[1])):
        assert texts(client.get(f"{base}/chat").text, ".message-removed") == ["Removed by an administrator"]
    again = admin.post("/api/admin/reports", json={"do": "remove-message", "report": report["report"]})
    assert again.status_code == 422 and "gone" in again.json()["error"]
    [after] = admin.get("/api/admin/reports").json()["reports"]
    assert after["message"]["quote"] == "Hello @Ben" and not after["message"]["is_there"]


def test_quote_stays_when_the_message_or_the_table_is_gone(table: Table, admin: httpx.Client, store: Store) -> None:
    table.ben.post(f"{table.seats[1]}/chat/players/1", data={"do": "report"})
    table.ann.post(f"{table.seats[0]}/chat/players/1", data={"do": "delete"})
    store.delete(table.public)
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert report["message"]["quote"] == "Hello @Ben" and report["message"]["conversation"] == [] and report["text"] == "–"
    assert has(admin.get("/admin").text, ".conversation")


def test_own_and_removed_messages_are_not_reported(table: Table, admin: httpx.Client) -> None:
    own = f"{table.seats[0]}/chat/players/1"
    assert table.ann.post(own, data={"do": "report", "text": "Me"}).status_code == 422
    table.ann.post(own, data={"do": "delete"})
    assert table.ben.post(f"{table.seats[1]}/chat/players/1", data={"do": "report"}).status_code == 422
    assert admin.get("/api/admin/reports").json()["open"] == 0


def test_account_that_wrote_a_reported_message_is_banned(table: Table, admin: httpx.Client, store: Store) -> None:
    table.guest.post(f"/g/{table.public}/chat/spectators/1", data={"do": "report", "text": "Spoils the game"})
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert report["accused_name"] == "Eve" and report["can_ban"] and "Spoils" in admin.get("/admin").text
    fields = {"do": "ban", "report": report["report"]}
    assert admin.post("/admin/reports", data=fields).status_code == 422, "whoever is banned reads why"
    assert admin.post("/admin/reports", data={**fields, "reason": "Spoilers"}).headers["location"] == "/admin/reports?done=ban"
    answer = table.say(table.eve, f"/g/{table.public}", "Again")
    assert answer.status_code == 403 and "Spoilers" in answer.text


@with_settings(BEHIND_PROXY)
def test_address_of_a_guest_who_wrote_a_reported_message_is_banned(
    new_game: NewGame, store: Store, browse: Callable[[], httpx.Client], admin: httpx.Client
) -> None:
    table = Table(new_game, store, browse)
    for number, client in enumerate((table.ann, table.ben), 7):
        client.headers.update({**FOREIGN, "X-Forwarded-For": f"203.0.113.{number}"})
    table.say(table.ann, table.seats[0], "Insults")
    table.ben.post(f"{table.seats[1]}/chat/players/1", data={"do": "report"})
    [report] = admin.get("/api/admin/reports").json()["reports"]
    assert not report["accused"] and report["can_ban"] and "bans the address" in admin.get("/admin").text
    assert admin.post("/api/admin/reports", json={"do": "ban", "report": report["report"], "reason": "Insults"}).status_code == 200
    assert (
        table.say(table.ann, table.seats[0], "More").status_code == 403 and table.say(table.ben, table.seats[1], "Peace").status_code == 303
    )
    row = store.numbered_message(table.public, "players", 1)
    assert row is not None and row.client and store.remove_message(row.id, "administrator") is not None
    gone = store.numbered_message(table.public, "players", 1)
    assert gone is not None and gone.client == "", "the mark goes with the text"
    assert "203.0.113" not in str(store.listed_reports(True, 0, 9)) + str(store.bans(0, 9))


def test_report_without_account_and_address_bans_nobody(table: Table, admin: httpx.Client) -> None:
    table.ben.post(f"{table.seats[1]}/chat/players/1", data={"do": "report"})  # a guest on the server's own machine
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
    table = Table(new_game, store, browse)
    table.fill()
    eve = table.eve
    eve.headers.update({**FOREIGN, "X-Forwarded-For": "203.0.113.7"})
    eve.get(table.seats[1])
    account = store.account("eve")
    assert account is not None
    path = f"/api/admin/people/{account.id}" if by == "account" else "/api/admin/bans"
    admin.post(path, json={"do": "ban", "reason": "Insults", "address": "203.0.113.7"}).raise_for_status()
    seat = api(table.seats[1])
    changes = (
        (f"{seat}/chat", {"text": "Hi"}),
        (f"{seat}/note", {"text": "Mine"}),
        (f"{seat}/chat/players/1", {"do": "report"}),
        (f"{seat}/chat/players/1", {"do": "block"}),
        (f"/api/games/{table.public}/chat/spectators/1", {"do": "delete"}),
        (f"{seat}/report", {"text": "They insult us."}),
        ("/api/blocks", {"do": "block", "name": "Admin"}),
    )
    for address, body in changes:
        answer = eve.post(address, json=body)
        assert answer.status_code == 403 and answer.json()["kind"] == "Banned", address
    assert table.lines(table.ben, table.seats[1]) == ["Hello @Ben", "Good luck"] and eve.get(f"{seat}/note").json()["text"] == ""
    assert store.count_open_reports() == 0 and eve.get("/api/blocks").json() == {"blocks": []}
