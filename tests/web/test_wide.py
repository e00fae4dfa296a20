"""Wide pages: the city, the own resources and the own rooms are in sight together, and nothing moves from click to click."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.support.questions import Table, questions

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Tab

NAMES = ("Wilhelmina Oberstein", "Maximilian Wagenbach", "Annelise Grossmutter", "Bartholomew Finnegan", "Konstantin Papadopu", "Christopher Longfell")
"""Twenty letters each, as long as a name may be."""
OUT_OF_SIGHT = """() => [...document.querySelectorAll('#street .building .front, #street .sign .lettering, .company.is-front .purse-row, .company.is-front .room, #panel')]
.filter((e) => { const box = e.getBoundingClientRect();
return !box.width || box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1; }).map((e) => e.id || e.className + e.textContent.trim().slice(0, 20))"""
SCROLLS = "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
SIZES = ((1280, 720), (1366, 768), (1440, 900), (1600, 900), (1600, 1000), (1920, 1080))


@cache
def late(seats: int) -> str:
    """A record that stops at a late question of the second player: people, rooms and floors have grown."""
    names = NAMES[:seats]
    return questions(Table("first" if seats > 5 else "second", names, {}, {"schedule": ""}))["schedule"]


def opened(browser: Browser, server: str, record: str, width: int, height: int, language: str = "en") -> Tab:
    """The page of whoever is asked."""
    made = httpx.post(f"{server}/api/records", json={"record": record, "resume": True}).json()
    asked = httpx.get(f"{server}/api/games/{made['game']}").json()["asked"]
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(f"{server}/s/{made['seats'][asked]['token']}")
    tab.locator("#panel").wait_for()
    tab.wait_for_load_state("load")
    return tab


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_city_resources_and_rooms_are_in_sight_together(browser: Browser, server: str, seats: int, language: str) -> None:
    tab = opened(browser, server, late(seats), 1280, 720, language)
    for width, height in SIZES:
        tab.set_viewport_size({"width": width, "height": height})
        assert tab.evaluate(OUT_OF_SIGHT) == [], (width, height)
        assert tab.evaluate(SCROLLS) == [0, 0], (width, height)
        assert tab.locator("#street .building").count() == (8 if seats > 5 else 9)
    tab.context.close()
