"""A remodel chosen before the decision that it comes after, in a browser (RULES 9.1.1)."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser

from tests.support import board_page
from tests.support.api_table import ApiTable


def hiring(client: httpx.Client) -> ApiTable:
    """Opens a game of `online` whose first seat is asked whether it hires and could remodel Training."""
    while True:
        table = ApiTable(client, ruleset="online")
        own = table.view(table.asked)
        assert own["question"] == "hire"
        if "remodel training" in own["deferrable"]:  # the specialty Non-Profit has it remodeled from the start
            return table


@pytest.mark.parametrize("confirms", [False, True], ids=["confirms", "confirms itself"])
def test_remodel_before_the_decision_waits_for_it(client: httpx.Client, browser: Browser, confirms: bool) -> None:
    """Chosen by its key and taken back, then chosen at the room: after the decision it is confirmed with it, and the turn ends."""
    table = hiring(client)
    tab = browser.new_page(viewport={"width": 1366, "height": 768}, locale="en", reduced_motion="reduce")
    tab.goto(table.url(table.asked))
    if confirms:
        board_page.confirms_itself_switch(tab).click()
        board_page.confirms_itself_switch(tab).and_(tab.locator("[aria-checked=true]")).wait_for()
    before = len(table.record.splitlines())
    assert board_page.remodels_button(tab).inner_text().startswith("Remodel after this")
    board_page.remodels_button(tab).click()
    board_page.answer(tab, "remodel training").click()
    board_page.table(tab, pencilled="remodel training", is_settled=True).wait_for(state="attached")
    assert "Remodel: Training" in board_page.panel(tab).inner_text()
    assert board_page.panel(tab).get_by_text("Then you remodel: Training.").is_visible()
    assert board_page.mode(tab) == "asked" and board_page.confirm_button(tab).count() == 0
    tab.keyboard.press("Escape")
    board_page.table(tab, pencilled="", is_settled=True).wait_for(state="attached")
    board_page.place(tab, "remodel training").click()
    board_page.place(tab, "remodel training").and_(tab.locator("[aria-pressed=true]")).wait_for()
    barred = board_page.answer(tab, "hire").and_(tab.locator("[aria-disabled=true]"))
    assert "Not possible together with what is pencilled in." in barred.inner_text(), "nobody could pay for both"
    board_page.answer(tab, "done").click()
    if not confirms:
        board_page.table(tab, pencilled="done,remodel training", is_settled=True).wait_for(state="attached")
        board_page.confirm_button(tab).click()
    board_page.panel(tab, "waiting").wait_for()
    lines = table.record.splitlines()[before:]
    assert [line.split(maxsplit=1)[1] for line in lines][:3] == ["done", "remodel training", "end"]
