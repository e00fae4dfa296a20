"""Wide pages: rules, sale, words and tooltips beside the board, spaces by arrows, and what is said to screen readers."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.engine.game import Game
from tests.support import board_page
from tests.support.accessibility import BY_LOOK, axe_violations
from tests.support.api_table import ApiTable
from tests.support.board_grid import find_bad_tooltips
from tests.support.board_viewer import LANGUAGES, SETTLED, Size
from tests.support.boards import asks, page_of, played, view_of
from tests.support.browser_player import Player, open_first_game
from tests.support.crowded_tables import crowded_record
from tests.support.open_pages import resume, taken_shift, watch_shifts
from tests.support.question_records import standing_record
from tests.support.samples import nothing, sampled
from tests.support.words import LATE, count_words, position_record


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


@pytest.mark.thorough
def test_rules_leave_company_and_decision_uncovered_and_show_the_heading(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second schedule"), 1280, 720)
    board_page.part(tab, "city").get_by_role("link", name="Rule IV.D: Fetching supply").click()
    board_page.cited_rule(tab).wait_for()
    assert tab.evaluate(MEETS, ["#rulebook", [".main-company", "#panel", "#street"]]) == []
    tab.wait_for_function(HEADING)


@pytest.mark.thorough
def test_what_is_on_sale_opens_with_its_question_and_lets_go(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second buy"), 1366, 768)
    tab.wait_for_function("() => document.documentElement.dataset.sidebar === 'improvements'")
    assert board_page.part(tab, "improvements").is_visible() and not board_page.part(tab, "log").is_visible()
    board_page.sidebar_tab(tab, "log").click()
    assert board_page.part(tab, "log").is_visible() and not board_page.part(tab, "improvements").is_visible()
    tab.keyboard.press("s")
    assert board_page.part(tab, "improvements").is_visible() and not board_page.part(tab, "log").is_visible()
    tab.keyboard.press("l")
    assert board_page.part(tab, "log").is_visible() and not board_page.part(tab, "improvements").is_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_switches_below_a_question_are_in_sight(browser: Browser, server: str, language: str) -> None:
    panel = board_page.panel(opened(browser, server, crowded_record(4, "first", "hire"), 1366, 768, language), "asked", kind="hire")
    assert panel.get_by_role("switch").count() == 2
    assert panel.evaluate("(panel) => panel.scrollHeight - panel.clientHeight") <= 4


@pytest.mark.parametrize(
    ("width", "height"),
    sampled([(1366, 768), (1024, 768), (1024, 600), (960, 540), (800, 500)], nothing, ((1366, 768), (800, 500)).__contains__),
)
def test_empty_part_of_the_panel_says_what_is_on_sale_and_leads_there(browser: Browser, server: str, width: int, height: int) -> None:
    tab = opened(browser, server, position_record(LATE), width, height)
    on_sale = board_page.panel(tab).locator(".on-sale-list")
    assert len(on_sale.locator("li").all()) > 8
    assert on_sale.is_visible() and on_sale.evaluate("(list) => list.scrollHeight <= list.clientHeight + 1"), "not all is in sight"
    board_page.panel(tab).get_by_role("link", name="On sale").click()
    assert board_page.part(tab, "improvements").is_visible() and not on_sale.is_visible()


WHOLE_STREET = """() => { const top = document.querySelector('.map').getBoundingClientRect().bottom;
return [...document.querySelectorAll('#street .building')].filter((building) => { const box = building.getBoundingClientRect();
return box.top < top || box.bottom > innerHeight; }).map((building) => building.id); }"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1024, 600), (960, 540), (800, 500)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_street_is_as_high_as_a_low_window(browser: Browser, server: str, size: tuple[int, int]) -> None:
    """Else the names of the buildings lie half under the letters that lead to them."""
    tab = opened(browser, server, standing_record("second schedule"), *size)
    board_page.view_tab(tab, "city").click()
    assert tab.evaluate(WHOLE_STREET) == []


