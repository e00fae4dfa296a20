"""Clocks in a browser: they count down by the server's clock, stand still outside of hours, and move nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support import http

SIZES = ((360, 800), (1366, 768))
LATER = "(seconds) => { const now = Date.now; Date.now = () => now() + seconds * 1000; document.dispatchEvent(new Event('groundfloor:swapped')); }"
FACE = ".head .clock-time"


def opened(server: str, pace: str) -> str:
    """Opens a table whose people have all come; returns the seat that is asked."""
    with http.Client(base_url=server) as client:
        made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}], "pace": pace}).raise_for_status().json()
        tokens = [seat["token"] for seat in made["seats"]]
        for token in tokens:
            client.get(f"/s/{token}")
        asked = client.get(f"/api/seats/{tokens[0]}").json()["asked"]
    return f"{server}/s/{tokens[asked]}"


@pytest.mark.parametrize("size", SIZES)
def test_clock_counts_down_and_says_when_little_time_is_left(browser: Browser, server: str, size: tuple[int, int]) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(opened(server, "live-30"))
    page.wait_for_selector(".head .clock.is-counted")
    first = page.inner_text(FACE)
    assert first.startswith(("4:5", "5:00"))
    page.wait_for_function(f"text => document.querySelector('{FACE}').textContent !== text", arg=first)
    width = page.locator(".head").bounding_box()
    assert not page.locator(".head .clock.is-low").count()
    page.evaluate(LATER, 250)
    assert page.locator(".head .clock.is-low").count() == 1 and page.inner_text(FACE).startswith("0:4")
    page.evaluate(LATER, 250)
    assert page.inner_text(FACE) == "0:00" and page.locator(".head").bounding_box() == width
    page.close()


def test_clock_over_days_is_said_in_hours(browser: Browser, server: str) -> None:
    page = browser.new_page()
    page.goto(opened(server, "days-1"))
    page.wait_for_selector(".head .clock.is-counted")
    assert page.inner_text(FACE) in ("47 h", "48 h")
    page.evaluate(LATER, 47 * 3600)
    assert page.inner_text(FACE) in ("59 min", "60 min")
    page.close()
