"""An account in a real browser: created, left and entered again by the Enter key, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from tests.support.accessibility import axe_violations
from tests.support.board_page import either
from tests.support.page_structure import check_structure

PASSWORD = "correct horse battery"
OPEN_ALL = "() => { document.querySelectorAll('main details').forEach((each) => { each.open = true; }); }"


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
        tab.evaluate(OPEN_ALL)
        tab.evaluate("() => document.fonts.ready.then(() => true)")
        assert axe_violations(tab) == [] and list(map(str, check_structure(tab, is_touch))) == []
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        tab.goto(f"{server}/account")


@pytest.fixture
def with_authenticator(browser: Browser, server: str) -> Tab:
    """Returns a page at ``localhost`` whose browser has an authenticator that confirms everything."""
    tab = browser.new_context(base_url=server.replace("127.0.0.1", "localhost")).new_page()
    add_authenticator(tab)
    return tab


def add_authenticator(tab: Tab) -> None:
    session = tab.context.new_cdp_session(tab)
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "automaticPresenceSimulation": True}})


def press(tab: Tab, name: str, region: str) -> None:
    form(tab, region).get_by_role("button", name=name, exact=True).click()


def passkeys(tab: Tab) -> Locator:
    return form(tab, "Passkeys").get_by_role("listitem")


@pytest.mark.console("status of 403")
def test_account_of_a_passkey_lives_and_ends(with_authenticator: Tab) -> None:
    tab = with_authenticator
    tab.goto("/account")
    form(tab, "Create an account").get_by_label("Name").fill("Ann")
    press(tab, "Create it with a passkey", "Create an account")
    form(tab, "Your recovery codes").wait_for()
    press(tab, "Log out", "Where you are logged in")
    tab.wait_for_url("**/")
    tab.goto("/account")
    press(tab, "Log in with a passkey", "Log in")
    tab.wait_for_url("**/")
    assert in_head(tab).is_visible()
    tab.goto("/account")
    tab.get_by_text("Set a password", exact=True).click()
    form(tab, "Password").get_by_label("New password").fill(PASSWORD)
    form(tab, "Password").get_by_label("New password").press("Enter")
    tab.get_by_text("Your password is changed").wait_for()
    tab.get_by_text("Delete the account", exact=True).click()
    press(tab, "Delete my account with a passkey", "Your data")
    tab.get_by_text("Your account is deleted.").wait_for()
    press(tab, "Log in with a passkey", "Log in")
    assert "belongs to no account" in tab.get_by_role("alert").inner_text()


@pytest.mark.console("status of 403")
def test_passkeys_are_added_and_removed(with_authenticator: Tab) -> None:
    tab = with_authenticator
    tab.goto("/account")
    fill(tab, "Create an account", PASSWORD)
    in_head(tab).wait_for()
    tab.goto("/account")
    tab.get_by_text("Add a passkey", exact=True).click()
    press(tab, "Add", "Passkeys")  # the browser asks for the password first
    assert not passkeys(tab).count()
    form(tab, "Passkeys").get_by_label("Your password").fill(PASSWORD)
    form(tab, "Passkeys").get_by_label("Your password").press("Enter")
    tab.get_by_text("Your passkey is added.").wait_for()
    tab.get_by_text("Add a passkey", exact=True).click()
    press(tab, "Add with a passkey", "Passkeys")
    assert "has a passkey for your account already" in tab.get_by_role("alert").inner_text()
    form(tab, "Passkeys").get_by_label("Your password").last.fill("not the password")
    press(tab, "Add", "Passkeys")
    assert "not your password" in tab.get_by_role("alert").inner_text()
    passkeys(tab).get_by_text("Change").click()
    press(tab, "Remove with a passkey", "Passkeys")
    tab.get_by_text("The passkey is removed.").wait_for()
    assert not passkeys(tab).count()


OLD_BROWSER = """
delete PublicKeyCredential.parseCreationOptionsFromJSON;
delete PublicKeyCredential.parseRequestOptionsFromJSON;
delete PublicKeyCredential.prototype.toJSON;
"""
"""Takes away what turns passkeys into JSON and back."""


def test_passkeys_work_in_browsers_without_json(with_authenticator: Tab) -> None:
    tab = with_authenticator
    tab.add_init_script(OLD_BROWSER)
    tab.goto("/account")
    form(tab, "Create an account").get_by_label("Name").fill("Ann")
    press(tab, "Create it with a passkey", "Create an account")
    form(tab, "Your recovery codes").wait_for()
    tab.get_by_text("Make new codes", exact=True).click()
    press(tab, "Show new codes", "Recovery codes")
    form(tab, "Your recovery codes").wait_for()
    press(tab, "Log out", "Where you are logged in")
    tab.wait_for_url("**/")
    tab.goto("/account")
    press(tab, "Log in with a passkey", "Log in")
    in_head(tab).wait_for()


@pytest.mark.parametrize("has_scripts", [True, False], ids=["old", "no-scripts"])
def test_browser_without_passkeys_shows_passwords_alone(browser: Browser, server: str, has_scripts: bool) -> None:
    tab = browser.new_context(base_url=server.replace("127.0.0.1", "localhost"), java_script_enabled=has_scripts).new_page()
    tab.add_init_script("delete globalThis.PublicKeyCredential;")
    tab.goto("/account")
    assert (
        not tab.get_by_role("button", name=re.compile("passkey")).count() and not tab.get_by_text("or with a password").first.is_visible()
    )
    fill(tab, "Create an account", PASSWORD)
    in_head(tab).wait_for()
    tab.goto("/account")
    tab.get_by_text("Add a passkey", exact=True).click()
    assert tab.get_by_text("This browser can’t use passkeys here.").is_visible()
    assert not form(tab, "Passkeys").get_by_role("button").count()


@pytest.mark.parametrize(("language", "theme", "width"), [("de", "dark", 360), ("en", "light", 1366)], ids=["narrow", "wide"])
def test_page_with_passkeys_tokens_and_bots_is_in_order(browser: Browser, server: str, language: str, theme: str, width: int) -> None:
    is_touch = width < 500
    context = browser.new_context(
        base_url=server.replace("127.0.0.1", "localhost"),
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=is_touch,
        viewport={"width": width, "height": 800},
    )
    tab = context.new_page()
    add_authenticator(tab)
    tab.goto("/account")
    assert axe_violations(tab) == [] and list(map(str, check_structure(tab, is_touch))) == []
    tab.fill("#create-name", "Ann")
    tab.click("[data-passkey=create]")
    in_head(tab).wait_for()
    tab.goto("/account")
    tab.evaluate(OPEN_ALL)
    tab.fill("#bot-name", "Robby")
    tab.press("#bot-name", "Enter")
    tab.locator("#token-bot").wait_for(state="attached")
    tab.evaluate(OPEN_ALL)
    tab.fill("#token-label", "A board with a name that is long")
    tab.select_option("#token-bot", index=1)
    tab.click("#programs [data-passkey]")
    tab.locator(".new-token").wait_for()
    tab.evaluate(OPEN_ALL)
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    assert axe_violations(tab) == [] and list(map(str, check_structure(tab, is_touch))) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_only_passkey_of_an_account_can_not_be_removed(with_authenticator: Tab) -> None:
    tab = with_authenticator
    tab.goto("/account")
    form(tab, "Create an account").get_by_label("Name").fill("Ann")
    press(tab, "Create it with a passkey", "Create an account")
    form(tab, "Your recovery codes").wait_for()
    tab.goto("/account")
    assert passkeys(tab).count() == 1 and not form(tab, "Passkeys").get_by_role("button", name="Remove").count()
