"""A request that is sent again because its answer was lost changes nothing more, and is answered like the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from threading import Event

import httpx
import pytest
from anyio import to_thread
from playwright.sync_api import Browser, Route
from starlette.requests import Request

from groundfloor.server.database import requests, usage
from groundfloor.server.database.requests import ANSWER_MINUTES, SentRequest
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import games
from groundfloor.server.http import repeated_requests
from groundfloor.server.http.settings import Settings
from tests.support import board_page, http
from tests.support.api_table import ApiTable
from tests.support.browser_player import open_first_game
from tests.support.html import all_of, texts, values
from tests.support.samples import sampled

from ..conftest import PASSWORD, NewGame, Page, serving

KEY = "0123456789abcdef0123456789abcdef"
COMING_DAY = str(date.today() + timedelta(days=30))  # noqa: DTZ011 - by the server's clock, about
ANN = {"name": "Ann", "password": PASSWORD}
TABLE = {"seats": [{"name": "Ann"}, {"name": "Ben"}]}


def test_confirm_sent_again_is_done_once(solo: Page, store: Store) -> None:
    solo.send(pick="done")
    version = solo.version
    first = solo.send(version, do="confirm", idempotency_key=KEY)
    record = games.find(store, solo.game_id)
    again = solo.send(version, do="confirm", idempotency_key=KEY)
    assert (first.status_code, again.status_code) == (200, 200)
    assert games.find(store, solo.game_id) == record and solo.version > version
    other = solo.send(version, do="confirm", idempotency_key=KEY[::-1])
    assert other.status_code == 409 and "your move was not made" in other.text


@pytest.mark.parametrize("fields", [{"do": "back"}, {"set": "skips_firing"}, {"pick": "fire"}])
def test_every_operation_has_a_key(solo: Page, store: Store, fields: dict[str, str]) -> None:
    solo.send(pick=solo.value("[name=pick]", "value"))
    first = solo.send(None, idempotency_key=KEY, **fields)
    record = games.find(store, solo.game_id)
    again = solo.send(None, idempotency_key=KEY, **fields)
    assert again.status_code == first.status_code and games.find(store, solo.game_id) == record


def test_typed_move_sent_again_is_done_once(solo: Page, store: Store) -> None:
    """Confirmed at once, so that what was typed could not be read a second time."""
    solo.send(set="confirms_itself")
    version = solo.version
    first = solo.send(version, command="done", idempotency_key=KEY)
    record = games.find(store, solo.game_id)
    again = solo.send(version, command="done", idempotency_key=KEY)
    assert first.status_code == again.status_code == 200 and solo.version > version
    assert games.find(store, solo.game_id) == record


def test_undo_sent_again_undoes_once(new_game: NewGame) -> None:
    page = new_game("here", "here")
    for _ in range(2):
        page.send(pick="done")
        page.send(do="confirm")
    before = page.version
    first = page.send(before, do="undo", idempotency_key=KEY)
    after = page.version
    again = page.send(before, do="undo", idempotency_key=KEY)
    assert again.status_code == first.status_code and page.version == after


def test_key_belongs_to_what_it_was_sent_with(solo: Page) -> None:
    """The same key with another move is another request, so that a page that is shown again by Back can't lose a move."""
    solo.send(pick="done")
    version = solo.version
    assert solo.send(version, do="confirm", idempotency_key=KEY).status_code == 200
    assert solo.send(version, do="back", idempotency_key=KEY).status_code == 409


def test_json_operation_sent_again_is_done_once(client: httpx.Client) -> None:
    table = ApiTable(client)
    address = table.api(table.asked)
    body = {"apply": "done", "version": table.version}
    first = client.post(address, json=body, headers={"Idempotency-Key": KEY})
    again = client.post(address, json=body, headers={"Idempotency-Key": KEY})
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    by_field = {**body, "version": first.json()["version"], "apply": "done", "idempotency_key": KEY}
    second = client.post(table.api(table.asked), json=by_field)
    assert second.status_code == 200 and second.json()["version"] > first.json()["version"]
    assert client.post(address, json=body).status_code == 409


def test_typed_json_move_sent_again_is_done_once(client: httpx.Client) -> None:
    table = ApiTable(client)
    address = table.api(table.asked)
    switched = client.post(address, json={"set": "confirms_itself", "version": table.version}).json()
    body = {"command": "done", "version": switched["version"], "idempotency_key": KEY}
    first, again = (client.post(address, json=body) for _ in range(2))
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    assert first.json()["version"] > switched["version"]


