"""A game against the computer in a real browser: choose a level, play, let a bot play, and take the seat again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.board_page import either
from tests.support.page_structure import check_structure
from tests.support.samples import sampled


@pytest.fixture
def settings() -> Settings:
    """Returns settings by which bots don't finish the game while the person is away."""
    return Settings(bot_processes=0, limits=Limits(bot_pause_seconds=3))


LOOKS = (("en", "light", 360, True), ("de", "dark", 1366, False))


def objections(tab: Tab, is_touch: bool, within: str | None = None) -> list[str]:
    """Returns what axe and the structure of the page say against it, and whether it is wider than the window."""
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    wide = [] if tab.evaluate("document.documentElement.scrollWidth <= innerWidth") else ["wider than the window"]
    return [*axe_violations(tab, within), *map(str, check_structure(tab, is_touch)), *wide]


@pytest.mark.parametrize(("language", "theme", "width", "is_touch"), sampled(LOOKS, LOOKS[1].__eq__))
def test_person_plays_a_level_leaves_and_comes_back(
    browser: Browser, server: str, language: str, theme: str, width: int, is_touch: bool
) -> None:
    tab = browser.new_page(
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=is_touch,
        reduced_motion="reduce",  # the picture of the start page cross-fades rooms
        viewport={"width": width, "height": 800},
    )
    tab.goto(server)
    assert objections(tab, is_touch, "#computer") == []
    computer = tab.get_by_role("region", name=either("Play against the computer"))
    computer.locator("input[value=manager]").focus()
    tab.keyboard.press("ArrowRight")
    assert computer.locator("input[value=director]").is_checked()
    computer.get_by_role("button", name=either("Begin")).click()
    tab.wait_for_url("**/s/*")
    address = tab.url
    board_page.panel(tab, "asked", kind="hire").wait_for()
    tab.goto(f"{address}/table")
    tab.locator("summary").filter(has_text=either("Let a bot play")).first.click()
    assert objections(tab, is_touch) == []
    tab.get_by_role("button", name=either("Let it play from here on")).click()
    take_again = tab.get_by_role("button", name=either("Take the seat again"))
    take_again.wait_for()
    tab.goto(address)
    take_again.click()
    take_again.wait_for(state="hidden")
    board_page.panel(tab, "asked").wait_for()
    assert axe_violations(tab, "#others, .ledger") == []