@pytest.mark.thorough
def test_list_of_what_is_on_sale_is_left_out_where_it_would_be_cut(browser: Browser, server: str) -> None:
    tab = opened(browser, server, position_record(LATE), 960, 540)
    on_sale = board_page.panel(tab).locator(".on-sale-list")
    assert on_sale.is_visible()
    tab.set_viewport_size({"width": 960, "height": 280})
    on_sale.wait_for(state="hidden")


@pytest.mark.thorough
def test_list_that_is_left_out_does_not_make_the_panel_scroll(browser: Browser, server: str) -> None:
    tab = opened(browser, server, position_record(LATE), 960, 540)
    panel, height = board_page.panel(tab), 540
    while panel.locator(".on-sale-list").is_visible():
        height -= 10
        tab.set_viewport_size({"width": 960, "height": height})
        tab.evaluate(FRAMES)
    assert height > 300 and panel.evaluate("(panel) => panel.scrollHeight - panel.clientHeight") <= 4


FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.thorough
def test_other_companies_stay_in_sight_beside_the_whole_list(browser: Browser, server: str) -> None:
    tab = opened(browser, server, standing_record("second buy"), 1600, 1000)
    tab.wait_for_function("() => document.documentElement.dataset.sidebar === 'improvements'")
    assert len(tab.locator(".improvements-column.is-tenant .tile").all()) > 6
    assert tab.evaluate("() => document.querySelectorAll('.company-summary .company-summary-drawing').length") == 3
    others = [f"#company-summary-{seat} .company-summary-body" for seat in range(3) if tab.locator(f"#company-summary-{seat}").is_visible()]
    assert len(others) == 2 and tab.evaluate(MEETS, [".improvements-column.is-tenant", others]) == []


@pytest.mark.thorough
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


@pytest.mark.nightly
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


@pytest.mark.thorough
def test_signs_are_shown_where_the_pointer_is_and_by_a_switch_that_is_remembered(browser: Browser, server: str) -> None:
    tab = opened(browser, server, position_record("second schedule"), 1600, 1000)
    assert count_words(tab).signs == []
    tab.get_by_role("heading", name="Job market").hover()
    assert count_words(tab).signs == ["?"]
    board_page.menu_button(tab).click()
    switch = tab.get_by_role("switch", name="Explain")
    switch.click()
    assert switch.is_checked()
    tab.reload()
    tab.mouse.move(5, 5)
    assert {"?", "§"} <= set(count_words(tab).signs)
    board_page.menu_button(tab).click()
    switch.click()
    assert count_words(tab).signs == []


@pytest.mark.thorough
def test_signs_are_shown_without_scripts(browser: Browser, server: str) -> None:
    tab = opened(browser, server, position_record("second schedule"), 1600, 1000)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1600, "height": 1000})
    plain = context.new_page()
    plain.goto(tab.url)
    assert plain.locator("#rule-market").evaluate("(sign) => getComputedStyle(sign).opacity") == "1"


@pytest.mark.parametrize("position", sampled(["second hire", "first drop", "second sell"], "first drop".__eq__))
def test_all_answers_are_visible_without_scrolling(browser: Browser, server: str, position: str) -> None:
    for language in LANGUAGES:
        tab = opened(browser, server, position_record(position), 1366, 768, language)
        panel = board_page.panel(tab).bounding_box()
        answers = [each.bounding_box() for each in board_page.panel(tab).locator("button[name=pick]").all()]
        assert panel and answers
        assert all(box and box["y"] + box["height"] <= panel["y"] + panel["height"] for box in answers), language


@pytest.mark.thorough
@pytest.mark.parametrize("position", ["second buy", "online buy"])
def test_all_that_can_be_bought_is_visible_without_scrolling(browser: Browser, server: str, position: str) -> None:
    for language in LANGUAGES:
        tab = opened(browser, server, position_record(position), 1366, 768, language)
        offers = [each.bounding_box() for each in tab.locator("#improvements .improvements-column > .tiles > .tile").all()]
        company = tab.locator("#company").bounding_box()
        assert company and len(offers) > 20
        assert all(box and box["y"] + box["height"] <= 768 - 6 and box["x"] > company["x"] + company["width"] for box in offers), language


