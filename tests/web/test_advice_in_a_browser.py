"""Hints and the analysis in a real browser: by keys, with the places lit; with progress, cancelled, and shown when it ends."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route

from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.brief_advice import DONE, TOTAL, make_advice_brief
from tests.support.open_pages import wait_for_held
from tests.support.page_states import practice
from tests.web.after_game.test_after_game import GOLDEN, shown

FOCUSED = "(id) => document.activeElement.id === id"
HINTS = "**/s/*/hint"


@pytest.fixture(autouse=True)
def endless(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    return make_advice_brief(monkeypatch)


def test_hint_opens_and_closes_by_keys_and_lights_places(browser: Browser, server: str, client: httpx.Client) -> None:
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    tab.goto(server + practice(client))
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    tab.keyboard.press("y")
    hint = tab.get_by_role("complementary", name="Hint")
    hint.get_by_text("Look at: ").wait_for()
    tab.wait_for_function(FOCUSED, arg="hint")
    first = tab.locator("[data-hinted]").count()
    hint.get_by_role("link", name="The best moves, and why").press("Enter")
    hint.get_by_text("winning chance").first.wait_for()
    tab.wait_for_function(FOCUSED, arg="hint")
    assert 0 < tab.locator("[data-hinted]").count() <= first
    assert axe_violations(tab) == []
    tab.keyboard.press("Escape")
    hint.wait_for(state="hidden")
    assert tab.evaluate(FOCUSED, "open-hint") and tab.locator("[data-hinted]").count() == 0


def test_first_hint_of_a_game_that_counts_is_asked_for_twice(browser: Browser, server: str, client: httpx.Client) -> None:
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"automa": "pei"}]}).json()
    tab = browser.new_context(viewport={"width": 360, "height": 740}, locale="de").new_page()
    tab.goto(f"{server}/s/{made['seats'][0]['token']}")
    board_page.panel(tab, "asked").wait_for()
    tab.keyboard.press("y")
    hint = tab.get_by_role("complementary", name="Tipp")
    hint.get_by_text("zählt diese Partie nicht mehr in „Meine Partien“").wait_for()
    assert tab.locator("[data-hinted]").count() == 0 and axe_violations(tab, "#hint") == []
    hint.get_by_role("button", name="Tipp zeigen").click()
    hint.get_by_text("Sieh dir an").wait_for()
    tab.keyboard.press("Escape")
    hint.wait_for(state="hidden")
    tab.keyboard.press("y")
    hint.get_by_text("Sieh dir an").wait_for()


def test_hint_that_comes_after_the_move_is_dropped(browser: Browser, server: str, client: httpx.Client) -> None:
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    waiting: list[Route] = []
    tab.route(HINTS, lambda route: waiting.append(route))
    tab.goto(server + practice(client))
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    version = board_page.shown_version(tab)
    with tab.expect_request(HINTS):
        tab.keyboard.press("y")
    hint = tab.get_by_role("complementary", name="Hint")
    hint.wait_for()
    board_page.legal_places(tab).first.click()
    board_page.confirm_button(tab).click()
    tab.wait_for_function("(before) => Number(document.querySelector('#table').dataset.version) !== before", arg=version)
    hint.wait_for(state="hidden")
    wait_for_held(tab, waiting)
    with tab.expect_response(HINTS) as response:
        waiting[0].continue_()
    response.value.finished()
    tab.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
    assert tab.get_by_role("complementary", name="Hint", include_hidden=True).text_content() == ""


def waiting_hints(browser: Browser, address: str) -> tuple[Page, list[Route]]:
    """Opens a table whose requests for hints are held back; returns them with the page, after the first one."""
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    waiting: list[Route] = []
    tab.route(f"{HINTS}*", lambda route: waiting.append(route))
    tab.goto(address)
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    tab.keyboard.press("y")
    wait_for_held(tab, waiting)
    return tab, waiting


def test_hint_asked_for_last_stays(browser: Browser, server: str, client: httpx.Client) -> None:
    tab, waiting = waiting_hints(browser, server + practice(client))
    tab.keyboard.press("y")
    wait_for_held(tab, waiting, 2)
    hint = tab.get_by_role("complementary", name="Hint")
    for number, text in ((1, "<p>second</p>"), (0, "<p>first</p>")):
        waiting[number].fulfill(body=text, content_type="text/html")
        hint.get_by_text("second").wait_for()
        tab.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
    assert hint.inner_text() == "second"


def test_analysis_shows_progress_until_it_is_cancelled_or_ends(
    browser: Browser, server: str, client: httpx.Client, endless: dict[str, int]
) -> None:
    base = shown(client, (GOLDEN / "first-2.gfr").read_text("utf-8"))
    tab = browser.new_context(viewport={"width": 360, "height": 740}, locale="en").new_page()
    tab.goto(f"{server}{base}/after")
    analyse, progress = tab.get_by_role("button", name="Analyse this game"), tab.get_by_role("progressbar")
    analyse.click()
    progress.wait_for()
    assert progress.evaluate("(bar) => [bar.value, bar.max]") == [DONE, TOTAL]
    assert axe_violations(tab, "#analysis") == []
    tab.get_by_role("button", name="Cancel").click()
    analyse.click()
    progress.wait_for()
    endless[next(iter(endless))] += 1
    tab.get_by_text(f"Analysing: {DONE + 1} of {TOTAL} decisions").wait_for()
    assert progress.evaluate("(bar) => [bar.value, bar.max]") == [DONE + 1, TOTAL]
    client.post(f"/api/games/{base.rpartition('/')[2]}/analysis", json={"do": "cancel"}).raise_for_status()
    analyse.wait_for()
