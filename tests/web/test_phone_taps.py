"""Taps on a phone: how many a first round takes, a second tap that confirms, and what others did until it is seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.browser_player import open_first_game

DECISIONS = 7
AT_ONCE = "localStorage.setItem('groundfloor-pace', 'off')"
LIT_IN_SIGHT = """() => { const found = [...document.querySelectorAll('#panel button[name=pick], #board button[name=pick]')].filter((e) => {
if (e.getAttribute('aria-disabled') === 'true' || e.getAttribute('aria-pressed') === 'true' || !e.checkVisibility()) return false;
const box = e.getBoundingClientRect(); return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('button') === e; });
return (found.find((e) => !['done', 'end'].includes(e.value)) ?? found[0])?.id ?? ''; }"""
"""A lit place or an answer that a finger reaches without scrolling or another tab; one that does something if there is any."""
LATER = "(since) => Date.now() > since + 400"
"""The page takes the second tap of two in quick succession for one tap."""
SETTLED = """(version) => { const table = document.querySelector('#table');
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
        if board_page.mode(tab) == "pencilled":
            again = board_page.by_id(tab, chosen).and_(tab.locator("[aria-pressed=true]"))
            tab.wait_for_function(LATER, arg=tab.evaluate("Date.now()"))
            taps += tap(again if again.count() and again.is_visible() else board_page.confirm_button(tab))
            tab.wait_for_function(SETTLED, arg=before)
        else:
            chosen = choose(tab)
            tab.wait_for_function(LATER, arg=tab.evaluate("Date.now()"))
            taps += tap(board_page.by_id(tab, chosen))
            tab.wait_for_function(
                f"() => ({SETTLED})({before})" if confirms_itself else "() => document.querySelector('#panel').dataset.mode === 'pencilled'"
            )
    return taps


@pytest.mark.parametrize(("confirms_itself", "most"), [(True, 8), (False, 14)])
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


def test_what_others_did_stays_on_every_tab_until_seen(browser: Browser, server: str) -> None:
    tab = phone(browser, server)
    line = latest_events(tab)
    assert not line.is_visible()
    board_page.answer(tab, "done").tap()
    board_page.panel(tab, "pencilled").wait_for()
    before = version(tab)
    board_page.confirm_button(tab).tap()
    tab.wait_for_function(SETTLED, arg=before)
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
