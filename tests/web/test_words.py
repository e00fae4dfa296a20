"""Signs that explain are shown where they are asked for; answers keep their places."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support import board_page
from tests.support.board_viewer import LANGUAGES
from tests.support.words import count_words, position_record
from tests.web.test_wide import opened


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


@pytest.mark.parametrize("position", ["second hire", "first drop", "second sell"])
def test_all_answers_are_visible_without_scrolling(browser: Browser, server: str, position: str) -> None:
    for language in LANGUAGES:
        tab = opened(browser, server, position_record(position), 1366, 768, language)
        panel = board_page.panel(tab).bounding_box()
        answers = [each.bounding_box() for each in board_page.panel(tab).locator("button[name=pick]").all()]
        assert panel and answers
        assert all(box and box["y"] + box["height"] <= panel["y"] + panel["height"] for box in answers), language


@pytest.mark.parametrize("position", ["second buy", "online buy"])
def test_all_that_can_be_bought_is_visible_without_scrolling(browser: Browser, server: str, position: str) -> None:
    for language in LANGUAGES:
        tab = opened(browser, server, position_record(position), 1366, 768, language)
        offers = [each.bounding_box() for each in tab.locator("#improvements .improvements-column > .tiles > .tile").all()]
        company = tab.locator("#company").bounding_box()
        assert company and len(offers) > 20
        assert all(box and box["y"] + box["height"] <= 768 - 6 and box["x"] > company["x"] + company["width"] for box in offers), language


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
