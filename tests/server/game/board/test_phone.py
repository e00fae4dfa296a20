"""Phones, upright and on their side: nothing moves by itself or runs out of the page, the decision leads to its place, and few taps play a round."""

from __future__ import annotations

import random
import re

import httpx
import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.browser_player import Player, open_first_game
from tests.support.crowded_tables import crowded_record
from tests.support.open_pages import resume, taken_shift, watch_shifts
from tests.support.question_records import standing_record
from tests.support.samples import nothing, sampled

IN_SIGHT = """(id) => { const box = document.getElementById(id).getBoundingClientRect();
const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2); return Boolean(under?.closest(`#${id}`)); }"""
CHOSEN_IN_SIGHT = """() => [...document.querySelectorAll(':is(#street, #company) .is-draft')].some((place) => {
const box = place.getBoundingClientRect(); return place.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); })"""
CLICKS = 8
"""Employees hired and markers placed, each pencilled in and confirmed."""
MOST = 0.02
"""How far a move may shift what stands on the page."""


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


@pytest.mark.parametrize(("width", "height"), sampled([(360, 760), (740, 360), (1280, 720)], nothing, (360, 760).__eq__))
def test_moves_shift_nothing(browser: Browser, server: str, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=width < 800, is_mobile=width < 800, reduced_motion="reduce"
    )
    context.add_init_script("localStorage.setItem('groundfloor-seat_order', 'on');")  # by popularity a move may change their order
    player = Player(context.new_page(), random.Random(3))
    tab = player.tab
    open_first_game(tab, server)
    tab.evaluate("() => addEventListener('click', () => { window.tapped = scrollY; }, true)")
    watch_shifts(tab)
    for _ in range(CLICKS):
        kind = player.kind
        player.click()
        assert taken_shift(tab) < MOST, player.kind
        if (
            player.mode == "draft" and width < 700 and kind not in ("hire", "fire")
        ):  # the landing or employee that it is about comes into sight: below
            assert tab.evaluate("scrollY === tapped") or tab.evaluate(CHOSEN_IN_SIGHT), "only what the sheet would cover moves"


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 760), (740, 360)])
def test_question_after_move_of_another_seat_shifts_nothing(browser: Browser, client: httpx.Client, width: int, height: int) -> None:
    """It shows another part of the board, as the city was looked at and an employee is hired in the company."""
    table = ApiTable(client)
    tab = browser.new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    tab.goto(table.url(1 - table.asked))
    board_page.panel(tab, "waiting").wait_for()
    assert board_page.part(tab, "city").is_visible()
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    watch_shifts(tab)
    table.move("done")
    board_page.panel(tab, "asked", kind="hire").wait_for()
    assert board_page.part(tab, "company").is_visible()
    assert taken_shift(tab) < MOST


ANSWERS_CUT = """() => [...document.querySelectorAll('#panel .button-row > button')].filter((answer) => { const box = answer.getBoundingClientRect();
return ![box.top + 2, box.bottom - 2].every((y) => answer.contains(document.elementFromPoint(box.left + box.width / 2, y))); }).map((answer) => answer.value)"""
FREE_HEIGHT = """() => Math.min(...[...document.querySelectorAll('#panel, #latest-events')].filter((part) => part.checkVisibility())
  .map((part) => part.getBoundingClientRect().top)) - document.querySelector('.map-titles').getBoundingClientRect().bottom"""


@pytest.mark.parametrize("language", sampled(["en", "de"], nothing, "de".__eq__))
@pytest.mark.parametrize("name", ["second price", "online price", "second drop", "second hire", "second marketing_type"])
def test_all_answers_are_in_sight(browser: Browser, server: str, name: str, language: str) -> None:
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, locale=language)
    tab.goto(resume(server, standing_record(name)))
    board_page.panel(tab).wait_for()
    tab.wait_for_function("() => document.body.style.getPropertyValue('--fit')")
    tab.wait_for_function(f"() => !({ANSWERS_CUT})().length")


