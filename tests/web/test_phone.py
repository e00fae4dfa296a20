"""Phones, upright and on their side: nothing moves by itself, and the decision leads to the place it is about."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from tests.support import board_page, http
from tests.support.browser_player import Player, open_first_game
from tests.support.open_pages import resume
from tests.support.question_records import standing_record
from tests.support.samples import sampled

SHIFTS = """() => { window.shifts = []; window.tapped = 0; addEventListener('click', () => { window.tapped = scrollY; }, true); new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
.observe({ type: 'layout-shift', buffered: false }); }"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shifts.splice(0).reduce((sum, each) => sum + each, 0)), 60))))"
IN_SIGHT = """(id) => { const box = document.getElementById(id).getBoundingClientRect();
const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2); return Boolean(under?.closest(`#${id}`)); }"""
CHOSEN_IN_SIGHT = """() => [...document.querySelectorAll(':is(#street, #company) .is-pencilled')].some((place) => {
const box = place.getBoundingClientRect(); return place.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); })"""
CLICKS = 8
"""Employees hired and markers placed, each pencilled in and confirmed."""
MOST = 0.02
"""How far a move may shift what stands on the page: the measure of browsers, cumulative layout shift."""


def opened(browser: Browser, server: str, kind: str, width: int, height: int, language: str = "en") -> Player:
    """Returns the page of whoever is asked a question of this kind, on a phone."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce", locale=language
    )
    player = Player(context.new_page(), random.Random(1))
    player.tab.goto(resume(server, standing_record(f"second {kind}")))
    board_page.panel(player.tab).wait_for()
    player.tab.wait_for_load_state("load")
    return player


@pytest.mark.parametrize(("width", "height"), sampled([(360, 760), (740, 360), (1280, 720)], (360, 760).__eq__))
def test_moves_shift_nothing(browser: Browser, server: str, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=width < 800, is_mobile=width < 800, reduced_motion="reduce"
    )
    player = Player(context.new_page(), random.Random(3))
    tab = player.tab
    open_first_game(tab, server)
    tab.evaluate(SHIFTS)
    for _ in range(CLICKS):
        kind = player.kind
        player.click()
        assert tab.evaluate(SETTLED) < MOST, player.kind
        if (
            player.mode == "pencilled" and width < 700 and kind not in ("hire", "fire")
        ):  # the landing or employee that it is about comes into sight: below
            assert tab.evaluate("scrollY === tapped") or tab.evaluate(CHOSEN_IN_SIGHT), "only what the sheet would cover moves"


@pytest.mark.parametrize(("width", "height"), sampled([(360, 760), (740, 360)], (360, 760).__eq__))
def test_question_after_move_of_another_seat_shifts_nothing(browser: Browser, server: str, width: int, height: int) -> None:
    """It shows another part of the board, as the city was looked at and an employee is hired in the company."""
    made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    asked = http.get(f"{server}/api/games/{made['game']}").json()["asked"]
    links = [f"{server}/api/seats/{seat['token']}" for seat in made["seats"]]
    tab = browser.new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    tab.goto(links[1 - asked].replace("/api/seats/", "/s/"))
    board_page.panel(tab, "waiting").wait_for()
    assert board_page.part(tab, "city").is_visible()
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    tab.evaluate(SHIFTS)
    http.post(links[asked], json={"apply": ["done"], "version": http.get(links[asked]).json()["version"]})
    board_page.panel(tab, "asked", kind="hire").wait_for()
    assert board_page.part(tab, "company").is_visible()
    assert tab.evaluate(SETTLED) < MOST


ANSWERS_CUT = """() => [...document.querySelectorAll('#panel .button-row > button')].filter((answer) => { const box = answer.getBoundingClientRect();
return ![box.top + 2, box.bottom - 2].every((y) => answer.contains(document.elementFromPoint(box.left + box.width / 2, y))); }).map((answer) => answer.value)"""
FREE_HEIGHT = """() => Math.min(...[...document.querySelectorAll('#panel, #latest-events')].filter((part) => part.checkVisibility())
  .map((part) => part.getBoundingClientRect().top)) - document.querySelector('.map-titles').getBoundingClientRect().bottom"""


@pytest.mark.parametrize(
    "name", sampled(["second price", "online price", "second drop", "second hire", "second marketing_type"], "online price".__eq__)
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_answers_are_in_sight(browser: Browser, server: str, name: str, language: str) -> None:
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, locale=language)
    tab.goto(resume(server, standing_record(name)))
    board_page.panel(tab).wait_for()
    tab.wait_for_function("() => document.body.style.getPropertyValue('--fit')")
    tab.wait_for_function(f"() => !({ANSWERS_CUT})().length")


@pytest.mark.parametrize("looks", ["asked", "waiting", "watching"])
def test_city_has_room_above_short_sheet(browser: Browser, server: str, looks: str) -> None:
    """Of a place to choose, and of the turn of another seat, there is little to say."""
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, locale="de")
    address = resume(server, standing_record("second schedule"))
    public = http.get(address.replace("/s/", "/api/seats/")).json()["game"]
    tab.goto({"asked": address, "waiting": waiting_page(server, "second schedule"), "watching": f"{server}/g/{public}"}[looks])
    board_page.panel(tab).wait_for()
    tab.wait_for_function("() => document.body.style.getPropertyValue('--fit')")
    tab.wait_for_function(f"() => ({FREE_HEIGHT})() >= 160")


WHOLE = """(seat) => { const section = document.querySelector(`#company-${seat} .section`).getBoundingClientRect();
return section.height > 0 && section.bottom <= document.querySelector('#panel').getBoundingClientRect().top &&
  section.top >= document.querySelector('#head').getBoundingClientRect().bottom; }"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_company_of_another_is_whole_after_one_tap(browser: Browser, server: str, language: str) -> None:
    player = opened(browser, server, "schedule", 360, 760, language)
    board_page.view_tab(player.tab, "company").tap()
    other = player.tab.locator("#company-tabs a:not([aria-current])").first
    seat = other.get_attribute("data-show-company")
    other.tap()
    player.tab.wait_for_function(WHOLE, arg=seat)


