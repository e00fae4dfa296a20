"""Administration in a real browser: a report is sent and dealt with by the keyboard, and its pages are in order."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.store import Store
from tests.support.accessibility import axe_violations
from tests.support.page_structure import check_structure

PASSWORD = "correct horse battery"
WORDS = {"en": ("Administration", "Reports", "People"), "de": ("Verwaltung", "Meldungen", "Leute")}


def visitor(browser: Browser, server: str, name: str, language: str, width: int, is_touch: bool) -> Tab:
    """Returns a browser in which somebody has an account."""
    context = browser.new_context(
        locale=language, color_scheme="dark" if language == "de" else "light", has_touch=is_touch, viewport={"width": width, "height": 800}
    )
    tab = context.new_page()
    tab.goto(f"{server}/account")
    tab.locator("#create-name").fill(name)
    tab.locator("#create-password").fill(PASSWORD)
    tab.locator("#create-password").press("Enter")
    tab.locator(".recovery-codes").wait_for()
    return tab


def check(tab: Tab, is_touch: bool) -> None:
    tab.evaluate("() => { document.querySelectorAll('main details').forEach((each) => { each.open = true; }); }")
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    assert axe_violations(tab) == []
    faults = [str(each) for each in check_structure(tab, is_touch)]
    assert not faults, "\n".join(faults)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("language", "width", "is_touch"), [("en", 360, True), ("de", 1366, False)], ids=["narrow", "wide"])
@pytest.mark.console("status of 403")
def test_report_is_sent_and_its_author_banned_by_keys(
    browser: Browser, server: str, store: Store, language: str, width: int, is_touch: bool
) -> None:
    administration, reports, people = WORDS[language]
    ann, ben = (visitor(browser, server, name, language, width, is_touch) for name in ("Ann", "Ben"))
    account = store.account("ann")
    assert account is not None
    store.add_administrator(account.id, "2030-01-01T00:00:00+00:00")
    ben.goto(f"{server}/lobby")
    ben.locator("#player").press("Enter")
    ben.locator("details.report > summary").press("Enter")
    ben.locator("#report-text").fill("Nobody comes.")
    check(ben, is_touch)
    ben.locator("button[value=report]").press("Enter")
    ben.locator("[role=status].done").wait_for()
    ann.goto(f"{server}/account")
    check(ann, is_touch)
    ann.get_by_role("link", name=administration, exact=True).press("Enter")
    ann.get_by_role("heading", name=administration).wait_for()
    check(ann, is_touch)
    ann.get_by_text("Nobody comes.").wait_for()
    ann.locator("[id^=note-]").fill("No reason to report.")
    ann.locator("[id^=note-]").press("Enter")
    ann.locator("[role=status].done").wait_for()
    assert not ann.get_by_text("Nobody comes.").count()
    ann.get_by_role("link", name=people, exact=True).press("Enter")
    ann.locator("#q").fill("be")
    ann.locator("#q").press("Enter")
    ann.locator(".admin-list a").press("Enter")
    ann.locator("#reason-person").fill("Needless reports")
    check(ann, is_touch)
    ann.locator("#reason-person").press("Enter")
    ann.locator("[role=status].done").wait_for()
    check(ann, is_touch)
    ben.locator("details.report > summary").press("Enter")
    ben.locator("#report-text").fill("Again.")
    ben.locator("button[value=report]").press("Enter")
    assert "Needless reports" in ben.get_by_role("alert").inner_text()
    for section in ("bans", "sizes", "jobs"):
        ann.goto(f"{server}/admin/{section}")
        check(ann, is_touch)
    assert ann.get_by_role("link", name=reports, exact=True).is_visible()
