"""Names from right to left reorder nothing that stands beside them."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Browser

from tests.support.api_table import ApiTable

NAMES = ("דנה 3", "عمر")
TABLE = "לילה 8"
UNSEEN = re.compile(r'\s(?:value|href|data-[\w-]+|content)="[^"]*"')
ISOLATED = re.compile("\u2068[^\u2069]*\u2069|<bdi>.*?</bdi>", re.DOTALL)

BOXES = """() => [...document.querySelectorAll("#company-summaries .company-summary-name, .company-name")].filter((each) => each.checkVisibility()).map((each) =>
  [".player-name", ".rank"].map((part) => each.querySelector(part).getBoundingClientRect().toJSON()))"""


def test_names_are_isolated_on_pages_of_a_table(client: httpx.Client) -> None:
    """Those of people and of the table, in texts, labels and titles."""
    table = ApiTable(client, *NAMES, name=TABLE)
    table.play(12)
    for path in (table.path(0), f"{table.path(0)}/table", f"/g/{table.game_id}", f"/g/{table.game_id}/at/9", f"{table.path(1)}/chat"):
        page = client.get(path).text
        assert any(name in page for name in (*NAMES, TABLE)), path
        rest = ISOLATED.sub("", UNSEEN.sub("", page))
        found = [rest[max(0, at - 60) : at + 30] for name in (*NAMES, TABLE) if (at := rest.find(name)) >= 0]
        assert not found, (path, found)


def test_name_beside_numbers_stands_before_them(browser: Browser, client: httpx.Client) -> None:
    """Without isolation the number that follows a name from right to left would stand on its left."""
    table = ApiTable(client, *NAMES, name=TABLE)
    tab = browser.new_page()
    tab.goto(table.url(0).replace(table.path(0), f"/g/{table.game_id}"))
    for name, rank in tab.evaluate(BOXES):
        assert name["right"] <= rank["left"] + 1, (name, rank)
    tab.close()
