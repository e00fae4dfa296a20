"""The folder of ``scripts/build --site`` in Chromium, served as any host of static files does: a game begins, is there after the browser was closed, and goes on without a network."""

from __future__ import annotations

import functools
import shutil
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.support.browser import PATIENCE, found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import BrowserContext, FrameLocator

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.timeout(600),
    pytest.mark.skipif(found() is None, reason="Chromium is missing"),
    pytest.mark.skipif(
        shutil.which("node") is None or not (ROOT / "node_modules/pyodide").exists(), reason="Node.js or Pyodide is missing"
    ),
]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site in a subfolder of a host."""
    root = tmp_path_factory.mktemp("host")
    subprocess.run([ROOT / "scripts/build", "--site", root / "games"], check=True, stdout=subprocess.DEVNULL)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/games/"
    server.shutdown()
    server.server_close()


@contextmanager
def browser(profile: Path) -> Iterator[BrowserContext]:
    with sync_playwright() as running:
        context = running.chromium.launch_persistent_context(profile, executable_path=found(), args=["--no-sandbox"])
        context.set_default_timeout(2 * PATIENCE)
        yield context
        context.close()


def game_of(context: BrowserContext, address: str) -> FrameLocator:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#game:not([hidden])")
    return page.frame_locator("#game")


def apart(work: Callable[[], None]) -> None:
    """Runs work in a thread of its own: the browser of other tests has an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(work).result()


def test_game_is_there_after_the_browser_was_closed_and_goes_on_without_a_network(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path) as context:
            game = game_of(context, address)
            game.locator("form.first-opponent button").click()
            game.locator("button", has_text="Done hiring").first.click()
            game.locator("#confirm").wait_for()
            seat = context.pages[-1].url
        assert "/games/#/s/" in seat
        with browser(tmp_path) as context:
            context.set_offline(True)
            game = game_of(context, seat)
            game.locator("#confirm").click()  # what was pencilled is there
            game.get_by_test_id("decision").get_by_text("Choose a lit place").wait_for()

    apart(work)


def test_another_tab_is_answered_by_the_same_worker(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path) as context:
            game_of(context, address).locator("form.learn button").click()
            context.pages[-1].wait_for_url("**/#/s/*")
            game_of(context, address).get_by_role("link", name="Continue").first.wait_for()

    apart(work)
