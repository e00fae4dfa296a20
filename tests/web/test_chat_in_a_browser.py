"""The chat on the board: messages come and go by themselves, nothing on the page moves, and notes save themselves."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from groundfloor.store import Store
from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.web.conftest import NewGame, Page
from tests.web.test_chat import log_in
from tests.web.test_notices import other_seat

WIDE, LOW, TABLET, PHONE = (1600, 1000), (1366, 768), (900, 1200), (360, 760)
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((each) => shifts.push(each.value))).observe({ type: "layout-shift", buffered: false });
}"""


def opened(browser: Browser, server: str, address: str, size: tuple[int, int] = LOW) -> Tab:
    width, height = size
    tab = browser.new_context(viewport={"width": width, "height": height}, locale="en", has_touch=width < 700).new_page()
    tab.set_default_timeout(10_000)
    if address.startswith("/s/") and "/at/" not in address:
        board_page.open_connected(tab, f"{server}{address}")
    else:
        tab.goto(f"{server}{address}")
    tab.locator("#chat-part").wait_for(state="attached")
    return tab


def chat_tab(tab: Tab) -> Locator:
    return tab.locator("#rail-chat, #log-chat, #tab-chat").locator("visible=true").first


def texts(tab: Tab) -> list[str]:
    return [each.strip() for each in tab.locator("#chat .message-text").all_inner_texts()]


def say(client: httpx.Client, address: str, text: str) -> None:
    assert client.post(f"{address}/chat", data={"text": text}).status_code == 303


@pytest.fixture
def table(new_game: NewGame) -> Page:
    return new_game("here", "link")


@pytest.fixture
def ben(table: Page, store: Store) -> str:
    return f"/s/{other_seat(store, table)}"


@pytest.mark.parametrize("size", [WIDE, LOW, TABLET, PHONE], ids=["wide", "low", "tablet", "phone"])
def test_messages_come_without_moving_anything(browser: Browser, server: str, table: Page, ben: str, size: tuple[int, int]) -> None:
    tab = opened(browser, server, ben, size)
    tab.evaluate(SHIFTS)
    say(table.client, table.address, "Hello @Ben")
    count = chat_tab(tab).locator(".chat-count")
    count.filter(has_text="1").wait_for()
    assert "Ann: Hello @Ben" in tab.locator("[role=status].visually-hidden").last.inner_text()
    assert tab.evaluate("shifts") == []
    chat_tab(tab).click()
    tab.wait_for_function("() => !document.querySelector('#rail-chat .chat-count').textContent")
    tab.evaluate("() => { shifts.length = 0; }")
    say(table.client, table.address, "Are you there?")
    tab.locator("#chat .message").nth(1).wait_for()
    assert texts(tab) == ["Hello @Ben", "Are you there?"]
    tab.reload()
    tab.locator("#chat .message").nth(1).wait_for(state="attached")
    assert tab.locator("#rail-chat .chat-count").text_content() == ""
    assert axe_violations(tab) == []


def test_both_write_by_keyboard(browser: Browser, server: str, table: Page, ben: str) -> None:
    ann, other = opened(browser, server, table.address), opened(browser, server, ben)
    ann.keyboard.press("k")
    ann.locator("#chat-text:focus").wait_for()
    ann.keyboard.type("No, <b>you</b> begin")
    ann.keyboard.press("Enter")
    ann.locator("#chat .message.is-own").wait_for()
    assert ann.locator("#chat-text").input_value() == "" and ann.locator("#chat-text:focus").count() == 1
    other.locator("#chat .message").wait_for(state="attached")
    chat_tab(other).click()
    assert texts(other) == ["No, <b>you</b> begin"]
    other.keyboard.press("l")
    assert other.locator("#log").is_visible() and not other.locator("#chat").is_visible()


@pytest.mark.console("403")
def test_refused_message_stays_in_its_field(browser: Browser, server: str, table: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundfloor.store.messages.MAX_MESSAGES", 0)
    tab = opened(browser, server, table.address)
    chat_tab(tab).click()
    tab.locator("#chat-text").fill("Hello")
    with tab.expect_response("**/chat?*"):
        tab.locator("#chat-send").click()
    assert "as many messages" in tab.locator("#chat .chat-notice").inner_text()
    assert tab.locator("#chat-text").input_value() == "Hello"


def test_message_leads_to_the_moment_that_was_shown(browser: Browser, server: str, table: Page, ben: str) -> None:
    tab = opened(browser, server, f"{ben}/at/0")
    chat_tab(tab).click()
    tab.locator("#chat-text").fill("There")
    tab.locator(".chat-moment").click()
    tab.locator("#chat-send").click()
    tab.locator("#chat .message-moment").wait_for()
    assert tab.locator("#chat .message-moment").get_attribute("href") == "?at=0" and not tab.locator("#chat-moment").is_checked()
    other = opened(browser, server, table.address)
    chat_tab(other).click()
    other.locator("#chat .message-moment").click()
    other.wait_for_url(f"**{table.address}/at/0")


def test_notes_save_themselves(browser: Browser, server: str, table: Page) -> None:
    tab = opened(browser, server, table.address)
    chat_tab(tab).click()
    tab.locator("#chat-notes summary").click()
    tab.locator("#chat-note").fill("Factory first")
    tab.locator("#chat-saved").filter(has_text="Saved").wait_for()
    tab.locator("#chat-note").fill("Factory last")
    tab.goto("about:blank")
    again = opened(browser, server, table.address)
    assert again.locator("#chat-note").input_value() == "Factory last"


def test_chat_is_hidden_and_shown_again(browser: Browser, server: str, table: Page) -> None:
    tab = opened(browser, server, table.address)
    chat_tab(tab).click()
    tab.locator("#chat-notes summary").click()
    tab.locator("#chat-hide").click()
    tab.locator("#chat-show").wait_for()
    tab.locator("#chat-show").click()
    tab.locator("#chat-text").wait_for()


def test_who_writes_is_not_interrupted_by_a_question(browser: Browser, server: str, table: Page) -> None:
    tab = opened(browser, server, table.address)
    chat_tab(tab).click()
    tab.locator("#chat-text").focus()
    tab.evaluate(
        "() => { document.querySelector('#panel').dataset.kind = 'other'; document.dispatchEvent(new Event('groundfloor:swapped')); }"
    )
    assert tab.locator("#chat-text:focus").count() == 1


def test_spectators_write_and_read(browser: Browser, server: str, table: Page, browse: Callable[[], httpx.Client]) -> None:
    tab = opened(browser, server, f"/g/{table.public}")
    chat_tab(tab).click()
    assert tab.get_by_role("link", name="Log in or create an account").is_visible()
    say(log_in(browse(), "Eve"), f"/g/{table.public}", "Ann leads")
    tab.locator("#chat .message").wait_for()
    assert texts(tab) == ["Ann leads"]


def test_there_are_notes_alone_against_automas(browser: Browser, server: str, solo: Page) -> None:
    tab = opened(browser, server, solo.address)
    assert chat_tab(tab).inner_text() == "Notes"
    chat_tab(tab).click()
    assert tab.locator("#chat-note").is_visible() and not tab.locator("#chat-text").count()
