"""The folder of ``scripts/build --site`` in Chromium, served as any host of static files does, in a subfolder."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest
from playwright.sync_api import sync_playwright

from groundfloor.editions import NAMES, ruleset
from tests.support import board_page
from tests.support.browser import PATIENCE, found
from tests.support.browser_player import AT_ONCE, COUNT, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import BrowserContext, Frame, FrameLocator, Locator, Page

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.thorough,
    pytest.mark.timeout(900),
    pytest.mark.skipif(found() is None, reason="Chromium is missing"),
]


IS_CUT = "document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth, innerWidth] : []"
"""How wide a page is that is wider than its window."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Yields the address of a site in a subfolder of a host."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/{folder.name}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with serving(site) as found_address:
        yield found_address


class FramePlayer(Player):
    """A player at a page in the frame of a site."""

    def __init__(self, frame: Frame, dice: Random) -> None:
        self.tab = cast("Page", frame)  # which finds elements as a page does
        self.dice = dice
        self.kinds = set()

    @property
    def round(self) -> int:
        """Returns the round that the record of the game is in."""
        api = self.tab.evaluate("fetch(`${location.pathname.replace('/s/', '/api/seats/')}`).then((answer) => answer.json())")
        return int(api["view"]["position"]["state"]["round"])


class TouchPlayer(FramePlayer):
    """A player who taps."""

    def press(self, place: Locator) -> None:
        place.tap()


@contextmanager
def browser(profile: Path, arguments: Sequence[str] = (), **options: Any) -> Iterator[BrowserContext]:
    with sync_playwright() as running:
        context = running.chromium.launch_persistent_context(
            profile, executable_path=found(), args=["--no-sandbox", *arguments], reduced_motion="reduce", **options
        )
        prepare(context)
        yield context
        context.close()


def prepare(context: BrowserContext) -> None:
    context.set_default_timeout(2 * PATIENCE)
    context.add_init_script(f"if (self !== top && location.href !== 'about:blank') {{ {COUNT} {AT_ONCE} }}")


def frame_of(page: Page) -> Frame:
    """Returns the frame of the game, once its page is there."""
    page.wait_for_selector("#game:not([hidden])")
    page.frame_locator("#game").locator("main").first.wait_for()
    return next(frame for frame in page.frames if frame != page.main_frame)


def board_of(page: Page, address: str, form: str = "form.first-opponent") -> Frame:
    """Opens the site and a table; returns the frame of its board."""
    page.goto(address)
    frame = frame_of(page)
    frame.locator(f"{form} button").click()
    page.wait_for_url("**/#/s/*")
    board_page.panel(cast("Page", frame)).wait_for()
    return frame


def game_of(context: BrowserContext, address: str) -> FrameLocator:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#game:not([hidden])")
    return page.frame_locator("#game")


def wait_until_kept(page: Page, address: str) -> None:
    """Waits until all files are kept, after the first board, and the browser has written them: it does so a moment later."""
    page.wait_for_function("async (name) => !!(await caches.match(name))", arg=f"{address}game.zst")
    page.wait_for_timeout(2_000)


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
            wait_until_kept(context.pages[-1], address)
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


def test_each_choice_is_sent_once(address: str, tmp_path: Path) -> None:
    """Scripts that have two addresses run twice."""

    def work() -> None:
        with browser(tmp_path) as context:
            page, sent = context.new_page(), []
            frame = board_of(page, address)
            page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
            player = FramePlayer(frame, Random(4))
            for _ in range(4):
                player.click()
            assert len(sent) == 4
            scripts = frame.evaluate(
                "performance.getEntriesByType('resource').map((each) => each.name).filter((name) => name.endsWith('.js'))"
            )
            assert scripts and all(name.startswith(address) for name in scripts)

    apart(work)


def test_page_is_german_for_a_german_browser(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path, locale="de-DE") as context:
            page = context.new_page()
            page.goto(address, wait_until="domcontentloaded")
            page.get_by_text("Nichts wird an einen Server gesendet").wait_for()
            assert page.evaluate("document.documentElement.lang") == "de"
            assert frame_of(page).evaluate("document.documentElement.lang") == "de"

    apart(work)