@pytest.mark.thorough
@pytest.mark.parametrize("looks", ["asked", "waiting", "watching"])
def test_city_has_room_above_short_sheet(browser: Browser, server: str, client: httpx.Client, looks: str) -> None:
    """Of a place to choose, and of the turn of another seat, there is little to say."""
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, locale="de")
    address = resume(server, standing_record("second schedule"))
    game_id = http.get(address.replace("/s/", "/api/seats/")).json()["game"]
    tab.goto({"asked": address, "waiting": waiting_page(client, "second schedule"), "watching": f"{server}/g/{game_id}"}[looks])
    board_page.panel(tab).wait_for()
    tab.wait_for_function("() => document.body.style.getPropertyValue('--fit')")
    tab.wait_for_function(f"() => ({FREE_HEIGHT})() >= 160")


WHOLE = """(seat) => { const section = document.querySelector(`#company-${seat} .section`).getBoundingClientRect();
return section.height > 0 && section.bottom <= document.querySelector('#panel').getBoundingClientRect().top &&
  section.top >= document.querySelector('#head').getBoundingClientRect().bottom; }"""


@pytest.mark.parametrize("language", sampled(["en", "de"], nothing, "de".__eq__))
def test_company_of_another_is_whole_after_one_tap(browser: Browser, server: str, language: str) -> None:
    player = opened(browser, server, "schedule", 360, 760, language)
    board_page.view_tab(player.tab, "company").tap()
    other = player.tab.locator("#company-tabs a:not([aria-current])").first
    seat = other.get_attribute("data-show-company")
    other.tap()
    player.tab.wait_for_function(WHOLE, arg=seat)


def waiting_page(client: httpx.Client, name: str) -> str:
    """Opens a table that goes on where a record ends; returns the page of a person who is not asked."""
    table = ApiTable.resume(client, standing_record(name))
    return next(table.url(seat) for seat, token in enumerate(table.tokens) if token and seat != table.asked)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "view", "part"),
    [("price", "log", "city"), ("buy", "city", "improvements"), ("fire", "log", "company")],
)
def test_a_question_leads_to_the_part_where_it_is_answered(browser: Browser, server: str, kind: str, view: str, part: str) -> None:
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True)
    tab.add_init_script(SHOWN.format(view=view))
    tab.goto(resume(server, standing_record(f"second {kind}")))
    tab.wait_for_function(
        f"() => document.documentElement.dataset.view === '{part}' || ('{part}' === 'city' && !document.documentElement.dataset.view)"
    )
    assert board_page.part(tab, part).is_visible() and board_page.view_tab(tab, part).get_attribute("aria-current") == "true"
    board_page.view_tab(tab, "log").click()
    assert board_page.part(tab, "log").is_visible(), "whoever wants to look elsewhere is let go"


SHOWN = """new MutationObserver((_changes, observer) => {{
  document.documentElement.dataset.view = '{view}';
  observer.disconnect();
}}).observe(document, {{ childList: true }});"""
"""Which part a page shows before its scripts run."""


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)])
def test_the_window_of_a_chosen_price_comes_into_sight(browser: Browser, server: str, width: int, height: int) -> None:
    player = opened(browser, server, "price", width, height)
    tab = player.tab
    tab.evaluate("scrollTo(0, 0)")
    count = player.swaps()
    board_page.panel(tab).locator(board_page.LEGAL).first.click()
    player.after(count)
    tab.wait_for_function("() => document.documentElement.dataset.area === 'H'")
    chosen = tab.evaluate("document.querySelector('#area-H .is-draft').id")
    tab.wait_for_function(IN_SIGHT, arg=chosen)


@pytest.mark.thorough
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
    tab.wait_for_function("() => ['draft', 'second-step'].includes(document.querySelector('#panel').dataset.mode)")
    assert (tab.evaluate("scrollY"), tab.evaluate(IN_SIGHT, id)) == (before, True)


