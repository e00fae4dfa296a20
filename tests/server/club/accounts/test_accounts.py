"""Accounts: what browsers held stays with them, and only who is logged in has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from groundfloor.results import format_games_file
from groundfloor.server.club.accounts import accounts, passwords
from groundfloor.server.club.accounts.passwords import NOBODYS_HASH, is_password
from groundfloor.server.club.identity import storage as account_storage
from groundfloor.server.club.identity.devices import MAX_LENGTH, device_name
from groundfloor.server.database.errors import StorageFailed
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import browsers
from groundfloor.server.game.streams import routes as events
from groundfloor.server.http import sse
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table.player_names import name_key
from tests.server.conftest import NewGame, Page, serving, with_settings
from tests.support import http
from tests.support.board_page import either
from tests.support.browser_player import fill_in_account
from tests.support.html import has, one, text, texts, value, values
from tests.support.page_structure import objections
from tests.support.postgresql import PostgreSQLServer
from tests.support.results import result
from tests.support.samples import sampled

PASSWORD = "correct horse battery"
NEW = "another good password"
Browse = Callable[[], httpx.Client]


def create(client: httpx.Client, name: str = "Ann", password: str = PASSWORD, guest: str = "take") -> httpx.Response:
    return client.post("/account/create", data={"name": name, "password": password, "guest": guest})


def log_in(client: httpx.Client, name: str = "Ann", password: str = PASSWORD, guest: str = "take") -> httpx.Response:
    return client.post("/account/log-in", data={"name": name, "password": password, "guest": guest})


def log_out(client: httpx.Client) -> httpx.Response:
    return client.post("/account/log-out")


def name_in_head(client: httpx.Client) -> str:
    """Returns how the head of the pages calls who asks; "" for a guest."""
    found = texts(client.get("/about").text, ".account-name")
    return found[0] if found else ""


def games(client: httpx.Client) -> set[str]:
    """Returns the addresses of the games on the start page."""
    return set(values(client.get("/").text, ".own-games .game-name", "href"))


def new_table(client: httpx.Client, name: str = "Cleo") -> str:
    answer = client.post("/new", data={"kind-0": "here", "name-0": name, "kind-1": "pei"})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def alert(answer: httpx.Response) -> str:
    return text(one(answer.text, "[role=alert]"))


def with_results(client: httpx.Client, *numbers: int) -> None:
    told = format_games_file([result(number) for number in numbers])
    assert client.post("/my-games/import", files={"file": ("games.json", told, "application/json")}).status_code == 303


def results(client: httpx.Client) -> list[str]:
    return [each["game"] for each in client.get("/my-games/games.json").json()["results"]]


def test_two_browsers_of_one_person_become_one_account(browse: Browse) -> None:
    phone, laptop = browse(), browse()
    first, second = new_table(phone), new_table(laptop)
    with_results(phone, 1, 2)
    with_results(laptop, 2, 3)
    assert create(phone).status_code == 200 and log_in(laptop).headers["location"] == "/"
    for client in (phone, laptop):
        assert games(client) == {first, second} and results(client) == ["game1", "game2", "game3"]
        assert name_in_head(client) == "Ann"
    later = new_table(laptop)
    assert games(phone) == {first, second, later}


def test_results_that_an_account_has_no_room_for_are_left_out_only_after_its_owner_has_read_so(
    client: httpx.Client, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("groundfloor.server.game.storage.results.MAX_RESULTS", 3)
    owner = browse()
    with_results(owner, 1, 2)
    create(owner)
    with_results(client, 3, 4, 5)
    assert log_in(client, guest="take").headers["location"] == "/account" and results(client) == ["game1", "game2"]
    asked = client.get("/api/account").json()["guest"]
    assert asked["results"] == 3 and asked["results_left_out"] == 2
    assert "the oldest 2 of the imported ones would be left out" in text(one(client.get("/account").text, "#guest"))
    assert client.post("/account/guest", data={"guest": "take"}).headers["location"] == "/account?done=guest"
    assert results(client) == ["game1", "game2", "game5"]


def test_account_takes_over_from_a_guest_only_what_it_is_asked_to(client: httpx.Client, browse: Browse) -> None:
    create(browse())
    mine = new_table(client)
    with_results(client, 1, 2)
    assert log_in(client, guest="").headers["location"] == "/account"
    assert games(client) == set() and results(client) == []
    asked = client.get("/api/account").json()["guest"]
    assert asked == {"tables": ["Cleo, Pei"], "followed": [], "results": 2, "results_left_out": 0, "addresses": []}
    page = client.get("/account").text
    assert texts(page, "#guest li") == ["Cleo, Pei", "2 results"]
    assert client.post("/account/guest", data={"guest": "take"}).headers["location"] == "/account?done=guest"
    assert games(client) == {mine} and results(client) == ["game1", "game2"]
    assert not has(client.get("/account").text, "#guest") and client.get("/api/account").json()["guest"] is None


def test_what_a_guest_held_can_be_left_out(client: httpx.Client, browse: Browse) -> None:
    create(browse())
    new_table(client)
    log_in(client, guest="ask")
    answer = api(client, "/guest", guest="leave")
    assert answer.status_code == 200 and answer.json()["guest"] is None
    api(client, "/guest", guest="take")
    assert games(client) == set(), "what was left out is no question any more"
    assert (
        api(client, "/guest", guest="ask").status_code == 400
        and api(client, "/log-in", name="Ann", password=PASSWORD, guest="x").status_code == 400
    )
    assert api(browse(), "/guest", guest="take").status_code == 403


def test_new_account_and_recovery_ask_too(client: httpx.Client, browse: Browse) -> None:
    new_table(client)
    page = create(client, guest="").text
    assert has(page, "#guest") and has(page, ".recovery-codes")
    code, other = texts(page, ".recovery-codes code")[0], browse()
    mine = new_table(other)
    other.post("/account/recover", data={"name": "Ann", "code": code, "password": NEW})
    assert games(other) == set() and has(other.get("/account").text, "#guest")
    other.post("/account/guest", data={"guest": "take"})
    assert games(other) == {mine}


def test_nobody_is_asked_who_held_nothing(client: httpx.Client, browse: Browse) -> None:
    create(client, guest="")
    assert not has(client.get("/account").text, "#guest")
    other = browse()
    other.get("/")
    assert log_in(other, guest="").headers["location"] == "/"


def test_cookie_that_somebody_else_has_set_opens_nothing_after_a_log_in(client: httpx.Client, browse: Browse) -> None:
    """Ann logs in at a browser whose cookie Ben knows; what comes to her then is hers."""
    ben = browse()
    ben.get("/")
    client.cookies.set("groundfloor", ben.cookies["groundfloor"], domain="127.0.0.1")
    ben.post("/api/notices/addresses", json={"do": "add", "transport": "json", "address": "https://ben.example/hook"})
    create(client, guest="")
    assert client.cookies["groundfloor"] != ben.cookies["groundfloor"]
    mine = new_table(client)
    assert games(client) == {mine} and games(ben) == set()
    assert client.get("/api/notices/addresses").json()["addresses"] == []
    assert "ben.example" in text(one(client.get("/account").text, "#guest"))
    log_out(client)
    assert client.cookies["groundfloor"] != ben.cookies["groundfloor"]
    log_in(client)
    assert client.get("/api/notices/addresses").json()["addresses"] == [] and games(ben) == set()


def test_game_that_a_guest_has_played_is_counted_at_all_browsers(client: httpx.Client, browse: Browse, solo: Page) -> None:
    solo.finish()
    other = browse()
    second = new_table(other)
    create(client)
    log_in(other)
    for each in (client, other):
        assert games(each) == {second, solo.address} and results(each) == [solo.game_id]


def test_host_and_seats_at_one_screen_come_along(client: httpx.Client, new_game: NewGame) -> None:
    page = new_game("here", "here")
    create(client)
    assert has(client.get(page.address).text, ".head-seats") and has(client.get("/").text, "button[value=delete]")


def test_name_of_an_account_is_proposed_at_tables(client: httpx.Client, store: Store) -> None:
    create(client, "Ann Example")
    assert value(one(client.get("/").text, "#name-0"), "value") == "Ann Example"
    assert value(one(client.get("/lobby").text, "#player"), "value") == "Ann Example"
    for path, body in (("/learn", {}), ("/new", {"level": "intern", "opponents": "1"}), ("/new", {"kind-0": "here", "kind-1": "link"})):
        assert client.post(path, data=body).status_code == 303
    account = account_storage.find(store, name_key("Ann Example"))
    assert account is not None
    names = [[seat.name for seat in known.game.seats] for known in browsers.games_of(store, account.owner_id)]
    assert all(seats[0] == "Ann Example" for seats in names) and ["Ann Example", "Player 2"] in names and len(names) == 3


def test_log_out_leaves_games_with_the_account(client: httpx.Client, solo: Page) -> None:
    create(client)
    before = client.cookies["groundfloor"]
    assert log_out(client).headers["location"] == "/"
    assert "groundfloor_session" not in client.cookies and client.cookies["groundfloor"] != before
    assert games(client) == set() and name_in_head(client) == ""
    other = new_table(client)
    assert games(client) == {other}
    log_in(client)
    assert games(client) == {other, solo.address}


def test_who_logs_out_leaves_nothing_to_the_next_person(client: httpx.Client) -> None:
    create(client)
    mine = new_table(client)
    log_out(client)
    create(client, "Ben")
    theirs = new_table(client, "Ben")
    assert games(client) == {theirs}
    log_in(client)
    assert games(client) == {mine} and name_in_head(client) == "Ann"


def test_unknown_name_is_told_and_treated_like_a_wrong_password(
    client: httpx.Client, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(client)
    hashes: list[str] = []

    def check(hash: str, given: str) -> bool:
        hashes.append(hash)
        return is_password(hash, given)

    monkeypatch.setattr(accounts, "is_password", check)
    other = browse()
    wrong, unknown = log_in(other, password="not the password"), log_in(other, "Nobody")
    assert wrong.status_code == unknown.status_code == 403 and alert(wrong) == alert(unknown)
    assert len(hashes) == 2 and hashes[0] != hashes[1] == NOBODYS_HASH
    assert value(one(wrong.text, "#log-in-name"), "value") == "Ann" and name_in_head(other) == ""


def test_name_that_looks_like_another_one_is_taken(client: httpx.Client, browse: Browse) -> None:
    create(client)
    for name in ("Ann", "aNN", " Ann ", "Аnn"):  # the last one begins with a Cyrillic letter
        answer = create(browse(), name)
        assert answer.status_code == 409 and "is taken" in alert(answer)
    assert log_in(browse(), "ANN").status_code == 303


def test_impossible_names_are_refused(client: httpx.Client) -> None:
    for name in ["Administrator", "", "  ", "\u2800", "A" * 41, "A\u0001nn", "A" + "\u0301" * 4]:
        answer = create(client, name)
        assert answer.status_code == 422 and alert(answer) and name_in_head(client) == ""


@pytest.mark.parametrize(("password", "status"), [("seven77", 422), ("eight888", 200), ("x" * 200, 200), ("x" * 201, 422), ("🂡" * 8, 200)])
def test_passwords_have_a_length_and_no_other_rule(client: httpx.Client, password: str, status: int) -> None:
    answer = create(client, password=password)
    assert answer.status_code == status
    assert status == 200 or "8 to 200 characters" in alert(answer)


def test_password_may_be_composed_in_any_way(client: httpx.Client, browse: Browse) -> None:
    create(client, password="Größe ist ﬁx")
    assert log_in(browse(), password="Gro\u0308ße ist fix").status_code == 303


def test_cookie_of_a_session_is_new_each_time_and_goes_to_no_script(client: httpx.Client) -> None:
    cookies = [each for each in create(client).headers.get_list("set-cookie") if each.startswith("groundfloor_session=")]
    assert len(cookies) == 1 and "HttpOnly" in cookies[0] and "SameSite=lax" in cookies[0] and "Secure" not in cookies[0]
    first = client.cookies["groundfloor_session"]
    assert len(first) >= 43
    log_in(client)
    second = client.cookies["groundfloor_session"]
    pages = [http.get(client.base_url.join("/about"), headers={"Cookie": f"groundfloor_session={each}"}).text for each in (first, second)]
    assert [has(page, ".account-name") for page in pages] == [False, True], "the session before a log-in goes on"


def test_given_session_is_not_taken(client: httpx.Client, browse: Browse) -> None:
    create(client)
    other = browse()
    other.headers["cookie"] = "groundfloor_session=chosen-by-somebody-else"
    assert "chosen-by-somebody-else" not in log_in(other).headers["set-cookie"]


@with_settings(Settings(trusted_proxies=("127.0.0.1",)))
def test_cookies_over_https_are_those_of_this_host_alone(client: httpx.Client) -> None:
    secure = {"X-Forwarded-Proto": "https", "Origin": str(client.base_url).rstrip("/").replace("http", "https")}
    body = {"name": "Ann", "password": PASSWORD}
    answer = client.post("/account/create", data=body, headers=secure)
    cookies = dict(each.split("=", 1) for each in answer.headers.get_list("set-cookie"))
    assert set(cookies) == {"__Host-groundfloor", "__Host-groundfloor_session", "__Host-groundfloor_device"}
    for each in cookies.values():
        assert "; Secure" in each and "; Path=/;" in each and "domain" not in each.lower()
    session = cookies["__Host-groundfloor_session"].partition(";")[0]

    def name_of(cookie: str) -> list[str]:
        return texts(http.get(client.base_url.join("/about"), headers={**secure, "Cookie": cookie}).text, ".account-name")

    assert name_of(f"__Host-groundfloor_session={session}") == ["Ann"]
    assert name_of(f"groundfloor_session={session}") == [], "another host, or somebody on the way, can have set this one"
    chosen = client.get("/rules?lang=de&length=long", headers=secure).headers.get_list("set-cookie")
    assert chosen and all(each.startswith("__Host-") for each in chosen)
    changed = client.post("/settings", data={"language": ""}, headers=secure)
    assert all(each.startswith("__Host-") for each in changed.headers.get_list("set-cookie"))


def test_sessions_are_listed_and_end_at_the_next_request(client: httpx.Client, browse: Browse) -> None:
    create(client)
    other = browse()
    other.headers["user-agent"] = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    log_in(other)
    mine = new_table(other)
    page = client.get("/account").text
    assert sorted(texts(page, ".sessions b")) == ["Firefox, Android", "python-httpx"]
    button = next(each for each in values(page, ".sessions form[action$=sessions] input[name=session]", "value"))
    answer = client.post("/account/sessions", data={"session": button})
    assert answer.headers["location"] == "/account?done=session" and has(client.get(answer.headers["location"]).text, ".done")
    assert name_in_head(other) == "" and games(other) == set() and games(client) == {mine}
    assert other.post("/account/password", data={"old": PASSWORD, "password": NEW}).status_code == 403
    assert "groundfloor_session" not in other.cookies


def test_nobody_ends_sessions_of_others(client: httpx.Client, browse: Browse) -> None:
    create(client)
    ben = browse()
    create(ben, "Ben")
    id = value(one(client.get("/account").text, ".sessions input[name=session]"), "value")
    ben.post("/account/sessions", data={"session": id})
    assert name_in_head(client) == "Ann" and name_in_head(ben) == "Ben"


def test_recovery_code_sets_a_new_password_once(client: httpx.Client, browse: Browse) -> None:
    codes = texts(create(client).text, ".recovery-codes code")
    assert len(set(codes)) == 10 and codes[0] not in client.get("/account").text
    other = browse()
    wrong = {"name": "Ann", "code": "abcd-efgh-ijkm-npqr", "password": NEW}
    unknown = {**wrong, "name": "Nobody"}
    refused = [other.post("/account/recover", data=body) for body in (wrong, unknown)]
    assert [answer.status_code for answer in refused] == [403, 403] and alert(refused[0]) == alert(refused[1])
    assert has(refused[0].text, "details[open] #code")
    body = {"name": "ann", "code": f" {codes[0].upper().replace('-', ' ')}", "password": NEW}
    assert other.post("/account/recover", data=body).headers["location"] == "/account?done=recovered"
    assert name_in_head(other) == "Ann" and name_in_head(client) == ""
    assert "9 of 10 codes are left" in other.get("/account").text
    assert log_in(client).status_code == 403 and log_in(client, password=NEW).status_code == 303
    assert browse().post("/account/recover", data=body).status_code == 403


def test_new_recovery_codes_need_the_password_and_replace_the_old_ones(client: httpx.Client, browse: Browse) -> None:
    old = texts(create(client).text, ".recovery-codes code")
    refused = client.post("/account/recovery-codes", data={"password": "not the password"})
    assert refused.status_code == 403 and has(refused.text, "details[open] #codes-password")
    new = texts(client.post("/account/recovery-codes", data={"password": PASSWORD}).text, ".recovery-codes code")
    assert len(new) == 10 and not set(old) & set(new)
    statuses = [
        browse().post("/account/recover", data={"name": "Ann", "code": code[0], "password": NEW}).status_code for code in (old, new)
    ]
    assert statuses == [403, 303]


def test_new_password_needs_the_old_one_and_ends_other_sessions(client: httpx.Client, browse: Browse) -> None:
    create(client)
    other = browse()
    log_in(other)
    assert client.post("/account/password", data={"old": "not the password", "password": NEW}).status_code == 403
    assert client.post("/account/password", data={"old": PASSWORD, "password": "short"}).status_code == 422
    assert name_in_head(other) == "Ann"
    assert client.post("/account/password", data={"old": PASSWORD, "password": NEW}).status_code == 303
    assert name_in_head(client) == "Ann" and name_in_head(other) == ""
    assert [log_in(other, password=each).status_code for each in (PASSWORD, NEW)] == [403, 303]


def test_outdated_hash_is_renewed_by_a_log_in(client: httpx.Client, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    create(client)
    before = account_storage.find(store, "ann")
    monkeypatch.setattr(passwords, "hasher", lambda: PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    log_in(client)
    after = account_storage.find(store, "ann")
    assert before is not None and after is not None and "m=8,t=1" in before.password and "m=16,t=2" in after.password


@with_settings(Settings(limits=Limits(log_ins_per_hour=8)))
def test_attempts_under_one_name_are_limited_known_or_not(client: httpx.Client, browse: Browse) -> None:
    create(client)
    for name in ("Ann", "Nobody"):
        answers = [log_in(browse(), name, "not the password") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [403, 403, 429] and "recovery code" in alert(answers[2])
        assert answers[2].headers["retry-after"]
    assert log_in(browse()).status_code == 429 and name_in_head(client) == "Ann"
    assert log_in(browse(), "Somebody").status_code == 403


SIEGE = Settings(trusted_proxies=("127.0.0.1",), limits=Limits(log_ins_per_hour=16))
"""Eight attempts of a client at once, and four under a name, in a session, and at a known device."""


def besiege(client: httpx.Client) -> None:
    """Tries wrong passwords and codes for Ann from many addresses, until both are refused."""
    for number in range(6):
        client.headers["x-forwarded-for"] = f"198.51.100.{number}"
        last = log_in(client, password="not the password").status_code
        client.post("/account/recover", data={"name": "Ann", "code": "abcd-abcd-abcd-abcd", "password": NEW})
    assert last == 429


@with_settings(SIEGE)
def test_wrong_passwords_of_strangers_keep_nobody_from_their_own_account(client: httpx.Client, browse: Browse) -> None:
    create(client)
    besiege(browse())
    client.headers["x-forwarded-for"] = "203.0.113.1"
    made = client.post("/api/account/tokens", json={"label": "Board", "scope": "read", "password": PASSWORD})
    assert made.status_code == 200, made.text
    assert client.post("/account/password", data={"old": PASSWORD, "password": NEW}).status_code == 303
    assert client.post("/account/recovery-codes", data={"password": NEW}).status_code == 200
    besiege(browse())
    log_out(client)
    assert log_in(client, password=NEW).status_code == 303, "this browser was logged in before"
    assert client.post("/account/delete", data={"password": NEW}).headers["location"] == "/account?done=deleted"


@with_settings(SIEGE)
def test_recovery_code_opens_a_besieged_account_from_any_address(client: httpx.Client, browse: Browse) -> None:
    codes = texts(create(client).text, ".recovery-codes code")
    besiege(browse())
    other = browse()
    other.headers["x-forwarded-for"] = "203.0.113.1"
    assert log_in(other).status_code == 429, "the password alone is not enough at a device that nobody knows"
    assert other.post("/account/recover", data={"name": "Ann", "code": codes[0], "password": NEW}).status_code == 303


@with_settings(SIEGE)
def test_owner_is_told_of_attempts_by_others(client: httpx.Client, browse: Browse) -> None:
    create(client)
    assert client.get("/api/account").json()["failed_log_ins"] is None
    log_in(client, password="not the password")  # a slip of the owner's
    assert not has(client.get("/account").text, "#failed-log-ins")
    besiege(browse())
    told = client.get("/api/account").json()["failed_log_ins"]
    assert told["count"] == 12 and told["since"] <= told["last"]
    assert "12 attempts" in text(one(client.get("/account").text, "#failed-log-ins"))
    assert client.get("/account/data.json").json()["failed_log_ins"] == told
    client.post("/account/password", data={"old": PASSWORD, "password": NEW})
    assert not has(client.get("/account").text, "#failed-log-ins")


@with_settings(SIEGE)
def test_device_is_known_until_the_password_changes_elsewhere(client: httpx.Client, browse: Browse) -> None:
    create(client)
    other = browse()
    log_in(other)
    log_out(other)
    client.post("/account/password", data={"old": PASSWORD, "password": NEW})
    besiege(browse())
    assert log_in(other, password=NEW).status_code == 429
    log_out(client)
    assert log_in(client, password=NEW).status_code == 303, "where the password was changed is still known"


@with_settings(SIEGE)
def test_known_device_has_limits_too_and_only_for_its_own_accounts(client: httpx.Client, browse: Browse) -> None:
    create(client)
    log_out(client)
    create(browse(), "Ben")
    besiege(browse())
    for name in ("Ann", "Ben"):
        statuses = [log_in(client, name, "not the password").status_code for _ in range(5)]
        assert statuses == [403] * 4 + [429]
    mallory = browse()
    create(mallory, "Mallory")
    log_out(mallory)
    assert log_in(mallory).status_code == 429


@with_settings(SIEGE)
def test_cookie_of_a_device_that_somebody_has_set_becomes_no_key(client: httpx.Client, browse: Browse) -> None:
    mallory = browse()
    create(mallory, "Mallory")
    client.cookies.set("groundfloor_device", mallory.cookies["groundfloor_device"], domain="127.0.0.1")
    create(client)
    assert client.cookies["groundfloor_device"] != mallory.cookies["groundfloor_device"]
    besiege(browse())
    log_out(mallory)
    assert log_in(mallory).status_code == 429


@with_settings(Settings(trusted_proxies=("127.0.0.1",), limits=Limits(log_ins_per_hour=8, accounts_per_hour=2)))
def test_attempts_of_one_client_are_limited(client: httpx.Client) -> None:
    def attempts(path: str, address: str) -> list[int]:
        headers = {"X-Forwarded-For": address}
        bodies = ({"name": f"{path} {number} {address}", "password": PASSWORD, "code": "a"} for number in range(5))
        return [client.post(f"/account/{path}", data=body, headers=headers).status_code for body in bodies]

    for address in ("10.0.0.1", "10.0.0.2"):
        assert attempts("log-in", address) == [403] * 4 + [429] and attempts("recover", address) == [403] * 4 + [429]
        assert attempts("create", address) == [200] * 2 + [429] * 3


def test_everything_personal_is_one_file(client: httpx.Client, solo: Page) -> None:
    assert client.get("/account/data.json").status_code == 403
    with_results(client, 1)
    create(client)
    answer = client.get("/account/data.json")
    assert "groundfloor-account.json" in answer.headers["content-disposition"]
    found: dict[str, Any] = answer.json()
    assert found["name"] == "Ann" and found["recovery_codes_left"] == 10 and len(found["sessions"]) == 1
    address = f"{str(client.base_url).rstrip('/')}{solo.address}"
    assert [(game["is_host"], [seat["link"] for seat in game["seats"]]) for game in found["games"]] == [(True, [address])]
    assert [each["game"] for each in found["results"]["results"]] == ["game1"]
    secrets = (client.cookies["groundfloor_session"], PASSWORD, "$argon2id")
    assert not any(secret in answer.text for secret in secrets)


def test_deleted_account_leaves_games_whole_and_without_its_name(client: httpx.Client, browse: Browse, new_game: NewGame) -> None:
    page = new_game("here", "link")
    with_results(client, 1)
    links = client.get(f"{page.address}/table").text
    ben = browse()
    theirs = next(each for each in values(links, ".link-field input", "value") if "/s/" in each and page.address not in each)
    create(client, "Ann Smith")
    assert client.post("/account/delete", data={"password": "not the password"}).status_code == 403
    assert "Ann" in ben.get(theirs).text
    answer = client.post("/account/delete", data={"password": PASSWORD})
    assert answer.headers["location"] == "/account?done=deleted" and "is deleted" in client.get(answer.headers["location"]).text
    shown, record = ben.get(theirs).text, ben.get(f"/g/{page.game_id}/record").text
    assert "Former player" in shown and "Ann" not in shown and "human red Former player\n" in record and "Ann" not in record
    assert games(client) == set() and results(client) == [] and log_in(browse(), "Ann Smith").status_code == 403
    assert Page(client, page.address).send(pick="done").status_code in (200, 409, 422), "its link does not open the seat any more"
    assert create(browse(), "\u0410nn Smith").status_code == 409, "nobody passes for her at once"


def test_former_player_is_named_in_the_language_of_who_leaves(client: httpx.Client, solo: Page) -> None:
    create(client)
    client.post("/account/delete", data={"password": PASSWORD}, headers={"Accept-Language": "de"})
    assert "Ehemaliges Mitglied" in client.get(f"/g/{solo.game_id}").text


def test_streams_end_with_the_right_to_them(client: httpx.Client, solo: Page) -> None:
    create(client)
    with client.stream("GET", f"/events?g={solo.game_id}&w=en:{solo.address}") as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("retry")
        log_out(client)
        assert list(lines), "the stream has told nothing"


def test_last_use_of_a_session_is_noted_once_an_hour(client: httpx.Client, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    create(client)
    account = account_storage.find(store, "ann")
    assert account is not None
    [session] = account_storage.sessions_of(store, account.id)
    touched: list[str] = []
    touch = account_storage.touch_session
    monkeypatch.setattr(account_storage, "touch_session", lambda store, token, at: touched.append(token))
    client.get("/about")
    assert touched == []
    touch(store, session.token, "2020-01-01T00:00:00+00:00")
    answer = client.get("/")
    assert touched == [session.token]
    assert [each.partition("=")[0] for each in answer.headers.get_list("set-cookie")] == [
        "groundfloor",
        "groundfloor_session",
        "groundfloor_device",
    ]


def test_who_is_logged_in_is_not_guessed_while_the_data_is_away(
    client: httpx.Client, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(client)

    def fail(_store: Store, _token: str) -> None:
        raise StorageFailed("gone")

    monkeypatch.setattr(account_storage, "session", fail)
    answer = client.get("/")
    assert answer.status_code == 503 and alert(answer) and "set-cookie" not in answer.headers
    monkeypatch.undo()
    assert name_in_head(client) == "Ann"


def test_page_without_an_account_says_what_one_is_for(client: httpx.Client) -> None:
    assert "on each of your devices" in client.get("/").text
    assert has(client.get("/").text, "a[href='/account']")
    create(client)
    assert "on each of your devices" not in client.get("/").text


def test_offline_page_names_nobody(client: httpx.Client) -> None:
    create(client)
    assert not has(client.get("/offline").text, ".account-name")


def api(client: httpx.Client, path: str, **body: str) -> httpx.Response:
    return client.post(f"/api/account{path}", json=body)


def test_programs_do_the_same(client: httpx.Client, browse: Browse) -> None:
    mine = new_table(client)
    created = api(client, "", name="Ann", password=PASSWORD, guest="take")
    assert created.status_code == 201 and len(created.json()["recovery_codes"]) == 10
    assert games(client) == {mine}
    other = browse()
    assert other.get("/api/account").status_code == 403
    wrong = api(other, "/log-in", name="Ann", password="not the password")
    assert (wrong.status_code, wrong.json()["kind"]) == (403, "WrongPassword")
    assert api(other, "", name="ann", password=PASSWORD).json()["kind"] == "NameTaken"
    assert api(other, "/log-in", name="Ann").status_code == 400
    assert api(other, "/log-in", name="Ann", password=PASSWORD).json()["name"] == "Ann"
    sessions = other.get("/api/account").json()["sessions"]
    assert len(sessions) == 2
    own = api(other, "/log-out")
    assert own.status_code == 200 and "groundfloor_session" not in other.cookies
    [left] = client.get("/api/account").json()["sessions"]
    code = created.json()["recovery_codes"][0]
    assert api(other, "/recover", name="Ann", code=code, password=NEW).json()["recovery_codes_left"] == 9
    assert client.get("/api/account").json()["kind"] == "NotLoggedIn" and left["id"] in {each["id"] for each in sessions}
    assert api(other, "/password", old=NEW, password=PASSWORD).status_code == 200
    assert len(api(other, "/recovery-codes", password=PASSWORD).json()["recovery_codes"]) == 10
    assert other.get("/api/account/data").json()["games"][0]["seats"][0]["link"].endswith(mine)
    [here] = other.get("/api/account").json()["sessions"]
    assert api(other, "/sessions", end="unknown").json()["sessions"] == [here]
    assert api(other, "/delete", password=PASSWORD).json() == {} and other.get("/api/account").status_code == 403


def test_session_holds_and_ends_at_all_processes(postgresql: PostgreSQLServer, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "SESSION_SECONDS", 0)
    monkeypatch.setattr(sse, "HEARTBEAT_SECONDS", 0.05)
    where = postgresql.create()
    with ExitStack() as stack:
        stores = [stack.enter_context(Store(where)) for _ in range(2)]
        addresses = [stack.enter_context(serving(store, "", settings)) for store in stores]
        one, other = (stack.enter_context(http.Client(base_url=each, headers={"Origin": each})) for each in addresses)
        mine = new_table(one)
        create(one)
        other.cookies = one.cookies
        assert games(other) == {mine} and name_in_head(other) == "Ann"
        game_id = Page(one, mine).game_id
        with other.stream("GET", f"/g/{game_id}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            log_out(one)
            assert list(lines), "the stream has told nothing"
        assert name_in_head(other) == ""


# In a browser


OPEN_ALL = "() => { document.querySelectorAll('main details').forEach((each) => { each.open = true; }); }"


def form(tab: Tab, name: str) -> Locator:
    return tab.get_by_role("region", name=either(name, ending="$"))


def in_head(tab: Tab) -> Locator:
    return tab.get_by_role("link", name=re.compile("(Account|Konto): Ann$"))


@pytest.mark.thorough
@pytest.mark.console("status of 403")
@pytest.mark.parametrize("has_scripts", [True, False])
def test_enter_creates_an_account_and_logs_in(browser: Browser, server: str, has_scripts: bool) -> None:
    tab = browser.new_context(java_script_enabled=has_scripts).new_page()
    tab.goto(server)
    tab.get_by_role("navigation", name="Pages").get_by_role("link", name="Log in", exact=True).click()
    fill_in_account(tab, "Create an account")
    codes = form(tab, "Your recovery codes").get_by_role("listitem").all_inner_texts()
    assert len(codes) == 10 and all(re.fullmatch("([a-z2-9]{4}-){3}[a-z2-9]{4}", code) for code in codes)
    assert in_head(tab).is_visible()
    tab.get_by_role("button", name="Log out").click()
    tab.wait_for_url(f"{server}/")
    assert not in_head(tab).count()
    tab.goto(f"{server}/account")
    fill_in_account(tab, "Log in", password="not the password")
    assert "do not belong together" in tab.get_by_role("alert").inner_text()
    fill_in_account(tab, "Log in")
    tab.wait_for_url(f"{server}/")
    assert in_head(tab).is_visible()


@pytest.fixture
def with_authenticator(browser: Browser, server: str) -> Tab:
    """Returns a page at ``localhost`` whose browser has an authenticator that confirms everything."""
    tab = browser.new_context(base_url=server.replace("127.0.0.1", "localhost")).new_page()
    add_authenticator(tab)
    return tab


def add_authenticator(tab: Tab) -> None:
    session = tab.context.new_cdp_session(tab)
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "automaticPresenceSimulation": True}})


def press(tab: Tab, name: str, region: str) -> None:
    form(tab, region).get_by_role("button", name=name, exact=True).click()


def listed_passkeys(tab: Tab) -> Locator:
    return form(tab, "Passkeys").get_by_role("listitem")


OLD_BROWSER = """
delete PublicKeyCredential.parseCreationOptionsFromJSON;
delete PublicKeyCredential.parseRequestOptionsFromJSON;
delete PublicKeyCredential.prototype.toJSON;
"""
"""Takes away what turns passkeys into JSON and back."""


@pytest.mark.console("status of 403")
@pytest.mark.parametrize("has_json", sampled([True, False], bool))
def test_account_of_a_passkey_lives_and_ends(with_authenticator: Tab, has_json: bool) -> None:
    tab = with_authenticator
    if not has_json:
        tab.add_init_script(OLD_BROWSER)
    tab.goto("/account")
    form(tab, "Create an account").get_by_label("Name").fill("Ann")
    press(tab, "Create it with a passkey", "Create an account")
    form(tab, "Your recovery codes").wait_for()
    tab.goto("/account")
    assert listed_passkeys(tab).count() == 1
    assert not form(tab, "Passkeys").get_by_role("button", name="Remove").count(), "it is the only way to log in"
    tab.get_by_text("Make new codes", exact=True).click()
    press(tab, "Show new codes", "Recovery codes")
    form(tab, "Your recovery codes").wait_for()
    press(tab, "Log out", "Where you are logged in")
    tab.wait_for_url("**/")
    tab.goto("/account")
    press(tab, "Log in with a passkey", "Log in")
    tab.wait_for_url("**/")
    assert in_head(tab).is_visible()
    tab.goto("/account")
    tab.get_by_text("Set a password", exact=True).click()
    form(tab, "Password").get_by_label("New password").fill(PASSWORD)
    form(tab, "Password").get_by_label("New password").press("Enter")
    tab.get_by_text("Your password is changed").wait_for()
    tab.get_by_text("Delete the account", exact=True).click()
    press(tab, "Delete my account with a passkey", "Your data")
    tab.get_by_text("Your account is deleted.").wait_for()
    press(tab, "Log in with a passkey", "Log in")
    assert "belongs to no account" in tab.get_by_role("alert").inner_text()


@pytest.mark.thorough
@pytest.mark.console("status of 403")
def test_passkeys_are_added_and_removed(with_authenticator: Tab) -> None:
    tab = with_authenticator
    tab.goto("/account")
    fill_in_account(tab, "Create an account")
    in_head(tab).wait_for()
    tab.goto("/account")
    tab.get_by_text("Add a passkey", exact=True).click()
    press(tab, "Add", "Passkeys")  # the browser asks for the password first
    assert not listed_passkeys(tab).count()
    form(tab, "Passkeys").get_by_label("Your password").fill(PASSWORD)
    form(tab, "Passkeys").get_by_label("Your password").press("Enter")
    tab.get_by_text("Your passkey is added.").wait_for()
    tab.get_by_text("Add a passkey", exact=True).click()
    press(tab, "Add with a passkey", "Passkeys")
    assert "has a passkey for your account already" in tab.get_by_role("alert").inner_text()
    form(tab, "Passkeys").get_by_label("Your password").last.fill("not the password")
    press(tab, "Add", "Passkeys")
    assert "not your password" in tab.get_by_role("alert").inner_text()
    listed_passkeys(tab).get_by_text("Change").click()
    press(tab, "Remove with a passkey", "Passkeys")
    tab.get_by_text("The passkey is removed.").wait_for()
    assert not listed_passkeys(tab).count()


@pytest.mark.thorough
@pytest.mark.parametrize("has_scripts", [True, False], ids=["old", "no-scripts"])
def test_browser_without_passkeys_shows_passwords_alone(browser: Browser, server: str, has_scripts: bool) -> None:
    tab = browser.new_context(base_url=server.replace("127.0.0.1", "localhost"), java_script_enabled=has_scripts).new_page()
    tab.add_init_script("delete globalThis.PublicKeyCredential;")
    tab.goto("/account")
    assert (
        not tab.get_by_role("button", name=re.compile("passkey")).count() and not tab.get_by_text("or with a password").first.is_visible()
    )
    fill_in_account(tab, "Create an account")
    in_head(tab).wait_for()
    tab.goto("/account")
    tab.get_by_text("Add a passkey", exact=True).click()
    assert tab.get_by_text("This browser can’t use passkeys here.").is_visible()
    assert not form(tab, "Passkeys").get_by_role("button").count()


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "theme", "width"), [("de", "dark", 360), ("en", "light", 1366)], ids=["narrow", "wide"])
def test_page_with_passkeys_tokens_and_bots_is_in_order(browser: Browser, server: str, language: str, theme: str, width: int) -> None:
    is_touch = width < 500
    context = browser.new_context(
        base_url=server.replace("127.0.0.1", "localhost"),
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=is_touch,
        viewport={"width": width, "height": 800},
    )
    tab = context.new_page()
    add_authenticator(tab)
    tab.goto("/account")
    assert objections(tab, is_touch) == []
    tab.fill("#create-name", "Ann")
    tab.click("[data-passkey=create]")
    form(tab, "Your recovery codes").wait_for()
    tab.evaluate(OPEN_ALL)
    assert objections(tab, is_touch) == []
    tab.goto("/account")
    tab.evaluate(OPEN_ALL)
    tab.fill("#bot-name", "Robby")
    tab.press("#bot-name", "Enter")
    tab.locator("#token-bot").wait_for(state="attached")
    tab.evaluate(OPEN_ALL)
    tab.fill("#token-label", "A board with a name that is long")
    tab.select_option("#token-bot", index=1)
    tab.click("#programs [data-passkey]")
    # In a token with hyphens a part may be as short as a word, and is broken like the rest.
    tab.locator(".new-token code").evaluate("code => { code.textContent = `gf_play_${'x'.repeat(43)}`; }")
    tab.evaluate(OPEN_ALL)
    assert objections(tab, is_touch) == []


# Names of browsers


SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0"
CHROME = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (SAFARI, "Safari, iPhone"),
        (EDGE, "Edge, Windows"),
        (CHROME, "Chrome, macOS"),
        ("groundfloor-bot/1.0 (x)", "groundfloor-bot"),
        ("", ""),
    ],
)
def test_browser_and_system_are_named(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_name_is_short_and_printable() -> None:
    assert device_name("x\u202e\x00" * 100) == "x" * MAX_LENGTH


def test_log_out_everywhere_ends_sessions_and_tokens(client: httpx.Client, browse: Browse) -> None:
    create(client, "Ann")
    other, program = browse(), browse()
    assert other.post("/account/log-in", data={"name": "Ann", "password": PASSWORD}).status_code == 303
    bot = client.post("/api/account/bots", json={"name": "Robby"}).json()["id"]
    for whose in ("", bot):
        sent = {"label": "Mine", "scope": "play", "password": PASSWORD, "bot": whose}
        assert "token" in client.post("/api/account/tokens", json=sent).json()
    assert client.post("/account/sessions", data={"do": "everywhere"}).headers["location"] == "/account?done=everywhere"
    assert has(client.get("/account?done=everywhere").text, "[role=status]")
    for browser in (client, other):
        assert browser.get("/api/account").status_code == 403
    assert client.post("/account/log-in", data={"name": "Ann", "password": PASSWORD}).status_code == 303
    told = client.get("/api/account").json()
    assert told["tokens"] == [] and len(told["sessions"]) == 1 and told["recovery_codes_left"] == 10
    assert client.post("/api/account/sessions/everywhere", json={}).json() == {} and client.get("/api/account").status_code == 403
    assert program.post("/api/account/sessions/everywhere", json={}).status_code == 403
