"""The round ahead by choosing places on the board: by mouse, keyboard and touch, and never a move by accident."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, Locator, Page

from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.web.test_plan_in_a_browser import PLAN, plan, seats, step, wait_for_steps

__all__ = ["seats"]


def opened(browser: Browser, address: str, width: int, height: int, *, is_touch: bool = False) -> Page:
    """Returns a page whose scripts run, without replays of others' moves."""
    tab = browser.new_page(
        viewport={"width": width, "height": height}, has_touch=is_touch, is_mobile=is_touch, locale="en", reduced_motion="reduce"
    )
    tab.add_init_script("localStorage.setItem('groundfloor-pace', 'off')")
    tab.goto(address)
    tab.wait_for_function("() => document.querySelector('.view-tabs [aria-current]')")
    tab.wait_for_load_state("load")
    return tab


def move(client: httpx.Client, token: str, *texts: str) -> None:
    version = client.get(f"/api/seats/{token}").json()["version"]
    client.post(f"/api/seats/{token}", json={"apply": list(texts), "version": version}).raise_for_status()


def bar(tab: Page) -> Locator:
    return tab.get_by_role("region", name="Plan of the round")


def test_places_go_into_the_plan_by_mouse_and_keys_until_the_viewer_ends_it(
    browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]
) -> None:
    asked, waiting = seats
    client.post(f"/api/seats/{waiting}", json={"set": "confirms_itself:on"})
    tab = opened(browser, f"{server}/s/{waiting}", 1366, 768)
    tab.keyboard.press("v")
    plan(tab).get_by_text("Choose a place on the board").wait_for()
    board_page.space(tab, "Advertising agency, desk 2").click()
    wait_for_steps(tab, "agency 2")
    plan(tab).get_by_text("desk 2; leaves 3 time markers").wait_for()
    board_page.space(tab, "Warehouse, door 2").focus()
    tab.keyboard.press("Enter")
    plan(tab).get_by_text("There is more than one way").wait_for()
    plan(tab).get_by_role("button", name="Warehouse, door 2 (1 time marker, 2 info)").click()
    wait_for_steps(tab, "agency 2", "warehouse 2 info")
    assert axe_violations(tab) == []
    move(client, asked, "consulting", "end")
    plan(tab).get_by_text("It is your turn. Places still go into the plan").wait_for()
    before = board_page.shown_version(tab)
    board_page.space(tab, "Factory, space 1").click()
    plan(tab).get_by_text("Factory, space 1: not possible after these steps.").or_(step(tab, 3)).first.wait_for()
    assert client.get(f"/api/seats/{waiting}").json()["version"] == before, "no move was made"
    tab.keyboard.press("Escape")
    board_page.space(tab, "Advertising agency, desk 2").click()
    board_page.table(tab, other_than=before, is_settled=True).wait_for()


def test_places_go_into_the_plan_by_touch_and_a_tap_is_no_move(
    browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]
) -> None:
    asked, waiting = seats
    client.post(f"/api/seats/{waiting}", json={"set": "confirms_itself:on"})
    tab = opened(browser, f"{server}/s/{waiting}", 360, 740, is_touch=True)
    board_page.panel(tab).get_by_role("link", name=PLAN).tap()
    plan(tab).get_by_role("button", name="Choose places on the board").tap()
    bar(tab).get_by_text("Choose a place on the board").wait_for()
    board_page.space(tab, "Consulting firm, row 1").first.tap()
    wait_for_steps(tab, "consulting")
    bar(tab).get_by_text("leaves 3 time markers").wait_for()
    assert axe_violations(tab, "#plan-bar") == []
    move(client, asked, "agency 1", "end")
    bar(tab).get_by_text("It is your turn").wait_for()
    before = board_page.shown_version(tab)
    board_page.view_tab(tab, "company").tap()
    tab.get_by_role("button", name="Meeting Room").first.tap()
    wait_for_steps(tab, "consulting", "meeting_room 1")
    assert client.get(f"/api/seats/{waiting}").json()["version"] == before, "no move was made"
    bar(tab).get_by_role("button", name="End planning").tap()
    assert bar(tab).count() == 0
    tab.get_by_role("button", name="Meeting Room").first.tap()
    board_page.table(tab, other_than=before, is_settled=True).wait_for()
