"""All companies are whole at every size of window and number of seats, one click enlarges each, and wide windows show the tracks."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.support import board_page
from tests.support.board_viewer import LANGUAGES, THEMES, Size
from tests.support.crowded_tables import ROUNDS, SEATS, planning_record
from tests.support.open_pages import resume
from tests.support.page_structure import check_structure
from tests.support.samples import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

WIDE = (Size(1600, 1000), Size(1366, 768), Size(1280, 720))
TABLETS = (Size(900, 1200, True), Size(768, 1024, True))
PHONES = (Size(360, 760, True), Size(760, 360, True))
SMALL = ".mini:not(.is-you)"
CUT = """(selector) => {
  const found = [];
  for (const company of document.querySelectorAll(selector)) {
    const edge = company.getBoundingClientRect();
    let frame = { left: 0, top: 0, right: innerWidth, bottom: Infinity };
    for (let each = company.parentElement; each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each), box = each.getBoundingClientRect();
      if (style.overflowY !== "visible") frame = { ...frame, top: Math.max(frame.top, box.top), bottom: Math.min(frame.bottom, box.bottom) };
    }
    const shown = [...company.querySelectorAll("*")].filter((each) => each.checkVisibility() && !each.closest(".visually-hidden") && each.localName !== "a");
    for (const each of [company, ...shown]) {
      const box = each.getBoundingClientRect();
      if (box.bottom > Math.min(edge.bottom, frame.bottom) + 1 || box.right > Math.min(edge.right, frame.right) + 1 || box.top < edge.top - 1)
        found.push(`${company.id}: ${each.className.baseVal ?? each.className} ${each.textContent.trim().slice(0, 20)}`);
    }
  }
  return found;
}"""
"""What sticks out of a company, or of what cuts that off."""


def open_table(browser: Browser, server: str, seats: int, when: str, size: Size) -> Tab:
    language, theme = LANGUAGES[seats % 2], THEMES[seats // 2 % 2]
    tab = browser.new_page(
        viewport={"width": size.width, "height": size.height},
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=size.is_touch,
        is_mobile=size.is_touch,
    )
    tab.goto(resume(server, planning_record(seats, when)))
    board_page.panel(tab).wait_for()
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    return tab


IN_WINDOW = """(element) => { const box = element.getBoundingClientRect();
return element.checkVisibility() && box.height > 10 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }"""
CASES = list(product(SEATS, ROUNDS))
SAMPLE = ((4, "last"), (6, "last"))


@pytest.mark.parametrize(("seats", "when"), sampled(CASES, SAMPLE.__contains__))
def test_other_companies_are_whole_and_tracks_in_sight_on_wide_pages(browser: Browser, server: str, seats: int, when: str) -> None:
    tab = open_table(browser, server, seats, when, WIDE[0])
    for size in WIDE:
        tab.set_viewport_size({"width": size.width, "height": size.height})
        assert tab.evaluate(CUT, "#company .company.is-default .section-frame") == [], size.name
        assert tab.locator(SMALL).count() == seats - 1
        assert tab.evaluate(CUT, SMALL) == [], size.name
        assert tab.evaluate("document.querySelector('#others').getBoundingClientRect().bottom") <= size.height
        assert [str(each) for each in check_structure(tab, scope="#others")] == [], size.name
        tracks = tab.locator("#tracks .track")
        assert tracks.count() == 3 and all(tab.evaluate(IN_WINDOW, each.element_handle()) for each in tracks.all()), size.name
        assert [str(each) for each in check_structure(tab, scope="#tracks")] == [], size.name
    seat = seats - 1
    tab.locator(f"#mini-{seat}").click()
    assert tab.locator(f"#company-{seat}").is_visible() and not tab.locator("#company-0").is_visible()


@pytest.mark.parametrize(("seats", "when"), sampled(CASES, SAMPLE.__contains__))
def test_other_companies_are_whole_on_tablets(browser: Browser, server: str, seats: int, when: str) -> None:
    tab = open_table(browser, server, seats, when, TABLETS[0])
    for size in TABLETS:
        tab.set_viewport_size({"width": size.width, "height": size.height})
        assert tab.evaluate(CUT, SMALL) == [], size.name
        assert [str(each) for each in check_structure(tab, size.is_touch, scope="#others")] == [], size.name
    seat = seats - 1
    tab.locator(f"#mini-{seat}").tap()
    assert tab.locator(f"#company-{seat}").is_visible()


@pytest.mark.parametrize(("seats", "when"), sampled(CASES, SAMPLE.__contains__))
def test_each_company_is_one_tap_away_on_phones(browser: Browser, server: str, seats: int, when: str) -> None:
    tab = open_table(browser, server, seats, when, PHONES[0])
    tab.locator("a[href='#company'][data-view]").tap()
    for size in PHONES:
        tab.set_viewport_size({"width": size.width, "height": size.height})
        for seat in range(seats):
            tab.locator(f".company-tabs [data-show-company='{seat}']").tap()
            assert tab.locator(f"#company-{seat}").is_visible()
            assert [str(each) for each in check_structure(tab, size.is_touch, scope=f"#company-{seat}")] == [], size.name
