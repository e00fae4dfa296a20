"""Small screens: nothing runs out of the page, and what plays back moves nothing else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.board_grid import open_table
from tests.support.browser_player import open_first_game
from tests.support.crowded_tables import crowded_record
from tests.support.open_pages import resume
from tests.support.question_records import standing_record
from tests.support.samples import sampled

WATCH = """() => { window.tops = new Set(); window.histories = 0; window.outside = 0; window.played = 0;
const head = () => document.querySelector('#head'); // a sticky head stays where it is while the page is scrolled to what was chosen
addEventListener('groundfloor:swapped', () => { tops.add(head().getBoundingClientRect().top + (getComputedStyle(head()).position === 'sticky' ? 0 : scrollY));
if (document.body.classList.contains('is-replaying')) { played += 1;
const [said, panel] = ['#page-status', '#panel'].map((name) => document.querySelector(name).getBoundingClientRect());
if (said.left < panel.left - 1 || said.right > panel.right + 1 || said.top < panel.top - 1 || said.bottom > panel.bottom + 1) outside += 1; }
if ([...document.querySelectorAll('.replay')].some((e) => e.checkVisibility())) histories += 1; }, true); }"""
DONE = """() => document.querySelector('#panel').dataset.mode === 'asked' && !document.body.classList.contains('is-replaying')
&& !document.querySelector('#table').hasAttribute('aria-busy')"""


def test_a_board_zoomed_to_four_hundred_per_cent_scrolls_one_way_only(browser: Browser, server: str) -> None:
    width = 320
    tab = browser.new_page(viewport={"width": width, "height": 640})
    open_first_game(tab, server)
    for part in ("city", "company", "improvements", "log"):
        board_page.view_tab(tab, part).click()
        assert tab.evaluate("document.documentElement.scrollWidth") == width, part


@pytest.mark.parametrize(("width", "height"), sampled([(1280, 720), (360, 760)], (360, 760).__eq__))
def test_playing_back_shows_no_controls_of_history_and_moves_nothing(browser: Browser, server: str, width: int, height: int) -> None:
    """What it says of itself stands in the panel of the decision and covers nothing else."""
    tab = browser.new_page(viewport={"width": width, "height": height})
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


PLACES = "() => ['#city', '#company', '#log'].map((name) => Math.round(document.querySelector(name).getBoundingClientRect().top + scrollY))"


@pytest.mark.parametrize("is_touch", sampled([False, True], bool))
def test_list_that_is_asked_about_moves_nothing_on_a_tablet(browser: Browser, server: str, is_touch: bool) -> None:
    tab = browser.new_page(viewport={"width": 900, "height": 1200}, has_touch=is_touch, is_mobile=is_touch, reduced_motion="reduce")
    tab.goto(resume(server, standing_record("second buy")))
    board_page.part(tab, "improvements").wait_for()
    before = tab.evaluate(PLACES)
    board_page.answer(tab, "none").click()
    board_page.confirm_button(tab).click()
    board_page.part(tab, "improvements").wait_for(state="hidden")
    assert tab.evaluate(PLACES) == before


HEAD = "() => document.querySelector('.head').getBoundingClientRect().height"
NEXT = "() => { const next = document.getElementById('next-table'); next.hidden = false; next.querySelector('b').textContent = '12'; }"


def test_button_of_the_next_table_leaves_the_head_of_a_tablet_as_high(browser: Browser, server: str) -> None:
    with http.Client(base_url=server) as client:
        _, tokens, asked = open_table(client, crowded_record(4, "last", "price"))
    tab = browser.new_page(viewport={"width": 768, "height": 1024}, locale="de", has_touch=True)
    tab.goto(f"{server}/s/{tokens[(asked + 1) % 4]}", wait_until="load")
    before = tab.evaluate(HEAD)
    tab.evaluate(NEXT)
    assert tab.evaluate(HEAD) == before


def test_key_opens_the_list_of_a_tablet(browser: Browser, server: str) -> None:
    tab = browser.new_page(viewport={"width": 900, "height": 1200}, reduced_motion="reduce")
    tab.goto(resume(server, standing_record("second schedule")), wait_until="load")
    assert not board_page.part(tab, "improvements").is_visible()
    tab.keyboard.press("s")
    board_page.part(tab, "improvements").wait_for()


def test_tap_on_unlit_place_shows_what_it_is(browser: Browser, server: str) -> None:
    """Nothing hovers on a touch screen; the next tap takes the note away."""
    tab = browser.new_page(viewport={"width": 360, "height": 780}, has_touch=True, locale="en")
    open_first_game(tab, server)
    board_page.panel(tab, kind="hire").wait_for()
    tab.wait_for_load_state("load")
    board_page.view_tab(tab, "city").tap()
    board_page.space(tab, "Consulting firm, row 1").first.tap(force=True)
    board_page.tooltip(tab).wait_for()
    assert "Tasks are scheduled in phase III." in board_page.tooltip(tab).inner_text()
    place, note = board_page.space(tab, "Consulting firm, row 1").first.bounding_box(), board_page.tooltip(tab).bounding_box()
    assert place is not None and note is not None
    assert note["y"] + note["height"] <= place["y"] or note["y"] >= place["y"] + place["height"]
    assert axe_violations(tab, "[data-testid=tooltip]") == []
    board_page.panel(tab).get_by_role("paragraph").nth(1).tap()
    board_page.tooltip(tab).wait_for(state="detached")


def test_tap_on_assumed_number_of_a_building_says_where_it_is_from(browser: Browser, server: str) -> None:
    width, height = 360, 780
    tab = browser.new_page(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en", reduced_motion="reduce"
    )
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


CUT_CHOICES = """() => [...document.querySelectorAll('select[id^="colour-"]')].filter((select) => select.checkVisibility()).flatMap((select) => [...select.options].filter((option) => {
const probe = document.createElement('span'); probe.textContent = option.textContent; const style = getComputedStyle(select);
probe.style.cssText = 'position: absolute; white-space: nowrap'; probe.style.font = style.font; probe.style.letterSpacing = style.letterSpacing; document.body.append(probe);
const wide = probe.getBoundingClientRect().width; probe.remove(); return wide > select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20; }).map((option) => option.textContent))"""


def test_names_of_colours_are_not_cut(browser: Browser, server: str) -> None:
    """The longest is “bernsteingelbe Raute”; the browser's own arrow takes 20 px."""
    tab = browser.new_page(viewport={"width": 360, "height": 760}, locale="de")
    tab.goto(server)
    tab.wait_for_load_state("load")
    assert tab.locator("select[id^=colour-]").count() > 4
    assert tab.evaluate(CUT_CHOICES) == []