@pytest.mark.nightly
def test_full_storage_loses_no_confirmed_move(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path) as context:
            page = context.new_page()
            player = FramePlayer(board_of(page, address), Random(4))
            session, origin = context.new_cdp_session(page), address.removesuffix("games/").rstrip("/")
            used = page.evaluate("navigator.storage.estimate()")["usage"]
            session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": used})
            confirmed, statuses = player.version, []
            page.on("response", lambda answer: statuses.append(answer.status) if answer.request.method == "POST" else None)
            for _ in range(100):
                player.click()
                if 507 in statuses:
                    break
                confirmed = player.version
            page.frame_locator("#game").get_by_role("alert").get_by_text("No space is left").wait_for()
            session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
            page.reload()
            player = FramePlayer(frame_of(page), Random(4))
            board_page.panel(player.tab).wait_for()
            assert player.version >= confirmed
            player.click()

    apart(work)


def test_newer_version_is_loaded_while_a_game_runs_when_the_player_wants(site: Path, tmp_path: Path) -> None:
    """In all tabs at once; the move that is pencilled stays."""
    folder = tmp_path / "host" / "games"
    shutil.copytree(site, folder)
    script = folder / "sw.js"
    [older] = re.findall('"version": "([0-9a-f]+)"', script.read_text("utf-8"))

    def work() -> None:
        with serving(folder) as own_address, browser(tmp_path / "profile") as context:
            page = context.new_page()
            player = FramePlayer(board_of(page, own_address), Random(4))
            other = context.new_page()
            other.goto(page.url)
            board_page.panel(cast("Page", frame_of(other))).wait_for()
            while player.mode != "draft" or player.version < 2:
                player.click()
            script.write_text(script.read_text("utf-8").replace(older, "f" * 16), "utf-8")
            page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
            page.locator("#bar").get_by_text("A newer version of the game is here.").wait_for()
            confirmed = player.version
            player.click()  # the older version goes on
            assert player.version > confirmed
            while player.mode != "draft":
                player.click()
            confirmed, draft = player.version, board_page.draft(player.tab)
            page.evaluate("window.isOld = true")
            other.evaluate("window.isOld = true")
            page.locator("#bar").get_by_role("button", name="Load it").click()
            for each in (page, other):
                each.wait_for_function("!window.isOld")
                again = FramePlayer(frame_of(each), Random(4))
                board_page.panel(again.tab, "draft").wait_for()
                assert (again.version, board_page.draft(again.tab)) == (confirmed, draft)
            assert page.evaluate("caches.keys()") == ["f" * 16]

    apart(work)


MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

def upgrade():
    op.add_column("games", sa.Column("colour", sa.Text()))
    op.execute("UPDATE compatibility SET oldest = '0002'")
"""


ADDS_MIGRATION = """
import marshal
from pathlib import Path
from compression import zstd
archive = Path("/given/game.zst")
codes, files, methods = marshal.loads(zstd.decompress(archive.read_bytes()))
files["/game/groundfloor/server/database/migrations/versions/0002_colour.py"] = MIGRATION.encode()
archive.write_bytes(zstd.compress(marshal.dumps((codes, files, methods)), 1))
"""


def newer_site(site: Path, folder: Path) -> Path:
    """Copies a site into a folder, with a migration after which older versions can't work on the data."""
    shutil.copytree(site, folder)
    program = folder.with_name("program.py")
    program.write_text(f"MIGRATION = {MIGRATION!r}\n{ADDS_MIGRATION}", "utf-8")
    subprocess.run(["node", ROOT / "tests/support/pyodide_run.mjs", site, program, folder], check=True, cwd=ROOT)
    return folder


@pytest.mark.nightly
def test_newer_version_reads_games_of_an_older_one_which_refuses_them_then(site: Path, tmp_path: Path) -> None:
    host, newer = tmp_path / "host" / "games", newer_site(site, tmp_path / "newer")
    shutil.copytree(site, host)

    def put(page: Page, version: str, folder: Path) -> None:
        """Puts another version in the place of the one that the page runs, and has the page load it."""
        shutil.copytree(folder, host, dirs_exist_ok=True)
        script = host / "sw.js"
        script.write_text(re.sub('"version": "[0-9a-f]+"', f'"version": "{version}"', script.read_text("utf-8")), "utf-8")
        page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
        page.evaluate("window.isOld = true")
        page.locator("#bar").get_by_role("button", name="Load it").click()
        page.wait_for_function("!window.isOld")

    def gone_on(page: Page, known: tuple[int, str]) -> FramePlayer:
        player = FramePlayer(frame_of(page), Random(4))
        board_page.panel(player.tab, "draft").wait_for()
        assert (player.version, board_page.draft(player.tab)) == known
        return player

    def played(player: FramePlayer) -> tuple[int, str]:
        """Confirms a move and pencils the next one."""
        before = player.version
        while player.version == before or player.mode != "draft":
            player.click()
        return player.version, board_page.draft(player.tab)

    def work() -> None:
        with serving(host) as own_address, browser(tmp_path / "profile") as context:
            page = context.new_page()
            known = played(FramePlayer(board_of(page, own_address), Random(4)))
            put(page, "e" * 16, newer)
            known = played(gone_on(page, known))
            put(page, "0" * 16, site)
            assert "were written by a newer version" in fault_of(page)
            put(page, "f" * 16, newer)
            gone_on(page, known)  # nothing was changed meanwhile

    apart(work)


