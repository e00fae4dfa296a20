"""On phones the guide's answer to a choice and what will come of the choice stand above the buttons together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundfloor.presentation.translations import LANGUAGES
from tests.support import board_page
from tests.support.newcomer import PREPARED, SETTLED

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

COVERED = """() => {
  const panel = document.getElementById("panel").getBoundingClientRect(), buttons = document.querySelector(".confirm-buttons").getBoundingClientRect();
  const parts = "#panel :is(.guide-text, .draft-line .decision-title, .draft-line .cost, .draft-line .decision-words, .draft-line .warn)";
  return [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility()).filter((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const box = range.getBoundingClientRect();
    return box.top < panel.top || box.bottom > Math.min(buttons.top, panel.bottom) + 1;
  }).map((part) => part.textContent.trim());
}"""
OTHER_MOVES = ("construction", "agency 1", "advertising networking", "research_testing info", "remodel advertising", "exchange 1")


def press(tab: Tab, selector: str) -> None:
    """Presses a control, wherever the phone shows it, and waits for the page's answer."""
    count = tab.evaluate("window.swaps")
    tab.locator(selector).first.evaluate("control => control.click()")
    tab.wait_for_function(SETTLED, arg=count)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(360, 760), (740, 360)])
def test_answer_of_guide_covers_nothing_of_the_decision(browser: Browser, server: str, width: int, height: int, language: str) -> None:
    """Whatever else is chosen than what the guide shows, in the first turns of phase III."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale=language, reduced_motion="reduce"
    )
    context.add_init_script(PREPARED)
    tab = context.new_page()
    tab.goto(server)
    tab.locator("main button").first.click()
    tab.wait_for_url("**/s/**")
    tab.wait_for_load_state("load")
    checked = 0
    while checked < 2 * len(OTHER_MOVES):
        guide = board_page.guide(tab)
        if not guide.get_attribute("data-move"):
            press(tab, "button[name=guide][value=next]")
            continue
        if board_page.question_kind(tab) == "schedule":
            for move in OTHER_MOVES:
                checked += 1
                if tab.locator(f"{board_page.LEGAL}[value='{move}']").count():
                    press(tab, f"{board_page.LEGAL}[value='{move}']")
                    assert tab.evaluate(COVERED) == [], move
                    press(tab, "#back")
        press(tab, "[data-guided]")
        while board_page.mode(tab) == "second-step":
            press(tab, "[data-guided]")
        assert tab.evaluate(COVERED) == []
        press(tab, "button[value=confirm]")
    context.close()
