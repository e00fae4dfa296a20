"""A remodel chosen before the decision that it comes after, in a browser (RULES 9.1.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import http

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def hiring(server: str) -> tuple[str, str]:
    """Returns a new game of `online` whose first seat is asked whether it hires and could remodel Training, and that seat's page."""
    while True:
        made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}], "ruleset": "online"}).json()
        view = http.get(f"{server}/api/games/{made['game']}").json()
        page = f"{server}/s/{made['seats'][view['asked']]['token']}"
        own = http.get(page.replace("/s/", "/api/seats/")).json()
        assert own["question"] == "hire"
        if "remodel training" in own["deferrable"]:  # the specialty Non-Profit has it remodeled from the start
            return made["game"], page


@pytest.mark.parametrize("confirms", [False, True], ids=["confirms", "confirms itself"])
def test_remodel_before_the_decision_waits_for_it(server: str, browser: Browser, confirms: bool) -> None:
    """Chosen by its key and taken back, then chosen at the room: after the decision it is confirmed with it, and the turn ends."""
    game, page = hiring(server)
    tab = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en", reduced_motion="reduce")
    tab.goto(page)
    if confirms:
        tab.locator("#set-confirms_itself").click()
        tab.locator("#set-confirms_itself[aria-checked=true]").wait_for()
    before = len(http.get(f"{server}/g/{game}/record").text.splitlines())
    assert tab.locator("#remodels summary").inner_text().startswith("Remodel after this")
    tab.locator("#remodels summary").click()
    tab.locator("#remodels #answer-remodel-training").click()
    tab.locator("#table[data-pencilled='remodel training']:not([aria-busy])").wait_for(state="attached")
    assert "Remodel: Training" in tab.locator("#panel .deferred-remodels").inner_text()
    assert tab.locator("#panel .decision-words").first.inner_text().startswith("Then you remodel: Training.")
    assert tab.locator("#panel").get_attribute("data-mode") == "asked" and tab.locator("#confirm").count() == 0
    tab.keyboard.press("Escape")
    tab.locator("#table[data-pencilled='']:not([aria-busy])").wait_for(state="attached")
    tab.locator(".remodel-button.is-lit[value='remodel training']").click()
    tab.locator(".remodel-button.is-pencilled[value='remodel training']").wait_for()
    barred = tab.locator("#answer-hire[aria-disabled=true]")
    assert "Not possible together with what is pencilled in." in barred.inner_text(), "nobody could pay for both"
    tab.locator("#answer-done").click()
    if not confirms:
        tab.locator("#table[data-pencilled='done,remodel training']:not([aria-busy])").wait_for(state="attached")
        tab.locator("#confirm").click()
    tab.locator("#panel[data-mode=waiting]").wait_for()
    lines = http.get(f"{server}/g/{game}/record").text.splitlines()[before:]
    assert [line.split(maxsplit=1)[1] for line in lines][:3] == ["done", "remodel training", "end"]
    tab.close()