FREE = """(selector) => { const box = [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect();
return box.top >= document.querySelector('#head').getBoundingClientRect().bottom - 1 && box.bottom <= document.querySelector('#panel').getBoundingClientRect().top + 1; }"""


@pytest.mark.thorough
def test_pencilled_landing_comes_into_sight(browser: Browser, server: str) -> None:
    """The landing of a new employee lies at the foot of the company, where the sheet begins."""
    tab = opened(browser, server, "hire", 360, 800, "de").tab
    board_page.answer(tab, "hire").tap()
    board_page.panel(tab, "draft").wait_for()
    tab.wait_for_function(FREE, arg="#company .company.is-default .shaft-level.is-preview")


SELECTABLE_SPACE_IN_SIGHT = """() => { const box = document.querySelector(`#area-${document.documentElement.dataset.area} .is-selectable`)?.getBoundingClientRect();
return Boolean(box) && box.width > 0 && document.elementFromPoint(box.left + box.width / 2, box.bottom - 6)?.closest('.is-selectable') !== null; }"""

LIT_ROOM_IN_SIGHT = """() => [...document.querySelectorAll('#company button[name=pick]:not([aria-disabled=true])')].some((place) => {
const box = place.getBoundingClientRect(); return place.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); })"""


@pytest.mark.thorough
def test_tab_of_the_city_shows_a_place_that_can_be_chosen(browser: Browser, server: str) -> None:
    tab = opened(browser, server, "schedule", 360, 700).tab
    board_page.view_tab(tab, "company").tap()
    board_page.view_tab(tab, "city").tap()
    tab.wait_for_function(SELECTABLE_SPACE_IN_SIGHT)


@pytest.mark.thorough
def test_next_task_brings_a_place_that_can_be_chosen_into_sight(browser: Browser, client: httpx.Client) -> None:
    """While others moved, a building was looked at where nothing can be chosen, then the own company."""
    table = ApiTable(client)
    for _ in range(2):
        table.move("done")
    tab = browser.new_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    tab.goto(table.url(1 - table.asked))
    board_page.panel(tab, "waiting").wait_for()
    board_page.view_tab(tab, "city").tap()
    board_page.map_link(tab, "H").tap()
    tab.wait_for_function("() => document.documentElement.dataset.area === 'H'")
    table.move("meeting_room 1", "end")
    tab.wait_for_function(SELECTABLE_SPACE_IN_SIGHT)
    table.move("meeting_room 1", "end")
    board_page.panel(tab, "waiting").wait_for()
    board_page.view_tab(tab, "company").tap()
    tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    table.move("meeting_room 1", "end")
    tab.wait_for_function(LIT_ROOM_IN_SIGHT)


CUT_OFF = """(selector) => [...document.querySelectorAll(selector)].filter((e) => { const range = document.createRange();
range.selectNodeContents(e); const words = range.getBoundingClientRect(), box = e.getBoundingClientRect();
return [[words.left + 4, words.top + words.height / 2], [box.left + box.width / 2, box.bottom - 3]]
.some(([x, y], index) => (index === 0 || e.matches('button')) && !e.contains(document.elementFromPoint(x, y))); }).map((e) => e.textContent.trim())"""
"""Elements whose words, or buttons whose lower edge, are covered or out of the window."""


@pytest.mark.thorough
@pytest.mark.parametrize("pace", ["off", "fast"])
def test_place_with_focus_stays_in_sight_after_confirmed_turn(browser: Browser, client: httpx.Client, pace: str) -> None:
    """The next places that can be chosen are in other buildings."""
    table = ApiTable(client, "Ann", "automa:pei")
    for text in ("done", "factory", "end", "agency 1", "end"):
        table.move(text)
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True)
    tab.add_init_script(f"localStorage.setItem('groundfloor-pace', '{pace}')")
    tab.goto(table.url(0))
    tab.wait_for_load_state("load")
    board_page.map_link(tab, "A").tap()
    place = board_page.place(tab, "consulting")
    tab.wait_for_function(IN_SIGHT, arg=place.get_attribute("id"))
    place.press("Enter")
    board_page.panel(tab, "draft").wait_for()
    tab.wait_for_function(IN_SIGHT, arg=place.get_attribute("id"))
    seen, focused = tab.evaluate("[scrollX, scrollY]"), tab.evaluate("document.activeElement.id")
    version = board_page.shown_version(tab)
    tab.keyboard.press("Enter")
    board_page.table(tab, other_than=version, is_past=False, is_settled=True).wait_for(state="attached")
    board_page.panel(tab, "asked").wait_for()
    assert tab.evaluate("document.activeElement.id") == focused and tab.evaluate(IN_SIGHT, focused)
    assert tab.evaluate("[scrollX, scrollY]") == seen


