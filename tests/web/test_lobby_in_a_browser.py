"""The lobby in real browsers: pages follow who comes and goes by themselves, and lead to the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.accessibility import axe_violations

LATE = 30_000
"""Milliseconds within which a page shows what others have done, however busy the machine is."""


def visitor(browser: Browser, address: str, has_scripts: bool = True) -> Tab:
    tab = browser.new_context(locale="en", viewport={"width": 900, "height": 900}, java_script_enabled=has_scripts).new_page()
    tab.set_default_timeout(LATE)
    tab.goto(address)
    return tab


def open_table(tab: Tab, name: str, people: str) -> None:
    tab.get_by_label("Your name").fill(name)
    tab.get_by_label("People, you included").select_option(people)
    tab.get_by_role("button", name="Open the table").click()
    tab.get_by_role("heading", name=f"Table of {name}").wait_for()


def join(tab: Tab, name: str) -> None:
    tab.get_by_label("Your name").fill(name)
    tab.get_by_role("button", name="Join", exact=True).click()


def wait_for_board(tab: Tab) -> None:
    """Waits until the page has led to the board of a seat."""
    tab.wait_for_url(re.compile("/s/"), timeout=LATE)
    board_page.panel(tab).wait_for()


def test_three_browsers_find_each_other_and_land_at_their_seats(browser: Browser, server: str) -> None:
    """One leaves, one joins, the first one comes back, and the game begins."""
    ann, ben, cleo = (visitor(browser, f"{server}/lobby") for _ in range(3))
    open_table(ann, "Ann", "3")
    status = ann.get_by_role("status").filter(has_text="missing")
    expect(status).to_have_text("2 people are missing.", timeout=LATE)
    for tab in (ben, cleo):
        tab.reload()
        tab.get_by_role("link", name="To the table Table of Ann").click()
    join(ben, "Ben")
    expect(status).to_have_text("1 person is missing.", timeout=LATE)
    players = ann.get_by_role("list", name="Seats")
    expect(players.locator("b", has_text="Ben")).to_be_visible(timeout=LATE)
    expect(ann.get_by_role("button", name="Begin the game")).to_be_visible(timeout=LATE)
    assert axe_violations(ann) == []
    ben.get_by_role("button", name="Leave the table").click()
    expect(status).to_have_text("2 people are missing.", timeout=LATE)
    expect(players.locator("b", has_text="Ben")).to_be_hidden(timeout=LATE)
    join(cleo, "Cleo")
    expect(players.locator("b", has_text="Cleo")).to_be_visible(timeout=LATE)
    ben.get_by_role("link", name="To the table Table of Ann").click()
    join(ben, "Ben")
    for tab in (ann, ben, cleo):
        wait_for_board(tab)
    addresses = {tab.url for tab in (ann, ben, cleo)}
    assert len(addresses) == 3
    for tab in (ann, ben, cleo):
        tab.goto(f"{server}/")
        expect(tab.get_by_role("link", name="Ann, Cleo, Ben").first).to_be_visible()


@pytest.mark.console("404")
def test_what_is_typed_stays_while_others_come_and_go(browser: Browser, server: str) -> None:
    """One of them is sent away; then the table is closed."""
    ann, ben, cleo = (visitor(browser, f"{server}/lobby") for _ in range(3))
    open_table(ann, "Ann", "4")
    for tab in (ben, cleo):
        tab.goto(ann.url)
    ben.get_by_label("Your name").fill("Benjam")
    join(cleo, "Cleo")
    expect(ben.get_by_role("list", name="Seats").locator("b", has_text="Cleo")).to_be_visible(timeout=LATE)
    assert ben.get_by_label("Your name").input_value() == "Benjam"
    ann.get_by_role("button", name="Send away Cleo").click()
    expect(cleo.get_by_role("button", name="Join", exact=True)).to_be_visible(timeout=LATE)
    ann.get_by_text("Close the table").click()
    ann.get_by_role("button", name="Close it").click()
    expect(ben.get_by_role("alert")).to_contain_text("not open any more", timeout=LATE)


def test_form_offers_what_the_rules_have(browser: Browser, server: str) -> None:
    tab = visitor(browser, f"{server}/lobby")
    people, colour = tab.get_by_label("People, you included"), tab.get_by_label("Your colour")
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5"]
    tab.locator("#new-open-table").get_by_label("Rules").select_option("first")
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5", "6"]
    assert "yellow diamond" in colour.locator("option:not([disabled])").all_inner_texts()
    tab.locator("details.more > summary").click()
    bots = tab.get_by_role("group", name="Automas and bots")
    bots.get_by_label("Seat 4").select_option("manager")
    tab.locator("#new-open-table").get_by_label("Rules").select_option("second")
    expect(bots.get_by_role("combobox")).to_have_count(3)
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5"]
    tab.locator("#new-open-table").get_by_label("Rules").select_option("first")
    bots.get_by_label("Seat 4").select_option("")
    bots.get_by_label("Seat 1").select_option("manager")
    assert people.locator("option:not([disabled])").all_inner_texts() == ["2", "3", "4", "5"]
    assert tab.locator("#kind-0 option[data-automa]:not([disabled])").count() == 0


def test_without_scripts_the_page_looks_again_by_itself(browser: Browser, server: str) -> None:
    ann, ben = visitor(browser, f"{server}/lobby", has_scripts=False), visitor(browser, f"{server}/lobby")
    open_table(ann, "Ann", "2")
    assert ann.locator("meta[http-equiv=refresh]").count() == 1
    ben.goto(ann.url)
    join(ben, "Ben")
    wait_for_board(ben)
    ann.get_by_role("link", name="Look again who is there").click()
    ann.wait_for_url(re.compile("/s/"))
