"""What a person is doing survives the others' moves: typing, focus, scroll, opened reasons; nothing heard while playing back is lost."""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, ViewportSize
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.api_table import ApiTable
from tests.support.browser_player import Player, open_first_game

SCROLLED: ViewportSize = {"width": 1366, "height": 600}
"""A window in which the board is scrolled."""


class Open:
    """A game of two people, and the page of the one who is not on turn."""

    def __init__(self, client: httpx.Client, browser: Browser, pace: str) -> None:
        self.table = ApiTable(client)
        self.context = browser.new_context(viewport={"width": 1600, "height": 700})
        self.tab: Tab = self.context.new_page()
        self.tab.add_init_script(f"localStorage.setItem('groundfloor-pace', '{pace}')")
        for _ in range(4):
            self.move()
        board_page.open_connected(self.tab, self.table.url(1 - self.table.asked))

    def move(self) -> int:
        """Makes a move of whoever is asked, and returns the version after it."""
        texts = [each["action"] for each in self.table.view(self.table.asked)["legal"]]
        return int(self.table.move(next(text for text in ("meeting_room 1", "done", "end", texts[0]) if text in texts))["version"])

    def wait(self, version: int) -> None:
        board_page.table(self.tab, version=version).wait_for(timeout=60_000, state="attached")


@pytest.fixture(params=["off", "normal"])
def page(request: pytest.FixtureRequest, browser: Browser, client: httpx.Client) -> Iterator[Open]:
    opened = Open(client, browser, request.param)
    yield opened
    opened.context.close()


@pytest.mark.thorough
def test_typing_scroll_and_opened_reasons_stay(page: Open) -> None:
    tab = page.tab
    tab.set_viewport_size(SCROLLED)
    name = board_page.part(tab, "log").locator("details:not([open])").first.get_attribute("id") or ""
    board_page.by_id(tab, name).locator("summary").click()
    board_page.command_field(tab).press_sequentially("factor")
    tab.evaluate("document.getElementById('command').setSelectionRange(1, 4)")
    tab.evaluate("scrollTo(0, 60)")
    page.move()
    page.wait(page.move())
    assert board_page.command_field(tab).input_value() == "factor"
    assert tab.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]") == [1, 4]
    assert tab.evaluate("document.activeElement.id") == "command"
    assert tab.evaluate("scrollY") == 60
    assert tab.evaluate(f"document.getElementById('{name}').open")


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["normal"], indirect=True)
def test_caret_is_where_it_was_after_a_round_was_played(page: Open) -> None:
    """Meanwhile the page has no field."""
    tab = page.tab
    board_page.command_field(tab).press_sequentially("factor")
    tab.evaluate("document.getElementById('command').setSelectionRange(1, 4)")
    tab.evaluate("""() => {
        window.wasGone = false;
        addEventListener("groundfloor:swapped", () => { window.wasGone ||= !document.getElementById("command"); }, true);
    }""")
    while not tab.evaluate("window.wasGone"):
        page.wait(page.move())
    tab.wait_for_function("() => !document.body.classList.contains('is-replaying')")
    found = "[document.activeElement.value, document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    assert tab.evaluate(found) == ["factor", 1, 4]


@pytest.mark.thorough
def test_chosen_step_of_the_plan_stays(page: Open) -> None:
    tab = page.tab
    tab.keyboard.press("v")
    choice = tab.get_by_label("Add a step")
    choice.wait_for()
    chosen = tab.evaluate("[...document.querySelectorAll('#plan-choice option')].at(-1).value")
    choice.select_option(chosen)
    page.wait(page.move())
    tab.wait_for_function(
        "version => document.querySelector('#round-plan [name=version]')?.value === version", arg=str(board_page.shown_version(tab))
    )
    assert choice.input_value() == chosen