@pytest.mark.thorough
def test_switch_for_playing_without_confirming_is_in_sight(browser: Browser, server: str) -> None:
    """Whoever confirms a move sees at once that this can be left out, without scrolling the sheet."""
    tab = opened(browser, server, "price", 360, 800, "de").tab
    for width, height in ((360, 800), (667, 375), (740, 360)):
        tab.set_viewport_size({"width": width, "height": height})
        if board_page.mode(tab) == "draft":
            board_page.back_button(tab).tap()
            board_page.panel(tab, "asked").wait_for()
        board_page.panel(tab).locator(f"{board_page.LEGAL}[value^=price]").first.tap()
        board_page.panel(tab, "draft").wait_for()
        assert tab.evaluate("document.querySelector('#panel').scrollTop") == 0
        assert tab.evaluate(IN_SIGHT, "set-confirms_itself")
        box = board_page.confirms_itself_switch(tab).bounding_box()
        assert box is not None and box["height"] >= 44 and box["x"] + box["width"] <= width
        assert tab.evaluate(CUT_OFF, "#confirm, #panel .pencil-label, #panel .decision-title") == []
    board_page.confirms_itself_switch(tab).tap()
    board_page.confirms_itself_switch(tab).and_(tab.locator("[aria-checked=true]")).wait_for()


MOST_MOVES = 16
"""More than a round has."""
WATCH = """() => { window.tops = new Set(); window.histories = 0; window.outside = 0; window.played = 0;
const head = () => document.querySelector('#head'); // a sticky head stays where it is while the page is scrolled to what was chosen
addEventListener('groundfloor:swapped', () => { tops.add(head().getBoundingClientRect().top + (getComputedStyle(head()).position === 'sticky' ? 0 : scrollY));
if (document.body.classList.contains('is-replaying')) { played += 1;
const [said, panel] = ['#recap', '#panel'].map((name) => document.querySelector(name).getBoundingClientRect());
if (said.left < panel.left - 1 || said.right > panel.right + 1 || said.top < panel.top - 1 || said.bottom > panel.bottom + 1) outside += 1; }
if ([...document.querySelectorAll('.replay')].some((e) => e.checkVisibility())) histories += 1; }, true); }"""
ASKED_AGAIN = """() => document.querySelector('#panel').dataset.mode === 'asked' && !document.body.classList.contains('is-replaying')
&& !document.querySelector('#table').hasAttribute('aria-busy')"""


@pytest.mark.thorough
def test_a_board_zoomed_to_four_hundred_per_cent_scrolls_one_way_only(browser: Browser, server: str) -> None:
    width = 320
    tab = browser.new_page(viewport={"width": width, "height": 640})
    open_first_game(tab, server)
    for part in ("city", "company", "improvements", "log"):
        board_page.view_tab(tab, part).click()
        assert tab.evaluate("document.documentElement.scrollWidth") == width, part


