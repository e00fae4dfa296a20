"""The installed app: manifest and icons, and what the service worker shows while the network is away."""

from __future__ import annotations

import random
import struct
import time
from typing import TYPE_CHECKING

import pytest

from groundfloor.web.app import create_app
from groundfloor.web.assets import FOLDER, Assets
from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.browser_player import open_first_game
from tests.support.html import values
from tests.support.plain_chromium import plain_page
from tests.support.ports import free_port
from tests.support.quick_server import running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import httpx
    from playwright.sync_api import Browser, Locator
    from playwright.sync_api import Page as Tab
    from starlette.applications import Starlette

    from groundfloor.store import Store

PATIENCE = 60
"""Seconds that a busy machine may need."""
KEPT = "(path) => caches.open('boards').then((boards) => boards.match(path)).then((kept) => kept?.text()).then((text) => text ?? '')"
KEPT_AT = "(path) => caches.open('boards').then((boards) => boards.match(path)).then((kept) => kept?.headers.get('X-Kept-At'))"
HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NEW_VERSION = "0123456789ab"
FILE_VERSIONS = """caches.open('static').then((files) => files.keys())
  .then((keys) => [...new Set(keys.map(({ url }) => new URL(url).pathname.split('/')).filter(([, kind]) => kind === 'static').map((parts) => parts[2]))])"""
"""The versions of the files that the browser keeps."""
READY = "() => 'keptVersion' in document.documentElement.dataset && navigator.serviceWorker.controller"