def waiting_page(server: str, name: str) -> str:
    """Opens a table that goes on where a record ends; returns the page of a person who is not asked."""
    made = http.post(f"{server}/api/records", json={"record": standing_record(name), "resume": True}).json()
    asked = http.get(f"{server}/api/games/{made['game']}").json()["asked"]
    return next(f"{server}/s/{seat['token']}" for seat in made["seats"] if seat.get("token") and seat["seat"] != asked)


@pytest.mark.parametrize(
    ("kind", "view", "lit"),
    sampled([("price", "log", "city"), ("buy", "city", "improvements"), ("fire", "log", "company")], ("price", "log", "city").__eq__),
)
def test_a_question_leads_to_the_part_where_it_is_answered(browser: Browser, server: str, kind: str, view: str, lit: str) -> None:
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True)
    tab.add_init_script(SHOWN.format(view=view))
    tab.goto(resume(server, standing_record(f"second {kind}")))
    tab.wait_for_function(
        f"() => document.documentElement.dataset.view === '{lit}' || ('{lit}' === 'city' && !document.documentElement.dataset.view)"
    )
    assert board_page.part(tab, lit).is_visible() and board_page.view_tab(tab, lit).get_attribute("aria-current") == "true"
    board_page.view_tab(tab, "log").click()
    assert board_page.part(tab, "log").is_visible(), "whoever wants to look elsewhere is let go"


SHOWN = """new MutationObserver((_changes, observer) => {{
  document.documentElement.dataset.view = '{view}';
  observer.disconnect();
}}).observe(document, {{ childList: true }});"""
"""Which part a page shows before its scripts run."""


@pytest.mark.parametrize(("width", "height"), sampled([(360, 640), (740, 360)], (360, 640).__eq__))
def test_the_window_of_a_chosen_price_comes_into_sight(browser: Browser, server: str, width: int, height: int) -> None:
    player = opened(browser, server, "price", width, height)
    tab = player.tab
    tab.evaluate("scrollTo(0, 0)")
    count = player.swaps()
    board_page.panel(tab).locator(board_page.LEGAL).first.click()
    player.after(count)
    tab.wait_for_function("() => document.documentElement.dataset.area === 'H'")
    chosen = tab.evaluate("document.querySelector('#area-H .is-pencilled').id")
    tab.wait_for_function(IN_SIGHT, arg=chosen)


def test_tap_on_room_far_down_leaves_page_there(browser: Browser, server: str) -> None:
    player = opened(browser, server, "schedule", 360, 760)
    tab = player.tab
    board_page.view_tab(tab, "company").tap()
    room = board_page.own_company(tab).locator(board_page.LEGAL).last
    id = room.get_attribute("id")
    room.evaluate("(e) => scrollBy(0, e.getBoundingClientRect().bottom - 280)")
    before = tab.evaluate("scrollY")
    assert before > 20
    room.tap()
    tab.wait_for_function("() => ['pencilled', 'second-step'].includes(document.querySelector('#panel').dataset.mode)")
    assert (tab.evaluate("scrollY"), tab.evaluate(IN_SIGHT, id)) == (before, True)