@pytest.mark.thorough
def test_slider_of_the_replay_stays_where_somebody_moves_it(page: Open) -> None:
    tab = page.tab
    tab.goto(f"{page.table.client.base_url}/g/{page.table.game_id}/at/3")
    slider = tab.get_by_role("slider")
    slider.focus()
    place, last = tab.evaluate(
        """async () => {
            const { swap } = await import(document.querySelector("script[src*='replay.js']").src.replace("replay.js", "swap.js"));
            const slider = document.getElementById("replay-slider");
            const text = await (await fetch(document.getElementById("moves").dataset.base + "/board?at=1")).text();
            slider.value = slider.max;
            swap(document.getElementById("table"), text);
            return [slider.value, document.getElementById("replay-slider").max];
        }"""
    )
    assert place == last
    assert board_page.by_id(tab, "replay").get_attribute("data-entry") == "1"


@pytest.mark.thorough
def test_page_scrolled_right_after_a_move_of_others_stays_there(page: Open) -> None:
    """Also while somebody types, and where the browser is too busy to render at once."""
    tab = page.tab
    tab.set_viewport_size(SCROLLED)
    board_page.command_field(tab).press_sequentially("factor")
    tab.evaluate(
        "() => { const frame = requestAnimationFrame; window.requestAnimationFrame = (draw) => setTimeout(() => frame(draw), 500); }"
    )
    page.wait(page.move())
    tab.evaluate("scrollTo(0, 60)")
    for _ in range(2):
        tab.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    assert tab.evaluate("scrollY") == 60


def test_focus_stays_on_its_place_or_goes_to_the_decision(page: Open) -> None:
    tab = page.tab
    board_page.head(tab).get_by_role("link", name="Score").focus()
    page.wait(page.move())
    assert tab.evaluate("document.activeElement.id") == "open-score"
    tab.evaluate("""() => {
        const gone = document.createElement("button");
        gone.id = "gone";
        document.getElementById("state").append(gone);
        gone.focus();
    }""")
    page.wait(page.move())
    assert tab.evaluate("document.activeElement.id") == "decision"


@pytest.mark.thorough
def test_an_open_score_sheet_and_the_rules_stay_open(page: Open) -> None:
    tab = page.tab
    board_page.part(tab, "log").get_by_role("link", name=RULE).last.click()
    board_page.cited_rule(tab).wait_for()
    tab.keyboard.press("p")
    board_page.score_sheet(tab).wait_for()
    page.wait(page.move())
    assert board_page.score_sheet(tab).is_visible() and board_page.rule_book(tab).is_visible()


RULE = re.compile("^Rule ")
CLICKS, FEW_CLICKS = 24, 10
"""If thorough two rounds and more."""
FRESH = """async () => {
    const text = await (await fetch(location.pathname + "/board", { headers: { "X-Partial": "true" } })).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
    const of = (element, name) => element.getAttribute(name) ?? "";
    const told = ["value", "aria-label", "aria-describedby", "aria-pressed", "data-task", "data-rule", "data-digest", "href", "d"];
    const line = (element) => [element.localName, element.id, ...told.map((name) => of(element, name))].join(" ");
    const regions = (table) => [...table.querySelectorAll("[data-digest]")];
    const parts = (table) => regions(table).flatMap((region) => [region, ...region.querySelectorAll("*")]).map(line);
    const words = (table) => regions(table).map((region) => region.textContent.replace(/\\s+/g, " ")).join();
    const page = document.getElementById("table");
    for (const time of [page, fresh].flatMap((table) => [...table.querySelectorAll("time")])) time.textContent = time.dateTime; // the page says how long ago
    return { page: parts(page), fresh: parts(fresh), isSame: words(page) === words(fresh) };
}"""


def test_page_brought_up_to_date_equals_a_fresh_one(browser: Browser, server: str, is_thorough: bool) -> None:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    player = Player(context.new_page(), random.Random(11))
    open_first_game(player.tab, server)
    received: list[int] = []
    player.tab.on("response", lambda response: received.append(len(response.body())) if response.request.method == "POST" else None)
    for _ in range(CLICKS if is_thorough else FEW_CLICKS):
        player.click()
        found = player.tab.evaluate(FRESH)
        assert found["page"] == found["fresh"] and found["isSame"]
    assert statistics.median(received) < 80_000, "an answer leaves out what the page shows"