@pytest.mark.nightly
def test_page_says_that_the_data_was_deleted(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path) as context:
            page = context.new_page()
            player = FramePlayer(board_of(page, address), Random(4))
            player.click()
            origin = address.removesuffix("games/").rstrip("/")
            context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            page.locator("#bar").get_by_text("The browser has deleted the data of this page").wait_for()
            page.locator("#bar").get_by_role("button", name="Load again").click()
            page.wait_for_url("**/#/**")
            frame = frame_of(page)
            assert frame.locator("#table").count() == 0, "the game is gone, and nothing pretends that it is there"
            page.goto(address)
            page.reload()
            frame_of(page).get_by_role("button", name="Learn by playing").wait_for()

    apart(work)


def test_finished_game_is_analysed(address: str, tmp_path: Path) -> None:
    """The other worker analyses it; the one of the pages compares with which weights."""

    def work() -> None:
        with browser(tmp_path) as context:
            page = context.new_page()
            frame = board_of(page, address)
            assert frame.evaluate(FINISH)
            frame.goto(f"{frame.url}/after")
            frame.locator("#analysis-start").click()
            frame.locator("#analysis-progress").wait_for()
            frame.locator(".analysis-summary").wait_for(timeout=800_000)
            frame.goto(f"{address}exercises")
            frame.locator("#mistakes ~ ol a").first.click()
            board_page.panel(cast("Page", frame), "asked").wait_for()

    apart(work)


FINISH = """async () => {
  const seat = location.pathname.replace("/s/", "/api/seats/");
  let view = await (await fetch(seat)).json();
  while (!view.is_over) {
    const apply = view.legal.slice(0, 1).map(({ action }) => action);
    const body = JSON.stringify({ apply, version: view.version });
    if (!apply.length) await new Promise((done) => setTimeout(done, 100));
    const answer = await (apply.length ? fetch(seat, { method: "POST", headers: { "content-type": "application/json" }, body }) : fetch(seat));
    view = answer.ok ? await answer.json() : await (await fetch(seat)).json();
  }
  return view.is_over;
}"""
"""Plays the seat of the page to its end, with the first answer to each question."""


PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 760}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
IS_ASKED = "() => ['asked', 'second-step', 'draft', 'over'].includes(document.getElementById('panel')?.dataset.mode) && document.getElementById('table').ariaBusy === null"


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rules", NAMES)
def test_whole_game_of_each_ruleset_is_played_by_touch(address: str, tmp_path: Path, rules: str) -> None:
    """Against Gropius, where there are Automas, and Intern; then its film plays."""
    other = "gropius" if ruleset(rules).max_automas else "intern"
    seats = {"ruleset": rules, "kind-0": "here", "name-0": "Ann", "kind-1": other, "kind-2": "intern"}

    def work() -> None:
        with browser(tmp_path, **PHONE) as context:
            page = context.new_page()
            page.goto(address)
            frame = frame_of(page)
            opened = frame.evaluate(
                "async (seats) => (await fetch('new', { method: 'POST', body: new URLSearchParams(seats) })).url", seats
            )
            frame.goto(opened)
            player = TouchPlayer(frame, Random(4))
            while frame.wait_for_function(IS_ASKED) and player.mode != "over":
                player.click()
                assert page.evaluate(IS_CUT) == [] == frame.evaluate(IS_CUT), f"after {player.version} entries"
            board_page.score_sheet(player.tab).wait_for()
            frame.goto(f"{opened}/after")
            frame.get_by_role("link", name="Watch it as a film").click()
            frame.wait_for_function("() => Number(document.getElementById('replay')?.dataset.entry) > 3")

    apart(work)


def test_page_that_the_browser_could_not_load_is_loaded_again(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path) as context:
            page = context.new_page()
            board = board_of(page, address)
            version = int(board.locator("#table").get_attribute("data-version") or 0)
            page.evaluate("document.getElementById('game').src = 'http://127.0.0.1:1/'")
            page.wait_for_function("document.getElementById('game').contentDocument === null")
            page.wait_for_function("!!document.getElementById('game').contentDocument?.querySelector('#table')")
            assert int(frame_of(page).locator("#table").get_attribute("data-version") or 0) >= version, "a bot may have moved meanwhile"

    apart(work)