def test_table_asked_for_again_is_the_same_one(client: httpx.Client, store: Store) -> None:
    first, again = (client.post("/api/games", json=TABLE, headers={"Idempotency-Key": KEY}) for _ in range(2))
    assert first.status_code == again.status_code == 201 and first.json() == again.json()
    other = client.post("/api/games", json=TABLE, headers={"Idempotency-Key": KEY[::-1]})
    assert other.json()["game"] != first.json()["game"] and games.count(store) == 2


def test_record_brought_again_is_shown_once(client: httpx.Client, store: Store, solo: Page) -> None:
    record = client.get(f"/g/{solo.game_id}/record").text
    body = {"record": record, "resume": True, "idempotency_key": KEY}
    first, again = (client.post("/api/records", json=body) for _ in range(2))
    assert first.json() == again.json() and games.count(store) == 2


def test_new_table_of_the_page_is_opened_once(browse: Callable[[], httpx.Client], store: Store) -> None:
    """The first answer was lost with the cookie in it: the browser that sends again sits at the table all the same."""
    first, again = browse(), browse()
    page = browse().get("/").text
    keys = values(page, "input[name=idempotency_key]", "value")
    assert len(keys) == len(all_of(page, "form[method=post]")) == len(set(keys))
    body = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei", "idempotency_key": keys[0]}
    answers = [client.post("/new", data=body) for client in (first, again)]
    assert [answer.status_code for answer in answers] == [303, 303] and games.count(store) == 1
    assert answers[0].headers["location"] == answers[1].headers["location"]
    assert "Continue" in again.get("/").text


def test_whole_page_has_a_key_for_browsers_without_scripts(solo: Page, client: httpx.Client) -> None:
    key = solo.value("input[name=idempotency_key]", "value")
    body = {"version": str(solo.version), "pick": "done", "idempotency_key": key}
    assert [client.post(solo.address, data=body).status_code for _ in range(2)] == [303, 303]


def test_bad_key_is_refused(client: httpx.Client) -> None:
    for key in ["1", "x" * 15, "x" * 101, "x" * 16 + "\tb", "x" * 16 + "\u00e4"]:
        answer = client.post("/api/games", json={**TABLE, "idempotency_key": key})
        assert answer.status_code == 400 and "idempotency key" in answer.json()["error"]


@pytest.mark.thorough
def test_page_sends_again_what_got_no_answer(browser: Browser, server: str) -> None:
    """The move arrives, its answer is lost: the page sends it again, and shows the table after it without a complaint."""
    page = browser.new_page(locale="en")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.request.post_data or "")
        route.fetch()
        route.abort()

    open_first_game(page, server)
    page.route("**/s/*", lose)
    version = board_page.shown_version(page)
    board_page.command_field(page).fill("done")
    board_page.command_field(page).press("Enter")
    board_page.table(page, draft="done").wait_for()
    assert len(lost) == 1 and "idempotency_key=" in lost[0]
    assert board_page.shown_version(page) == version
    assert board_page.alert(page).count() == 0


def test_start_page_opens_another_table_when_it_is_returned_to(browser: Browser, server: str) -> None:
    """Browsers keep a page that was left, with its keys, and show it again by Back."""
    page = browser.new_page(locale="en")
    page.goto(server)
    read = "[...document.querySelectorAll('[name=idempotency_key]')].map((field) => field.value)"
    before = page.evaluate(read)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    after = page.evaluate(read)
    assert len(after) == len(before) >= 3 and len({*before, *after}) == 2 * len(before)


@pytest.mark.thorough
@pytest.mark.parametrize("latency", [0, 400])
def test_double_click_creates_an_account_and_shows_its_codes(browser: Browser, server: str, latency: int) -> None:
    """A browser that has sent the first click drops its answer, and gets the same one to the second. ``latency`` is in milliseconds."""
    page = browser.new_page(locale="en")
    page.goto(f"{server}/account")
    region = page.get_by_role("region", name="Create an account")
    region.get_by_label("Name", exact=True).fill("Ann")
    region.get_by_label("Password", exact=True).fill(PASSWORD)
    if latency:
        conditions = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", conditions)
    sent: list[str] = []
    page.on(
        "request",
        lambda request: sent.append(request.url) if (request.method, request.url) == ("POST", f"{server}/account/create") else None,
    )
    region.get_by_role("button", name="Create the account").dblclick()
    page.get_by_role("heading", name="Your recovery codes").wait_for()
    assert len(sent) in (1, 2) and page.locator(".recovery-codes li").count() == 10 and page.locator(".account-name").inner_text() == "Ann"
    page.goto(f"{server}/account")
    assert page.locator(".account-name").inner_text() == "Ann"


# Forms and changes of all kinds

