"""Wide pages: the city, the own resources and the own rooms are in sight together, and nothing moves from click to click."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.support import board_page, http
from tests.support.accessibility import BY_LOOK, axe_violations
from tests.support.browser_player import open_first_game
from tests.support.page_structure import check_structure
from tests.support.question_records import QuestionSetup, questions, standing_record
from tests.support.samples import sampled

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

NAMES = (
    "Wilhelmina Oberstein",
    "Maximilian Wagenbach",
    "Annelise Grossmutter",
    "Bartholomew Finnegan",
    "Konstantin Papadopu",
    "Christopher Longfell",
)
"""Twenty letters each, as long as a name may be."""
OUT_OF_SIGHT = """() => [...document.querySelectorAll('#street .building .facade, #street .sign .lettering, .company.is-default .resource, .company.is-default .room, #panel')]
.filter((e) => { const box = e.getBoundingClientRect();
return !box.width || box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1; }).map((e) => e.id || e.className + e.textContent.trim().slice(0, 20))"""
SCROLLS = "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
SIZES = ((1280, 720), (1366, 768), (1440, 900), (1600, 900), (1600, 1000), (1920, 1080))


@cache
def late(seats: int, rules: str = "") -> str:
    """Returns a record that stops at a late question of the second player: people, rooms and floors have grown."""
    names = NAMES[:seats]
    return questions(QuestionSetup(rules or ("first" if seats > 5 else "second"), names, {}, {"schedule": ""}))["schedule"]


def opened(browser: Browser, server: str, record: str, width: int, height: int, language: str = "en") -> Tab:
    made = http.post(f"{server}/api/records", json={"record": record, "resume": True}).json()
    asked = http.get(f"{server}/api/games/{made['game']}").json()["asked"]
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(f"{server}/s/{made['seats'][asked]['token']}")
    board_page.panel(tab).wait_for()
    tab.wait_for_load_state("load")
    return tab


@pytest.mark.parametrize(
    ("seats", "language"),
    sampled([(2, "en"), (3, "de"), (4, "en"), (5, "de"), (5, "en"), (6, "de")], lambda case: case in ((2, "en"), (6, "de"))),
)
def test_city_resources_and_rooms_are_in_sight_together(browser: Browser, server: str, seats: int, language: str) -> None:
    tab = opened(browser, server, late(seats), 1280, 720, language)
    for width, height in SIZES:
        tab.set_viewport_size({"width": width, "height": height})
        assert tab.evaluate(OUT_OF_SIGHT) == [], (width, height)
        assert tab.evaluate(SCROLLS) == [0, 0], (width, height)
        assert board_page.part(tab, "city").get_by_role("group").count() == (8 if seats > 5 else 9)
    tab.context.close()


@pytest.mark.parametrize(
    ("rules", "seats", "language"),
    sampled([("online", 5, "de"), ("manual", 5, "en"), ("first", 2, "de")], lambda case: case[0] == "manual"),
)
def test_boards_of_other_rulesets_are_in_sight_on_laptops(browser: Browser, server: str, rules: str, seats: int, language: str) -> None:
    tab = opened(browser, server, late(seats, rules), 1280, 720, language)
    for width, height in SIZES[:2]:
        tab.set_viewport_size({"width": width, "height": height})
        assert tab.evaluate(OUT_OF_SIGHT) == [], (width, height)
        assert tab.evaluate(SCROLLS) == [0, 0], (width, height)
    tab.context.close()


HEAD = """() => { const head = document.querySelector('#head').getBoundingClientRect();
const parts = [...document.querySelectorAll('#head > *:not(h1)')].map((e) => e.getBoundingClientRect()).filter((box) => box.width);
return { height: head.height, out: parts.filter((box) => box.right > head.right + 1 || box.top < head.top - 1 || box.bottom > head.bottom + 1).length,
overlap: parts.some((one, index) => parts.slice(index + 1).some((other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)) }; }"""


@pytest.mark.parametrize(("seats", "language"), sampled([(2, "en"), (2, "de"), (6, "en"), (6, "de")], lambda case: case[1] == "de"))
def test_seats_at_one_screen_and_long_names_fit_into_the_head(browser: Browser, server: str, seats: int, language: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale=language)
    colours = ("red", "blue", "green", "amber", "pink", "grey")
    form: dict[str, str | float | bool] = {"ruleset": "first"}
    for number in range(seats):
        form |= {f"kind-{number}": "here", f"name-{number}": NAMES[number], f"colour-{number}": colours[number]}
    made = context.request.post(f"{server}/new", form=form, headers={"Origin": server}, max_redirects=0)
    tab = context.new_page()
    tab.goto(f"{server}{made.headers['location']}")
    board_page.panel(tab).wait_for()
    assert (
        board_page.head(tab)
        .get_by_role("group", name={"en": "Seats at this screen", "de": "Plätze an diesem Bildschirm"}[language])
        .get_by_role("link")
        .count()
        == seats
    )
    for width, height in ((1280, 720), (1366, 768), (1600, 1000), (900, 1100), (360, 760), (740, 360)):
        tab.set_viewport_size({"width": width, "height": height})
        head = tab.evaluate(HEAD)
        assert head["out"] == 0 and not head["overlap"] and head["height"] <= 92, (width, head)
    context.close()


MEETS = """([one, others]) => { const a = document.querySelector(one).getBoundingClientRect(); return others.filter((name) => {
const b = document.querySelector(name).getBoundingClientRect(); return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1; }); }"""
HEADING = """() => { const cited = document.querySelector('#rulebook .is-cited').getBoundingClientRect();
const under = document.elementFromPoint(cited.left + 20, cited.top + 8); return Boolean(under?.closest('.is-cited')); }"""


@pytest.mark.parametrize(("width", "height"), sampled([(1280, 720), (1600, 1000)], (1280, 720).__eq__))
def test_rules_leave_company_and_decision_uncovered_and_show_the_heading(browser: Browser, server: str, width: int, height: int) -> None:
    tab = opened(browser, server, late(3), width, height)
    board_page.part(tab, "city").get_by_role("link", name="Rule IV.D: Fetching supply").click()
    board_page.cited_rule(tab).wait_for()
    assert tab.evaluate(MEETS, ["#rulebook", [".main-company", "#panel", "#street"]]) == []
    tab.wait_for_function(HEADING)
    tab.context.close()


@pytest.mark.parametrize(
    ("width", "height"), sampled([(1280, 720), (900, 1100), (360, 760), (740, 360)], lambda size: size[1] in (720, 760))
)
def test_the_replay_has_one_bar_at_the_foot_of_its_panel(browser: Browser, server: str, width: int, height: int) -> None:
    """On phones it stands below the panel, which ends above it."""
    tab = opened(browser, server, late(3), width, height)
    assert tab.locator("[data-step]").count() == 0, "the present has no keys of the past"
    tab.goto(
        board_page.part(tab, "log", is_hidden=True).get_by_role("link", name="Replay", include_hidden=True).evaluate("(link) => link.href")
    )
    assert tab.get_by_role("navigation", name="History").count() == 1
    inside = "(below) => { const [bar, panel] = ['#replay', '#panel'].map((name) => document.querySelector(name).getBoundingClientRect()); return bar.left >= panel.left - 1 && bar.right <= panel.right + 1 && bar.top >= panel.top && (below ? Math.abs(bar.top - panel.bottom) <= 1 : bar.bottom <= panel.bottom + 1); }"
    assert tab.evaluate(inside, width < 800)
    tab.locator("[data-step=back]").click()
    board_page.table(tab, is_past=True).wait_for(state="attached")
    tab.get_by_role("link", name="To the present").click()
    board_page.table(tab, is_past=False).wait_for(state="attached")
    tab.context.close()


def test_enabled_controls_do_not_look_disabled(browser: Browser, server: str) -> None:
    tab = opened(browser, server, late(2), 1280, 720)
    board_page.small_company(tab, NAMES[0]).get_by_role("link").click()
    back = tab.get_by_role("link", name=board_page.either("Back to"))
    assert back.evaluate("(key) => getComputedStyle(key).borderStyle") == "solid"
    back.click()
    tab.keyboard.press("?")
    mark = tab.get_by_role("switch", name="Single-letter shortcuts").locator("svg")
    assert mark.is_visible()
    tab.get_by_role("switch", name="Single-letter shortcuts").click()
    assert not mark.is_visible()
    tab.context.close()


def test_two_players_use_the_whole_row_of_companies(browser: Browser, server: str) -> None:
    tab = opened(browser, server, late(2), 1600, 1000)
    mini = board_page.small_company(tab, NAMES[0]).bounding_box()
    drawing = board_page.small_company(tab, NAMES[0]).locator("div[aria-hidden=true]").bounding_box()
    assert mini is not None and drawing is not None
    assert drawing["width"] > 0.6 * mini["width"]
    tab.context.close()


@pytest.mark.console("status of 422")
def test_messages_over_the_board_keep_their_margins(browser: Browser, server: str) -> None:
    """The words of an error touched its frame."""
    tab = opened(browser, server, standing_record("second schedule"), 1280, 720)
    board_page.command_field(tab).fill("facctory")
    board_page.command_field(tab).press("Enter")
    board_page.notice(tab).wait_for()
    padding = "(e) => { const style = getComputedStyle(e); return [style.paddingTop, style.paddingLeft].map(parseFloat); }"
    for message in (board_page.notice(tab), board_page.page_status(tab)):
        assert all(side >= 6 for side in message.evaluate(padding)), message
    tab.context.close()


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_amounts_on_a_button_stand_on_one_line(browser: Browser, server: str, language: str) -> None:
    """In German what hiring brings stood alone on a second line."""
    tab = opened(browser, server, standing_record("second hire"), 1366, 768, language)
    tops = "(key) => [...key.querySelectorAll('.pair b')].map((b) => Math.round(b.getBoundingClientRect().top))"
    for width, height in (*SIZES, (900, 1100), (360, 760)):
        tab.set_viewport_size({"width": width, "height": height})
        assert len(set(board_page.answer(tab, "hire").evaluate(tops))) == 1, width
    tab.context.close()


@pytest.mark.parametrize("seats", sampled([2, 3, 4, 5], (5).__eq__))
def test_spectators_see_every_small_company_whole(browser: Browser, server: str, seats: int) -> None:
    """A spectator has no company of their own: all stand in the row, two of them as narrow as beside a third. Every other size for each."""
    made = http.post(f"{server}/api/records", json={"record": late(seats), "resume": True}).json()
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(f"{server}/g/{made['game']}")
    tab.get_by_role("region", name="Companies").last.wait_for()
    for width, height in SIZES[seats % 2 :: 2]:
        tab.set_viewport_size({"width": width, "height": height})
        found = [finding for finding in check_structure(tab) if "mini" in str(finding)]
        assert found == [], (width, height)
    context.close()


def test_what_is_on_sale_opens_with_its_question_and_lets_go(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second buy"), 1366, 768)
    tab.wait_for_function("() => document.documentElement.dataset.rail === 'improvements'")
    assert board_page.part(tab, "improvements").is_visible() and not board_page.part(tab, "log").is_visible()
    board_page.rail_tab(tab, "log").click()
    assert board_page.part(tab, "log").is_visible() and not board_page.part(tab, "improvements").is_visible()
    tab.context.close()


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_pencilled_task_leaves_room_for_all_buttons_of_panel(browser: Browser, server: str, language: str) -> None:
    """Confirm and Take back stand side by side, and the switch below them is in sight."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale=language, reduced_motion="reduce")
    tab = context.new_page()
    open_first_game(tab, server)
    for button in (board_page.answer(tab, "done"), board_page.confirm_button(tab), board_page.place(tab, "exchange 1")):
        button.click()
    board_page.confirm_button(tab).wait_for()
    keys = [button.bounding_box() for button in (board_page.confirm_button(tab), board_page.back_button(tab))]
    assert keys[0] and keys[1] and keys[0]["y"] == keys[1]["y"]
    for width, height in ((1280, 720), (1366, 768)):
        tab.set_viewport_size({"width": width, "height": height})
        assert (
            tab.evaluate("() => { const panel = document.querySelector('#panel'); return panel.scrollHeight - panel.clientHeight; }") <= 0
        )
    context.close()


def test_panel_shows_that_it_goes_on_below(browser: Browser, server: str) -> None:
    """More price keys than fit: the lower edge says so until the last one is in sight."""
    tab = opened(browser, server, standing_record("second price"), 1366, 768)
    assert board_page.panel(tab).and_(tab.locator("[data-more]")).count() == 1
    assert board_page.panel(tab).evaluate("(panel) => getComputedStyle(panel, '::after').content") == '""'
    board_page.panel(tab).evaluate("(panel) => panel.scrollTo(0, panel.scrollHeight)")
    board_page.panel(tab).and_(tab.locator(":not([data-more])")).wait_for()
    tab.context.close()


GAP = """() => { const [type, number] = ['.text-caption', '.text-number'].map((name) => document.querySelector(`#drawing-stock_exchange ${name}`).getBoundingClientRect()); return number.left - type.right; }"""


@pytest.mark.parametrize("language", sampled(["en", "de"], "de".__eq__))
def test_type_and_number_of_exchange_do_not_touch(browser: Browser, server: str, language: str) -> None:
    tab = opened(browser, server, standing_record("second price"), 1280, 720, language)
    for width, height in SIZES:
        tab.set_viewport_size({"width": width, "height": height})
        assert tab.evaluate(GAP) >= 2.5, (width, height)
    tab.context.close()


def test_own_rooms_can_be_asked_by_keyboard_what_they_are(browser: Browser, server: str) -> None:
    """No question asks about them: like places of the city they take the focus, and say what they do and why not now."""
    tab = opened(browser, server, standing_record("second price"), 1366, 768)
    tab.keyboard.press("o")
    assert tab.evaluate("Boolean(document.activeElement.closest('#company .section'))")
    said = set()
    for _ in range(4):
        said.add(board_page.tooltip(tab).inner_text())
        tab.keyboard.press("ArrowRight")
    assert len(said) == 4 and all("phase III" in each for each in said), said
    before = board_page.shown_version(tab), board_page.mode(tab)
    tab.keyboard.press("Enter")
    assert (board_page.shown_version(tab), board_page.mode(tab)) == before
    tab.context.close()


DESCRIBED = "#street [data-has-tooltip], #street .space, #board [aria-describedby]"


def test_open_tooltips_have_no_findings(browser: Browser, server: str) -> None:
    """Whatever opens one by focus has enough contrast in both themes."""
    tab = opened(browser, server, late(4), 1366, 768)
    found: set[str] = set()
    texts: set[str] = set()
    for owner in tab.locator(DESCRIBED).all():
        owner.focus()
        tooltip = board_page.tooltip(tab)
        if not tooltip.count() or tooltip.inner_text() in texts:
            continue
        texts.add(tooltip.inner_text())
        for theme in ("light", "dark"):
            tab.emulate_media(color_scheme=theme)
            found |= set(axe_violations(tab, "[data-testid=tooltip]", BY_LOOK))
    assert len(texts) > 5 and not found, "\n".join(found)
    tab.context.close()
