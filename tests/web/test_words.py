"""What a board says in its window: few words, and signs that explain only where they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support import board_page
from tests.support.words import count_words, position_record
from tests.web.test_wide import opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_signs_are_shown_where_the_pointer_is_and_by_a_switch_that_is_remembered(browser: Browser, server: str) -> None:
    tab = opened(browser, server, position_record("second schedule"), 1600, 1000)
    assert count_words(tab).signs == []
    tab.get_by_role("heading", name="Job market").hover()
    assert count_words(tab).signs == ["?"]
    board_page.menu_button(tab).click()
    switch = tab.get_by_role("switch", name="Explain")
    switch.click()
    assert switch.is_checked()
    tab.reload()
    tab.mouse.move(5, 5)
    assert {"?", "§"} <= set(count_words(tab).signs)
    board_page.menu_button(tab).click()
    switch.click()
    assert count_words(tab).signs == []


def test_signs_are_shown_without_scripts(browser: Browser, server: str) -> None:
    tab = opened(browser, server, position_record("second schedule"), 1600, 1000)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1600, "height": 1000})
    plain = context.new_page()
    plain.goto(tab.url)
    assert plain.locator("#rule-market").evaluate("(sign) => getComputedStyle(sign).opacity") == "1"
