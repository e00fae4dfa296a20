"""Tooltips in a real browser: beside what they are about, over nothing that can be chosen, by mouse, keyboard and touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support import board_page
from tests.support.board_grid import find_bad_tooltips
from tests.support.board_viewer import SETTLED, Size
from tests.support.question_records import standing_record
from tests.web.test_street_in_a_browser import at_schedule
from tests.web.test_wide import opened

SHIFTS = """() => { window.shifts = 0; new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifts += each.value; })
.observe({ type: 'layout-shift', buffered: false }); }"""
NO_ANCHORS = "const supports = CSS.supports; CSS.supports = (...asked) => !asked[1]?.startsWith('anchor') && supports.call(CSS, ...asked);"


def test_tooltips_stand_beside_their_owner_and_shift_nothing(browser: Browser, server: str) -> None:
    """They hide nothing that can be chosen; ``test_grid.py`` looks at them in wider windows."""
    tab = at_schedule(browser, server, 900, 1200).tab
    tab.evaluate(SHIFTS)
    assert find_bad_tooltips(tab, Size(900, 1200)) == []
    assert tab.evaluate("window.shifts") == 0


def test_click_closes_the_tooltip_until_the_pointer_comes_back(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 1366, 768)
    tab = player.tab
    places = board_page.legal_places(board_page.part(tab, "city"))
    places.first.hover()
    board_page.tooltip(tab).wait_for()
    count = player.swaps()
    tab.mouse.down()
    board_page.tooltip(tab).wait_for(state="detached")
    tab.mouse.up()
    player.after(count)
    assert player.mode in ("pencilled", "second-step")
    assert board_page.tooltip(tab).count() == 0
    places.last.hover()
    board_page.tooltip(tab).wait_for()
    tab.mouse.move(5, 5)
    board_page.tooltip(tab).wait_for(state="detached")
    places.last.hover()
    board_page.tooltip(tab).wait_for()
    tab.locator("#street .space[aria-pressed=true]").hover()
    board_page.tooltip(tab).wait_for(state="detached")


def test_click_on_place_that_is_not_lit_says_why(browser: Browser, server: str) -> None:
    tab = at_schedule(browser, server, 1366, 768).tab
    place = tab.locator("#street .space[aria-disabled=true]").first
    version, mode = board_page.shown_version(tab), board_page.mode(tab)
    place.click(force=True)
    board_page.tooltip(tab).wait_for()
    assert (board_page.shown_version(tab), board_page.mode(tab)) == (version, mode)
    tab.keyboard.press("Escape")
    assert board_page.tooltip(tab).count() == 0


def test_tooltip_follows_its_owner_when_the_street_scrolls(browser: Browser, server: str) -> None:
    tab = at_schedule(browser, server, 1120, 900).tab
    tab.mouse.move(5, 5)
    tab.keyboard.press("e")
    place = tab.locator("#street .space:focus")
    before, own = board_page.tooltip(tab).bounding_box(), place.bounding_box()
    tab.evaluate("document.querySelector('.street-row').scrollBy({ left: 40, behavior: 'instant' })")
    tab.evaluate(SETTLED)
    after, moved = board_page.tooltip(tab).bounding_box(), place.bounding_box()
    assert before and own and after and moved and own["x"] - moved["x"] > 20
    assert after["x"] - before["x"] == pytest.approx(moved["x"] - own["x"], abs=1)


def test_browsers_without_anchors_place_tooltips_beside_too(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second schedule"), 1366, 768)
    tab.add_init_script(NO_ANCHORS)
    tab.reload()
    for place in tab.locator("#street .space:visible").all()[::5]:
        place.hover(force=True)
        box, own = board_page.tooltip(tab).bounding_box(), place.bounding_box()
        assert box and own
        assert (
            box["y"] + box["height"] <= own["y"]
            or box["y"] >= own["y"] + own["height"]
            or box["x"] + box["width"] <= own["x"]
            or box["x"] >= own["x"] + own["width"]
        )
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1366 and box["y"] >= 0 and box["y"] + box["height"] <= 768


def test_tap_opens_the_tooltip_beside_the_place_and_not_over_the_panel(browser: Browser, server: str) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, locale="en", reduced_motion="reduce"
    )
    tab = context.new_page()
    player = at_schedule(browser, server, 1366, 768)
    tab.goto(player.tab.url)
    board_page.panel(tab, "asked").wait_for()
    tab.wait_for_load_state("load")
    board_page.view_tab(tab, "city").tap()
    tab.locator("#street .space[aria-disabled=true]:visible").first.tap(force=True)
    board_page.tooltip(tab).wait_for()
    box, panel = board_page.tooltip(tab).bounding_box(), board_page.panel(tab).bounding_box()
    assert box and panel and box["y"] + box["height"] <= panel["y"]
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