@pytest.mark.parametrize(("width", "height"), sampled([(1280, 720), (360, 760)], nothing, (360, 760).__eq__))
def test_playing_back_shows_no_controls_of_history_and_moves_nothing(browser: Browser, server: str, width: int, height: int) -> None:
    """What it says stands in the panel of the decision and covers nothing else."""
    tab = browser.new_page(viewport={"width": width, "height": height})
    open_first_game(tab, server)
    tab.evaluate("() => localStorage.setItem('groundfloor-pace', 'fast')")
    tab.evaluate(WATCH)
    for _ in range(MOST_MOVES):
        board_page.legal_places(tab).first.click()
        board_page.confirm_button(tab).click()
        tab.wait_for_function(ASKED_AGAIN)
        if tab.evaluate("played"):
            break
    assert tab.evaluate("played") > 0
    assert len(tab.evaluate("[...tops]")) == 1 and tab.evaluate("histories") == 0
    assert tab.evaluate("outside") == 0


PLACES = """() => ['#head', '#summary-bar', '#panel', '#tracks', '.bottom-bar'].map((name) => {
const { left, top, width, height } = document.querySelector(name).getBoundingClientRect(); return [left, top, width, height]; })"""


@pytest.mark.thorough
@pytest.mark.parametrize("is_touch", [False, True])
def test_list_that_is_asked_about_moves_nothing_on_a_tablet(browser: Browser, server: str, is_touch: bool) -> None:
    """It takes the place of the city; the decision, own resources and the tracks stay beside it."""
    tab = browser.new_page(viewport={"width": 900, "height": 1200}, has_touch=is_touch, is_mobile=is_touch, reduced_motion="reduce")
    tab.goto(resume(server, standing_record("second buy")))
    board_page.part(tab, "improvements").wait_for()
    assert not board_page.part(tab, "city").is_visible()
    before = tab.evaluate(PLACES)
    board_page.view_tab(tab, "city").click()
    board_page.part(tab, "improvements").wait_for(state="hidden")
    assert board_page.part(tab, "city").is_visible() and tab.evaluate(PLACES) == before
    board_page.answer(tab, "none").click()
    board_page.confirm_button(tab).click()
    board_page.panel(tab, "over").wait_for()
    assert tab.evaluate(PLACES) == before


ORNAMENT_BELOW_TABS = """() => { const box = (name) => document.querySelector(name).getBoundingClientRect();
return box('#company .company.is-default .ornament').top >= box('#company-tabs').bottom; }"""


@pytest.mark.parametrize(("width", "height"), sampled([(960, 540), (800, 500)], nothing, (800, 500).__eq__))
def test_ornament_of_a_company_is_whole_after_the_game(browser: Browser, server: str, width: int, height: int) -> None:
    """No price of a next floor stands above the roof then."""
    tab = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    tab.goto(resume(server, standing_record("second buy")))
    board_page.answer(tab, "none").click()
    board_page.confirm_button(tab).click()
    board_page.panel(tab, "over").wait_for()
    board_page.score_sheet(tab).wait_for()
    tab.keyboard.press("Escape")
    board_page.view_tab(tab, "company").click()
    assert tab.evaluate(ORNAMENT_BELOW_TABS)


TRACKS_IN_SIGHT = """() => { const box = document.querySelector('#tracks').getBoundingClientRect(); const [left, top, right, bottom] =
[box.left + 4, box.top + 4, box.right - 4, box.bottom - 4]; return box.height > 100 && [[left, top], [right, top], [left, bottom], [right, bottom]]
.every(([x, y]) => document.elementFromPoint(x, y)?.closest('#tracks')); }"""


@pytest.mark.parametrize(
    ("width", "height"),
    sampled([(900, 1200), (768, 1024), (1080, 810), (1024, 600)], (1024, 600).__eq__, (768, 1024).__eq__),
)
def test_tracks_of_a_tablet_are_in_sight_beside_the_past(browser: Browser, server: str, width: int, height: int) -> None:
    tab = browser.new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    tab.goto(resume(server, standing_record("second buy")) + "/at/20", wait_until="load")
    assert tab.evaluate(TRACKS_IN_SIGHT)