ANSWERS = (
    """() => [...document.querySelectorAll('#panel button[name=pick]')].map((each) => [each.value, each.getBoundingClientRect().top])"""
)


@pytest.mark.parametrize(
    "position",
    sampled(
        ["second price", "second hire", "second sell", "second fire", "second marketing_type"],
        nothing,
        ("second price", "second hire").__contains__,
    ),
)
def test_answers_keep_their_place_and_confirming_stands_where_no_answer_was(browser: Browser, server: str, position: str) -> None:
    tab = opened(browser, server, position_record(position), 1366, 768)
    before = tab.evaluate(ANSWERS)
    first = board_page.panel(tab).locator("button[name=pick]").first
    chosen = first.bounding_box()
    first.click()
    confirm = board_page.confirm_button(tab).bounding_box()
    assert chosen and confirm and chosen["y"] + chosen["height"] <= confirm["y"]
    board_page.back_button(tab).click()
    board_page.panel(tab, "asked").wait_for()
    assert tab.evaluate(ANSWERS) == before


def at_schedule(browser: Browser, server: str, width: int, height: int) -> Player:
    """Returns a new game against Pei, played on to the first question of phase III."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    player = Player(context.new_page(), random.Random(1))
    open_first_game(player.tab, server)
    while player.kind != "schedule" or player.mode != "asked":
        player.click()
    return player


@pytest.mark.thorough
def test_arrows_reach_spaces_that_are_not_possible_too(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 1600, 1000)
    tab = player.tab
    tab.keyboard.press("e")
    name, _, number = str(tab.evaluate("document.activeElement.id")).rpartition("-")
    assert name == "space-factory"
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.id") == f"space-factory-{int(number) + 1}"
    assert tab.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true"
    assert board_page.tooltip(tab).count() == 1


@pytest.mark.thorough
def test_the_map_of_a_phone_brings_a_building_to_the_middle(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 360, 800)
    tab = player.tab
    board_page.view_tab(tab, "city").click()
    for letter in "GAIC":
        board_page.map_link(tab, letter).click()
        middle = "(letter) => { const b = document.querySelector(`#area-${letter}`).getBoundingClientRect(); return Math.abs((b.left + b.right) / 2 - 180) < 3; }"
        tab.wait_for_function(middle, arg=letter)
        assert tab.get_by_role("navigation", name="The buildings of the city").get_by_role("link", name=f"Rule IV.{letter}: ").is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.thorough
def test_buttons_name_the_buildings_out_of_sight_and_lead_there(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 1120, 900)
    tab = player.tab
    on, back = (tab.get_by_role("button", name=f"Along the street, to the {side}") for side in ("right", "left"))
    assert on.inner_text() == "I" and not back.is_visible()
    on.click()
    back.wait_for()
    tab.wait_for_function("() => document.querySelector('.street-scroll-button:not(.is-back)').hidden")
    selectable = tab.evaluate("Boolean(document.querySelector('#area-A .is-selectable'))")
    assert back.inner_text() == "A" and ("is-selectable" in (back.get_attribute("class") or "")) == selectable
    tab.set_viewport_size({"width": 1600, "height": 900})
    tab.wait_for_function("() => [...document.querySelectorAll('.street-scroll-button')].every((key) => key.hidden)")


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "part"), [("price", "#street"), ("schedule", "#company"), ("hire", "#panel")])
def test_enter_pencils_a_place_in_and_enter_again_confirms_it(browser: Browser, client: httpx.Client, kind: str, part: str) -> None:
    table = ApiTable.resume(client, standing_record(f"second {kind}"))
    version = table.version
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    player = Player(context.new_page(), random.Random(1))
    player.tab.goto(table.url(table.asked))
    board_page.legal_places(player.tab.locator(part)).first.focus()
    for mode in ("asked", "draft"):
        assert player.mode == mode
        count = player.swaps()
        player.tab.keyboard.press("Enter")
        player.after(count)
    assert table.version > version


NO_ANCHORS = "const supports = CSS.supports; CSS.supports = (...asked) => !asked[1]?.startsWith('anchor') && supports.call(CSS, ...asked);"


@pytest.mark.thorough
def test_tooltips_stand_beside_their_owner_and_shift_nothing(browser: Browser, server: str) -> None:
    """They hide nothing that can be chosen; ``test_grid.py`` looks at them in wider windows."""
    tab = at_schedule(browser, server, 900, 1200).tab
    watch_shifts(tab)
    assert find_bad_tooltips(tab, Size(900, 1200)) == []
    assert taken_shift(tab) == 0


@pytest.mark.thorough
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
    assert player.mode in ("draft", "second-step")
    assert board_page.tooltip(tab).count() == 0
    places.last.hover()
    board_page.tooltip(tab).wait_for()
    tab.mouse.move(5, 5)
    board_page.tooltip(tab).wait_for(state="detached")
    places.last.hover()
    board_page.tooltip(tab).wait_for()
    tab.locator("#street .space[aria-pressed=true]").hover()
    board_page.tooltip(tab).wait_for(state="detached")


@pytest.mark.thorough
def test_click_on_place_that_is_not_lit_says_why(browser: Browser, server: str) -> None:
    tab = at_schedule(browser, server, 1366, 768).tab
    place = tab.locator("#street .space[aria-disabled=true]").first
    version, mode = board_page.shown_version(tab), board_page.mode(tab)
    place.click(force=True)
    board_page.tooltip(tab).wait_for()
    assert (board_page.shown_version(tab), board_page.mode(tab)) == (version, mode)
    tab.keyboard.press("Escape")
    assert board_page.tooltip(tab).count() == 0


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_turn_is_announced_without_letter_of_marker(browser: Browser, server: str) -> None:
    tab = browser.new_page()
    open_first_game(tab, server)
    board_page.turn(tab).wait_for()
    tab.locator("body > [role=log]").wait_for(state="attached")
    swapped = "document.dispatchEvent(new CustomEvent('groundfloor:swapped', { detail: {} }))"
    tab.evaluate(f"document.querySelector('.head-turn').classList.remove('is-yours'); {swapped}")
    tab.evaluate(f"document.querySelector('.head-turn').classList.add('is-yours'); {swapped}")
    assert tab.locator("body > [role=log]").text_content() == "Your turn. Hire an employee?"


def can_pay_by_info(game: Game) -> bool:
    return asks("schedule", 0, 4)(game) and any(action.text == "warehouse 4 info" for action in game._legal)


@pytest.mark.thorough
@pytest.mark.console("file://")  # a page that no server serves, and whose scripts therefore don't run
def test_forced_colors_keep_prices_lights_and_crosses(browser: Browser, tmp_path: Path) -> None:
    """The light of a window leaves the price beside it free; what is crossed, closed, counted or remodeled can still be told."""
    game, told = next((game, told) for game, told in (played(seed, can_pay_by_info) for seed in range(3, 200)) if not game.is_over)
    file = tmp_path / "board.html"
    file.write_text(page_of(view_of(game, told, 0)))
    tab = browser.new_page(viewport={"width": 1600, "height": 1000}, forced_colors="active")
    tab.goto(file.as_uri())
    assert tab.evaluate("matchMedia('(forced-colors: active)').matches")
    style = "(e) => { const s = getComputedStyle(e); return [s.backgroundColor, s.backgroundImage, s.outlineStyle]; }"
    selectable = tab.locator(".space.is-selectable").first
    ground = tab.locator("body").evaluate("(e) => getComputedStyle(e).backgroundColor")
    assert selectable.evaluate(style)[0] in ("rgba(0, 0, 0, 0)", ground.replace("rgb", "rgba").replace(")", ", 0)"))
    assert selectable.locator(".pane").evaluate(style)[0] not in ("rgba(0, 0, 0, 0)", ground)
    for kind in (".space.is-blocked > .pane", ".space.is-closed > .pane"):
        assert "gradient" in tab.locator(kind).first.evaluate(style)[1], kind
    assert tab.locator(".squares i").first.evaluate(style)[0] not in ("rgba(0, 0, 0, 0)", ground)
    assert tab.locator(".is-default .room.is-remodeled").first.evaluate(style)[2] == "solid"
