"""Browsers that keep nothing for a page, because a person forbids it or the device has no room: what is chosen holds until the page is left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.browser_player import open_first_game

FORBIDDEN = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden', 'SecurityError'); } });"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.fixture(params=[FORBIDDEN, FULL], ids=["forbidden", "full"])
def tab(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en")
    context.add_init_script(request.param)
    yield context.new_page()
    context.close()


@pytest.mark.thorough
def test_theme_is_switched(tab: Tab, server: str) -> None:
    tab.goto(server)
    for before, now in (("system", "light"), ("light", "dark"), ("dark", "system")):
        tab.get_by_role("button", name=f"Theme: {before}").click()
        tab.get_by_role("button", name=f"Theme: {now}").wait_for()
        tab.locator("html:not([data-theme])" if now == "system" else f"html[data-theme={now}]").wait_for()


@pytest.mark.thorough
def test_switches_of_the_board_are_set(tab: Tab, server: str) -> None:
    open_first_game(tab, server)
    board_page.panel(tab).wait_for()
    tab.keyboard.press("?")
    for name, before in (("Markers move", True), ("Sounds of pencil and city", False)):
        switch = tab.get_by_role("switch", name=name)
        for is_on in (not before, before):
            switch.click()
            switch.and_(tab.get_by_role("switch", checked=is_on)).wait_for()
