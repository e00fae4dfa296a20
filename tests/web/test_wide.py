"""Wide pages: rules, sale and tooltips beside the board."""

from __future__ import annotations

from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.accessibility import BY_LOOK, axe_violations
from tests.support.open_pages import resume
from tests.support.question_records import standing_record


def opened(browser: Browser, server: str, record: str, width: int, height: int, language: str = "en") -> Tab:
    tab = browser.new_page(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce")
    tab.goto(resume(server, record))
    board_page.panel(tab).wait_for()
    tab.wait_for_load_state("load")
    return tab


MEETS = """([one, others]) => { const a = document.querySelector(one).getBoundingClientRect(); return others.filter((name) => {
const b = document.querySelector(name).getBoundingClientRect(); return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1; }); }"""
HEADING = """() => { const cited = document.querySelector('#rulebook .is-cited').getBoundingClientRect();
const under = document.elementFromPoint(cited.left + 20, cited.top + 8); return Boolean(under?.closest('.is-cited')); }"""


def test_rules_leave_company_and_decision_uncovered_and_show_the_heading(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second schedule"), 1280, 720)
    board_page.part(tab, "city").get_by_role("link", name="Rule IV.D: Fetching supply").click()
    board_page.cited_rule(tab).wait_for()
    assert tab.evaluate(MEETS, ["#rulebook", [".main-company", "#panel", "#street"]]) == []
    tab.wait_for_function(HEADING)


def test_what_is_on_sale_opens_with_its_question_and_lets_go(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second buy"), 1366, 768)
    tab.wait_for_function("() => document.documentElement.dataset.rail === 'improvements'")
    assert board_page.part(tab, "improvements").is_visible() and not board_page.part(tab, "log").is_visible()
    board_page.rail_tab(tab, "log").click()
    assert board_page.part(tab, "log").is_visible() and not board_page.part(tab, "improvements").is_visible()
    tab.keyboard.press("s")
    assert board_page.part(tab, "improvements").is_visible() and not board_page.part(tab, "log").is_visible()
    tab.keyboard.press("l")
    assert board_page.part(tab, "log").is_visible() and not board_page.part(tab, "improvements").is_visible()


def test_other_companies_stay_in_sight_beside_the_whole_list(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second buy"), 1600, 1000)
    tab.wait_for_function("() => document.documentElement.dataset.rail === 'improvements'")
    assert len(tab.locator(".improvements-column.is-tenant .tile").all()) > 6
    assert tab.evaluate("() => document.querySelectorAll('.mini .mini-drawing').length") == 3
    others = [f"#small-{seat} .mini-body" for seat in range(3) if tab.locator(f"#small-{seat}").is_visible()]
    assert len(others) == 2 and tab.evaluate(MEETS, [".improvements-column.is-tenant", others]) == []


def test_own_rooms_can_be_asked_by_keyboard_what_they_are(browser: Browser, server: str) -> None:
    """No question asks about them: like places of the city they take the focus, and say what they do and why not now."""
    tab = opened(browser, server, standing_record("second price"), 1366, 768)
    tab.keyboard.press("o")
    assert tab.evaluate("Boolean(document.activeElement.closest('#company .section'))")
    said = set()
    for _ in range(5):
        said.add(board_page.tooltip(tab).inner_text())
        tab.keyboard.press("ArrowRight")
    rooms = {each for each in said if not each.startswith("Starts with")}  # which the roof says
    assert len(rooms) >= 4 and all("phase III" in each for each in rooms), said
    before = board_page.shown_version(tab), board_page.mode(tab)
    tab.keyboard.press("Enter")
    assert (board_page.shown_version(tab), board_page.mode(tab)) == before


OWNERS = """() => { const kinds = new Map();
for (const owner of document.querySelectorAll("#street [data-has-tooltip], #street .space, #board [aria-describedby]"))
  if (owner.id && owner.checkVisibility()) kinds.set(owner.className, owner.id);
return [...kinds.values()]; }"""


def test_open_tooltips_have_no_findings(browser: Browser, server: str) -> None:
    """Some kinds of places that open one by focus have enough contrast in both themes."""
    tab = opened(browser, server, standing_record("online price"), 1366, 768)
    texts: set[str] = set()
    owners = tab.evaluate(OWNERS)
    for id in owners[:: max(1, len(owners) // 6)]:
        board_page.by_id(tab, id).focus()
        if board_page.tooltip(tab).count():
            texts.add(board_page.tooltip(tab).inner_text())
            for theme in ("light", "dark"):
                tab.emulate_media(color_scheme=theme)
                assert axe_violations(tab, "[data-testid=tooltip]", BY_LOOK) == [], (id, theme)
    assert len(texts) > 3
