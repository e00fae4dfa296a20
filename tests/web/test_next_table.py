"""One button and key lead to the table that has waited longest for this browser."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser

from tests.web.conftest import NewGame


def test_next_leads_to_the_table_that_has_waited_longest(client: httpx.Client, new_game: NewGame) -> None:
    first, second = (new_game("here", "here") for _ in range(2))
    waiting = client.get("/api/next").json()["waiting"]
    assert [each["game"] for each in waiting] == [first.public, second.public]
    assert client.get("/next").headers["location"] == waiting[0]["link"]
    assert first.public in client.get(waiting[0]["link"]).text


def test_next_leads_home_when_nothing_waits(client: httpx.Client) -> None:
    assert client.get("/next").headers["location"] == "/"
    assert client.get("/api/next").json() == {"waiting": [], "unread": 0}


@pytest.mark.parametrize("page", ["board", "/rules"])
def test_button_and_key_lead_to_the_next_table(browser: Browser, server: str, page: str) -> None:
    """The table of the page itself does not count."""
    tab = browser.new_context(locale="en").new_page()
    addresses = []
    for _ in range(2):
        tab.goto(server)
        tab.get_by_role("button", name="Open the table").click()
        tab.wait_for_url("**/s/**")
        addresses.append(tab.url)
    if page != "board":
        tab.goto(f"{server}{page}")
    button = tab.locator("#next-table")
    button.wait_for()
    assert button.locator(".next-count").inner_text().endswith("1" if page == "board" else "2")
    tab.keyboard.press("j")
    tab.wait_for_url(addresses[0])


def test_no_button_where_no_other_table_waits(browser: Browser, server: str) -> None:
    tab = browser.new_context(locale="en").new_page()
    tab.goto(server)
    tab.get_by_role("button", name="Open the table").click()
    with tab.expect_response("**/api/next"):
        tab.wait_for_url("**/s/**")
    assert tab.locator("#next-table").is_hidden()
