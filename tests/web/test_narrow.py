"""Small screens: nothing runs out of the page, and what plays back moves nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.browser_player import open_first_game
from tests.support.samples import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WATCH = """() => { window.tops = new Set(); window.histories = 0; window.outside = 0; window.played = 0;
const head = () => document.querySelector('#head'); // a sticky head stays where it is while the page is scrolled to what was chosen
addEventListener('groundfloor:swapped', () => { tops.add(head().getBoundingClientRect().top + (getComputedStyle(head()).position === 'sticky' ? 0 : scrollY));
if (document.body.classList.contains('is-replaying')) { played += 1;
const [said, panel] = ['#page-status', '#panel'].map((name) => document.querySelector(name).getBoundingClientRect());
if (said.left < panel.left - 1 || said.right > panel.right + 1 || said.top < panel.top - 1 || said.bottom > panel.bottom + 1) outside += 1; }
if ([...document.querySelectorAll('.replay')].some((e) => e.checkVisibility())) histories += 1; }, true); }"""
DONE = """() => document.querySelector('#panel').dataset.mode === 'asked' && !document.body.classList.contains('is-replaying')
&& !document.querySelector('#table').hasAttribute('aria-busy')"""


@pytest.mark.parametrize("width", sampled([320, 360], (320).__eq__))
def test_a_board_zoomed_to_four_hundred_per_cent_scrolls_one_way_only(browser: Browser, server: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 640})
    tab = context.new_page()
    open_first_game(tab, server)
    for part in ("city", "company", "improvements", "log"):
        board_page.view_tab(tab, part).click()
        assert tab.evaluate("document.documentElement.scrollWidth") == width, part
    context.close()


@pytest.mark.parametrize(
    ("width", "height"), sampled([(900, 900), (1280, 720), (360, 760), (740, 360)], lambda size: size[1] in (720, 760))
)
def test_playing_back_shows_no_controls_of_history_and_moves_nothing(browser: Browser, server: str, width: int, height: int) -> None:
    """What it says of itself stands in the panel of the decision and covers nothing else."""
    context = browser.new_context(viewport={"width": width, "height": height})
    tab = context.new_page()
    open_first_game(tab, server)
    tab.evaluate("() => localStorage.setItem('groundfloor-pace', 'brisk')")
    tab.evaluate(WATCH)
    for _ in range(4):
        board_page.legal_places(tab).first.click()
        board_page.confirm_button(tab).click()
        tab.wait_for_function(DONE)
    assert tab.evaluate("played") > 0
    assert len(tab.evaluate("[...tops]")) == 1 and tab.evaluate("histories") == 0
    assert tab.evaluate("outside") == 0
    context.close()


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_a_phone_has_buttons_to_undo_and_to_show_the_score(browser: Browser, server: str, language: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 760}, locale=language, has_touch=True, is_mobile=True)
    tab = context.new_page()
    open_first_game(tab, server)
    for button in (board_page.undo_button(tab), board_page.menu_button(tab)):
        box = button.bounding_box()
        assert box is not None and box["width"] >= 38 and box["height"] >= 38, button
    menu = tab.get_by_role("navigation", name=board_page.either("This game"))
    board_page.menu_button(tab).click()
    menu.get_by_role("link", name=board_page.either("Score", ending="$")).click()
    assert board_page.score_sheet(tab).is_visible() and not menu.is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


@pytest.mark.parametrize(("width", "height"), [(360, 780), (900, 1200)])
def test_tap_on_unlit_place_shows_what_it_is(browser: Browser, server: str, width: int, height: int) -> None:
    """Nothing hovers on a touch screen; the next tap takes the note away."""
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, locale="en")
    tab = context.new_page()
    open_first_game(tab, server)
    board_page.panel(tab, kind="hire").wait_for()
    tab.wait_for_load_state("load")
    if width < 700:
        board_page.view_tab(tab, "city").tap()
    board_page.space(tab, "Consulting firm, row 1").first.tap(force=True)
    board_page.tap_tooltip(tab).wait_for()
    assert "Tasks are scheduled in phase III." in board_page.tap_tooltip(tab).inner_text()
    place, note = board_page.space(tab, "Consulting firm, row 1").first.bounding_box(), board_page.tap_tooltip(tab).bounding_box()
    assert place is not None and note is not None
    assert note["y"] + note["height"] <= place["y"] or note["y"] >= place["y"] + place["height"]
    assert axe_violations(tab, "[data-testid=tap-tooltip]") == []
    board_page.panel(tab).get_by_role("paragraph").first.tap()
    board_page.tap_tooltip(tab).wait_for(state="detached")
    context.close()


def test_tap_on_assumed_number_of_a_building_says_where_it_is_from(browser: Browser, server: str) -> None:
    width, height = 360, 780
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en", reduced_motion="reduce"
    )
    tab = context.new_page()
    open_first_game(tab, server)
    board_page.panel(tab, kind="hire").wait_for()
    tab.wait_for_load_state("load")
    board_page.view_tab(tab, "city").tap()
    tab.get_by_role("link", name="H, Retail outlets").tap()
    number = board_page.part(tab, "city").get_by_role("button", name=", assumed").last
    number.evaluate("number => scrollBy({ top: number.getBoundingClientRect().top - 300, behavior: 'instant' })")
    place = number.bounding_box()
    assert place is not None
    tab.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    board_page.tooltip(tab).wait_for()
    assert "is assumed: no known source prints it." in board_page.tooltip(tab).inner_text()
    box = board_page.tooltip(tab).bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] >= 0 and box["y"] + box["height"] <= height
    context.close()


CUT_CHOICES = """() => [...document.querySelectorAll('select[id^="colour-"]')].filter((select) => select.checkVisibility()).flatMap((select) => [...select.options].filter((option) => {
const probe = document.createElement('span'); probe.textContent = option.textContent; const style = getComputedStyle(select);
probe.style.cssText = 'position: absolute; white-space: nowrap'; probe.style.font = style.font; probe.style.letterSpacing = style.letterSpacing; document.body.append(probe);
const wide = probe.getBoundingClientRect().width; probe.remove(); return wide > select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20; }).map((option) => option.textContent))"""


@pytest.mark.parametrize("width", [360, 900, 1366])
@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_names_of_colours_are_not_cut(browser: Browser, server: str, language: str, width: int) -> None:
    """The longest is “bernsteingelbe Raute”; the browser's own arrow takes 20 px."""
    context = browser.new_context(viewport={"width": width, "height": 760}, locale=language)
    tab = context.new_page()
    tab.goto(server)
    tab.wait_for_load_state("load")
    assert tab.locator("select[id^=colour-]").count() > 4
    assert tab.evaluate(CUT_CHOICES) == []
    context.close()
