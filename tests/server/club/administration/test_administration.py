"""Administration: who sees it, what administrators do, and what banned people may still do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

import httpx
import pytest
from playwright.sync_api import Browser
from sqlalchemy import update

from groundfloor.server.club.administration import storage as administration_storage
from groundfloor.server.club.administration.people import PERSON_CHANGES
from groundfloor.server.club.administration.routes import CHANGES, CHANGING, PATHS
from groundfloor.server.club.administration.rows import AdministrationEntry
from groundfloor.server.club.chat import storage as chat_storage
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.moderation import report_storage, site_storage
from groundfloor.server.club.moderation import storage as moderation_storage
from groundfloor.server.club.moderation.rights import is_administrative
from groundfloor.server.club.moderation.rows import ReportRow
from groundfloor.server.club.notifications import address_storage
from groundfloor.server.club.notifications.rows import NotificationAddress
from groundfloor.server.club.notifications.storage import OF_REPORTS
from groundfloor.server.club.notifications.webhooks import Webhooks
from groundfloor.server.club.whole_club import WholeClub
from groundfloor.server.database.database import writing
from groundfloor.server.database.rows import AccountRow, BanRow, Change, JobKind, NewJob, RatedGame, SiteSettings, Summary, TryLater
from groundfloor.server.database.schema import banned_addresses, recovery_codes
from groundfloor.server.database.store import Store
from groundfloor.server.every_route import ROUTES
from groundfloor.server.game.storage import games as stored_games
from groundfloor.server.game.storage import transactions
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table.player_names import name_key
from tests.server.conftest import NewGame, with_settings
from tests.support.browser_player import create_account
from tests.support.html import has, one, text, texts, value, values
from tests.support.page_structure import objections
from tests.support.stores import new_game as make_game
from tests.support.stores import of_lobby, save, with_seat

PASSWORD = "correct horse battery"
Browse = Callable[[], httpx.Client]
FUTURE = "2100-01-31"
FORM_KEY = re.compile(r' name="idempotency_key"\s+value="[\w-]+"')


def create(client: httpx.Client, name: str) -> None:
    assert client.post("/account/create", data={"name": name, "password": PASSWORD}).status_code == 200


def account(store: Store, name: str) -> AccountRow:
    found = account_storage.find(store, name_key(name))
    assert found is not None
    return found


@pytest.fixture
def admin(browse: Browse, store: Store) -> httpx.Client:
    client = browse()
    create(client, "Ann")
    moderation_storage.add_administrator(store, account(store, "Ann").id, "2030-01-01T00:00:00+00:00")
    return client


@pytest.fixture
def ben(browse: Browse) -> httpx.Client:
    client = browse()
    create(client, "Ben")
    return client


def person(store: Store, name: str) -> str:
    return f"/admin/people/{account(store, name).id}"


def ban(admin: httpx.Client, store: Store, name: str = "Ben", until: str = "") -> None:
    answer = admin.post(person(store, name), data={"do": "ban", "reason": "Insults", "until": until})
    assert answer.status_code == 303, answer.text


def from_abroad(client: httpx.Client, address: str = "203.0.113.7") -> None:
    """Has the requests of a client come from another machine."""
    client.headers["X-Forwarded-For"] = address


def alert(answer: httpx.Response) -> str:
    return text(one(answer.text, "[role=alert]"))


def test_every_administrative_route_is_guarded() -> None:
    paths = {route.path for route in ROUTES if route.rights == "administrator"}
    assert paths == {route.path for route in ROUTES if is_administrative(route.path)}
    assert paths == {"/admin", *(f"{base}{path}" for base in ("", "/api") for path in PATHS)} and all(map(is_administrative, paths))
    assert set(CHANGING) < set(PATHS) and not is_administrative("/administration") and not is_administrative("/lobby")


@pytest.mark.parametrize("who", ["guest", "player", "dismissed"])
def test_nobody_else_learns_that_there_is_an_administration(client: httpx.Client, store: Store, admin: httpx.Client, who: str) -> None:
    if who != "guest":
        create(client, "Ben")
    if who == "dismissed":
        moderation_storage.add_administrator(store, account(store, "Ben").id, "2030-01-01")
        assert client.get("/admin").status_code == 200
        assert admin.post(person(store, "Ben"), data={"do": "dismiss"}).status_code == 303
    assert not has(client.get("/account").text, "a[href='/admin']")
    for base, path in [(base, path) for base in ("", "/api") for path in ("/admin", *PATHS, "/admin/nothing")]:
        asked = base + path.replace("{person}", account(store, "Ann").id)
        for method in ("GET", "POST", "PUT"):
            answer, other = client.request(method, asked), client.request(method, f"{base}/nothing")
            assert answer.status_code == other.status_code == 404
            ours, others = (FORM_KEY.sub("", each.text) for each in (answer, other))
            assert ours.replace(asked, "") == others.replace(f"{base}/nothing", ""), (method, asked)


def test_administrator_finds_people(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    assert value(one(admin.get("/account").text, "a[href='/admin']"), "href") == "/admin"
    page = admin.get("/admin/people").text
    assert set(texts(page, ".admin-list a")) == {"Ben", "Ann"} and texts(page, ".status-mark") == ["Administrator"]
    assert texts(admin.get("/admin/people?q=be&order=used").text, ".admin-list a") == ["Ben"]
    assert "Nobody has such a name." in admin.get("/admin/people?q=nobody&page=99").text
    path = value(one(admin.get("/admin/people?q=ben").text, ".admin-list a"), "href")
    assert path == person(store, "Ben") and text(one(admin.get(path).text, "h2")) == "Ben"
    assert admin.get("/admin/people/nothing").status_code == 404


def test_banned_account_may_look_and_care_for_its_own(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    ban(admin, store, until=FUTURE)
    sentence = "You are banned from this server until January 31, 2100: you can look, but not play. Reason: Insults"
    for path in ("/", "/lobby", "/account", "/my-games", "/account/data.json", "/rules"):
        assert ben.get(path).status_code == 200
    assert sentence in ben.get("/account").text
    refused: tuple[tuple[str, dict[str, str]], ...] = (
        ("/learn", {}),
        ("/lobby", {"player": "Ben"}),
        ("/account/create", {"name": "Other", "password": PASSWORD}),
        ("/nothing", {}),
    )
    for path, data in refused:
        answer = ben.post(path, data=data)
        assert answer.status_code == 403 and alert(answer) == sentence
    told = ben.post("/api/lobby", json={"player": "Ben", "people": 2})
    assert told.status_code == 403 and told.json() == {"error": sentence, "kind": "Banned"}
    assert ben.post("/my-games/delete").status_code == 303 and ben.post("/account/log-out").status_code == 303
    assert ben.post("/account/log-in", data={"name": "Ben", "password": PASSWORD}).status_code == 303
    assert ben.post("/learn").status_code == 403
    assert ben.post("/account/delete", data={"password": PASSWORD}).headers["location"] == "/account?done=deleted"


def test_every_change_of_banned_people_is_refused(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    ban(admin, store)
    changes = [route.path for route in ROUTES if route.method == "POST" and not route.for_banned]
    assert len(changes) > 40
    for path in changes:
        answer = ben.post(path, json={})
        assert answer.status_code == (404 if is_administrative(path) else 403), path
        assert is_administrative(path) or "Reason: Insults" in answer.text


def test_move_of_a_banned_account_is_refused(admin: httpx.Client, client: httpx.Client, new_game: NewGame, store: Store) -> None:
    create(client, "Ben")
    page = new_game("here", "pei")
    ban(admin, store)
    answer = page.send(do="confirm")
    assert answer.status_code == 403 and "Insults" in alert(answer)
    assert admin.post(person(store, "Ben"), data={"do": "lift"}).status_code == 303
    assert page.send(do="confirm").status_code != 403


def test_ban_that_is_over_keeps_nobody_out(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    ban(admin, store, until=FUTURE)
    found = moderation_storage.ban_of_account(store, account(store, "Ben").id)
    assert found is not None
    administration_storage.ban(store, type(found)(**{**vars(found), "until": "2020-01-01T23:59:59+00:00", "name": "", "author_name": ""}))
    assert ben.post("/learn").status_code == 303 and "You are banned" not in ben.get("/account").text
    assert "over since" in admin.get("/admin/bans").text


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0))
def test_banned_address_creates_no_accounts_and_opens_no_tables(admin: httpx.Client, client: httpx.Client, ben: httpx.Client) -> None:
    for asked in (client, ben):
        from_abroad(asked)
    answer = admin.post("/admin/bans", data={"do": "ban", "address": "203.0.113.7", "reason": "Spam", "until": ""})
    assert answer.headers["location"] == "/admin/bans?done=ban"
    assert "203.0.113.7" not in admin.get("/admin/bans").text
    for asked in (client, ben):
        assert asked.get("/lobby").status_code == 200
        assert alert(asked.post("/learn")) == "Your network address is banned from this server: you can look, but not play. Reason: Spam"
    assert client.post("/account/create", data={"name": "Cleo", "password": PASSWORD}).status_code == 403
    assert client.post("/account/log-in", data={"name": "Ben", "password": PASSWORD}).status_code == 303
    from_abroad(admin)
    assert admin.post("/learn").status_code == 303
    from_abroad(client, "203.0.113.8")
    assert client.post("/learn").status_code == 303
    number = value(one(admin.get("/admin/bans").text, "[name=ban]"), "value")
    assert admin.post("/admin/bans", data={"do": "lift", "ban": number}).status_code == 303 and ben.post("/learn").status_code == 303


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(banned_address_hours=2)))
def test_address_of_a_banned_person_has_no_guests_and_no_new_accounts_for_a_time(
    admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store
) -> None:
    cleo = browse()
    create(cleo, "Cleo")
    for asked in (ben, cleo):
        from_abroad(asked)
    ban(admin, store)
    ben.get("/")
    fresh = browse()
    from_abroad(fresh)
    sentence = "Somebody at your network address is banned. For up to 2 h nobody plays from it without an account, and nobody creates one."
    for path, data in (("/learn", {}), ("/account/create", {"name": "Benny", "password": PASSWORD})):
        answer = fresh.post(path, data=data)
        assert answer.status_code == 403 and alert(answer) == sentence
    assert fresh.post("/api/account", json={"name": "Benny", "password": PASSWORD}).status_code == 403
    assert cleo.post("/learn").status_code == 303, "somebody else there has an account"
    assert cleo.post("/account/create", data={"name": "Benny", "password": PASSWORD}).status_code == 403
    from_abroad(fresh, "203.0.113.8")
    assert fresh.post("/learn").status_code == 303
    from_abroad(fresh)
    with writing(store.engine) as connection:
        connection.execute(update(banned_addresses).values(until="2000-01-01T00:00:00+00:00"))
    assert fresh.post("/learn").status_code == 303


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(banned_address_hours=2)))
@pytest.mark.parametrize("where", ["/admin/people", "/admin/bans"])
def test_lifted_ban_lifts_what_it_has_brought_upon_addresses(
    admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store, where: str
) -> None:
    fresh = browse()
    for client in (ben, fresh):
        from_abroad(client)
    ban(admin, store)
    ben.get("/")
    assert fresh.post("/learn").status_code == 403
    if where == "/admin/people":
        admin.post(f"{where}/{account_storage.find(store, 'ben').id}", data={"do": "lift"})  # type: ignore[union-attr]  # it is there
    else:
        admin.post(where, data={"do": "lift", "ban": value(one(admin.get(where).text, "[name=ban]"), "value")})
    assert fresh.post("/learn").status_code == 303


@with_settings(Settings(trusted_proxies=("127.0.0.1",), bot_processes=0, limits=Limits(banned_address_hours=2)))
def test_address_stays_limited_when_the_banned_person_deletes_the_account(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    from_abroad(ben)
    ban(admin, store)
    ben.get("/")
    assert ben.post("/account/delete", data={"password": PASSWORD}).status_code in (200, 303)
    assert ben.post("/account/create", data={"name": "Benny", "password": PASSWORD}).status_code == 403


def test_what_can_not_be_done_is_said(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    for path, fields, sentence in [
        ("/admin/bans", {"do": "ban", "address": "house", "reason": "Spam"}, "not the address of another machine"),
        ("/admin/bans", {"do": "ban", "address": "127.0.0.1", "reason": "Spam"}, "not the address of another machine"),
        ("/admin/bans", {"do": "ban", "address": "203.0.113.7", "reason": " "}, "Say why"),
        ("/admin/bans", {"do": "ban", "address": "203.0.113.7", "reason": "Spam", "until": "2020-01-01"}, "today or later"),
        ("/admin/bans", {"do": "ban", "address": "203.0.113.7", "reason": "Spam", "until": "soon"}, "today or later"),
        ("/admin/bans", {"do": "nothing"}, "do is one of"),
        ("/admin/people/Ann", {"do": "ban", "reason": "Spam"}, "is an administrator"),
        ("/admin/people/Ann", {"do": "delete", "name": "Ann"}, "is an administrator"),
        ("/admin/people/Ann", {"do": "dismiss"}, "Another administrator"),
        ("/admin/people/Ben", {"do": "delete", "name": "ben"}, "type its name"),
        ("/admin/people/Ann", {"do": "code"}, "is an administrator"),
        ("/admin/people/Ben", {}, "do is one of"),
        ("/admin/people/Nobody", {"do": "lift"}, "no such account"),
        ("/admin/reports", {"do": "close", "report": "none"}, "no such report"),
        ("/admin/site", {"do": "banner", "banner": "x" * 301}, "at most 300"),
        ("/admin/site", {"do": "registration", "registration": "never"}, "registration is one of"),
        ("/admin/site", {"do": "invite", "accounts": "101"}, "1 to 100"),
        ("/admin/site", {"do": "remove-link", "id": ""}, "no such link"),
        ("/admin/tables", {"do": "remove-table", "table": "none"}, "no such table"),
        ("/admin/games", {"do": "remove-game", "game": "none"}, "no such game"),
        ("/admin/jobs", {"do": "remove", "job": "99"}, "done, or gone"),
        ("/admin/jobs", {}, "do is one of"),
    ]:
        for name in ("Ann", "Ben"):
            path = path.replace(name, account(store, name).id)
        answer = admin.post(path, data=fields)
        assert answer.status_code in (400, 404, 422) and sentence in alert(answer)
        told = admin.post(f"/api{path}", json=fields)
        assert told.status_code == answer.status_code and sentence in told.json()["error"]


def test_administrators_end_sessions_and_appoint_and_delete(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    ben.post("/learn")
    path = person(store, "Ben")
    for do in ("appoint", "dismiss", "end-sessions"):
        assert admin.post(path, data={"do": do}).headers["location"] == f"{path}?done={do}"
        assert has(admin.get(f"{path}?done={do}").text, "[role=status]")
    assert not has(ben.get("/account").text, ".sessions") and moderation_storage.administrators(store)[0][0].name == "Ann"
    assert admin.post(path, data={"do": "delete", "name": "Ben"}).headers["location"] == "/admin/people?done=delete"
    assert account_storage.find(store, "ben") is None and texts(admin.get("/admin/people").text, ".admin-list a") == ["Ann"]


def test_administrators_find_people_of_a_kind(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    ben.post("/account/bots", data={"name": "Robby"})
    ban(admin, store)
    for kind, name in (("administrator", "Ann"), ("banned", "Ben"), ("bot", "Robby")):
        told = admin.get(f"/api/admin/people?kind={kind}").json()
        assert [each["name"] for each in told["people"]] == [name] and told["count"] == 1
        assert texts(admin.get(f"/admin/people?kind={kind}").text, ".admin-list a") == [name]
    administration_storage.ban(store, BanRow("b1", account(store, "Ben").id, None, "Spam", "2020-01-01", "2020-01-01T23:59:59+00:00", None))
    assert "Nobody matches both." in admin.get("/admin/people?kind=banned").text


def test_code_of_an_administrator_opens_an_account_once(admin: httpx.Client, ben: httpx.Client, browse: Browse, store: Store) -> None:
    path = person(store, "Ben")
    first = text(one(admin.post(path, data={"do": "code"}).text, ".new-token code"))
    page = admin.post(path, data={"do": "code"})
    code = text(one(page.text, ".new-token code"))
    assert page.status_code == 200 and code not in admin.get(path).text and code not in admin.get("/admin/log").text
    assert ben.get("/api/account").json()["recovery_codes_left"] == 10
    sent = {"name": "Ben", "password": "another good one"}
    elsewhere = browse()
    assert elsewhere.post("/account/recover", data={**sent, "code": first}).status_code == 403, "the second one has taken its place"
    answer = elsewhere.post("/account/recover", data={**sent, "code": code})
    assert answer.headers["location"] == "/account?done=recovered" and ben.get("/api/account").status_code == 403
    assert browse().post("/account/recover", data={**sent, "code": code}).status_code == 403
    late = admin.post(f"/api{path}", json={"do": "code"}).json()["code"]
    with writing(store.engine) as connection:
        connection.execute(update(recovery_codes).where(recovery_codes.c.until != "").values(until="2020-01-01T00:00:00+00:00"))
    assert browse().post("/account/recover", data={**sent, "code": late}).status_code == 403


def test_code_is_told_again_to_a_repeated_request(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    sent = {"do": "code", "idempotency_key": "a-key-of-some-length"}
    codes = [text(one(admin.post(person(store, "Ben"), data=sent).text, ".new-token code")) for _ in range(2)]
    assert codes[0] == codes[1] and len(administration_storage.log_entries(store, "", 0, 9)) == 1


def test_bot_gets_no_code(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    ben.post("/account/bots", data={"name": "Robby"})
    assert "is a bot" in alert(admin.post(person(store, "Robby"), data={"do": "code"}))
    assert not has(admin.get(person(store, "Robby")).text, "button[value=code]")


def test_administrator_ends_api_tokens_with_the_sessions(admin: httpx.Client, ben: httpx.Client, browse: Browse, store: Store) -> None:
    token = ben.post("/api/account/tokens", json={"label": "Mine", "scope": "play", "password": PASSWORD}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert browse().get("/api/account", headers=headers).status_code == 200
    admin.post(person(store, "Ben"), data={"do": "end-sessions"})
    assert browse().get("/api/account", headers=headers).status_code == 401


def test_all_messages_of_a_person_are_removed(admin: httpx.Client, ben: httpx.Client, browse: Browse, store: Store) -> None:
    def written(client: httpx.Client, count: int) -> str:
        made = client.post("/api/games", json={"seats": [{"name": "X"}, {"name": "Y"}]}).json()
        path = f"/api/seats/{made['seats'][0]['token']}/chat"
        for number in range(count):
            assert client.post(path, json={"text": f"Rude {number}"}).status_code == 200
        return path

    def shown(client: httpx.Client, path: str) -> list[tuple[str, str]]:
        return [(each["text"], each["removed"] or "") for each in client.get(path).json()["messages"]]

    guest = browse()
    tables, other = [written(ben, 3), written(ben, 2)], written(guest, 2)
    admin.post(person(store, "Ben"), data={"do": "remove-messages"})
    assert [shown(ben, path) for path in tables] == [[("", "administrator")] * 3, [("", "administrator")] * 2]
    assert shown(guest, other) == [("Rude 0", ""), ("Rude 1", "")]
    seat = stored_games.seat_of_token(store, other.split("/")[3])
    assert seat is not None
    last = chat_storage.numbered(store, seat[0], "players", 2)
    assert last is not None
    report = ReportRow("r1", "browser", "", seat[0], "", 0, "Tuesday", None, "Rude.", "2030-01-01", message=last.id, quote="Rude 1")
    report_storage.add(store, report, "2029", 5)
    assert admin.post("/admin/reports", data={"do": "remove-messages", "report": "r1"}).status_code == 303
    assert shown(guest, other) == [("", "administrator")] * 2


def test_banner_is_on_every_page(admin: httpx.Client, client: httpx.Client, new_game: NewGame) -> None:
    game = new_game("here", "pei")
    assert not has(client.get("/rules").text, ".banner")
    word = "At 10 the server restarts <b>soon</b>."
    assert admin.post("/admin/site", data={"do": "banner", "banner": word}).headers["location"] == "/admin/site?done=banner"
    for path in ("/", "/rules", "/account", "/nothing", game.address):
        assert text(one(client.get(path).text, ".banner")).startswith(word), path
    assert client.get("/api/site").json() == {"banner": word, "registration": "open"}
    admin.post("/api/admin/site", json={"do": "banner", "banner": ""})
    assert not has(client.get("/rules").text, ".banner")


def test_choices_of_administrators_stay(admin: httpx.Client, store: Store) -> None:
    admin.post("/admin/site", data={"do": "banner", "banner": "Hello"})
    admin.post("/admin/site", data={"do": "registration", "registration": "closed"})
    assert site_storage.settings(store) == SiteSettings("Hello", "closed")


def test_nobody_creates_an_account_while_registration_is_closed(admin: httpx.Client, client: httpx.Client) -> None:
    admin.post("/admin/site", data={"do": "registration", "registration": "closed"})
    sentence = "This server takes no new accounts at present. You can play without one."
    assert sentence in client.get("/account").text and not has(client.get("/account").text, "#create-name")
    answer = client.post("/account/create", data={"name": "Ben", "password": PASSWORD})
    assert answer.status_code == 403 and alert(answer) == sentence
    for path, body in (
        ("/api/account", {"name": "Ben", "password": PASSWORD}),
        ("/api/account/passkeys/options", {"for": "create", "name": "Ben"}),
    ):
        assert client.post(path, json=body).json() == {"error": sentence, "kind": "RegistrationClosed"}
    assert admin.post("/account/bots", data={"name": "Robby"}).status_code == 303, "who has an account may have bots"


def test_account_by_the_link_of_an_invitation(admin: httpx.Client, browse: Browse, store: Store) -> None:
    admin.post("/admin/site", data={"do": "registration", "registration": "invited"})
    ben, cleo, eve = browse(), browse(), browse()
    assert not has(ben.get("/account").text, "#create-name")
    assert ben.post("/api/account", json={"name": "Ben", "password": PASSWORD}).status_code == 403
    page = admin.post("/admin/site", data={"do": "invite", "accounts": "2"})
    link = text(one(page.text, ".new-token code")).partition("/account")
    assert "for 2 more accounts" in page.text and link[2] not in admin.get("/admin/site").text
    form = ben.get("/account" + link[2]).text
    secret = value(one(form, "[name=invitation]"), "value")
    refused = ben.post("/account/create", data={"name": "Ben", "password": "short", "invitation": secret})
    assert refused.status_code == 422 and value(one(refused.text, "[name=invitation]"), "value") == secret
    assert ben.post("/account/create", data={"name": "Ben", "password": PASSWORD, "invitation": secret}).status_code == 200
    assert cleo.post("/api/account", json={"name": "Ben", "password": PASSWORD, "invitation": secret}).status_code == 409
    assert cleo.post("/api/account", json={"name": "Cleo", "password": PASSWORD, "invitation": secret}).status_code == 201
    answer = eve.post("/account/create", data={"name": "Eve", "password": PASSWORD, "invitation": secret})
    assert answer.status_code == 403 and "used up" in alert(answer)
    told = admin.post("/api/admin/site", json={"do": "invite", "accounts": 1}).json()
    assert told["link"].partition("?")[2] and [each["left"] for each in told["links"]] == [1]
    assert admin.post("/admin/site", data={"do": "remove-link", "id": told["links"][0]["id"]}).headers["location"].endswith("remove-link")
    other = told["link"].partition("invitation=")[2]
    assert eve.post("/api/account", json={"name": "Eve", "password": PASSWORD, "invitation": other}).status_code == 403


def test_page_says_at_once_that_a_link_is_over_or_is_for_somebody_else(admin: httpx.Client, browse: Browse) -> None:
    admin.post("/admin/site", data={"do": "registration", "registration": "invited"})
    link = admin.post("/api/admin/site", json={"do": "invite", "accounts": 1}).json()
    path = f"/account{link['link'].partition('/account')[2]}"
    own = admin.get(path)
    assert "so the invitation link was not used" in text(one(own.text, ".alert.done")) and not has(own.text, "#create-name")
    assert admin.get("/api/admin/site").json()["links"][0]["left"] == 1
    ben, eve = browse(), browse()
    page = ben.get(path)
    assert has(page.text, "#create-name") and (page.headers["Referrer-Policy"], page.headers["Cache-Control"]) == (
        "no-referrer",
        "no-store",
    )
    secret = path.partition("invitation=")[2]
    assert ben.post("/account/create", data={"name": "Ben", "password": PASSWORD, "invitation": secret}).status_code == 200
    for late in (path, "/account?invitation=guessed"):
        page = eve.get(late)
        assert "was used up, or is over" in page.text and not has(page.text, "#create-name")


def test_guessed_codes_open_nothing_and_use_up_nothing_of_the_owner(
    admin: httpx.Client, ben: httpx.Client, browse: Browse, store: Store
) -> None:
    code, eve = admin.post(f"/api{person(store, 'Ben')}", json={"do": "code"}).json()["code"], browse()
    sent = {"name": "Ben", "password": "another long word"}
    for letter in [each for each in "2345" if each != code[0]][:3]:
        assert eve.post("/api/account/recover", json={**sent, "code": f"{letter}{code[1:]}"}).status_code == 403
    other = eve.post("/api/account/recover", json={**sent, "name": "Ann", "code": code})
    assert other.status_code == 403, "it is good for no other account"
    assert ben.get("/api/account").status_code == 200, "nobody is logged out by an attempt"
    assert browse().post("/api/account/recover", json={**sent, "code": code}).status_code == 200


def test_link_is_removed_by_its_whole_id(admin: httpx.Client) -> None:
    id = admin.post("/api/admin/site", json={"do": "invite", "accounts": 1}).json()["links"][0]["id"]
    for other in (id[:15], id[:1], "", id + "0"):
        answer = admin.post("/api/admin/site", json={"do": "remove-link", "id": other})
        assert answer.status_code == 422 and "no such link" in answer.json()["error"], other
    assert admin.post("/api/admin/site", json={"do": "remove-link", "id": id}).json()["links"] == []


@pytest.mark.parametrize("end", ["dismiss", "delete"])
def test_what_an_administrator_has_made_ends_with_the_rights(
    admin: httpx.Client, browse: Browse, ben: httpx.Client, store: Store, end: str
) -> None:
    """Links by which others create accounts, and codes for the accounts of others, whose secrets that person knows."""
    cleo = browse()
    create(cleo, "Cleo")
    account = {name: account_storage.find(store, name).id for name in ("ben", "cleo")}  # type: ignore[union-attr]  # they are there
    admin.post("/admin/site", data={"do": "registration", "registration": "invited"})
    admin.post(f"/admin/people/{account['cleo']}", data={"do": "appoint"})
    secret = cleo.post("/api/admin/site", json={"do": "invite", "accounts": 5}).json()["link"].partition("invitation=")[2]
    code = cleo.post(f"/api/admin/people/{account['ben']}", json={"do": "code"}).json()["code"]
    if end == "dismiss":
        admin.post(f"/admin/people/{account['cleo']}", data={"do": "dismiss"})
    else:
        cleo.post("/account/delete", data={"password": PASSWORD})
    assert admin.get("/api/admin/site").json()["links"] == []
    eve = browse()
    assert eve.post("/api/account", json={"name": "Eve", "password": PASSWORD, "invitation": secret}).status_code == 403
    assert eve.post("/api/account/recover", json={"name": "Ben", "code": code, "password": "another long word"}).status_code == 403


def test_games_and_open_tables_are_found_and_removed(admin: httpx.Client, client: httpx.Client, ben: httpx.Client) -> None:
    made = {
        name: client.post("/api/games", json={"name": name, "seats": [{"name": who}, {"automa": "pei"}]}).json()["game"]
        for name, who in (("Monday", "Zoë"), ("Tuesday 100%", "Yves"))
    }
    tables = [
        ben.post("/api/lobby", json={"player": "Ben", "people": 2, "name": name, "private": name == "Secret"}).json()["table"]
        for name in ("Open", "Secret")
    ]

    def found(path: str) -> list[str]:
        return texts(admin.get(path).text, ".admin-list .game-name")

    assert found("/admin/games") == ["Tuesday 100%", "Monday"]
    assert found("/admin/games?q=mOn") == found("/admin/games?q=zoë") == ["Monday"] and found("/admin/games?q=100%25") == ["Tuesday 100%"]
    assert (
        found("/admin/games?status=over") == found("/admin/games?ruleset=first") == []
        and len(found("/admin/games?status=running&ruleset=second")) == 2
    )
    assert (
        admin.post("/admin/games", data={"do": "remove-game", "game": made["Monday"]}).headers["location"]
        == "/admin/games?done=remove-game"
    )
    assert found("/admin/games") == ["Tuesday 100%"] and client.get(f"/g/{made['Monday']}").status_code == 404
    assert (
        sorted(found("/admin/tables")) == ["Open", "Secret"]
        and found("/admin/tables?q=ben&page=2") == []
        and found("/admin/tables?q=secr") == ["Secret"]
    )
    told = admin.post("/api/admin/tables", json={"do": "remove-table", "table": tables[1]}).json()
    assert [each["name"] for each in told["tables"]] == ["Open"] and ben.get(f"/lobby/{tables[1]}").status_code == 404


def test_administrators_are_told_of_new_reports(
    admin: httpx.Client, ben: httpx.Client, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Webhooks, "send", lambda self, address, message: TryLater(3600))
    owner_id = account(store, "Ann").owner_id
    address_storage.add(
        store, NotificationAddress("t1", owner_id, "slack", "https://hooks.example/abc", "", "", "en", "2030-01-01", "2030-01-01")
    )
    table = ben.post("/lobby", data={"player": "Ben", "people": "3"}).headers["location"]
    assert ben.get("/api/next").json()["reports"] == admin.get("/api/next").json()["reports"] == 0
    for words in ("Rude name.", "And again."):
        ben.post(table, data={"do": "report", "number": "-1", "text": words})
    told = [(job.game, job.version) for job, _process, _seconds in store.jobs.unfinished(99) if job.kind == "notice"]
    assert told == [("t1", OF_REPORTS)], "one message for all that come before it is sent"
    assert admin.get("/api/next").json()["reports"] == 2 and ben.get("/api/next").json()["reports"] == 0
    assert text(one(admin.get("/notices").text, "#reports")) == "2 reports wait for an administrator" and not has(
        ben.get("/notices").text, "#reports"
    )
    for report in report_storage.listed(store, True, 0, 9):
        admin.post("/admin/reports", data={"do": "close", "report": report.id})
    assert admin.get("/api/next").json()["reports"] == 0


def test_log_says_what_administrators_have_done(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    assert "Nothing yet." in admin.get("/admin/log").text
    ban(admin, store, until=FUTURE)
    admin.post(person(store, "Ben"), data={"do": "lift"})
    admin.post("/admin/bans", data={"do": "ban", "address": "203.0.113.7", "reason": "Spam"})
    admin.post(person(store, "Ben"), data={"do": "delete", "name": "somebody else"})
    admin.post(person(store, "Ben"), data={"do": "delete", "name": "Ben"})
    page = admin.get("/admin/log").text
    assert texts(page, ".admin-list .game-name") == ["Account deleted: Ben", "Banned an address", "Ban lifted: Ben", "Banned: Ben"]
    assert f"Insults ({FUTURE})" in texts(page, ".report-text") and "203.0.113.7" not in page
    told = admin.get(f"/api/admin/log?by={account(store, 'Ann').id}").json()
    assert [each["action"] for each in told["entries"]] == ["delete", "ban", "lift", "ban"] and told["entries"][0]["author_name"] == "Ann"
    assert admin.get("/api/admin/log?by=nobody").json()["entries"] == []


def test_log_has_a_sentence_for_each_change(admin: httpx.Client, store: Store) -> None:
    changes = {
        "people": PERSON_CHANGES,
        "bans": ("ban", "lift"),
        "reports": ("close", "remove-message", "remove-messages", "ban", "remove-table"),
        "tables": ("remove-table",),
        "games": ("remove-game",),
        "site": ("banner", "registration", "invite", "remove-link"),
        "jobs": ("remove",),
    }
    assert set(changes) == {"people", *CHANGES}
    for section, action in [(section, action) for section, actions in changes.items() for action in actions]:
        administration_storage.add_log_entry(
            store, AdministrationEntry("2030-01-01T00:00:00+00:00", None, section, action, "Ben", is_command=True)
        )
    found = texts(admin.get("/admin/log").text, ".admin-list .game-name")
    assert len(found) == sum(map(len, changes.values())) and all(found)


def test_reports_are_closed_and_their_tables_removed(admin: httpx.Client, new_game: NewGame, store: Store) -> None:
    game = new_game("here", "pei")
    report = ReportRow(
        "r1", "browser", "mark", game.game_id, "", 0, "Tuesday: <b>Ben</b>", None, "He <i>insults</i> us.", "2030-01-01T00:00:00+00:00"
    )
    report_storage.add(store, report, "2029", 5)
    page = admin.get("/admin").text
    assert texts(page, ".admin-list .game-name") == ["Tuesday: <b>Ben</b>"] and texts(page, ".count") == ["1"]
    assert values(page, ".admin-list .game-name", "href") == [f"/g/{game.game_id}"]
    admin.post("/admin/reports", data={"do": "remove-table", "report": "r1"})
    assert admin.get(f"/g/{game.game_id}").status_code == 404
    admin.post("/admin/reports", data={"do": "close", "report": "r1", "note": "Removed."})
    assert "There is nothing to do." in admin.get("/admin/reports").text
    told = admin.get("/api/admin/reports?state=closed").json()["reports"]
    assert [(each["report"], each["note"], each["closed_by"]) for each in told] == [("r1", "Removed.", "Ann")]


def test_players_report_each_other(admin: httpx.Client, client: httpx.Client, browse: Browse, new_game: NewGame, store: Store) -> None:
    create(client, "Cleo")
    game, watcher = new_game("here", "here"), browse()
    page = client.get(f"{game.address}/table").text
    assert texts(page, "#report-about option") == ["the whole table", "Ann", "Ben"]
    sent = {"do": "report", "seat": "2", "text": " He cheats.\nReally. "}
    for _ in range(2):
        assert client.post(f"{game.address}/table", data=sent).headers["location"] == f"{game.address}/table?reported=1"
    assert has(client.get(f"{game.address}/table?reported=1").text, "[role=status].done")
    assert not has(watcher.get(f"/g/{game.game_id}/table").text, "#report-about")
    assert watcher.post(f"/g/{game.game_id}/table", data=sent).status_code == 403
    (report,) = report_storage.listed(store, True, 0, 9)
    assert (report.game, report.seat, report.author_name, report.accused_name, report.text) == (
        game.game_id,
        1,
        "Cleo",
        "Cleo",
        "He cheats.\nReally.",
    )
    assert report.subject.endswith(": Ben") and "He cheats." in admin.get("/admin").text
    for fields in ({"text": " "}, {"text": "x" * 1001}):
        assert client.post(f"{game.address}/table", data={**sent, **fields}).status_code == 422
    path = f"/api{game.address.replace('/s/', '/seats/')}/report"
    answers = [client.post(path, json={"text": f"Number {number}."}).status_code for number in range(6)]
    assert answers == [200] * 4 + [429] * 2


def test_people_in_the_lobby_report(admin: httpx.Client, client: httpx.Client, ben: httpx.Client, store: Store) -> None:
    table = ben.post("/lobby", data={"player": "Benjamin", "people": "3", "name": "Rude words"}).headers["location"]
    assert texts(client.get(table).text, "#report-about option") == ["the whole table", "Benjamin"]
    assert client.post(table, data={"do": "report", "number": "0", "text": "Rude name."}).headers["location"] == f"{table}?reported=1"
    assert client.post(f"/api{table}", json={"do": "report", "text": "The table too."}).status_code == 200
    first, second = report_storage.listed(store, True, 0, 9)
    found = {each.text: each for each in (first, second)}
    assert found["Rude name."].accused_name == "Ben" and found["Rude name."].subject == "Rude words: Benjamin"
    assert found["The table too."].seat == -1 and found["The table too."].accused is None
    admin.post("/admin/reports", data={"do": "remove-table", "report": first.id})
    assert client.get(table).status_code == 404


def test_game_that_began_after_the_report_is_removed_too(
    admin: httpx.Client, client: httpx.Client, ben: httpx.Client, store: Store
) -> None:
    table = ben.post("/lobby", data={"player": "Ben", "people": "2"}).headers["location"]
    client.post(table, data={"do": "report", "number": "-1", "text": "Rude name."})
    seat = client.post(f"/api{table}", json={"do": "join", "player": "Cleo"}).json()["seat"]
    admin.post("/admin/reports", data={"do": "remove-table", "report": report_storage.listed(store, True, 0, 9)[0].id})
    assert client.get(seat).status_code == 404


def test_nobody_reports_where_nobody_reads(client: httpx.Client, new_game: NewGame) -> None:
    game = new_game("here", "pei")
    assert not has(client.get(f"{game.address}/table").text, "#report-about")
    assert client.post(f"{game.address}/table", data={"do": "report", "text": "Help."}).status_code == 422


def test_unlikely_series_are_listed_with_the_most_unlikely_first(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    assert admin.get("/api/admin/ratings").json() == {
        **{"series": [], "newcomers": []},
        **{"few_games": 5, "least_newcomers": 3, "least_games": 5, "recent": 2_000},
    }
    ann_id, ben_id = account(store, "Ann").id, account(store, "Ben").id
    for winner, loser, games in (("x", "y", 5), (ben_id, ann_id, 8)):
        for number in range(games):
            transactions.add_game(store, WholeClub(), of_lobby(make_game(f"{winner}-{number}"), {0: winner, 1: loser}, "rated"))
            over = Change("2030-01-01T00:00:00+00:00", 2, Summary("over", 1, -1, 6, 6), rated=RatedGame("second-2", {winner: 1, loser: 2}))
            save(store, f"{winner}-{number}", over)
    first, second = admin.get("/api/admin/ratings").json()["series"]
    assert (first["winner_name"], first["loser_name"], first["games"], first["won"], first["lost"]) == ("Ben", "Ann", 8, 8, 0)
    assert 0 < first["chance"] < second["chance"] < 0.5**2 and second["winner_name"] == ""
    shown = texts(admin.get("/admin/ratings").text, ".admin-list li")
    assert len(shown) == 2 and shown[0].startswith("Ben – Ann") and "8 games" in shown[0] and "Former player" in shown[1]


def test_ratings_that_come_from_newcomers_are_listed(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    """With figures and the games: new accounts each of which has lost a whole game to Ben, or left one after some rounds."""
    ann_id, ben_id = account(store, "Ann").id, account(store, "Ben").id
    games = [(ben_id, f"new-{number}", {f"new-{number}": 4} if number < 2 else {}) for number in range(4)]
    games += [(winner, f"old-{number % 2}", {}) for number in range(10) for winner in (ann_id, "old-2")]
    games.append((ann_id, "new-4", {}))
    for number, (winner, loser, left) in enumerate(games):
        transactions.add_game(store, WholeClub(), of_lobby(make_game(f"g{number}"), {0: winner, 1: loser}, "rated"))
        rated = RatedGame("second-2", {winner: 1, loser: 2}, left)
        over = Change("2030-01-01T00:00:00+00:00", 2, Summary("over", 1, -1, 6, 6), rated=rated)
        save(store, f"g{number}", over, with_seat(1, **{"departure": "left", "departed": 1, "departed_in": 4} if left else {}))
    (found,) = admin.get("/api/admin/ratings").json()["newcomers"]
    assert (found["name"], found["pool"], found["all_games"], found["newcomer_games"], found["left"]) == ("Ben", "second-2", 4, 4, 2)
    assert found["share"] == 1 and found["gained"] == found["rating"] - 1500 > 0
    assert [game["game"] for game in found["games"]] == ["g3", "g2", "g1", "g0"]
    page = admin.get("/admin/ratings").text
    (shown,) = texts(page, "#newcomers li")
    assert (
        shown.startswith("Ben Second edition, 2 players · Rating")
        and "4 against newcomers" in shown
        and "100%" in shown
        and "left 2" in shown
    )
    assert values(page, "#newcomers li a", "href")[1:] == ["/g/g3", "/g/g2", "/g/g1", "/g/g0"]


def test_sizes_and_jobs_are_shown(admin: httpx.Client, store: Store) -> None:
    store.jobs.add(NewJob("analysis", "unknown", 3, delay=300.0))
    sizes = admin.get("/api/admin/sizes").json()
    assert sizes["rows"]["accounts"] == 1 and sizes["bytes"] > 0 and sizes["streams"]["count"] == 0
    assert "accounts" in texts(admin.get("/admin/sizes").text, "dt")
    jobs = admin.get("/api/admin/jobs").json()
    assert [each["kind"] for each in jobs["jobs"] if each["game"] == "unknown"] == ["analysis"] and jobs["processes"][0]["is_own"]
    number = values(admin.get("/admin/jobs").text, "[name=job]", "value")[0]
    assert admin.post("/admin/jobs", data={"do": "remove", "job": number}).status_code == 303
    assert not has(admin.get("/admin/jobs").text, "[name=job]")


def test_api_bans_as_the_page_does(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    path = f"/api{person(store, 'Ben')}"
    answer = admin.post(path, json={"do": "ban", "reason": "Insults", "until": FUTURE})
    assert answer.status_code == 200 and answer.json()["person"]["ban"]["until"] == f"{FUTURE}T23:59:59+00:00"
    assert [each["name"] for each in admin.get("/api/admin/bans").json()["bans"]] == ["Ben"]
    assert admin.get("/api/admin/people?q=en").json()["count"] == 1 and admin.get("/api/admin/reports").json()["open"] == 0
    assert admin.post(path, json={"do": "delete", "name": "Ben"}).json() == {} and admin.get(path).status_code == 404
    assert admin.post("/api/admin/bans", json={"do": ["lift"]}).status_code == 400


def test_own_data_has_bans_and_reports(admin: httpx.Client, ben: httpx.Client, store: Store) -> None:
    ban(admin, store, until=FUTURE)
    owner_id = account(store, "Ben").owner_id
    report_storage.add(store, ReportRow("r1", owner_id, "", "game", "", -1, "Tuesday", None, "Insults.", "2030-01-01"), "2029", 5)
    told = ben.get("/account/data.json").json()
    assert told["ban"]["reason"] == "Insults" and [each["text"] for each in told["reports"]] == ["Insults."]
    assert not told["is_administrator"] and admin.get("/account/data.json").json()["is_administrator"]


def test_jobs_of_all_kinds_have_names(admin: httpx.Client, store: Store) -> None:
    for kind in get_args(JobKind):
        store.jobs.add(NewJob(kind, "abc", delay=60))
    names = texts(admin.get("/admin/jobs").text, ".admin-list .game-name")
    assert len(names) == len(set(names)) == len(get_args(JobKind)) and all(names)
    assert len(values(admin.get("/admin/jobs").text, "[name=job]", "value")) == len(names) - 2, "nothing would begin these two again"


# In a browser


WORDS = {"en": ("Administration", "Reports", "People"), "de": ("Verwaltung", "Meldungen", "Leute")}


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "width", "is_touch"), [("en", 360, True), ("de", 1366, False)])
@pytest.mark.console("status of 40[34]")
def test_report_is_sent_and_its_author_banned_by_keys(
    browser: Browser, server: str, store: Store, language: str, width: int, is_touch: bool
) -> None:
    administration, reports, people = WORDS[language]
    ann, ben = (
        browser.new_context(locale=language, has_touch=is_touch, viewport={"width": width, "height": 800}).new_page() for _ in range(2)
    )
    for tab, name in ((ann, "Ann"), (ben, "Ben")):
        create_account(tab, server, name)
    account = account_storage.find(store, "ann")
    assert account is not None
    moderation_storage.add_administrator(store, account.id, "2030-01-01T00:00:00+00:00")
    ben.goto(f"{server}/lobby")
    ben.locator("#player").press("Enter")
    ben.locator("details.report > summary").press("Enter")
    ben.locator("#report-text").fill("Nobody comes.")
    ben.locator("button[value=report]").press("Enter")
    ben.locator("[role=status].done").wait_for()
    ann.goto(f"{server}/account")
    ann.get_by_role("link", name=administration, exact=True).press("Enter")
    ann.get_by_role("heading", name=administration).wait_for()
    ann.get_by_text("Nobody comes.").wait_for()
    ann.locator("[id^=note-]").fill("No reason to report.")
    ann.locator("[id^=note-]").press("Enter")
    ann.locator("[role=status].done").wait_for()
    assert not ann.get_by_text("Nobody comes.").count()
    ann.get_by_role("link", name=people, exact=True).press("Enter")
    ann.locator("#q").fill("be")
    ann.locator("#q").press("Enter")
    ann.locator(".admin-list a").press("Enter")
    ann.locator("#reason-person").fill("Needless reports")
    assert objections(ann, is_touch) == []
    ann.locator("#reason-person").press("Enter")
    ann.locator("[role=status].done").wait_for()
    assert objections(ann, is_touch) == []
    ben.goto(f"{server}/lobby")
    assert "Needless reports" in ben.locator("#banned").inner_text()
    ben.locator("#player").press("Enter")
    assert "Needless reports" in ben.get_by_role("alert").inner_text()
    ann.goto(f"{server}/admin/jobs")
    assert ann.get_by_role("link", name=reports, exact=True).is_visible()
