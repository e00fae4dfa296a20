"""Signs that explain are shown where they are asked for; answers keep their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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


ANSWERS = (
    """() => [...document.querySelectorAll('#panel button[name=pick]')].map((each) => [each.value, each.getBoundingClientRect().top])"""
)


@pytest.mark.parametrize("position", ["second price", "second hire", "second sell", "second fire", "second marketing_type"])
def test_answers_keep_their_place_and_confirming_stands_where_no_answer_was(browser: Browser, server: str, position: str) -> None:
    tab = opened(browser, server, position_record(position), 1366, 768)
    before = tab.evaluate(ANSWERS)
    first = board_page.panel(tab).locator("button[name=pick]").first
    chosen = first.bounding_box()
    first.click()
    confirm = board_page.confirm_button(tab).bounding_box()
    assert chosen and confirm and chosen["y"] + chosen["height"] <= confirm["y"]
    board_page.back_button(tab).click()
    board_page.panel(tab, "asked").wait_for()
    assert tab.evaluate(ANSWERS) == before
