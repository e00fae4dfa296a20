"""Somebody who knows nothing but the page's words and lit places finishes the guided game: by mouse, touch and keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundfloor.guide import LESSONS
from tests.support import board_page
from tests.support.accessibility import axe_violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

PREPARED = """localStorage.setItem('groundfloor-pace', 'off'); window.swaps = 0; window.lastTap = -500;
  addEventListener('touchend', () => { window.lastTap = performance.now(); }, true);
  addEventListener('groundfloor:swapped', () => { window.swaps += 1; }, true);"""
SETTLED = "(count) => window.swaps > count && !document.getElementById('table').ariaBusy"
IN_SIGHT = """(element) => { const box = element.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return element.contains(found) || Boolean(found?.closest('[data-guided]')); }"""
"""The middle of the element is within the window, and nothing covers it."""
IS_NO_DOUBLE_TAP = "() => performance.now() - window.lastTap > 500"
"""Two taps at once on one place count as one; a newcomer reads in between."""
SHOWN = "() => { const { view, area } = document.documentElement.dataset; return view === 'city' ? [view, area] : [view]; }"
"""What a phone shows: the part of the board, and the building of the street."""
CHOICE_IN_SIGHT = """() => { const panel = document.getElementById('panel').getBoundingClientRect();
  return [...document.querySelectorAll('#board .is-pencilled')].some((element) => {
    const box = element.getBoundingClientRect();
    return box.height && box.top >= 0 && box.bottom <= (panel.top > 100 ? panel.top : innerHeight); }); }"""
"""Something pencilled in stands above the panel."""
WHOLE_PAGE = 8
"""At each step the panel with the guide is checked for accessibility in one of two games, and at every so many the whole page."""
WIDE, NARROW = {"width": 1366, "height": 768}, {"width": 360, "height": 740}


class Newcomer:
    """Follows the guide by what the page shows."""

    def __init__(self, tab: Tab, way: str) -> None:
        self.tab = tab
        self.way = way
        self.is_narrow = tab.viewport_size == NARROW

    def press(self, selector: str) -> None:
        """Presses a control that is in sight, in the newcomer's way, and waits for the page's answer."""
        count = self.tab.evaluate("window.swaps")
        control = self.tab.locator(selector).first
        if self.way == "keyboard":
            if "confirm" not in selector:
                self.tab.keyboard.press("t")
            self.tab.keyboard.press("Enter")
        elif self.way == "touch":
            self.tab.wait_for_function(IS_NO_DOUBLE_TAP)
            control.tap()
        else:
            control.click()
        self.tab.wait_for_function(SETTLED, arg=count)

    def follow(self) -> None:
        """Does what the step says."""
        if not board_page.guide(self.tab).get_attribute("data-move"):
            self.press("button[name=guide][value=next]")
            return
        place = self.tab.locator("[data-guided]:visible").first
        assert place.get_attribute("aria-disabled") != "true", "the place that the guide shows is lit"
        if self.way != "keyboard":
            self.tab.wait_for_function(IN_SIGHT, arg=place.element_handle())
        before, is_on_board = self.tab.evaluate(SHOWN), place.evaluate("(element) => !element.closest('#panel')")
        self.press("[data-guided]:visible")
        if self.is_narrow and is_on_board:
            assert self.tab.evaluate(SHOWN) == before, "the page stays where the place was chosen"
            self.tab.wait_for_function(CHOICE_IN_SIGHT)
        while board_page.mode(self.tab) == "second-step":
            self.press("[data-guided]:visible")
        self.press("button[value=confirm]")


@pytest.mark.parametrize(
    ("way", "size", "language", "checked"),
    [
        ("mouse", WIDE, "en", 1),
        ("mouse", NARROW, "de", 0),
        ("touch", NARROW, "de", None),
        ("touch", WIDE, "en", None),
        ("keyboard", NARROW, "en", None),
        ("keyboard", WIDE, "de", None),
    ],
)
def test_newcomer_finishes_the_guided_game(
    server: str, browser: Browser, way: str, size: dict[str, int], language: str, checked: int | None
) -> None:
    """``checked``: whether the steps with odd (1) or even (0) numbers are checked for accessibility, or none."""
    context = browser.new_context(viewport=size, has_touch=way == "touch", locale=language, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script(PREPARED)
    tab = context.new_page()
    faults: list[str] = []
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.goto(server)
    tab.locator("main button").first.click()
    tab.wait_for_url("**/s/**")
    tab.wait_for_function("() => document.querySelector('[role=status].visually-hidden')?.textContent")
    newcomer = Newcomer(tab, way)
    steps: list[str | None] = []
    while not steps or steps[-1] != LESSONS[-1].id:
        steps.append(board_page.guide(tab).get_attribute("data-guide"))
        if len(steps) % 2 == checked:
            assert axe_violations(tab, None if len(steps) % WHOLE_PAGE == checked else "#panel") == [], steps[-1]
        newcomer.follow()
    assert steps == [lesson.id for lesson in LESSONS]
    assert faults == []
    context.close()
