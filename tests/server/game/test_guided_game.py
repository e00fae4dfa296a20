"""The guided first game on the page and for programs, and finished by somebody who knows nothing but the page's words and selectable places: by mouse, touch and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.guide import LESSONS
from groundfloor.server.database.store import Store
from groundfloor.server.http.settings import Settings
from tests.server.conftest import Page, serving
from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.html import has, one, text, value
from tests.support.several_servers import wait_until


@pytest.fixture
def guided(client: httpx.Client) -> Page:
    answer = client.post("/learn")
    assert answer.status_code == 303, answer.text
    return Page(client, answer.headers["location"])


def guide_step(page: Page) -> str:
    """Returns the step that the guide is at; "" if it says nothing."""
    return page.value("#guide", "data-guide") if has(page.text, "#guide") else ""


@pytest.mark.slow
def test_each_step_is_done_by_its_move(guided: Page) -> None:
    steps: list[str] = []
    while (now := guide_step(guided)) and len(steps) <= len(LESSONS):
        steps.append(now)
        move = guided.value("#guide", "data-move")
        if not move:
            guided.send(guide="next")
            continue
        guided.send(pick=move)
        assert "is-reply" in guided.value("#guide", "class")
        guided.send(do="confirm")
        if now == LESSONS[-1].id:
            break
    assert steps == [lesson.id for lesson in LESSONS]


def test_another_move_is_answered_and_can_be_made(guided: Page) -> None:
    guided.send(guide="next")
    guided.send(pick="hire")
    assert text(one(guided.text, "#guide-title")) == "Another way" and "employee" in text(one(guided.text, ".guide-text"))
    guided.send(do="confirm")
    assert guide_step(guided) == "factory"
    guided.send(do="undo")
    assert guide_step(guided) == "employees"


def test_reason_of_a_proposed_move_stays_while_it_is_pencilled(guided: Page) -> None:
    guided.send(guide="next")
    for move in ("done", "factory"):
        reason = text(one(guided.text, ".guide-text")).partition(". ")[0]
        guided.send(pick=move)
        assert text(one(guided.text, "#guide-title")) == "Well chosen" and text(one(guided.text, ".guide-text")).startswith(reason)
        guided.send(do="confirm")


def test_chosen_move_is_not_asked_for_again(guided: Page) -> None:
    guided.send(guide="next")
    for move, asked in (("done", "Choose “Done hiring”."), ("factory", "Choose the factory.")):
        assert asked in text(one(guided.text, ".guide-text"))
        guided.send(pick=move)
        assert asked not in text(one(guided.text, ".guide-text"))
        guided.send(do="confirm")


def test_steps_of_a_round_are_shown_on_boards_that_are_not_ahead_of_them(guided: Page, client: httpx.Client) -> None:
    """RULES IV.E to V.8: the price, the card, each sale, then the next card; each with its own phase."""
    guided.send(guide="next")
    for move in ("done", "factory", "research_testing info", "consulting", "agency 1", "networking", "price 16"):
        guided.send(pick=move)
        guided.send(do="confirm")
    shown = []
    for step in guided.value("#table", "data-steps").split():
        entry, number = step.split(":")
        board = client.get(f"{guided.address}/board?at={entry}&step={number}").text
        title, phase = text(one(board, "#recap-title")), text(one(board, ".head-phase.is-now b"))
        assert title in ("Next forecast", "Income") or "Boom" not in text(one(board, "#area-G"))
        products = board[board.index('id="area-H"') : board.index('id="area-I"')].count('class="marker ')
        if phase == "IV":
            now = re.search(r'class="building [^"]*is-now" id="area-(.)"', board)
            assert now and now[1] == {"Factory": "E", "Forecast": "G", "Sales": "H"}[title], "the area that is conducted"
        shown.append((title, phase, products, "is-up" in board[board.index('id="area-G"') : board.index('id="area-H"')]))
    assert shown[:4] == [("Factory", "IV", 2, False), ("Forecast", "IV", 2, True), ("Sales", "IV", 1, True), ("Sales", "IV", 0, True)]
    assert [(title, phase) for title, phase, _, _ in shown[4:]] == [
        ("Reorganize", "V"),
        ("Reorganize", "V"),
        ("Reorganize", "V"),
        ("Next forecast", "V"),
        ("Income", "I"),
    ]


def test_undo_goes_back_past_draws_to_the_first_step(guided: Page) -> None:
    guided.send(guide="next")
    for move in ("done", "factory", "research_testing info"):
        guided.send(pick=move)
        guided.send(do="confirm")
    assert guide_step(guided) == "meeting"
    for before in ("research", "factory", "employees"):
        guided.send(do="undo")
        assert guide_step(guided) == before
    assert guided.send(do="undo").status_code == 409


def test_page_sums_up_and_leads_to_a_whole_game_with_advice(client: httpx.Client) -> None:
    page = client.get("/learned").text
    assert "Office Renovation" in page and "Skyline" in page and "Internship Program" not in page, "what stages 2 and 3 sell"
    assert len(forms := re.findall(r'<form method="post" action="(/[^"]*)"', page[page.index("<article") :])) == 1 and forms == ["/learned"]
    seat = client.post("/learned").headers["location"]
    api = f"/api{seat.replace('/s/', '/seats/')}"
    wait_until(lambda: client.get(api).json()["legal"] != [])
    game, view = Page(client, seat), client.get(api).json()
    assert view["guide"]["id"] == view["question"] and 'id="guide-advice"' in game.text
    assert 'id="open-hint"' not in game.text, "the advice leads there"
    assert f'href="{seat}/hint?strength=2"' in game.text and "What would you advise?" in game.text
    assert client.get(f"{seat}/hint?strength=2", headers={"X-Part": "hint"}).text.count("<li value") > 0
    game.send(guide="leave")
    assert "is-left" in game.value("#guide", "class") and 'id="guide-advice"' not in game.text
    game.send(guide="resume")
    assert 'id="guide-advice"' in game.text


def test_advice_goes_on_when_nothing_is_new(client: httpx.Client) -> None:
    game = Page(client, client.post("/learned").headers["location"])
    game.send(guide="next")
    assert client.get(f"/api{game.address.replace('/s/', '/seats/')}").json()["guide"] is None, "this kind of question is known"
    assert "is-advice" in game.value("#guide", "class") and 'id="guide-advice"' in game.text


@pytest.mark.thorough
def test_log_has_three_lines_below_the_guide(browser: Browser, server: str) -> None:
    """What has happened since the last move has no room beside the guide: it would be a strip that shows nothing."""
    with http.Client(base_url=server, headers={"Origin": server}) as client:
        game = Page(client, client.post("/learn").headers["location"])
        game.send(guide="next")
        game.send(pick="done")
        game.send(do="confirm")
    tab = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en", reduced_motion="reduce")
    tab.goto(f"{server}{game.address}")
    board_page.panel(tab, "asked").wait_for()
    card, lines = tab.locator(".latest-card"), tab.locator("#log-scroll").bounding_box()
    assert tab.locator("#guide").is_visible() and not card.is_visible()
    assert lines and lines["height"] >= 57


PRICE_IN_SIGHT = """() => [...document.querySelectorAll('#area-H .space.is-changed')].some((space) => {
const { left, top, width, height } = space.getBoundingClientRect();
return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#area-H'); })"""


@pytest.mark.thorough
def test_step_on_a_phone_shows_the_windows_or_the_track_that_it_is_about(browser: Browser, server: str) -> None:
    with http.Client(base_url=server, headers={"Origin": server}) as client:
        game = Page(client, client.post("/learn").headers["location"])
        while guide_step(game) != "price":
            move = game.value("#guide", "data-move")
            if move:
                game.send(pick=move)
                game.send(do="confirm")
            else:
                game.send(guide="next")
    tab = browser.new_page(viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, locale="en")
    tab.goto(f"{server}{game.address}")
    board_page.panel(tab, "recap").or_(board_page.panel(tab, "asked")).first.wait_for()
    if board_page.mode(tab) == "recap":
        tab.get_by_role("button", name="Skip all").tap()
    board_page.answer(tab, "price 16").tap()
    board_page.confirm_button(tab).tap()
    board_page.panel(tab, "recap").filter(has_text="Factory").wait_for()
    tab.wait_for_function(PRICE_IN_SIGHT)
    fading = board_page.panel(tab, "recap").filter(has_text="Popularity fades")
    while not fading.count():
        said = tab.locator("#recap").inner_text()
        tab.get_by_role("button", name="Next", exact=True).tap()
        tab.wait_for_function("(said) => document.querySelector('#recap')?.innerText !== said", arg=said)
    board_page.part(tab, "tracks").wait_for()
    tab.get_by_role("button", name="Skip all").tap()
    board_page.part(tab, "tracks").wait_for(state="hidden")


@pytest.mark.thorough
def test_advice_names_a_move_marks_its_place_and_is_switched_off(browser: Browser, server: str) -> None:
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    tab.goto(f"{server}/learned")
    tab.get_by_role("button", name="Play against Intern now").click()
    advised = tab.locator("#guide-advice b")
    advised.wait_for()
    move = tab.evaluate("document.getElementById('guide').dataset.move")
    assert move and tab.evaluate("document.querySelector('[data-guided]').value") == move
    board_page.answer(tab, move).first.click()
    board_page.panel(tab, "draft").wait_for()
    assert axe_violations(tab, "#panel") == []
    board_page.back_button(tab).click()
    advised.wait_for()
    tab.get_by_role("button", name="No more advice").click()
    advised.wait_for(state="detached")
    tab.get_by_role("button", name="Show again").click()
    advised.wait_for()


def test_guide_leaves_and_is_called_back(guided: Page) -> None:
    guided.send(guide="leave")
    assert "is-left" in guided.value("#guide", "class")
    guided.send(guide="resume")
    assert guide_step(guided) == "goal"


def test_step_is_kept_over_a_restart(store: Store, settings: Settings, guided: Page, client: httpx.Client) -> None:
    guided.send(guide="next")
    guided.send(pick="done")
    with serving(store, "", settings) as address:
        again = client.get(f"{address}{guided.address}").text
    assert value(one(again, "#guide"), "data-guide") == "employees" and 'id="confirm"' in again


def test_unknown_word_to_the_guide_is_refused(guided: Page, solo: Page) -> None:
    assert guided.send(guide="dance").status_code == 422
    assert solo.send(guide="leave").status_code == 422


def test_record_says_that_the_game_is_guided(guided: Page, client: httpx.Client) -> None:
    assert "\ntable guided\n" in client.get(f"/g/{guided.game_id}/record").text
    assert "Guided game" in client.get("/").text


def test_programs_are_guided_too(browse: Callable[[], httpx.Client]) -> None:
    client = browse()
    made = client.post("/api/games", json={"guided": True, "name": "Ann"}).json()
    seat = f"/api/seats/{made['seats'][0]['token']}"
    view = client.get(seat, headers={"Accept-Language": "de"}).json()
    assert view["guide"]["id"] == "goal" and view["guide"]["title"] == "Das Ziel" and view["guide"]["moves"] == []
    view = client.post(seat, json={"guide": "next", "version": view["version"]}).json()
    assert (
        view["guide"]["moves"] == ["done"]
        and view["guide"]["number"] == 2
        and view["guide"]["count"] == sum(not each.is_advice for each in LESSONS)
    )
    view = client.post(seat, json={"apply": view["guide"]["moves"], "version": view["version"]}).json()
    assert view["guide"]["id"] == "factory" and view["undoable"] == 1


# A newcomer in a browser


SIZES = {360: (360, 740), 1366: (1366, 768)}
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
  return [...document.querySelectorAll('#board .is-draft')].some((element) => {
    const box = element.getBoundingClientRect();
    return box.height && box.top >= 0 && box.bottom <= (panel.top > 100 ? panel.top : innerHeight); }); }"""
"""Something pencilled in stands above the panel."""
COVERED_WORDS = """() => { const confirm = document.querySelector('.confirm-buttons').getBoundingClientRect();
  return [...document.querySelectorAll('#panel .draft-line .decision-words')].filter((words) => { const range = document.createRange();
    range.selectNodeContents(words); return range.getBoundingClientRect().bottom > confirm.top; }).map((words) => words.textContent); }"""
"""What will come of the choice, as far as the buttons below it cover it."""
WHOLE_PAGE = 8
"""At each checked step the panel with the guide is checked for accessibility, and at every so many the whole page."""


WORDS_A_MINUTE = 230
"""How fast grown-ups read to themselves."""
PRESS_SECONDS, ANSWER_SECONDS = 1.5, 1.5
"""What it takes to find and press a control, and for how long the moves of others are shown after a confirmed one."""
FIRST_PRESTIGE = "remodel"
"""The step that scores for the first time: a remodeled room."""


@dataclass(frozen=True)
class Combination:
    """How the newcomer plays: ``way`` of input, ``width`` of the window in pixels, ``language``."""

    way: str
    width: int
    language: str

    @property
    def is_narrow(self) -> bool:
        return self.width < 700

    def __str__(self) -> str:
        return f"{self.way}-{self.width}-{self.language}"


class Newcomer:
    """Follows the guide by what the page shows."""

    def __init__(self, tab: Tab, combination: Combination) -> None:
        self.tab = tab
        self.way = combination.way
        self.is_narrow = combination.is_narrow
        self.seconds = 0.0

    def read(self) -> None:
        """Reads what the guide says; ``seconds`` counts how long this and all presses take somebody who has never seen the game."""
        self.seconds += 60 * len(board_page.guide(self.tab).locator(".guide-text").first.inner_text().split()) / WORDS_A_MINUTE

    def press(self, selector: str) -> None:
        """Presses a control that is in sight, in the newcomer's way, and waits for the page's answer."""
        self.seconds += PRESS_SECONDS + ANSWER_SECONDS * ("confirm" in selector)
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
        if not board_page.guide(self.tab).get_attribute("data-move"):
            self.press("button[name=guide][value=next]")
            return
        place = self.tab.locator("[data-guided]:visible").first
        assert place.get_attribute("aria-disabled") != "true", "the place that the guide shows is selectable"
        if self.way != "keyboard":
            self.tab.wait_for_function(IN_SIGHT, arg=place.element_handle())
        before, is_on_board = self.tab.evaluate(SHOWN), place.evaluate("(element) => !element.closest('#panel')")
        self.press("[data-guided]:visible")
        if self.is_narrow and is_on_board:
            assert self.tab.evaluate(SHOWN) == before, "the page stays where the place was chosen"
            self.tab.wait_for_function(CHOICE_IN_SIGHT)
        while board_page.mode(self.tab) == "second-step":
            self.press("[data-guided]:visible")
        if self.is_narrow:
            assert self.tab.evaluate(COVERED_WORDS) == []
        self.press("button[value=confirm]")


def finish_guided_game(browser: Browser, server: str, combination: Combination, checked: tuple[int, ...], has_panels: bool = True) -> None:
    """Begins a guided game, follows it to its end, and checks that every step came.

    ``checked``: which steps are checked for accessibility: those with even numbers (0), odd ones (1), or both; without ``has_panels`` only those of the whole page.
    """
    width, height = SIZES[combination.width]
    is_touch = combination.way == "touch"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=is_touch,
        is_mobile=is_touch and combination.is_narrow,
        locale=combination.language,
        reduced_motion="reduce",
    )
    context.add_init_script(PREPARED)
    tab = context.new_page()
    tab.goto(server)
    tab.locator("main button").first.click()
    tab.wait_for_url("**/s/**")
    tab.wait_for_function("() => document.querySelector('[role=status].visually-hidden')?.textContent")
    newcomer = Newcomer(tab, combination)
    steps: list[str | None] = []
    while not steps or steps[-1] != LESSONS[-1].id:
        steps.append(board_page.guide(tab).get_attribute("data-guide"))
        if len(steps) % 2 in checked:
            is_whole = len(steps) % WHOLE_PAGE == checked[0]
            found = axe_violations(tab, None if is_whole else "#panel") if is_whole or has_panels else []
            assert found == [], f"{steps[-1]}: {found}"
        newcomer.read()
        newcomer.follow()
        if steps[-1] == FIRST_PRESTIGE:
            assert newcomer.seconds < 180, "three minutes to the first prestige"
    assert steps == [lesson.id for lesson in LESSONS]
    context.close()


SAMPLE = (
    pytest.param(Combination("mouse", 1366, "en"), (1,), marks=pytest.mark.thorough),
    pytest.param(Combination("mouse", 360, "de"), (0,), marks=pytest.mark.nightly),
    pytest.param(Combination("touch", 360, "de"), ()),
    pytest.param(Combination("touch", 1366, "en"), (), marks=pytest.mark.nightly),
    pytest.param(Combination("keyboard", 360, "en"), (), marks=pytest.mark.nightly),
    pytest.param(Combination("keyboard", 1366, "de"), (), marks=pytest.mark.nightly),
)
"""With the steps that are checked for accessibility: those with odd numbers, or even ones."""


@pytest.mark.thorough
@pytest.mark.parametrize(("combination", "checked"), SAMPLE, ids=str)
def test_newcomer_finishes_the_guided_game(
    server: str, browser: Browser, combination: Combination, checked: tuple[int, ...], is_thorough: bool
) -> None:
    """Axe checks if thorough the panel at every step of those, otherwise only the steps at which it checks the whole page."""
    finish_guided_game(browser, server, combination, checked, is_thorough)


@pytest.mark.parametrize("width", SIZES)
def test_two_clicks_lead_to_the_first_decision(browser: Browser, server: str, width: int) -> None:
    """In a browser that knows nothing."""
    tab = browser.new_page(viewport=dict(zip(("width", "height"), SIZES[width], strict=True)))  # type: ignore[arg-type]
    tab.goto(server)
    tab.locator("main button").first.click()
    tab.locator("button[name=guide][value=next]").click()
    tab.locator("#guide[data-move]:not([data-move=''])").wait_for()
    tab.locator("[data-guided]:visible:not([aria-disabled=true])").first.wait_for()
    tab.close()


BELOW = """() => { const panel = document.getElementById('panel').getBoundingClientRect();
return [...document.querySelectorAll('#panel button[name=pick]')].map((each) => each.getBoundingClientRect().bottom - panel.bottom); }"""


@pytest.mark.thorough
def test_answers_beside_the_first_step_are_in_sight_in_a_large_window(browser: Browser, server: str) -> None:
    tab = browser.new_page(viewport={"width": 1600, "height": 1000})
    tab.goto(server)
    tab.locator("main button").first.click()
    tab.locator("button[name=guide][value=next]").wait_for()
    below = tab.evaluate(BELOW)
    assert len(below) == 2 and max(below) < 0


COVERED = """() => {
  const panel = document.getElementById("panel").getBoundingClientRect(), buttons = document.querySelector(".confirm-buttons").getBoundingClientRect();
  const parts = "#panel :is(.guide-text, .draft-line .decision-title, .draft-line .cost, .draft-line .decision-words, .draft-line .warn)";
  return [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility()).filter((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const box = range.getBoundingClientRect();
    return box.top < panel.top || box.bottom > Math.min(buttons.top, panel.bottom) + 1;
  }).map((part) => part.textContent.trim());
}"""
OTHER_MOVES = ("construction", "agency 1", "advertising networking", "research_testing info", "remodel advertising", "exchange 1")


def press_anywhere(tab: Tab, selector: str) -> None:
    """Presses a control, wherever the phone shows it, and waits for the page's answer."""
    count = tab.evaluate("window.swaps")
    tab.locator(selector).first.evaluate("control => control.click()")
    tab.wait_for_function(SETTLED, arg=count)


@pytest.mark.thorough
def test_answer_of_guide_covers_nothing_of_the_decision(browser: Browser, server: str) -> None:
    """On a phone, whatever else is chosen than what the guide shows, in the first turns of phase III."""
    context = browser.new_context(
        viewport={"width": 360, "height": 760}, has_touch=True, is_mobile=True, locale="de", reduced_motion="reduce"
    )
    context.add_init_script(PREPARED)
    tab = context.new_page()
    tab.goto(server)
    tab.locator("main button").first.click()
    tab.wait_for_url("**/s/**")
    tab.wait_for_load_state("load")
    checked = 0
    while checked < 2 * len(OTHER_MOVES):
        guide = board_page.guide(tab)
        if not guide.get_attribute("data-move"):
            press_anywhere(tab, "button[name=guide][value=next]")
            continue
        if board_page.question_kind(tab) == "schedule":
            for move in OTHER_MOVES:
                checked += 1
                if tab.locator(f"{board_page.LEGAL}[value='{move}']").count():
                    press_anywhere(tab, f"{board_page.LEGAL}[value='{move}']")
                    assert tab.evaluate(COVERED) == [], move
                    press_anywhere(tab, "#back")
        press_anywhere(tab, "[data-guided]")
        while board_page.mode(tab) == "second-step":
            press_anywhere(tab, "[data-guided]")
        assert tab.evaluate(COVERED) == []
        press_anywhere(tab, "button[value=confirm]")
