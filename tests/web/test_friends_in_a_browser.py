"""Two people in two browsers become friends, and meet at a table by an invitation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support.accessibility import axe_violations
from tests.support.page_structure import check_structure

PASSWORD = "correct horse battery"


def logged_in(browser: Browser, server: str, name: str, **options: object) -> Tab:
    tab = browser.new_context(locale="en", **options).new_page()  # type: ignore[arg-type]
    tab.goto(f"{server}/account")
    region = tab.get_by_role("region", name="Create an account")
    region.get_by_label("Name", exact=True).fill(name)
    region.get_by_label("Password", exact=True).fill(PASSWORD)
    region.get_by_label("Password", exact=True).press("Enter")
    tab.get_by_role("heading", name="Your recovery codes").wait_for()
    return tab


def check(tab: Tab, is_touch: bool) -> None:
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    assert axe_violations(tab) == [] and list(map(str, check_structure(tab, is_touch))) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no-scripts"])
def test_friends_meet_at_a_table(browser: Browser, server: str, has_scripts: bool) -> None:
    ann, ben = (logged_in(browser, server, name, java_script_enabled=has_scripts) for name in ("Ann", "Ben"))
    ann.goto(f"{server}/friends")
    ann.get_by_label("Name of the account").fill("Ben")
    ann.get_by_label("Name of the account").press("Enter")
    ann.get_by_text("If there is such an account, it will see your request.").wait_for()
    ben.goto(server)
    ben.get_by_role("link", name="1 person would like to be your friend").click()
    ben.get_by_role("button", name="Accept Ann").click()
    ben.get_by_role("button", name="Remove Ann").wait_for()
    ann.goto(f"{server}/lobby")
    ann.get_by_label("People, you included").select_option("2")
    ann.get_by_role("checkbox", name=re.compile("Private")).check()
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_role("button", name="Invite Ben").click()
    ann.get_by_text("invited", exact=True).wait_for()
    ben.goto(server)
    ben.get_by_role("region", name="Invitations").get_by_role("link", name=re.compile("To the table")).click()
    ben.get_by_role("button", name="Join").click()
    ben.wait_for_url(re.compile("/s/"))
    if not has_scripts:
        ann.reload()
    ann.wait_for_url(re.compile("/s/"))
    ben.goto(server)
    assert not ben.get_by_role("region", name="Invitations").count()


@pytest.mark.parametrize(("width", "is_touch"), [(360, True), (1366, False)], ids=["narrow", "wide"])
def test_pages_of_friends_are_in_order(browser: Browser, server: str, width: int, is_touch: bool) -> None:
    ann, ben, _cleo = (
        logged_in(browser, server, name, viewport={"width": width, "height": 760}, has_touch=is_touch) for name in ("Ann", "Ben", "Cleo")
    )
    for tab, name in ((ben, "Ann"), (ann, "Cleo"), (ann, "Ben"), (ben, "Cleo")):
        tab.goto(f"{server}/friends")
        check(tab, is_touch)
        tab.get_by_label("Name of the account").fill(name)
        tab.get_by_role("button", name="Ask", exact=True).click()
        tab.get_by_text("If there is such an account").wait_for()
    check(ann, is_touch)
    ann.goto(f"{server}/lobby")
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_role("button", name="Invite Ben").wait_for()
    check(ann, is_touch)
    ann.get_by_role("button", name="Invite Ben").click()
    ben.goto(server)
    ben.get_by_role("region", name="Invitations").wait_for()
    check(ben, is_touch)
