"""A confirmed move after which a round begins or the game ends, in a real browser: nothing jumps, and the focus stays where it can be used."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor import read_record
from tests.support import board_page, http
from tests.support.open_pages import SHOWS_PAST, passing

GAME = read_record((Path(__file__).parents[1] / "golden/second-2-random.gfr").read_text("utf-8"))
BOUGHT_LAST = read_record((Path(__file__).parents[1] / "golden/first-4.gfr").read_text("utf-8"))
"""A game whose last decision is a purchase."""
LAST_ROUND = 7
MOST = 0.02
"""How far a move may shift what stands on the page: the measure of browsers, cumulative layout shift."""
SHIFTS = """() => { window.shift = 0; new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shift += value; }).observe({ type: 'layout-shift', buffered: false }); }"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shift), 60))))"


def before_round(number: int) -> tuple[str, str]:
    """Returns the record up to the last decision before a round begins, and that decision."""
    first = next(count for count in range(len(GAME.entries)) if GAME.replay(count).state.round == number)
    last = max(count for count in range(first) if GAME.entries[count].seat >= 0)
    return GAME.prefix(last).format(), GAME.entries[last].text


def pencilled(browser: Browser, server: str, number: int, width: int, height: int, pace: str) -> Tab:
    """Returns the page of the seat that pencils in the last decision before a round."""
    record, decision = before_round(number)
    made = http.post(f"{server}/api/records", json={"record": record, "resume": True}).json()
    token = made["seats"][http.get(f"{server}/api/games/{made['game']}").json()["asked"]]["token"]
    tab = browser.new_context(viewport={"width": width, "height": height}).new_page()
    tab.add_init_script(f"localStorage.setItem('groundfloor-pace', '{pace}')")
    version = http.get(f"{server}/api/seats/{token}").json()["version"]
    http.post(f"{server}/api/seats/{token}", json={"pick": decision, "version": version})
    tab.goto(f"{server}/s/{token}")
    tab.wait_for_load_state("load")
    board_page.confirm_button(tab).wait_for()
    return tab


@pytest.mark.parametrize(("width", "height", "number"), [(1366, 768, 3), (1280, 720, LAST_ROUND), (360, 760, LAST_ROUND)])
def test_new_round_shifts_nothing(browser: Browser, server: str, width: int, height: int, number: int) -> None:
    """The log begins anew, and in the last round nothing comes next any more."""
    tab = pencilled(browser, server, number, width, height, "off")
    if width < 700:
        board_page.view_tab(tab, "company").click()
        board_page.own_company(tab).wait_for()
    tab.evaluate(SHIFTS)
    tab.evaluate(SETTLED)
    tab.evaluate("window.shift = 0")
    version = board_page.shown_version(tab)
    board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=version, is_settled=True).wait_for(state="attached")
    assert f"round {number} of" in tab.get_by_role("heading", level=1).inner_text()
    assert tab.evaluate(SETTLED) < MOST


def test_last_purchase_of_a_game_shifts_nothing(browser: Browser, server: str) -> None:
    """The question has opened what is on sale beside the board; when the game is over, the log stands there again."""
    last = max(count for count, entry in enumerate(BOUGHT_LAST.entries) if entry.seat >= 0)
    made = http.post(f"{server}/api/records", json={"record": BOUGHT_LAST.prefix(last).format(), "resume": True}).json()
    token = made["seats"][BOUGHT_LAST.entries[last].seat]["token"]
    tab = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    tab.add_init_script("localStorage.setItem('groundfloor-pace', 'off')")
    tab.goto(f"{server}/s/{token}")
    board_page.part(tab, "improvements").wait_for()
    version = board_page.shown_version(tab)
    http.post(f"{server}/api/seats/{token}", json={"pick": BOUGHT_LAST.entries[last].text, "version": version})
    board_page.confirm_button(tab).wait_for()
    tab.evaluate(SHIFTS)
    tab.evaluate(SETTLED)
    tab.evaluate("window.shift = 0")
    board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=version, is_settled=True).wait_for(state="attached")
    board_page.panel(tab, "over").wait_for()
    assert tab.evaluate(SETTLED) < MOST
    assert board_page.part(tab, "log").is_visible() and not board_page.part(tab, "improvements").is_visible()


def test_focus_is_kept_when_a_confirmed_move_is_played_back(browser: Browser, server: str) -> None:
    """The panel with the button is hidden meanwhile."""
    tab = pencilled(browser, server, 3, 1366, 768, "brisk")
    version = board_page.shown_version(tab)
    with passing(tab, SHOWS_PAST):
        board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=version, is_past=False, is_settled=True).wait_for(state="attached")
    tab.wait_for_function("() => !document.body.classList.contains('is-replaying') && document.activeElement !== document.body")
    assert tab.evaluate("document.activeElement.closest('#panel') !== null")
