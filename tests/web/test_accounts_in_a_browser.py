"""An account in a real browser: created, left and entered again by the Enter key, with and without scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.accessibility import axe_violations
from tests.support.board_page import either
from tests.support.page_structure import check_structure

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from playwright.sync_api import Page as Tab

PASSWORD = "correct horse battery"


def form(tab: Tab, name: str) -> Locator:
    return tab.get_by_role("region", name=either(name, ending="$"))


def fill(tab: Tab, name: str, password: str) -> None:
    """Fills in the form of this name, and presses Enter in its last field."""
    form(tab, name).get_by_label(either("Name", ending="$")).first.fill("Ann")
    field = form(tab, name).get_by_label(either("Password", ending="$"))
    field.fill(password)
    field.press("Enter")


def in_head(tab: Tab) -> Locator:
    return tab.get_by_role("link", name=re.compile("(Account|Konto): Ann$"))


@pytest.mark.console("status of 403")
@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no-scripts"])
def test_enter_creates_an_account_and_logs_in(browser: Browser, server: str, has_scripts: bool) -> None:
    tab = browser.new_context(java_script_enabled=has_scripts).new_page()
    tab.goto(server)
    tab.get_by_role("navigation", name="Pages").get_by_role("link", name="Log in", exact=True).click()
    fill(tab, "Create an account", PASSWORD)
    codes = form(tab, "Your recovery codes").get_by_role("listitem").all_inner_texts()
    assert len(codes) == 10 and all(re.fullmatch("([a-z2-9]{4}-){3}[a-z2-9]{4}", code) for code in codes)
    assert in_head(tab).is_visible()
    tab.get_by_role("button", name="Log out").click()
    tab.wait_for_url(f"{server}/")
    assert not in_head(tab).count()
    tab.goto(f"{server}/account")
    fill(tab, "Log in", "not the password")
    assert "do not belong together" in tab.get_by_role("alert").inner_text()
    fill(tab, "Log in", PASSWORD)
    tab.wait_for_url(f"{server}/")
    assert in_head(tab).is_visible()


@pytest.mark.parametrize(
    ("language", "theme", "width", "is_touch"), [("en", "light", 360, True), ("de", "dark", 1366, False)], ids=["narrow", "wide"]
)
def test_pages_of_an_account_are_in_order(browser: Browser, server: str, language: str, theme: str, width: int, is_touch: bool) -> None:
    context = browser.new_context(
        locale=language, color_scheme="dark" if theme == "dark" else "light", has_touch=is_touch, viewport={"width": width, "height": 800}
    )
    tab = context.new_page()
    tab.goto(f"{server}/account")
    fill(tab, "Create an account", PASSWORD)
    in_head(tab).wait_for()
    for _ in ("with codes", "without them"):
        tab.evaluate("() => { document.querySelectorAll('main details').forEach((each) => { each.open = true; }); }")
        tab.evaluate("() => document.fonts.ready.then(() => true)")
        assert axe_violations(tab) == [] and list(map(str, check_structure(tab, is_touch))) == []
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        tab.goto(f"{server}/account")