@pytest.mark.parametrize(("width", "height"), sampled([(810, 1080), (1024, 600)], (810, 1080).__eq__))
def test_letters_of_a_tablet_bring_their_buildings_into_sight(browser: Browser, server: str, width: int, height: int) -> None:
    """A street in rows scrolls down, one in a single row to the side."""
    tab = browser.new_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    tab.goto(resume(server, standing_record("second buy")), wait_until="load")
    board_page.view_tab(tab, "city").tap()
    for letter in "IA":
        tab.locator(f"#map-button-{letter}").tap()
        tab.wait_for_function(BUILDING_IN_SIGHT, arg=letter)


BUILDING_IN_SIGHT = """(letter) => { const box = document.querySelector(`#area-${letter} .facade`).getBoundingClientRect();
return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest(`#area-${letter}`); }"""


@pytest.mark.thorough
@pytest.mark.parametrize("width", [900, 1366])
def test_print_has_the_own_numbers(browser: Browser, server: str, width: int) -> None:
    """Paper is about as wide as a tablet, on which a bar at the top has them that is not printed."""
    tab = browser.new_page(viewport={"width": width, "height": 800})
    tab.goto(resume(server, standing_record("second buy")), wait_until="load")
    tab.emulate_media(media="print")
    own = tab.locator("#company .company.is-default .resource")
    assert own.count() == 5 and all(each.is_visible() for each in own.all())


HEAD_HEIGHT = "() => document.querySelector('.head').getBoundingClientRect().height"
NEXT_TABLE = (
    "() => { const next = document.getElementById('next-table'); next.hidden = false; next.querySelector('b').textContent = '12'; }"
)


@pytest.mark.thorough
def test_button_of_the_next_table_leaves_the_head_of_a_tablet_as_high(browser: Browser, client: httpx.Client) -> None:
    table = ApiTable.resume(client, crowded_record(4, "last", "price"))
    tab = browser.new_page(viewport={"width": 768, "height": 1024}, locale="de", has_touch=True)
    tab.goto(table.url((table.asked + 1) % 4), wait_until="load")
    before = tab.evaluate(HEAD_HEIGHT)
    tab.evaluate(NEXT_TABLE)
    assert tab.evaluate(HEAD_HEIGHT) == before


@pytest.mark.thorough
def test_key_opens_the_list_of_a_tablet(browser: Browser, server: str) -> None:
    tab = browser.new_page(viewport={"width": 900, "height": 1200}, reduced_motion="reduce")
    tab.goto(resume(server, standing_record("second schedule")), wait_until="load")
    assert not board_page.part(tab, "improvements").is_visible()
    tab.keyboard.press("s")
    board_page.part(tab, "improvements").wait_for()


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_names_of_colours_are_not_cut(browser: Browser, server: str) -> None:
    """The longest is “bernsteingelbe Raute”; the browser's own arrow takes 20 px."""
    tab = browser.new_page(viewport={"width": 360, "height": 760}, locale="de")
    tab.goto(server)
    tab.wait_for_load_state("load")
    assert tab.locator("select[id^=colour-]").count() > 4
    assert tab.evaluate(CUT_CHOICES) == []


# Taps


DECISIONS = 7
AT_ONCE = "localStorage.setItem('groundfloor-pace', 'off')"
LIT_IN_SIGHT = """() => { const found = [...document.querySelectorAll('#panel button[name=pick], #board button[name=pick]')].filter((e) => {
if (e.getAttribute('aria-disabled') === 'true' || e.getAttribute('aria-pressed') === 'true' || !e.checkVisibility()) return false;
const box = e.getBoundingClientRect(); return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('button') === e; });
return (found.find((e) => !['done', 'end'].includes(e.value)) ?? found[0])?.id ?? ''; }"""
"""A selectable place or an answer that a finger reaches without scrolling or another tab; one that does something if there is any."""
LATER = "(since) => Date.now() > since + 400"
"""The page takes the second tap of two in quick succession for one tap."""
ASKED_NEXT = """(version) => { const table = document.querySelector('#table');
return Number(table.dataset.version) > version && !table.ariaBusy && ['asked', 'second-step'].includes(document.querySelector('#panel').dataset.mode); }"""