def test_manifest_names_app_icons_and_shortcuts(client: httpx.Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    found = answer.json()
    assert found["start_url"] == found["scope"] == "/" and found["display"] == "standalone" and len(found["shortcuts"]) == 3
    assert {"any", "maskable"} == {icon["purpose"] for icon in found["icons"]}
    for icon in found["icons"]:
        file = client.get(icon["src"])
        assert file.status_code == 200 and file.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert "x".join(map(str, struct.unpack(">II", file.content[16:24]))) == icon["sizes"]
    for shortcut in found["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200
    assert client.get("/manifest.webmanifest?lang=de").json()["shortcuts"][0]["name"] == "Partien"


def test_pages_link_manifest_and_icon_and_name_both_theme_colours(client: httpx.Client) -> None:
    page = client.get("/").text
    assert values(page, "link[rel=manifest]", "href") == ["/manifest.webmanifest"]
    assert client.get(values(page, "link[rel=apple-touch-icon]", "href")[0]).status_code == 200
    colours = values(page, "meta[name=theme-color]", "content")
    tokens = (FOLDER / "tokens.css").read_text("utf-8").lower()
    assert len(colours) == 2 and all(colour.lower() in tokens for colour in colours)


def test_service_worker_stands_at_root_and_is_asked_for_anew(client: httpx.Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript") and answer.headers["cache-control"] == "no-cache"
    assert answer.text.startswith('self.GROUNDFLOOR_VERSION = "'), "browsers notice an update by the version in it"


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(service_workers="allow", locale="en", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    yield context.new_page()
    context.close()


def first_game(tab: Tab, server: str) -> str:
    """Opens a game; returns its path when its board is kept."""
    open_first_game(tab, server)
    tab.wait_for_function(READY)
    return str(tab.evaluate("location.pathname"))


def wait_until(tab: Tab, promise: str, arg: object = None) -> None:
    """Waits until a promise brings something true; ``wait_for_function`` takes the promise itself for true."""
    last = time.monotonic() + PATIENCE
    while not tab.evaluate(promise, arg):
        assert time.monotonic() < last, promise
        tab.wait_for_timeout(50)


def move(tab: Tab) -> str:
    """Makes a move; returns the version that the page shows then."""
    before = board_page.shown_version(tab)
    board_page.answer(tab, "done").click()
    board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=before, is_settled=True).wait_for()
    return str(board_page.shown_version(tab))


def offline_banner(tab: Tab) -> Locator:
    """Returns the sentence that says since when the board is as it is."""
    return tab.get_by_role("status").filter(has_text="You are offline")


def current_table(tab: Tab) -> Locator:
    """Returns the table of a page that comes from the server, not from the device."""
    return tab.locator("html:not([data-kept])").get_by_test_id("table")


def test_board_without_network_says_so_takes_no_moves_and_comes_back(tab: Tab, server: str) -> None:
    path = first_game(tab, server)
    version = move(tab)
    tab.locator(f"html[data-kept-version='{version}']").wait_for()
    tab.context.set_offline(True)
    banner = offline_banner(tab)
    banner.wait_for()
    tab.reload()
    banner.wait_for()
    assert banner.inner_text().startswith("You are offline: this is the board of ") and ":" in banner.get_by_role("time").inner_text()
    assert str(board_page.shown_version(tab)) == version, "the last state, not that of the last load"
    tab.locator("html[data-offline]").wait_for()
    assert board_page.panel(tab).is_visible() and tab.evaluate("getComputedStyle(document.querySelector('.head')).display") != "inline"
    assert tab.get_by_role("main").locator(board_page.LEGAL).count() == 0
    tab.evaluate("document.querySelector('#moves').requestSubmit(document.querySelector('#moves button[name=pick], button[form=moves]'))")
    assert tab.url.endswith(path) and tab.locator("html[data-offline]").count() == 1
    assert axe_violations(tab, "#offline-banner") == []
    tab.goto(f"{server}/rules")
    assert tab.locator("h1").inner_text() == "You are offline"
    link = tab.get_by_role("main").get_by_role("listitem").get_by_role("link")
    link.wait_for()
    assert link.get_attribute("href") == path
    assert axe_violations(tab) == []
    tab.context.set_offline(False)
    tab.get_by_role("heading", level=1, name="Rules").wait_for()
    tab.context.set_offline(True)
    tab.goto(f"{server}{path}")
    banner.wait_for()
    tab.context.set_offline(False)
    current_table(tab).wait_for()
    assert not banner.is_visible() and tab.get_by_role("main").locator(board_page.LEGAL).count() > 0


def test_board_kept_while_a_move_is_sent_is_not_kept_busy(tab: Tab, server: str) -> None:
    """A page whose board is busy is not loaded anew when the network is back."""
    path = first_game(tab, server)
    kept_at = tab.evaluate(KEPT_AT, path)
    tab.route("**/s/*", lambda route: None if route.request.method == "POST" else route.continue_())
    board_page.answer(tab, "done").click()
    tab.get_by_test_id("table").and_(tab.locator("[aria-busy]")).wait_for()
    tab.evaluate(HIDE)
    wait_until(tab, f"async ([path, before]) => await ({KEPT_AT})(path) !== before", [path, kept_at])
    assert "aria-busy" not in tab.evaluate(f"async (path) => /<div id=.table[^>]*>/.exec(await ({KEPT})(path))[0]", path)


def test_kept_board_has_no_styles_of_the_moment(tab: Tab, server: str) -> None:
    """The policy of pages refuses them in the copy, and the browser would say so on the console whenever the board is kept anew."""
    path = first_game(tab, server)
    tab.evaluate("document.getElementById('log').style.scrollMarginTop = '1px'")
    for _ in range(2):
        before = tab.evaluate(KEPT_AT, path)
        tab.evaluate(HIDE)
        wait_until(tab, f"async ([path, before]) => await ({KEPT_AT})(path) !== before", [path, before])
    assert " style=" not in tab.evaluate(KEPT, path)


def test_files_are_loaded_although_the_device_has_no_room_for_them(tab: Tab, server: str) -> None:
    first_game(tab, server)
    devtools = tab.context.new_cdp_session(tab)  # what it changes holds as long as it is there
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": server, "quotaSize": 1000})
    put = "() => caches.open('static').then((files) => files.put('/x', new Response('x'.repeat(9999)))).catch(({ name }) => name)"
    assert tab.evaluate(put) == "QuotaExceededError"
    fresh = "() => fetch(document.querySelector('link[rel=stylesheet]').href + '?fresh').then(({ status }) => status, String)"
    assert tab.evaluate(fresh) == 200
    devtools.detach()


def test_kept_board_stays_when_there_is_no_room_for_the_next_one(tab: Tab, server: str) -> None:
    path = first_game(tab, server)
    tab.goto(f"{server}/rules")
    devtools = tab.context.new_cdp_session(tab)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": server, "quotaSize": 1000})
    tab.goto(f"{server}{path}")
    tab.wait_for_timeout(1500)
    assert tab.evaluate(KEPT, path)
    devtools.detach()


def test_table_taken_off_list_is_forgotten_on_device(tab: Tab, server: str) -> None:
    """The kept board holds the secret address of the seat."""
    path = first_game(tab, server)
    tab.goto(server)
    tab.locator("summary").filter(has_text="Remove").first.click()
    tab.locator("button[name=do][value=forget]").first.click()
    wait_until(tab, f"async (path) => !(await ({KEPT})(path))", path)


def practice_table(tab: Tab, server: str) -> str:
    """Opens a practice table; returns its path when its board is kept."""
    tab.goto(server)
    form = "new URLSearchParams({ 'kind-0': 'here', 'name-0': 'Ann', 'kind-1': 'pei', practice: 'on' })"
    tab.goto(str(tab.evaluate(f"fetch('/new', {{ method: 'POST', body: {form} }}).then((response) => response.url)")))
    tab.wait_for_function(READY)
    return str(tab.evaluate("location.pathname"))


def test_deleted_branch_is_forgotten_on_device_and_its_game_is_not(tab: Tab, server: str) -> None:
    path = practice_table(tab, server)
    move(tab)
    tab.goto(f"{server}{path}/branches")
    tab.get_by_role("button", name="Try from here").click()
    tab.wait_for_function(READY)
    branch = tab.evaluate("location.pathname")
    assert branch != path and tab.evaluate(KEPT, branch)
    tab.goto(f"{server}{path}/branches")
    tab.locator("summary").filter(has_text="rename or delete").click()
    tab.get_by_role("button", name="Delete").click()
    wait_until(tab, f"async (path) => !(await ({KEPT})(path))", branch)
    assert tab.evaluate(KEPT, path)


def test_boards_are_forgotten_on_device_with_my_games(tab: Tab, server: str) -> None:
    path = first_game(tab, server)
    tab.goto(f"{server}/my-games")
    with tab.expect_navigation():
        tab.evaluate("document.querySelector('form[action=\"/my-games/delete\"]').requestSubmit()")
    wait_until(tab, f"async (path) => !(await ({KEPT})(path))", path)


def test_board_of_a_seat_that_is_handed_to_a_bot_is_forgotten_on_device(tab: Tab, server: str) -> None:
    path = practice_table(tab, server)
    tab.goto(f"{server}{path}/table")
    with tab.expect_navigation():
        tab.evaluate("document.querySelector('main form[action$=\"/table\"], main form:has([name=bot])').requestSubmit()")
    wait_until(tab, f"async (path) => !(await ({KEPT})(path))", path)


def test_worker_controls_a_page_that_was_loaded_without_it(tab: Tab, server: str) -> None:
    """As after a forced reload, or if the page began to load before the worker was active."""
    first_game(tab, server)
    tab.context.new_cdp_session(tab).send("Page.reload", {"ignoreCache": True})
    tab.wait_for_function(READY)


def test_board_is_kept_in_a_page_with_the_files_of_its_own_version(tab: Tab, server: str) -> None:
    """A page of the version before may have kept a copy after an update of the server, as it was still open."""
    path = first_game(tab, server)
    older = "b.put(path, new Response(t.replaceAll(/static.[0-9a-f]{12}/g, 'static/000000000000'), { headers: { 'Content-Type': 'text/html' } }))"
    tab.evaluate(f"(path) => caches.open('boards').then((b) => b.match(path).then((kept) => kept.text()).then((t) => {older}))", path)
    assert "static/000000000000" in tab.evaluate(KEPT, path)
    version = move(tab)
    tab.locator(f"html[data-kept-version='{version}']").wait_for()
    kept = tab.evaluate(KEPT, path)
    assert f'data-version="{version}"' in kept and "static/000000000000" not in kept


def test_server_that_stops_leaves_kept_board_until_it_is_back(tab: Tab, store: Store) -> None:
    port = free_port()

    def app(_: int) -> Starlette:
        return create_app(store, randomness=random.Random(1).randbytes, port=port)

    with running(app, port) as server:
        path = first_game(tab, server)
    tab.goto(f"{server}{path}")
    offline_banner(tab).wait_for()
    assert tab.locator("link[rel=stylesheet]").count() == 1 and board_page.panel(tab).is_visible()
    with running(app, port) as server:
        current_table(tab).wait_for()


@pytest.mark.slow
def test_new_version_of_server_takes_over_open_page_and_old_files_go(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers on one port, one after the other, while a page stays open."""
    port = free_port()

    def app(_: int) -> Starlette:
        return create_app(store, randomness=random.Random(1).randbytes, port=port)

    with plain_page(tmp_path / "profile") as page:
        with running(app, port) as server:
            with http.Client(base_url=server, headers={"Origin": server}) as client:
                made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}).json()
            page.open(f"{server}/s/{made['seats'][0]['token']}")
            page.wait_for(f"Boolean(({READY})())")
            old = page.evaluate(FILE_VERSIONS)
            assert len(old) == 1 and old != [NEW_VERSION]
        monkeypatch.setattr(Assets, "__init__", other_version(Assets.__init__))
        with running(app, port):
            page.wait_for(f"document.querySelector('link[rel=stylesheet]')?.href.includes('{NEW_VERSION}') && Boolean(({READY})())")
            page.evaluate("location.reload()")  # at the next page at the latest: the one before may have kept a copy of its own just now
            page.wait_for(f"{FILE_VERSIONS}.then((found) => found.join() === '{NEW_VERSION}')")
            assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 1


def other_version(make: Callable[[Assets], None]) -> Callable[[Assets], None]:
    """Makes assets of another version, as after an update of the server."""

    def made(self: Assets) -> None:
        make(self)
        self.hash = NEW_VERSION

    return made
