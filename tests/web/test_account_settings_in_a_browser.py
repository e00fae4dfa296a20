"""Settings in a real browser: a new account takes them over, and other devices show them before anything is painted."""

from __future__ import annotations

import secrets

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support.accessibility import axe_violations
from tests.support.browser_player import open_first_game
from tests.support.page_structure import check_structure

PASSWORD = "correct horse battery"


def create_account(tab: Tab, server: str) -> str:
    """Creates an account with a name of its own; returns the name."""
    name = f"Ann {secrets.token_hex(4)}"
    tab.goto(f"{server}/account")
    region = tab.get_by_role("region", name="Create an account")
    region.get_by_label("Name", exact=True).fill(name)
    region.get_by_label("Password", exact=True).fill(PASSWORD)
    with tab.expect_response("**/api/account/settings"):
        region.get_by_role("button", name="Create the account").click()
    return name


def log_in(tab: Tab, server: str, name: str) -> None:
    tab.goto(f"{server}/account")
    region = tab.get_by_role("region", name="Log in")
    region.get_by_label("Name", exact=True).first.fill(name)
    region.get_by_label("Password", exact=True).fill(PASSWORD)
    region.get_by_label("Password", exact=True).press("Enter")
    tab.wait_for_url(f"{server}/")


def test_settings_of_a_guest_become_those_of_the_account_on_each_device(browser: Browser, server: str) -> None:
    phone, laptop = (browser.new_context(locale="en").new_page() for _ in range(2))
    phone.goto(f"{server}/settings")
    phone.get_by_label("Colours").select_option("dark")
    phone.get_by_label("Sounds of pencil and city").check()
    phone.get_by_role("button", name="Save").click()
    phone.get_by_text("Your settings are saved.").wait_for()
    assert phone.locator("html").get_attribute("data-theme") == "dark" and phone.get_by_label("Sounds of pencil and city").is_checked()
    name = create_account(phone, server)
    laptop.goto(server)
    laptop.get_by_role("button", name="Theme: system").click()
    log_in(laptop, server, name)
    assert laptop.locator("html").get_attribute("data-theme") == "dark"
    with laptop.expect_response("**/api/account/settings"):
        laptop.get_by_role("button", name="Theme: dark").click()
    phone.goto(server)
    assert phone.get_by_role("button", name="Theme: system").is_visible()
    laptop.get_by_role("link", name=f"Account: {name}").click()
    laptop.get_by_role("button", name="Log out").click()
    laptop.wait_for_url(f"{server}/")
    assert laptop.locator("html").get_attribute("data-theme") == "light", "what the browser had chosen before"


def test_switches_of_the_board_are_those_of_the_account(browser: Browser, server: str) -> None:
    tab = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en").new_page()
    create_account(tab, server)
    open_first_game(tab, server)
    tab.keyboard.press("?")
    for name, before in (("Markers move", True), ("Sounds of pencil and city", False)):
        switch = tab.get_by_role("switch", name=name)
        switch.and_(tab.get_by_role("switch", checked=before)).wait_for()
        with tab.expect_response("**/api/account/settings"):
            switch.click()
        switch.and_(tab.get_by_role("switch", checked=not before)).wait_for()
    tab.goto(f"{server}/settings")
    assert not tab.get_by_label("Markers move").is_checked() and tab.get_by_label("Sounds of pencil and city").is_checked()


def test_account_does_without_scripts(browser: Browser, server: str) -> None:
    tab = browser.new_context(locale="en", java_script_enabled=False).new_page()
    tab.goto(f"{server}/settings")
    assert tab.get_by_label("Language", exact=True).last.is_visible() and not tab.get_by_label("Colours").is_visible()
    tab.goto(f"{server}/account")
    region = tab.get_by_role("region", name="Create an account")
    region.get_by_label("Name", exact=True).fill(f"Ann {secrets.token_hex(4)}")
    region.get_by_label("Password", exact=True).fill(PASSWORD)
    region.get_by_label("Password", exact=True).press("Enter")
    tab.goto(f"{server}/settings")
    tab.get_by_role("button", name="Theme: system").click()
    tab.get_by_role("button", name="DE", exact=True).click()
    tab.get_by_role("button", name="Farben: hell").wait_for()
    tab.get_by_label("Ohne Bestätigung ziehen").check()
    tab.get_by_label("Ohne Bestätigung ziehen").press("Enter")
    tab.get_by_text("gespeichert").wait_for()
    assert tab.get_by_label("Ohne Bestätigung ziehen").is_checked()


@pytest.mark.parametrize(("width", "is_touch"), [(360, True), (1366, False)], ids=["narrow", "wide"])
@pytest.mark.parametrize("is_guest", [True, False], ids=["guest", "account"])
def test_page_of_settings_is_right(browser: Browser, server: str, width: int, is_touch: bool, is_guest: bool) -> None:
    tab = browser.new_context(viewport={"width": width, "height": 760}, locale="de", has_touch=is_touch).new_page()
    if not is_guest:
        tab.goto(f"{server}/account?lang=en")
        create_account(tab, server)
        tab.get_by_role("button", name="DE", exact=True).click()
    tab.goto(f"{server}/settings")
    assert axe_violations(tab) == [] and list(map(str, check_structure(tab, is_touch))) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
