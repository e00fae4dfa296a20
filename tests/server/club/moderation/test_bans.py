"""What a ban takes with it: open tables, invitations, the power of seat links, new accounts; and who was sent away stays away."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser

from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.database.rows import AccountRow
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table.player_names import name_key
from tests.server.conftest import with_settings
from tests.support.api_table import ApiTable
from tests.support.browser_player import create_account, open_first_game
from tests.support.html import has, one, text

PASSWORD = "correct horse battery"
Browse = Callable[[], httpx.Client]
SENTENCE = "You are banned from this server: you can look, but not play. Reason: Insults"
AT_PROXY = Settings(trusted_proxies=("127.0.0.1",), bot_processes=0)


def member(browse: Browse, name: str) -> httpx.Client:
    client = browse()
    client.post("/api/account", json={"name": name, "password": PASSWORD}).raise_for_status()
    return client


def account(store: Store, name: str) -> AccountRow:
    found = account_storage.find(store, name_key(name))
    assert found is not None
    return found


@pytest.fixture
def admin(browse: Browse, store: Store) -> httpx.Client:
    client = member(browse, "Ann")
    moderation_storage.add_administrator(store, account(store, "Ann").id, "2030-01-01T00:00:00+00:00")
    return client


@pytest.fixture
def ben(browse: Browse) -> httpx.Client:
    return member(browse, "Ben")


def ban(admin: httpx.Client, store: Store, name: str = "Ben") -> None:
    path = f"/api/admin/people/{account(store, name).id}"
    admin.post(path, json={"do": "ban", "reason": "Insults", "until": ""}).raise_for_status()


def lift(admin: httpx.Client, store: Store, name: str = "Ben") -> None:
    admin.post(f"/api/admin/people/{account(store, name).id}", json={"do": "lift"}).raise_for_status()


def from_abroad(client: httpx.Client, address: str) -> httpx.Client:
    client.headers["X-Forwarded-For"] = address
    return client


def opened(client: httpx.Client, name: str, **fields: object) -> str:
    answer = client.post("/api/lobby", json={"player": name, "people": 2, **fields})
    assert answer.status_code == 201, answer.text
    return f"/api{answer.json()['link']}"


def begin(host: httpx.Client, other: httpx.Client, names: tuple[str, str], **fields: object) -> tuple[str, str]:
    """Has two people begin a game; returns the addresses of their seats."""
    table = opened(host, names[0], **fields)
    other.post(table, json={"do": "join", "player": names[1]}).raise_for_status()
    return str(host.get(table).json()["seat"]), str(other.get(table).json()["seat"])


def befriend(one: httpx.Client, other: httpx.Client, names: tuple[str, str]) -> None:
    one.post("/api/account/friends", json={"do": "ask", "name": names[1]}).raise_for_status()
    other.post("/api/account/friends", json={"do": "accept", "name": names[0]}).raise_for_status()


def log_out(client: httpx.Client) -> None:
    client.post("/api/account/log-out", json={}).raise_for_status()


def test_ban_takes_open_tables_places_and_invitations_with_it(admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store) -> None:
    cleo = member(browse, "Cleo")
    befriend(ben, cleo, ("Ben", "Cleo"))
    own, others, asked = opened(ben, "Ben"), opened(cleo, "Cleo", people=3), opened(cleo, "Cleo")
    ben.post(others, json={"do": "join", "player": "Ben"}).raise_for_status()
    for host, table, friend in ((ben, own, "Cleo"), (cleo, asked, "Ben"), (ben, others, "Ann")):
        host.post(table, json={"do": "invite", "friend": friend})
    assert len(cleo.get("/api/lobby").json()["invitations"]) == len(ben.get("/api/lobby").json()["invitations"]) == 1
    ban(admin, store)
    assert cleo.get(own).status_code == 404
    assert [each["name"] for each in cleo.get(others).json()["players"]] == ["Cleo"]
    assert cleo.get("/api/lobby").json()["invitations"] == ben.get("/api/lobby").json()["invitations"] == []
    lift(admin, store)
    assert ben.get("/api/lobby").json()["invitations"] == [], "it does not come back"


@with_settings(AT_PROXY)
def test_ban_of_an_address_closes_its_open_tables_but_those_of_administrators(admin: httpx.Client, browse: Browse) -> None:
    guest = from_abroad(browse(), "203.0.113.7")
    from_abroad(admin, "203.0.113.7")
    theirs, own, other = opened(guest, "Gast"), opened(admin, "Ann"), opened(from_abroad(browse(), "203.0.113.8"), "Dora")
    admin.post("/api/admin/bans", json={"do": "ban", "address": "203.0.113.7", "reason": "Spam", "until": ""}).raise_for_status()
    assert [admin.get(path).status_code for path in (theirs, own, other)] == [404, 200, 200]


def test_seat_link_of_a_banned_person_has_no_power(admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store) -> None:
    """Not for the guest that this person becomes, in any browser, nor for a friend who is given the link. Seats of the lobby belong to their accounts anyway."""
    cleo, stranger, table = member(browse, "Cleo"), browse(), ApiTable(ben, "Ben", "Cleo")
    seat, other, api = table.path(0), table.api(1), table.api(0)
    ben.post(seat, data={"seen": "0"})
    cleo.post(table.path(1), data={"seen": "0"})
    assert stranger.post(api, json={"propose": "pause"}).status_code == 200
    stranger.post(api, json={"refuse": stranger.get(api).json()["proposal"]["id"]}).raise_for_status()
    ban(admin, store)
    log_out(ben)
    for client in (ben, stranger, browse(), cleo):
        answer = client.post(api, json={"propose": "pause"})
        assert answer.status_code == 403 and answer.json()["kind"] == "Banned", answer.text
        assert client.post(seat, data={"propose": "pause"}).status_code == 403
        assert client.post(f"{api}/chat", json={"text": "Hello"}).status_code == 403
        assert client.get(seat).status_code == 200, "everybody may look"
    assert "its link is only for looking" in stranger.post(api, json={"propose": "pause"}).json()["error"]
    assert cleo.post(other, json={"propose": "pause"}).status_code == 200
    lift(admin, store)
    assert stranger.post(api, json={"seen": 0}).status_code == 200


def test_account_that_holds_the_same_seat_plays_on(admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store) -> None:
    dora, table = member(browse, "Dora"), ApiTable(ben, "Ben", "Cleo")
    for client in (ben, dora):
        client.post(table.path(0), data={"seen": "0"})
    ban(admin, store)
    assert dora.post(table.api(0), json={"seen": 0}).status_code == 200


@with_settings(AT_PROXY)
def test_guest_of_the_same_browser_is_banned_at_every_address(admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store) -> None:
    ban(admin, store)
    path = f"/api/admin/people/{account(store, 'Ben').id}"
    admin.post(path, json={"do": "end-sessions"}).raise_for_status()
    from_abroad(ben, "203.0.113.99")
    sentence = "An account that was used in this browser is banned: without another account you can look, but not play. Reason: Insults"
    assert text(one(ben.get("/lobby").text, "#banned")) == sentence
    for path, body in (("/api/lobby", {"player": "Ben", "people": 2}), ("/api/account", {"name": "Benny", "password": PASSWORD})):
        answer = ben.post(path, json=body)
        assert answer.status_code == 403 and sentence in answer.text.replace("\u2068", "").replace("\u2069", "")
    fresh = from_abroad(browse(), "203.0.113.50")
    assert fresh.post("/api/lobby", json={"player": "Eve", "people": 2}).status_code == 201, "others have nothing to do with it"
    family = ben
    lift(admin, store)
    from_abroad(ben, "203.0.113.60")
    family.post("/api/account", json={"name": "Mia", "password": PASSWORD}).raise_for_status()
    ban(admin, store)
    assert family.post("/api/lobby", json={"player": "Mia", "people": 2}).status_code == 201, "who has another account is another person"
    assert not has(family.get("/lobby").text, "#banned")


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(banned_address_hours=2)))
def test_new_accounts_of_addresses_used_lately_are_stopped_with_the_ban(
    admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store
) -> None:
    """The person need not come again: their tables and messages say where they were."""
    from_abroad(ben, "203.0.113.7")
    opened(ben, "Ben")
    ban(admin, store)
    fresh = from_abroad(browse(), "203.0.113.7")
    answer = fresh.post("/api/account", json={"name": "Benny", "password": PASSWORD})
    assert answer.status_code == 403 and "Somebody at your network address is banned" in answer.json()["error"]
    assert (
        fresh.post("/api/account", json={"name": "Benny", "password": PASSWORD}, headers={"X-Forwarded-For": "203.0.113.8"}).status_code
        == 201
    )


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(banned_address_hours=0)))
def test_server_can_do_without_stopping_addresses(admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store) -> None:
    from_abroad(ben, "203.0.113.7")
    opened(ben, "Ben")
    ban(admin, store)
    ben.get("/")
    fresh = from_abroad(browse(), "203.0.113.7")
    assert fresh.post("/api/account", json={"name": "Dora", "password": PASSWORD}).status_code == 201


@pytest.mark.thorough
@pytest.mark.console("403")
def test_notice_of_a_ban_leaves_the_row_with_the_money_free_on_a_phone(
    admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store, browser: Browser, server: str
) -> None:
    seat, _ = begin(ben, member(browse, "Cleo"), ("Ben", "Cleo"))
    ban(admin, store)
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": server} for cookie in ben.cookies.jar])
    page = context.new_page()
    page.goto(server + seat)
    notice, money = page.locator("#banned").bounding_box(), page.locator(".summary-bar").bounding_box()
    assert notice is not None and money is not None and notice["y"] >= money["y"] + money["height"]
    context.close()


def test_banned_person_reads_so_on_every_page(admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store) -> None:
    seat, _ = begin(ben, member(browse, "Cleo"), ("Ben", "Cleo"))
    pages = ("/", "/lobby", "/account", "/rules", "/games", seat, f"{seat}/table")
    assert not any(has(ben.get(path).text, "#banned") for path in pages)
    ban(admin, store)
    assert ben.get("/api/next").json()["is_banned"] is True
    for path in pages:
        assert text(one(ben.get(path).text, "#banned")).replace("\u2068", "").replace("\u2069", "") == SENTENCE, path


@pytest.mark.thorough
def test_open_page_of_a_banned_person_says_so_at_once(browser: Browser, server: str, admin: httpx.Client, store: Store) -> None:
    tab = browser.new_context(locale="en").new_page()
    create_account(tab, server, "Ben")
    open_first_game(tab, server)
    game = tab.locator("#table").get_attribute("data-game")
    while not admin.get(f"/api/games/{game}").json()["here"]:
        tab.wait_for_timeout(100)
    ban(admin, store)
    tab.locator("#banned").wait_for()
    assert "Reason: Insults" in tab.locator("#banned").inner_text()


@pytest.mark.parametrize("comes_back", ["as guest", "with an account"])
def test_whoever_was_sent_away_does_not_come_back_in_the_same_browser(browse: Browse, ben: httpx.Client, comes_back: str) -> None:
    host = browse()
    table = opened(host, "Hanna", people=3)
    sent_away = ben if comes_back == "as guest" else browse()
    joined = sent_away.post(table, json={"do": "join", "player": "Ben" if sent_away is ben else "Gus"})
    host.post(table, json={"do": "remove", "number": joined.json()["you"]}).raise_for_status()
    if sent_away is ben:
        log_out(ben)
        ben.get("/lobby")
    else:
        body = {"name": "Somebody", "password": PASSWORD, "guest": "leave"}
        sent_away.post("/api/account", json=body).raise_for_status()
    answer = sent_away.post(table, json={"do": "join", "player": "Somebody"})
    assert answer.status_code in (409, 422) and "has sent you away" in answer.json()["error"]
    assert browse().post(table, json={"do": "join", "player": "Other"}).status_code == 200


def test_bot_of_a_banned_person_is_told_that_it_is_banned(admin: httpx.Client, ben: httpx.Client, browse: Browse, store: Store) -> None:
    """It comes with a token, not from a browser in which somebody else was."""
    bot = ben.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    asked = {"label": "x", "scope": "play", "bot": bot, "password": PASSWORD}
    token = ben.post("/api/account/tokens", json=asked).json()["token"]
    ban(admin, store)
    headers = {"Authorization": f"Bearer {token}"}
    refused = browse().post("/api/lobby", json={"player": "Robby", "people": 2}, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (403, SENTENCE)