def phone(browser: Browser, server: str) -> Tab:
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="en")
    tab.add_init_script(AT_ONCE)
    open_first_game(tab, server)
    board_page.panel(tab, "asked").wait_for()
    tab.wait_for_load_state("load")
    return tab


def version(tab: Tab) -> int:
    return board_page.shown_version(tab)


def tap(control: Locator) -> int:
    """Taps an element; returns 1, to be counted."""
    control.tap()
    return 1


def latest_events(tab: Tab) -> Locator:
    return tab.get_by_role("region", name="Since your last move")


def choose(tab: Tab) -> str:
    tab.wait_for_function(LIT_IN_SIGHT)
    return str(tab.evaluate(LIT_IN_SIGHT))


def decide(tab: Tab, confirms_itself: bool) -> int:
    """Makes one decision; returns how many taps it took."""
    before, taps, chosen = version(tab), 0, ""
    while version(tab) == before:
        if board_page.mode(tab) == "draft":
            again = board_page.by_id(tab, chosen).and_(tab.locator("[aria-pressed=true]"))
            tab.wait_for_function(LATER, arg=tab.evaluate("Date.now()"))
            taps += tap(again if again.count() and again.is_visible() else board_page.confirm_button(tab))
            tab.wait_for_function(ASKED_NEXT, arg=before)
        else:
            chosen = choose(tab)
            tab.wait_for_function(LATER, arg=tab.evaluate("Date.now()"))
            taps += tap(board_page.by_id(tab, chosen))
            tab.wait_for_function(
                f"() => ({ASKED_NEXT})({before})" if confirms_itself else "() => document.querySelector('#panel').dataset.mode === 'draft'"
            )
    return taps


@pytest.mark.parametrize(("confirms_itself", "most"), sampled([(True, 8), (False, 14)], nothing, (False, 14).__eq__))
def test_first_round_takes_few_taps(browser: Browser, server: str, confirms_itself: bool, most: int) -> None:
    """The seven decisions: each leads to where it is made, and a second tap on what is pencilled in confirms it."""
    tab = phone(browser, server)
    taps = 0
    if confirms_itself:
        taps += tap(board_page.confirms_itself_switch(tab))
        board_page.confirms_itself_switch(tab).and_(tab.get_by_role("switch", checked=True)).wait_for()
    for _ in range(DECISIONS):
        taps += decide(tab, confirms_itself)
    assert taps <= most


@pytest.mark.thorough
def test_what_others_did_stays_on_every_tab_until_seen(browser: Browser, server: str) -> None:
    tab = phone(browser, server)
    line = latest_events(tab)
    assert not line.is_visible()
    board_page.answer(tab, "done").tap()
    board_page.panel(tab, "draft").wait_for()
    before = version(tab)
    board_page.confirm_button(tab).tap()
    tab.wait_for_function(ASKED_NEXT, arg=before)
    line.wait_for()
    for part in ("city", "company", "improvements"):
        board_page.view_tab(tab, part).tap()
        assert "Pei" in line.inner_text()
    assert axe_violations(tab, "#latest-events") == []
    other = tab.context.browser.new_context(viewport={"width": 360, "height": 760}, locale="en").new_page()  # type: ignore[union-attr]
    other.goto(tab.url)
    latest_events(other).wait_for()
    tab.reload()
    line.wait_for()
    line.tap()
    assert re.search(r"All \(\d+\)", line.inner_text(), re.IGNORECASE)
    line.get_by_role("link").tap()
    news = tab.get_by_role("dialog", name="Since you last looked")
    assert "Pei" in news.inner_text()
    news.get_by_role("link", name="Close").tap()
    assert line.is_visible()
    line.get_by_role("button", name="Close").tap()
    line.wait_for(state="hidden")
    for each in (tab, other):
        each.reload()
        each.wait_for_load_state("load")
        assert not latest_events(each).is_visible()
