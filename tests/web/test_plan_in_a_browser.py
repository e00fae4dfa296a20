"""The round ahead on the page: planned while somebody else plays, reordered, struck out by a move of another seat, and made the draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import board_page
from tests.support.accessibility import axe_violations

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser, Page

TITLES = "() => [...document.querySelectorAll('#round-plan .plan-step')].map((step) => step.dataset.text)"


@pytest.fixture
def seats(client: httpx.Client) -> tuple[str, str]:
    """Returns the tokens of the seat that is asked in phase III and of the one that waits."""
    made = client.post("/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    tokens = [str(seat["token"]) for seat in made["seats"]]
    for _ in tokens:
        view = client.get(f"/api/seats/{tokens[0]}").json()
        client.post(f"/api/seats/{tokens[view['asked']]}", json={"apply": ["done"], "version": view["version"]})
    asked = client.get(f"/api/seats/{tokens[0]}").json()["asked"]
    return tokens[asked], tokens[1 - asked]


def opened(browser: Browser, address: str, width: int, height: int) -> Page:
    """Returns a page whose scripts run."""
    tab = browser.new_context(viewport={"width": width, "height": height}).new_page()
    tab.goto(address)
    tab.wait_for_function("() => document.querySelector('.view-tabs [aria-current]')")
    return tab


def wait_for_steps(tab: Page, *texts: str) -> None:
    tab.wait_for_function(f"(texts) => JSON.stringify(({TITLES})()) === JSON.stringify(texts)", arg=list(texts))


def add(tab: Page, text: str) -> None:
    tab.locator("#plan-choice").select_option(f"add {text}")
    tab.locator("#plan-add").click()


def test_plan_is_made_struck_out_and_played_by_keys(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    asked, waiting = seats
    tab = opened(browser, f"{server}/s/{waiting}", 1366, 768)
    tab.keyboard.press("v")
    for count, text in enumerate(("agency 1", "meeting_room 1", "consulting"), 1):
        add(tab, text)
        wait_for_steps(tab, *("agency 1", "meeting_room 1", "consulting")[:count])
    tab.locator("#plan-up-3").focus()
    tab.keyboard.press("ArrowUp")
    wait_for_steps(tab, "agency 1", "consulting", "meeting_room 1")
    tab.locator("#plan-drop-2").click()
    wait_for_steps(tab, "agency 1", "meeting_room 1")
    tab.locator("#plan-step-2 .plan-title").drag_to(tab.locator("#plan-step-1 .plan-title"))
    wait_for_steps(tab, "meeting_room 1", "agency 1")
    tab.locator("#plan-down-1").click()
    wait_for_steps(tab, "agency 1", "meeting_room 1")
    assert axe_violations(tab) == []
    version = client.get(f"/api/seats/{asked}").json()["version"]
    client.post(f"/api/seats/{asked}", json={"apply": ["agency 1", "end"], "version": version})
    tab.wait_for_selector("#plan-step-1.is-impossible")
    assert "That space is taken" in tab.locator("#plan-step-1").inner_text()
    tab.keyboard.press("Escape")
    assert not tab.locator("#round-plan").is_visible()
    tab.wait_for_selector("#plan-go")
    tab.keyboard.press("x")
    tab.wait_for_selector("#panel.is-pencilled, .decision.is-pencilled")
    assert board_page.pencilled(tab) == "meeting_room 1"
    tab.context.close()


def test_plan_covers_phone_until_it_is_closed(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    tab = opened(browser, f"{server}/s/{seats[1]}", 360, 740)
    tab.locator("#open-plan").click()
    add(tab, "consulting")
    wait_for_steps(tab, "consulting")
    assert tab.evaluate("() => document.querySelector('#round-plan').matches(':modal')")
    wide = "() => { const d = document.querySelector('#round-plan'); return d.scrollWidth - d.clientWidth; }"
    assert tab.evaluate(wide) == 0
    assert axe_violations(tab, "#round-plan") == []
    tab.locator("#close-plan").click()
    assert not tab.locator("#round-plan").is_visible()
    tab.reload()
    wait_for_steps(tab, "consulting")
    version = client.get(f"/api/seats/{seats[0]}").json()["version"]
    client.post(f"/api/seats/{seats[0]}", json={"apply": ["agency 1", "end"], "version": version})
    tab.wait_for_selector("#round-plan[data-left-out]", state="attached")
    tab.locator("#open-plan").click()
    wait_for_steps(tab, "consulting")
    tab.context.close()
