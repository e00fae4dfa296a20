"""Open pages in a real browser: eight tabs and a second browser see every move, a sleeper catches up, no JavaScript is needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.web.arrivals import record_arrivals
from groundfloor.web.context import AppContext
from tests.support import board_page, http
from tests.support.browser_player import open_first_game
from tests.support.plain_chromium import plain_page

PATIENCE = 60_000
"""Milliseconds after which a page should show what happened, however busy the machine is."""


def version(tab: Tab) -> str:
    return str(board_page.shown_version(tab))


def confirm(server: str, token: str) -> int:
    view = http.get(f"{server}/api/seats/{token}").json()
    action = next(text for text in ("meeting_room 1", "done", view["legal"][0]["action"]) if text in [a["action"] for a in view["legal"]])
    made = http.post(f"{server}/api/seats/{token}", json={"apply": [action], "version": view["version"]}).json()
    return int(made["version"])


def test_eight_tabs_and_a_second_browser_see_a_move(browser: Browser, server: str) -> None:
    made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    tokens = [seat["token"] for seat in made["seats"]]
    one, other = browser.new_context(), browser.new_context()
    tabs = [one.new_page() for _ in range(8)] + [other.new_page()]
    for number, tab in enumerate(tabs):
        tab.goto(f"{server}/s/{tokens[number % 2]}" if number < 6 else f"{server}/g/{made['game']}", timeout=PATIENCE)
    for _ in range(3):
        asked = http.get(f"{server}/api/games/{made['game']}").json()["asked"]
        now = confirm(server, tokens[asked])
        for tab in tabs:
            board_page.table(tab, version=now).wait_for(timeout=PATIENCE, state="attached")


def test_page_shown_again_hears_of_moves_although_its_worker_ended(server: str, tmp_path: Path) -> None:
    made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    tokens = [seat["token"] for seat in made["seats"]]
    shows = (
        "Number(document.querySelector('#table')?.dataset.version) === {} && Boolean(document.querySelector('.view-tabs [aria-current]'))"
    )
    with plain_page(tmp_path / "profile") as page:
        page.open(f"{server}/g/{made['game']}")
        game = http.get(f"{server}/api/games/{made['game']}").json()
        page.wait_for(shows.format(game["version"]))
        page.end_shared_worker()
        page.evaluate(
            "window.isConnected = false; document.addEventListener('groundfloor:connected', () => { window.isConnected = true; })"
        )
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for("window.isConnected")
        page.wait_for(shows.format(confirm(server, tokens[game["asked"]])))


def test_tab_that_is_shown_again_keeps_its_stream(browser: Browser, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    streams: list[Sequence[str]] = []

    async def record(context: AppContext, tokens: Sequence[str]) -> None:
        streams.append(tokens)
        await record_arrivals(context, tokens)

    monkeypatch.setattr("groundfloor.web.routes.events.record_arrivals", record)
    tab = browser.new_page()
    tab.add_init_script("window.told = 0; document.addEventListener('groundfloor:connected', () => { window.told += 1; });")
    tab.goto(f"{server}/s/{made['seats'][0]['token']}")
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
