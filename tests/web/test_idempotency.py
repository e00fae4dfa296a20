"""A request that is sent again because its answer was lost changes nothing more, and is answered like the first time."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser, Route

from groundfloor.store import Store
from tests.support import board_page
from tests.support.api_table import ApiTable
from tests.support.browser_player import open_first_game
from tests.support.html import values

from .conftest import NewGame, Page

KEY = "0123456789abcdef0123456789abcdef"
TABLE = {"seats": [{"name": "Ann"}, {"name": "Ben"}]}


def test_confirm_sent_again_is_done_once(solo: Page, store: Store) -> None:
    solo.send(pick="done")
    version = solo.version
    first = solo.send(version, do="confirm", idempotency_key=KEY)
    record = store.game(solo.public)
    again = solo.send(version, do="confirm", idempotency_key=KEY)
    assert (first.status_code, again.status_code) == (200, 200)
    assert store.game(solo.public) == record and solo.version > version
    other = solo.send(version, do="confirm", idempotency_key=KEY[::-1])
    assert other.status_code == 409 and "your move was not made" in other.text


@pytest.mark.parametrize("fields", [{"do": "back"}, {"set": "skips_firing"}, {"pick": "fire"}])
def test_every_operation_has_a_key(solo: Page, store: Store, fields: dict[str, str]) -> None:
    solo.send(pick=solo.value("[name=pick]", "value"))
    first = solo.send(None, idempotency_key=KEY, **fields)
    record = store.game(solo.public)
    again = solo.send(None, idempotency_key=KEY, **fields)
    assert again.status_code == first.status_code and store.game(solo.public) == record


def test_typed_move_sent_again_is_done_once(solo: Page, store: Store) -> None:
    """Confirmed at once, so that what was typed could not be read a second time."""
    solo.send(set="confirms_itself")
    version = solo.version
    first = solo.send(version, command="done", idempotency_key=KEY)
    record = store.game(solo.public)
    again = solo.send(version, command="done", idempotency_key=KEY)
    assert first.status_code == again.status_code == 200 and solo.version > version
    assert store.game(solo.public) == record


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
    assert other.json()["game"] != first.json()["game"] and store.count() == 2


def test_record_brought_again_is_shown_once(client: httpx.Client, store: Store, solo: Page) -> None:
    record = client.get(f"/g/{solo.public}/record").text
    body = {"record": record, "resume": True, "idempotency_key": KEY}
    first, again = (client.post("/api/records", json=body) for _ in range(2))
    assert first.json() == again.json() and store.count() == 2


def test_new_table_of_the_page_is_opened_once(browse: Callable[[], httpx.Client], store: Store) -> None:
    """The first answer was lost with the cookie in it: the browser that sends again sits at the table all the same."""
    first, again = browse(), browse()
    page = first.get("/").text
    keys = values(page, "input[name=idempotency_key]", "value")
    assert len(keys) == 5 == len(set(keys))
    body = {"kind-0": "here", "name-0": "Ann", "kind-1": "pei", "idempotency_key": keys[0]}
    answers = [client.post("/new", data=body) for client in (first, again)]
    assert [answer.status_code for answer in answers] == [303, 303] and store.count() == 1
    assert answers[0].headers["location"] == answers[1].headers["location"]
    assert "Continue" in again.get("/").text


def test_whole_page_has_a_key_for_browsers_without_scripts(solo: Page, client: httpx.Client) -> None:
    key = solo.value("input[name=idempotency_key]", "value")
    body = {"version": str(solo.version), "pick": "done", "idempotency_key": key}
    assert [client.post(solo.address, data=body).status_code for _ in range(2)] == [303, 303]


@pytest.mark.parametrize("key", ["1", "x" * 15, "x" * 101, "x" * 16 + "\tb", "x" * 16 + "\u00e4"])
def test_bad_key_is_refused(client: httpx.Client, key: str) -> None:
    answer = client.post("/api/games", json={**TABLE, "idempotency_key": key})
    assert answer.status_code == 400 and "idempotency key" in answer.json()["error"]


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
    board_page.table(page, pencilled="done").wait_for()
    assert len(lost) == 1 and "idempotency_key=" in lost[0]
    assert board_page.shown_version(page) == version
    assert board_page.notice(page).count() == 0


def test_start_page_opens_another_table_when_it_is_returned_to(browser: Browser, server: str) -> None:
    """Browsers keep a page that was left, with its keys, and show it again by Back."""
    page = browser.new_page(locale="en")
    page.goto(server)
    read = "[...document.querySelectorAll('[name=idempotency_key]')].map((field) => field.value)"
    before = page.evaluate(read)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    after = page.evaluate(read)
    assert len(after) == len(before) >= 3 and len({*before, *after}) == 2 * len(before)