FREE = """(selector) => { const box = [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect();
return box.top >= document.querySelector('#head').getBoundingClientRect().bottom - 1 && box.bottom <= document.querySelector('#panel').getBoundingClientRect().top + 1; }"""


def test_pencilled_landing_comes_into_sight(browser: Browser, server: str) -> None:
    """The landing of a new employee lies at the foot of the company, where the sheet begins."""
    tab = opened(browser, server, "hire", 360, 800, "de").tab
    board_page.answer(tab, "hire").tap()
    board_page.panel(tab, "pencilled").wait_for()
    tab.wait_for_function(FREE, arg="#company .company.is-default .shaft-level.is-preview")


LIT_SPACE_IN_SIGHT = """() => { const box = document.querySelector(`#area-${document.documentElement.dataset.area} .is-lit`)?.getBoundingClientRect();
return Boolean(box) && box.width > 0 && document.elementFromPoint(box.left + box.width / 2, box.bottom - 6)?.closest('.is-lit') !== null; }"""

LIT_ROOM_IN_SIGHT = """() => [...document.querySelectorAll('#company button[name=pick]:not([aria-disabled=true])')].some((place) => {
const box = place.getBoundingClientRect(); return place.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); })"""


def test_tab_of_the_city_shows_a_place_that_can_be_chosen(browser: Browser, server: str) -> None:
    tab = opened(browser, server, "schedule", 360, 700).tab
    board_page.view_tab(tab, "company").tap()
    board_page.view_tab(tab, "city").tap()
    tab.wait_for_function(LIT_SPACE_IN_SIGHT)


def test_next_task_brings_a_place_that_can_be_chosen_into_sight(browser: Browser, server: str) -> None:
    """While others moved, a building was looked at where nothing can be chosen, then the own company."""
    made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    first = http.get(f"{server}/api/games/{made['game']}").json()["asked"]
    links = [f"{server}/api/seats/{seat['token']}" for seat in made["seats"]]

    def apply(seat: int, *actions: str) -> None:
        http.post(links[seat], json={"apply": list(actions), "version": http.get(links[seat]).json()["version"]})

    apply(first, "done")
    apply(1 - first, "done")
    tab = browser.new_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    tab.goto(links[1 - first].replace("/api/seats/", "/s/"))
    board_page.panel(tab, "waiting").wait_for()
    board_page.view_tab(tab, "city").tap()
    board_page.map_link(tab, "H").tap()
    tab.wait_for_function("() => document.documentElement.dataset.area === 'H'")
    apply(first, "meeting_room 1", "end")
    tab.wait_for_function(LIT_SPACE_IN_SIGHT)
    apply(1 - first, "meeting_room 1", "end")
    board_page.panel(tab, "waiting").wait_for()
    board_page.view_tab(tab, "company").tap()
    tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    apply(first, "meeting_room 1", "end")
    tab.wait_for_function(LIT_ROOM_IN_SIGHT)


CUT_OFF = """(selector) => [...document.querySelectorAll(selector)].filter((e) => { const range = document.createRange();
range.selectNodeContents(e); const words = range.getBoundingClientRect(), box = e.getBoundingClientRect();
return [[words.left + 4, words.top + words.height / 2], [box.left + box.width / 2, box.bottom - 3]]
.some(([x, y], index) => (index === 0 || e.matches('button')) && !e.contains(document.elementFromPoint(x, y))); }).map((e) => e.textContent.trim())"""
"""Elements whose words, or buttons whose lower edge, are covered or out of the window."""


def test_switch_for_playing_without_confirming_is_in_sight(browser: Browser, server: str) -> None:
    """Whoever confirms a move sees at once that this can be left out, without scrolling the sheet."""
    tab = opened(browser, server, "price", 360, 800, "de").tab
    for width, height in ((360, 800), (667, 375), (740, 360)):
        tab.set_viewport_size({"width": width, "height": height})
        if board_page.mode(tab) == "pencilled":
            board_page.back_button(tab).tap()
            board_page.panel(tab, "asked").wait_for()
        board_page.panel(tab).locator(f"{board_page.LEGAL}[value^=price]").first.tap()
        board_page.panel(tab, "pencilled").wait_for()
        assert tab.evaluate("document.querySelector('#panel').scrollTop") == 0
        assert tab.evaluate(IN_SIGHT, "set-confirms_itself")
        box = board_page.confirms_itself_switch(tab).bounding_box()
        assert box is not None and box["height"] >= 44 and box["x"] + box["width"] <= width
        assert tab.evaluate(CUT_OFF, "#confirm, #panel .pencil-label, #panel .decision-title") == []
    board_page.confirms_itself_switch(tab).tap()
    board_page.confirms_itself_switch(tab).and_(tab.locator("[aria-checked=true]")).wait_for()