FORMS: dict[str, dict[str, str]] = {
    "/account/bots": {"name": "Robby"},
    "/account/tokens": {"password": PASSWORD, "label": "Board", "scope": "play", "days": "90"},
    "/account/recovery-codes": {"password": PASSWORD},
    "/account/password": {"old": PASSWORD, "password": "another horse battery"},
    "/account/delete": {"password": PASSWORD},
    "/hours": {"do": "holiday", "first": COMING_DAY, "last": COMING_DAY},
    "/friends": {"do": "ask", "name": "Ben"},
    "/notices": {"email_minutes": "15"},
    "/settings": {"theme": "dark"},
    "/lobby": {"player": "Ann", "people": "2"},
}


def facts_of(answer: httpx.Response) -> tuple[int, str, str]:
    return answer.status_code, answer.headers.get("location", ""), answer.text


@pytest.fixture
def ann(client: httpx.Client) -> httpx.Client:
    """Returns a browser that is logged in."""
    assert client.post("/account/create", data=ANN).status_code == 200
    return client


@pytest.mark.parametrize("path", FORMS)
def test_form_sent_again_gets_the_same_answer(ann: httpx.Client, path: str) -> None:
    cookies = dict(ann.cookies)
    first = ann.post(path, data={**FORMS[path], "idempotency_key": KEY})
    ann.cookies.update(cookies)
    again = ann.post(path, data={**FORMS[path], "idempotency_key": KEY})
    assert first.status_code in (200, 303) and facts_of(first) == facts_of(again)


@pytest.mark.parametrize("path", ["/account/bots", "/account/tokens", "/account/recovery-codes"])
def test_change_sent_again_over_the_api_gets_the_same_answer(ann: httpx.Client, path: str) -> None:
    body = {name: int(value) if value.isdigit() else value for name, value in FORMS[path].items()}
    first, again = (ann.post(f"/api{path}", json=body, headers={"Idempotency-Key": KEY}) for _ in range(2))
    assert first.status_code == 200 and first.json() == again.json()
    found = ann.get("/api/account").json()
    assert len(found["bots"]) + len(found["tokens"]) == (0 if path.endswith("codes") else 1)
    other = ann.post(f"/api{path}", json=body, headers={"Idempotency-Key": KEY[::-1]})
    assert other.status_code == 409 if path.endswith("bots") else other.json() != first.json()


def test_account_is_made_once_by_two_clicks(browse: Callable[[], httpx.Client]) -> None:
    """Both come at the same time, with the same cookie: both are logged in, and have the same recovery codes."""
    page = browse()
    page.get("/account")
    clicks = [browse() for _ in range(2)]
    for click in clicks:
        click.cookies.update(page.cookies)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda click: click.post("/account/create", data={**ANN, "idempotency_key": KEY}), clicks))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert texts(answers[0].text, ".recovery-codes code") == texts(answers[1].text, ".recovery-codes code") != []
    assert [click.get("/api/account").json()["name"] for click in clicks] == ["Ann", "Ann"]


def test_account_is_made_once_for_a_program_that_keeps_cookies(client: httpx.Client) -> None:
    first, again = (client.post("/api/account", json=ANN, headers={"Idempotency-Key": KEY}) for _ in range(2))
    assert first.status_code == again.status_code == 201 and first.json() == again.json()


def test_answer_is_only_for_who_has_sent_the_request(ann: httpx.Client, person: Callable[[str], httpx.Client]) -> None:
    body = {"password": PASSWORD}
    first, other = (each.post("/api/account/recovery-codes", json=body, headers={"Idempotency-Key": KEY}) for each in (ann, person("Ben")))
    assert first.status_code == other.status_code == 200 and first.json() != other.json()


def test_secrets_of_an_answer_are_not_stored_readably_and_not_for_long(ann: httpx.Client, store: Store) -> None:
    body = {**FORMS["/account/tokens"], "idempotency_key": KEY}
    token = texts(ann.post("/account/tokens", data=body).text, ".new-token code")
    with store.engine.connect() as connection:
        kept = [bytes(row[0]) for row in connection.exec_driver_sql("select answer from requests where answer is not null")]
    assert kept and token and not any(token[0].encode() in each for each in kept)
    usage.record_usage(store, ANSWER_MINUTES + 1, ())
    requests.delete_old(store)
    late = ann.post("/account/tokens", data=body)
    assert late.status_code == 409 and "This was done already" in late.text and token[0] not in late.text
    assert len(ann.get("/api/account").json()["tokens"]) == 1


