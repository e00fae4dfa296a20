"""The installed app: manifest and icons, and what the service worker shows while the network is away."""

from __future__ import annotations

import random
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab
from starlette.applications import Starlette

from groundfloor.server.app import create_app
from groundfloor.server.database.store import Store
from groundfloor.server.http.assets import Assets
from groundfloor.server.pages.rooms import files
from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.browser_player import open_first_game
from tests.support.html import values
from tests.support.plain_chromium import plain_page
from tests.support.ports import free_port
from tests.support.quick_server import running

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
    tokens = files("static")["tokens.css"].read_text("utf-8").lower()
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
    return tab.get_by_role("status").filter(has_text="You are offline")


def current_table(tab: Tab) -> Locator:
    """Returns the table of a page that comes from the server, not from the device."""
    return tab.locator("html:not([data-kept])").get_by_test_id("table")


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_table_taken_off_list_is_forgotten_on_device(tab: Tab, server: str) -> None:
    """The kept board holds the secret address of the seat."""
    path = first_game(tab, server)
    tab.goto(server)
    tab.locator("summary").filter(has_text="Remove").first.click()
    tab.locator("button[name=do][value=forget]").first.click()
    wait_until(tab, f"async (path) => !(await ({KEPT})(path))", path)


@pytest.mark.thorough
def test_boards_are_forgotten_on_device_with_my_games(tab: Tab, server: str) -> None:
    path = first_game(tab, server)
    tab.goto(f"{server}/my-games")
    with tab.expect_navigation():
        tab.evaluate("document.querySelector('form[action=\"/my-games/delete\"]').requestSubmit()")
    wait_until(tab, f"async (path) => !(await ({KEPT})(path))", path)


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_log_out_forgets_all_boards(tab: Tab, server: str) -> None:
    path = first_game(tab, server)
    account: dict[str, str | float | bool] = {"name": "Ann", "password": "correct horse battery"}
    tab.context.request.post(f"{server}/account/create", form=account, headers={"Origin": server})
    tab.goto(f"{server}/account")
    tab.get_by_role("button", name="Log out").click()
    wait_until(tab, f"(path) => ({KEPT})(path).then((text) => !text)", path)


@pytest.mark.slow
@pytest.mark.thorough
def test_new_version_of_server_takes_over_open_page_and_old_files_go(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two servers on one port, one after the other, while a page stays open."""
    port = free_port()

    def app(_: int) -> Starlette:
        return create_app(store, randomness=random.Random(1).randbytes, port=port)

    with plain_page(tmp_path / "profile") as page:
        with running(app, port) as server:
            with http.Client(base_url=server, headers={"Origin": server}) as client:
                page.open(ApiTable(client, "Ann", "automa:pei").url(0))
            page.wait_for(f"Boolean(({READY})())")
            old = page.evaluate(FILE_VERSIONS)
            assert len(old) == 1 and old != [NEW_VERSION]
        monkeypatch.setattr(Assets, "__init__", other_version(Assets.__init__))
        with running(app, port):
            page.wait_for(f"document.querySelector('link[rel=stylesheet]')?.href.includes('{NEW_VERSION}') && Boolean(({READY})())")
            page.evaluate("location.reload()")  # at the next page at the latest: the one before may have kept a copy of its own just now
            page.wait_for(f"{FILE_VERSIONS}.then((found) => found.join() === '{NEW_VERSION}')")
            assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 1


def other_version(make: Callable[[Assets], None]) -> Callable[[Assets, str], None]:
    """Makes assets of another version, as after an update of the server."""

    def made(self: Assets, hash: str = "") -> None:
        make(self)
        self.hash = NEW_VERSION

    return made
