"""The order of the companies on the board: by popularity, or by seat as the viewer has chosen."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.api_table import ApiTable
from tests.support.html import has, one, value, values

RECORD = (Path(__file__).parents[3] / "golden" / "second-4-random.gfr").read_text("utf-8")
ORDER = """() => ["#company-tabs > a", "#company-summary-list > .company-summary"].map((places) =>
  [...document.querySelectorAll(places)].map((each) => Number(each.id.split("-").at(-1))))"""


@pytest.fixture
def table(client: httpx.Client) -> ApiTable:
    """Returns a table at its first hiring, where the fourth seat is more popular than the third."""
    return ApiTable.resume(client, RECORD.partition("1 done\n")[0])


def popularity(table: ApiTable) -> list[int]:
    return [int(seat) - 1 for seat in table.public_view["view"]["position"]["state"]["popularity_order"]]


def test_companies_stand_by_popularity(client: httpx.Client, table: ApiTable) -> None:
    page = client.get(table.path(0)).text
    tabs = [int(seat) for seat in values(page, "#company-tabs a", "data-show-company")]
    small = [int(id.removeprefix("company-summary-")) for id in values(page, "#company-summary-list > .company-summary", "id")]
    assert tabs == small == popularity(table) != sorted(tabs)


@pytest.mark.thorough
def test_viewer_orders_companies_by_seat(browser: Browser, table: ApiTable) -> None:
    """The switch in the list of keys works at once, for later visits and for boards that come after moves; number keys follow the page."""
    tab = browser.new_page(viewport={"width": 1600, "height": 1000})
    by_popularity = popularity(table)
    tab.goto(table.url(0))
    assert tab.evaluate(ORDER) == [by_popularity, by_popularity]
    switch(tab)
    assert tab.evaluate(ORDER) == [[0, 1, 2, 3], [0, 1, 2, 3]]
    tab.reload()
    board_page.panel(tab).wait_for()
    assert tab.evaluate(ORDER) == [[0, 1, 2, 3], [0, 1, 2, 3]]
    tab.keyboard.press("2")
    assert tab.evaluate("document.activeElement.id") == "company-1"
    version = table.version
    table.move()
    board_page.table(tab, other_than=version).wait_for(state="attached")
    assert tab.evaluate(ORDER) == [[0, 1, 2, 3], [0, 1, 2, 3]]
    switch(tab)
    now = popularity(table)
    assert tab.evaluate(ORDER) == [now, now]
    tab.close()


def switch(tab: Tab) -> None:
    tab.keyboard.press("?")
    tab.get_by_role("switch", name="Companies by seat, not by popularity").click()
    tab.keyboard.press("Escape")


@pytest.mark.thorough
def test_focus_stays_when_another_order_comes(browser: Browser, table: ApiTable) -> None:
    tab = browser.new_page(viewport={"width": 1600, "height": 1000})
    tab.goto(table.url(0))
    tab.locator("#company-summary-2-link").focus()
    tab.evaluate("document.getElementById('seat-order-switch').click()")
    assert tab.evaluate(ORDER)[1] == [0, 1, 2, 3]
    assert tab.evaluate("document.activeElement.id") == "company-summary-2-link"
    tab.close()


def test_account_keeps_the_order(client: httpx.Client) -> None:
    assert client.post("/api/account", json={"name": "Ann", "password": "correct horse battery"}).status_code == 201
    assert client.post("/api/account/settings", json={"seat_order": True}).json()["seat_order"] is True
    assert value(one(client.get("/about").text, "html"), "data-account-seat-order") == "on"
    assert has(client.get("/settings").text, "#setting-seat_order[checked]")