@pytest.mark.nightly
def test_game_is_played_in_a_private_window(address: str) -> None:
    def work() -> None:
        with sync_playwright() as running, running.chromium.launch(executable_path=found(), args=["--no-sandbox"]) as private:
            context = private.new_context()
            prepare(context)
            FramePlayer(board_of(context.new_page(), address), Random(4)).click()

    apart(work)


def fault_of(page: Page | Frame) -> str:
    page.locator("#fault:visible").wait_for()
    assert page.locator("#step:visible, #progress:visible").count() == 0, "nothing is loaded any more"
    return page.locator("#fault").inner_text()


def test_page_says_that_its_address_is_none_for_service_workers(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path, ["--host-resolver-rules=MAP *.test 127.0.0.1"]) as context:
            page = context.new_page()
            page.goto(address.replace("localhost", "host.test"))
            assert "https://" in fault_of(page)

    apart(work)


@pytest.mark.parametrize("name", ["pyodide/pyodide.asm.wasm", "pyodide/pyodide.asm.mjs", "game.zst"])
def test_page_says_that_files_are_missing(site: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "host" / "games"
    shutil.copytree(site, folder)
    (folder / name).unlink()

    def work() -> None:
        with serving(folder) as own_address, browser(tmp_path / "profile") as context:
            page = context.new_page()
            page.goto(own_address)
            assert "could not all be loaded" in fault_of(page)

    apart(work)


def test_page_says_that_files_could_not_be_kept(site: Path, tmp_path: Path) -> None:
    """As where the network is gone after the start, or no room is left."""
    folder = tmp_path / "host" / "games"
    shutil.copytree(site, folder)
    (folder / "weights.npz").unlink()

    def work() -> None:
        with serving(folder) as own_address, browser(tmp_path / "profile") as context:
            page = context.new_page()
            board_of(page, own_address)
            page.locator("#bar").get_by_text("could not all be loaded").wait_for()

    apart(work)


def test_visit_after_one_that_was_cut_short_begins_anew(address: str, tmp_path: Path) -> None:
    """Its files were not kept, and the host may have those of a newer version by now; games are kept."""

    def work() -> None:
        with browser(tmp_path) as context:
            page = context.new_page()
            seat = board_of(page, address).url
            wait_until_kept(page, address)
            page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
        with browser(tmp_path) as context:
            page = context.new_page()
            page.goto(address)
            frame_of(page).get_by_role("link", name="Continue").first.click()
            page.wait_for_url(f"**/#/{seat.removeprefix(address)}")
            wait_until_kept(page, address)

    apart(work)


@pytest.mark.parametrize("sandbox", ["", "sandbox=allow-scripts"])
def test_page_that_another_site_shows_works_or_says_that_it_does_not(address: str, tmp_path: Path, sandbox: str) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "index.html").write_text(f"<iframe src={address} width=1200 height=700 {sandbox}></iframe>", "utf-8")

    def work() -> None:
        with serving(tmp_path / "other") as other, browser(tmp_path / "profile") as context:
            page = context.new_page()
            page.goto(other.replace("localhost", "127.0.0.1"))
            shown = page.frame_locator("iframe")
            if sandbox:
                assert "could not be started" in fault_of(page.frames[1])
                return
            shown.frame_locator("#game").get_by_role("button", name="Learn by playing").click()
            shown.frame_locator("#game").locator("#panel").wait_for()

    apart(work)


def test_page_of_another_site_opens_in_a_tab_of_its_own(address: str, tmp_path: Path) -> None:
    def work() -> None:
        with browser(tmp_path) as context:
            page = context.new_page()
            page.goto(f"{address}#/about")
            frame = frame_of(page)
            with context.expect_page() as opened:
                frame.locator("a[href^='https://']").first.click()
            assert opened.value is not page and frame.url.endswith("/about")

    apart(work)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.nightly), "de"])
def test_rounds_are_played_on_a_phone_by_touch(address: str, tmp_path: Path, language: str) -> None:
    def work() -> None:
        with browser(tmp_path, locale=language, **PHONE) as context:
            page = context.new_page()
            player = TouchPlayer(board_of(page, address), Random(4))
            taps = 0
            while player.round < 3:
                player.click()
                taps += 1
                assert page.evaluate(IS_CUT) == [] == player.tab.evaluate(IS_CUT), f"after {taps} taps"
            assert taps > 10

    apart(work)
