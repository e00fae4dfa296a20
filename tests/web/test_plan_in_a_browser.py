"""The round ahead on the page: planned while somebody else plays, reordered, struck out by a move of another seat, and made the draft."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Route

from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.open_pages import wait_for_held
from tests.support.page_states import two_people

TEXTS = "() => [...document.querySelectorAll('dialog [data-step]')].map((step) => step.dataset.text)"
BOARD = re.compile("/board$")

PLAN = re.compile("^Plan ")


@pytest.fixture
def seats(client: httpx.Client) -> tuple[str, str]:
    """Returns the tokens of the seat that is asked in phase III and of the one that waits."""
    return two_people(client, "Ben")


def opened(browser: Browser, address: str, width: int, height: int) -> Page:
    tab = browser.new_context(viewport={"width": width, "height": height}).new_page()
    tab.goto(address)
    tab.wait_for_function("() => document.querySelector('.view-tabs [aria-current]')")
    return tab


def wait_for_steps(tab: Page, *texts: str) -> None:
    tab.wait_for_function(f"(texts) => JSON.stringify(({TEXTS})()) === JSON.stringify(texts)", arg=list(texts))


def add(tab: Page, text: str) -> None:
    plan(tab).get_by_label("Add a step").select_option(f"add {text}")
    plan(tab).get_by_role("button", name="Add", exact=True).click()


def plan(tab: Page) -> Locator:
    return tab.get_by_role("dialog", name=PLAN)


def step(tab: Page, number: int) -> Locator:
    """Returns a step of the plan, with its buttons and what is said of it."""
    return plan(tab).locator(f"[data-step='{number}']").get_by_role("rowheader")


def step_button(tab: Page, number: int, word: str) -> Locator:
    """Returns the button that moves a step (Earlier, Later) or drops it (Drop)."""
    return step(tab, number).get_by_role("button", name=re.compile(f"^{word}: "))


def test_plan_is_made_struck_out_and_played_by_keys(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    asked, waiting = seats
    tab = opened(browser, f"{server}/s/{waiting}", 1366, 768)
    tab.keyboard.press("v")
    for count, text in enumerate(("agency 1", "meeting_room 1", "consulting"), 1):
        add(tab, text)
        wait_for_steps(tab, *("agency 1", "meeting_room 1", "consulting")[:count])
    step_button(tab, 3, "Earlier").focus()
    tab.keyboard.press("ArrowUp")
    wait_for_steps(tab, "agency 1", "consulting", "meeting_room 1")
    step_button(tab, 2, "Drop").click()
    wait_for_steps(tab, "agency 1", "meeting_room 1")
    step(tab, 2).drag_to(step(tab, 1))
    wait_for_steps(tab, "meeting_room 1", "agency 1")
    step_button(tab, 1, "Later").click()
    wait_for_steps(tab, "agency 1", "meeting_room 1")
    tab.wait_for_function("() => document.activeElement.id === 'plan-down-2'")
    assert step_button(tab, 1, "Earlier").get_attribute("aria-disabled") == "true"
    assert axe_violations(tab) == []
    version = client.get(f"/api/seats/{asked}").json()["version"]
    client.post(f"/api/seats/{asked}", json={"apply": ["agency 1", "end"], "version": version})
    step(tab, 1).filter(has_text="not possible").wait_for()
    assert "That space is taken" in step(tab, 1).inner_text()
    tab.keyboard.press("Escape")
    assert plan(tab).count() == 0
    board_page.panel(tab).get_by_role("button", name="Planned: ").wait_for()
    tab.keyboard.press("x")
    board_page.panel(tab, "pencilled").wait_for()
    assert board_page.pencilled(tab) == "meeting_room 1"


def test_plan_opened_while_the_board_is_fetched_is_there(browser: Browser, server: str, seats: tuple[str, str]) -> None:
    """The answer has no plan, as none was open when it was asked for."""
    with browser.new_context(viewport={"width": 1366, "height": 768}) as context, context.new_page() as tab:
        board_page.open_connected(tab, f"{server}/s/{seats[1]}")
        held: list[Route] = []
        tab.route(BOARD, lambda route: route.continue_() if held else held.append(route))
        tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        wait_for_held(tab, held)
        board_page.panel(tab).get_by_role("link", name=PLAN).click()
        with tab.expect_response(lambda answer: bool(BOARD.search(answer.url)) and answer.request.headers.get("x-plan") == "open"):
            held[0].continue_()
        plan(tab).get_by_label("Add a step").wait_for()


def test_plan_covers_phone_until_it_is_closed(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    tab = opened(browser, f"{server}/s/{seats[1]}", 360, 740)
    board_page.panel(tab).get_by_role("link", name=PLAN).click()
    add(tab, "consulting")
    wait_for_steps(tab, "consulting")
    assert plan(tab).evaluate("dialog => dialog.matches(':modal')")
    assert plan(tab).evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") == 0
    assert axe_violations(tab, "#round-plan") == []
    plan(tab).get_by_role("link", name="Close").click()
    assert plan(tab).count() == 0
    tab.reload()
    wait_for_steps(tab, "consulting")
    version = client.get(f"/api/seats/{seats[0]}").json()["version"]
    client.post(f"/api/seats/{seats[0]}", json={"apply": ["agency 1", "end"], "version": version})
    tab.locator("dialog[data-left-out]").wait_for(state="attached")
    board_page.panel(tab).get_by_role("link", name=PLAN).click()
    wait_for_steps(tab, "consulting")


def test_switch_and_conditions_are_set_by_keys(browser: Browser, server: str, client: httpx.Client, seats: tuple[str, str]) -> None:
    asked, waiting = seats
    client.post(f"/api/seats/{waiting}", json={"plan": ["agency 1"]})
    tab = opened(browser, f"{server}/s/{waiting}", 1366, 768)
    tab.keyboard.press("v")
    plan(tab).get_by_label("When it is done").select_option("if step 1 is taken")
    plan(tab).get_by_label("Add a step").select_option("add agency 3")
    plan(tab).get_by_role("button", name="Add", exact=True).press("Enter")
    plan(tab).get_by_text("If it is taken: Advertising agency 3").wait_for()
    plan(tab).get_by_role("switch", name="Make these moves for me").press("Space")
    plan(tab).get_by_role("switch", name="Make these moves for me", checked=True).wait_for()
    assert axe_violations(tab) == []
    version = client.get(f"/api/seats/{asked}").json()["version"]
    client.post(f"/api/seats/{asked}", json={"apply": ["agency 1", "end"], "version": version})
    wait_for_steps(tab)
    made = client.get(f"/api/games/{client.get(f'/api/seats/{asked}').json()['game']}/record").json()["record"]
    assert " agency 3\n" in made
