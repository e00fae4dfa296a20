"""Open pages: they see every move, also when answers are late, lost or overtaken, and need no JavaScript; all orders are tried in ``page_state``."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Request, Route
from playwright.sync_api import Page as Tab

from groundfloor.server.context import AppContext
from groundfloor.server.game.streams.arrivals import record_arrivals
from tests.support import board_page
from tests.support.api_table import ApiTable
from tests.support.browser_player import open_first_game
from tests.support.open_pages import PATIENCE, opened, wait_for_held
from tests.support.plain_chromium import plain_page


def version(tab: Tab) -> str:
    return str(board_page.shown_version(tab))


@pytest.mark.thorough
def test_eight_tabs_and_a_second_browser_see_a_move(browser: Browser, server: str, client: httpx.Client) -> None:
    table = ApiTable(client)
    one, other = browser.new_context(), browser.new_context()
    tabs = [one.new_page() for _ in range(8)] + [other.new_page()]
    for number, tab in enumerate(tabs):
        tab.goto(table.url(number % 2) if number < 6 else f"{server}/g/{table.game_id}", timeout=PATIENCE)
    for _ in range(3):
        now = table.move()["version"]
        for tab in tabs:
            board_page.table(tab, version=now).wait_for(timeout=PATIENCE, state="attached")


@pytest.mark.thorough
def test_page_shown_again_hears_of_moves_although_its_worker_ended(server: str, client: httpx.Client, tmp_path: Path) -> None:
    table = ApiTable(client)
    shows = (
        "Number(document.querySelector('#table')?.dataset.version) === {} && Boolean(document.querySelector('.view-tabs [aria-current]'))"
    )
    with plain_page(tmp_path / "profile") as page:
        page.open(f"{server}/g/{table.game_id}")
        page.wait_for(shows.format(table.version))
        page.end_shared_worker()
        page.evaluate(
            "window.isConnected = false; document.addEventListener('groundfloor:connected', () => { window.isConnected = true; })"
        )
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for("window.isConnected")
        page.wait_for(shows.format(table.move()["version"]))


@pytest.mark.thorough
def test_tab_that_is_shown_again_keeps_its_stream(browser: Browser, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    streams: list[Sequence[str]] = []

    async def record(context: AppContext, tokens: Sequence[str]) -> None:
        streams.append(tokens)
        await record_arrivals(context, tokens)

    monkeypatch.setattr("groundfloor.server.game.streams.routes.record_arrivals", record)
    tab = browser.new_page()
    tab.add_init_script("window.told = 0; document.addEventListener('groundfloor:connected', () => { window.told += 1; });")
    tab.goto(ApiTable(client).url(0))
    for count in (1, 2, 3):
        tab.wait_for_function("(count) => window.told >= count", arg=count, timeout=PATIENCE)
        tab.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    assert len(streams) == 1


def test_a_game_can_be_begun_without_javascript(browser: Browser, server: str) -> None:
    tab = browser.new_page(java_script_enabled=False)
    open_first_game(tab, server)
    before = version(tab)
    tab.locator("[name=pick][value=done]").first.click()
    tab.locator("[name=do][value=confirm]").first.click()
    assert int(version(tab)) > int(before)


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en")
    yield context.new_page()
    context.close()


@pytest.fixture
def table(client: httpx.Client) -> ApiTable:
    return ApiTable(client)


def hold_first_post(tab: Tab) -> list[Route]:
    """Holds the first form that the page sends until a test lets it go."""
    held: list[Route] = []
    tab.route("**/s/*", lambda route: held.append(route) if route.request.method == "POST" and not held else route.continue_())
    return held


def test_choices_during_a_request_are_all_sent_in_their_order(tab: Tab, table: ApiTable) -> None:
    opened(tab, table.url(table.asked))
    held = hold_first_post(tab)
    sent: list[str] = []
    tab.on("request", lambda request: sent.append(value_of(request)) if request.method == "POST" else None)
    first, second = (each.get_attribute("value") or "" for each in board_page.legal_places(tab).all()[:2])
    for choice in (first, second, first):
        board_page.legal_places(tab).and_(tab.locator(f"[value='{choice}']")).first.click()
    wait_for_held(tab, held)
    held[0].continue_()
    tab.wait_for_function("() => !document.querySelector('#table[aria-busy]')")
    assert sent == [first, second, first]
    assert board_page.draft(tab) == first


def value_of(request: Request) -> str:
    return dict(pair.split("=", 1) for pair in (request.post_data or "").split("&")).get("pick", "").replace("+", " ")


@pytest.mark.thorough
def test_text_typed_during_a_request_stays(tab: Tab, table: ApiTable) -> None:
    opened(tab, table.url(table.asked))
    held = hold_first_post(tab)
    field = board_page.command_field(tab)
    field.fill("done")
    field.press("Enter")
    wait_for_held(tab, held)
    field.fill("hire")
    held[0].continue_()
    board_page.table(tab, draft="done", is_settled=True).wait_for()
    assert field.input_value() == "hire"


@pytest.mark.thorough
def test_draft_made_while_a_page_was_loaded_is_shown(tab: Tab, table: ApiTable) -> None:
    held: list[Route] = []
    tab.route("**/subscription.js", lambda route: held.append(route))
    tab.goto(table.url(table.asked), wait_until="commit")
    wait_for_held(tab, held)
    table.act(table.asked, pick="done", version=board_page.shown_version(tab))
    held[0].continue_()
    board_page.table(tab, draft="done").wait_for(timeout=PATIENCE)


@pytest.mark.thorough
def test_page_without_shared_workers_hears_of_moves(tab: Tab, table: ApiTable) -> None:
    tab.add_init_script("delete window.SharedWorker;")
    board_page.open_connected(tab, table.url(table.asked))
    board_page.table(tab, version=table.move()["version"]).wait_for(timeout=PATIENCE)


@pytest.mark.thorough
def test_second_tab_hears_of_a_move_made_while_it_was_loaded(tab: Tab, table: ApiTable) -> None:
    """The worker that all tabs share follows the table already, and is told of each version once."""
    opened(tab, table.url(table.asked))
    second = tab.context.new_page()
    held: list[Route] = []
    second.route("**/subscription.js", lambda route: held.append(route))
    second.goto(tab.url, wait_until="commit")
    wait_for_held(second, held)
    before = board_page.shown_version(second)
    now = table.move()["version"]
    board_page.table(tab, version=now).wait_for()
    assert board_page.shown_version(second) == before < now
    held[0].continue_()
    board_page.table(second, version=now).wait_for(timeout=PATIENCE)


@pytest.mark.thorough
def test_page_without_network_asks_again_when_the_server_does_not_answer(tab: Tab, table: ApiTable) -> None:
    """Where the request is lost on its way, no error tells of it; the page waits for the answer for a moment only."""
    tab.add_init_script("const timeout = AbortSignal.timeout; AbortSignal.timeout = () => timeout.call(AbortSignal, 1000);")
    opened(tab, table.url(table.asked))
    lost: list[Route] = []
    tab.route("**/healthz", lambda route: route.continue_() if lost else lost.append(route))
    with tab.expect_event("load", timeout=PATIENCE):
        tab.evaluate("() => dispatchEvent(new Event('offline'))")
    assert lost


@pytest.mark.thorough
def test_draft_made_while_another_tab_is_opened_is_shown(tab: Tab, client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """All tabs share a stream, which is another one for other tables; a draft is announced once."""
    first, other = ApiTable(client), ApiTable(client)
    asked = first.asked
    held: list[Sequence[str]] = []
    is_free = threading.Event()

    async def record_late(context: AppContext, tokens: Sequence[str]) -> None:
        if other.tokens[0] in tokens:
            held.append(tokens)
            while not is_free.is_set():
                await asyncio.sleep(0.02)
        await record_arrivals(context, tokens)

    monkeypatch.setattr("groundfloor.server.game.streams.routes.record_arrivals", record_late)
    try:
        tab.add_init_script("document.addEventListener('groundfloor:connected', () => { window.isConnected = true; });")
        opened(tab, first.url(asked))
        tab.wait_for_function("() => window.isConnected")
        second = tab.context.new_page()
        second.goto(other.url(0))
        while not held:
            second.wait_for_timeout(20)
        first.act(asked, pick="done", version=board_page.shown_version(tab))
        board_page.table(tab, draft="done").wait_for()
    finally:
        is_free.set()
