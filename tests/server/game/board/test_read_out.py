"""What a screen reader says after a move, and where the focus is then (DESIGN 10)."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.server.game.board.test_since_last_move import STEPS, before_the_end, opened
from tests.support import board_page, http
from tests.support.api_table import ApiTable
from tests.support.question_records import standing_record

LISTEN = """() => {
  const log = document.querySelector("[role=log]");
  window.readOut = [];
  new MutationObserver(() => window.readOut.push(log.textContent)).observe(log, { childList: true });
}"""


def read_out(tab: Tab) -> list[str]:
    """Returns what was read out since this was asked last."""
    found: list[str] = tab.evaluate("() => window.readOut.splice(0)")
    return found


@pytest.mark.thorough
def test_draft_and_next_question_are_read_out(browser: Browser, client: httpx.Client) -> None:
    table = ApiTable(client, "Ann", "automa:pei")
    table.move("done")
    tab = opened(browser, table.url(0), pace="off")
    tab.evaluate(LISTEN)
    board_page.place(tab, "meeting_room 1").press("Enter")
    board_page.panel(tab, "draft").wait_for()
    assert read_out(tab) == ["Pencilled in: Meeting Room, Use 1 time marker, gives 1 info."]
    tab.keyboard.press("Enter")
    board_page.panel(tab, "asked").wait_for()
    (heard,) = read_out(tab)
    assert heard.startswith("Ann ") and " Pei " in heard and heard.endswith(". Choose a lit place")


@pytest.mark.thorough
def test_each_step_is_read_out_once_and_then_the_question(browser: Browser, server: str) -> None:
    token = before_the_end(server)
    http.post(f"{server}/api/seats/{token}", json={"guide": "leave"})
    tab = opened(browser, f"{server}/s/{token}", pace="fast")
    tab.evaluate(LISTEN)
    board_page.confirm_button(tab).click()
    board_page.panel(tab, "asked", kind="hire").wait_for()
    heard = read_out(tab)
    assert "Forecast: Stable: 2 consumers." in heard
    assert [text for text in heard if "You received" in text] == [
        "Income: You received 9 money. With 1 employee, the CEO included, income was 9 money."
    ]
    assert heard[-1] == "Your turn. Hire an employee?"


@pytest.mark.thorough
def test_step_is_read_out_once_with_its_reason(browser: Browser, server: str) -> None:
    tab = opened(browser, f"{server}/s/{before_the_end(server)}")
    tab.evaluate(LISTEN)
    board_page.confirm_button(tab).click()
    reasons = 0
    for title, sentence, *_ in STEPS:
        recap = board_page.panel(tab, "recap").filter(has_text=title).filter(has_text=sentence)
        recap.wait_for()
        words = recap.locator(":is(.recap-words, .recap-why)").all_inner_texts()
        reasons += recap.locator(".recap-why").count()
        assert read_out(tab) == [f"{title}: {' '.join(words)}"]
        tab.evaluate("document.dispatchEvent(new Event('groundfloor:swapped'))")
        assert read_out(tab) == [], "an update of the page says nothing again"
        tab.keyboard.press("Enter")
    assert reasons


@pytest.mark.thorough
def test_focus_goes_to_the_decision_when_the_list_it_was_in_is_closed(browser: Browser, client: httpx.Client) -> None:
    """A tenant improvement is chosen from the list, its room in the panel: the list gives way to the log."""
    table = ApiTable.resume(client, standing_record("second buy"))
    tab = opened(browser, table.url(table.asked), pace="off")
    tile = board_page.part(tab, "improvements").locator(".is-tenant button[name=pick]:not([aria-disabled=true])").first
    tile.focus()
    tab.keyboard.press("Enter")
    board_page.panel(tab, "second-step").wait_for()
    assert tab.evaluate("document.activeElement.id") == "decision"
