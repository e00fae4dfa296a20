"""Open pages whose requests fail, or which are told of something that is not so: they go on, and ask no more than they need."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from groundfloor.web.arrivals import record_arrivals
from tests.support import board_page, http
from tests.support.open_pages import (
    PATIENCE,
    SHOWS_STATUS,
    made_unseen,
    opened,
    opened_with_own_stream,
    passing,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, Route
    from playwright.sync_api import Page as Tab

    from groundfloor.web.context import AppContext


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en")
    yield context.new_page()
    context.close()


def new_seat(server: str) -> str:
    """Returns the seat that is asked first at a new table of two people."""
    made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    return str(made["seats"][http.get(f"{server}/api/games/{made['game']}").json()["asked"]]["token"])


def boards_asked(tab: Tab) -> list[str]:
    """Returns a list to which the addresses of all boards are added that the page asks for from now on."""
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url) if "/board" in request.url.split("/static/")[0] else None)
    return asked


def test_replay_asks_for_each_board_once(tab: Tab, server: str) -> None:
    token = opened_with_own_stream(tab, server)
    asked = boards_asked(tab)
    now = made_unseen(tab, server, token, 3)
    board_page.table(tab, version=now, is_past=False).wait_for(timeout=PATIENCE)
    steps = [url for url in asked if "at=" in url]
    assert len(steps) > 1
    assert len(steps) == len(set(steps))


@pytest.mark.console("status of 503")
def test_page_asks_for_the_board_when_its_move_got_no_answer_of_the_server(tab: Tab, server: str) -> None:
    """By a proxy, which says that the server is not there."""
    opened(tab, f"{server}/s/{new_seat(server)}")
    refused: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.method != "POST" or refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503, content_type="text/html", body="<h1>Service Unavailable</h1>")

    tab.route("**/s/*", refuse)
    with passing(tab, SHOWS_STATUS):
        board_page.answer(tab, "done").click()
    board_page.page_status(tab).wait_for(state="hidden", timeout=PATIENCE)
    board_page.answer(tab, "done").click()
    board_page.table(tab, pencilled="done", is_settled=True).wait_for()


def test_page_without_network_asks_again_when_the_server_does_not_answer(tab: Tab, server: str) -> None:
    """Where the request is lost on its way, no error tells of it; the page waits for the answer for a moment only."""
    tab.add_init_script("const timeout = AbortSignal.timeout; AbortSignal.timeout = () => timeout.call(AbortSignal, 50);")
    opened(tab, f"{server}/s/{new_seat(server)}")
    lost: list[Route] = []
    tab.route("**/healthz", lambda route: route.continue_() if lost else lost.append(route))
    with tab.expect_event("load", timeout=PATIENCE):
        tab.evaluate("() => dispatchEvent(new Event('offline'))")
    assert lost


def test_draft_made_while_another_tab_is_opened_is_shown(tab: Tab, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All tabs share a stream, which is another one for other tables; a draft is announced once."""
    seats = [new_seat(server) for _ in range(2)]
    held: list[Sequence[str]] = []
    is_free = threading.Event()

    async def record_late(context: AppContext, tokens: Sequence[str]) -> None:
        if seats[1] in tokens:
            held.append(tokens)
            while not is_free.is_set():
                await asyncio.sleep(0.02)
        await record_arrivals(context, tokens)

    monkeypatch.setattr("groundfloor.web.routes.events.record_arrivals", record_late)
    try:
        tab.add_init_script("document.addEventListener('groundfloor:connected', () => { window.isConnected = true; });")
        opened(tab, f"{server}/s/{seats[0]}")
        tab.wait_for_function("() => window.isConnected")
        second = tab.context.new_page()
        second.goto(f"{server}/s/{seats[1]}")
        while not held:
            second.wait_for_timeout(20)
        http.post(f"{server}/api/seats/{seats[0]}", json={"pick": "done", "version": board_page.shown_version(tab)})
        board_page.table(tab, pencilled="done").wait_for()
    finally:
        is_free.set()