def test_refused_form_is_no_answer(ann: httpx.Client) -> None:
    """Whoever has corrected what was wrong elsewhere may send it again."""
    ben = {"name": "Ben", "idempotency_key": KEY}
    taken = ann.post("/account/bots", data={"name": "Ben"})
    refused = ann.post("/account/bots", data=ben)
    assert (taken.status_code, refused.status_code) == (303, 409)
    bot = ann.get("/api/account").json()["bots"][0]["id"]
    ann.post("/account/bots", data={"do": "delete", "id": bot, "password": PASSWORD})
    assert ann.post("/account/bots", data=ben).status_code == 303


# Killed between its change and its answer


class Killed(Exception):
    """In place of the end of a process."""


@pytest.fixture
def dies(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Has the server fail as soon as a request is stored with its change, until this is undone."""

    def stored(_sent: SentRequest, is_stored: bool) -> None:
        if is_stored:
            raise Killed

    monkeypatch.setattr(SentRequest, "is_stored", property(lambda _sent: False, stored), raising=False)
    return monkeypatch


@pytest.fixture
def other(place: Path | str, store: Store, server: str, client: httpx.Client, settings: Settings) -> Iterator[httpx.Client]:
    """Returns the same browser at another process on the same data."""
    with (
        closing(Store(place, is_one_of_several=True)) as same,
        serving(same, "", settings) as address,
        http.Client(base_url=address, headers={"Accept-Language": "en", "Origin": address}, timeout=30) as browser,
    ):
        yield browser


def sent_to_both(client: httpx.Client, other: httpx.Client, dies: pytest.MonkeyPatch, path: str, data: dict[str, str]) -> httpx.Response:
    """Returns the answer of the other process to a form that was carried out by one that died before it answered."""
    other.cookies.update(client.cookies)
    assert client.post(path, data=data).status_code == 500
    dies.undo()
    return other.post(path, data=data)


def test_account_is_told_its_codes_by_another_process(client: httpx.Client, other: httpx.Client, dies: pytest.MonkeyPatch) -> None:
    client.get("/account")
    answer = sent_to_both(client, other, dies, "/account/create", {**ANN, "idempotency_key": KEY})
    codes = texts(answer.text, ".recovery-codes code")
    assert answer.status_code == 200 and len(codes) == 10 and other.get("/api/account").json()["name"] == "Ann"
    recovered = client.post("/account/recover", data={"name": "Ann", "code": codes[0], "password": "another horse battery"})
    assert recovered.status_code == 303


@pytest.mark.parametrize("path", sampled(FORMS, "/account/tokens".__eq__))
def test_form_that_lost_its_process_gets_the_answer_of_another_one(
    client: httpx.Client, ann: httpx.Client, other: httpx.Client, dies: pytest.MonkeyPatch, path: str
) -> None:
    """The answer is what the first process would have given; a second request would have been refused, or be another answer."""
    answer = sent_to_both(ann, other, dies, path, {**FORMS[path], "idempotency_key": KEY})
    assert answer.status_code in (200, 303) and "done=" in answer.headers.get("location", "done=") or path in ("/settings", "/lobby")
    if path == "/account/tokens":
        assert texts(answer.text, ".new-token code")[0].startswith("gf_play_") and len(other.get("/api/account").json()["tokens"]) == 1


def test_move_that_lost_its_process_is_known_to_another_one(solo: Page, other: httpx.Client, dies: pytest.MonkeyPatch) -> None:
    path = f"/api{solo.address}".replace("/s/", "/seats/")
    body = {"apply": "done", "version": solo.version}
    assert solo.client.post(path, json=body, headers={"Idempotency-Key": KEY}).status_code == 500
    dies.undo()
    again = other.post(path, json=body, headers={"Idempotency-Key": KEY})
    assert again.status_code == 200 and again.json()["version"] > solo.version
    assert other.post(path, json=body, headers={"Idempotency-Key": KEY[::-1]}).status_code == 409


def test_move_that_another_process_makes_meanwhile_is_answered(solo: Page, other: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process has looked for the request before the other one has stored it, and for the table after that."""
    path, fields = solo.address, {"version": str(solo.version), "do": "confirm", "idempotency_key": KEY}
    solo.send(pick="done")
    looked, known = Event(), repeated_requests.is_known

    async def known_too_late(request: Request, sent: SentRequest) -> bool:
        found = await known(request, sent)
        if request.url.port == int(str(other.base_url).rpartition(":")[2].rstrip("/")) and not looked.is_set():
            looked.set()
            first = await to_thread.run_sync(partial(solo.client.post, path, data=fields, headers={"X-Partial": "true"}))
            assert first.status_code == 200
        return found

    monkeypatch.setattr(repeated_requests, "is_known", known_too_late)
    again = other.post(path, data=fields, headers={"X-Partial": "true"})
    assert looked.is_set() and again.status_code == 200
