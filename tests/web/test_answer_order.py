"""Open pages whose answers are late, lost or overtaken, or that are used faster than the server answers: nothing is lost or shown too late."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import board_page, http
from tests.support.open_pages import (
    PATIENCE,
    SHOWN_AGAIN,
    made_elsewhere,
    opened,
    wait_for_held,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Request, Route
    from playwright.sync_api import Page as Tab


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en")
    yield context.new_page()
    context.close()


@pytest.fixture
def token(server: str) -> str:
    """Returns the seat that is asked first at a table of two people."""
    made = http.post(f"{server}/api/games", json={"seats": [{"name": "Ann"}, {"name": "Ben"}]}).json()
    return str(made["seats"][http.get(f"{server}/api/games/{made['game']}").json()["asked"]]["token"])


def hold_first_post(tab: Tab) -> list[Route]:
    """Holds the first form that the page sends until a test lets it go."""
    held: list[Route] = []
    tab.route("**/s/*", lambda route: held.append(route) if route.request.method == "POST" and not held else route.continue_())
    return held


def test_choices_during_a_request_are_all_sent_in_their_order(tab: Tab, server: str, token: str) -> None:
    opened(tab, f"{server}/s/{token}")
    held = hold_first_post(tab)
    sent: list[str] = []
    tab.on("request", lambda request: sent.append(value_of(request)) if request.method == "POST" else None)
    first, second = (each.get_attribute("value") or "" for each in board_page.legal_places(tab).all()[:2])
    for choice in (first, second, first):
        board_page.legal_places(tab).and_(tab.locator(f"[value='{choice}']")).first.click()
    wait_for_held(tab, held)
    held[0].continue_()
    tab.wait_for_function("() => !document.querySelector('#table[aria-busy]')")
    assert sent == [first, second, first]
    assert board_page.pencilled(tab) == first


def value_of(request: Request) -> str:
    """Returns what was chosen by a form."""
    return dict(pair.split("=", 1) for pair in (request.post_data or "").split("&")).get("pick", "").replace("+", " ")


def test_text_typed_during_a_request_stays(tab: Tab, server: str, token: str) -> None:
    opened(tab, f"{server}/s/{token}")
    held = hold_first_post(tab)
    field = board_page.command_field(tab)
    field.fill("done")
    field.press("Enter")
    wait_for_held(tab, held)
    field.fill("hire")
    held[0].continue_()
    board_page.table(tab, pencilled="done", is_settled=True).wait_for()
    assert field.input_value() == "hire"


def test_answer_that_breaks_off_is_asked_for_again(tab: Tab, server: str, token: str) -> None:
    """By the page as it would be if the connection ended after the head of the answer."""
    tab.add_init_script("""const fetchAll = window.fetch;
window.cut = 0;
window.fetch = async (address, options) => {
  const answer = await fetchAll(address, options);
  if (options?.method !== "POST" || window.cut) return answer;
  window.cut += 1;
  return new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("cut")) }), answer);
};""")
    opened(tab, f"{server}/s/{token}")
    field = board_page.command_field(tab)
    field.fill("done")
    field.press("Enter")
    board_page.table(tab, pencilled="done", is_settled=True).wait_for()
    assert tab.evaluate("window.cut") == 1
    assert field.input_value() == ""


def test_draft_made_while_a_page_was_loaded_is_shown(tab: Tab, server: str, token: str) -> None:
    held: list[Route] = []
    tab.route("**/subscription.js", lambda route: held.append(route))
    tab.goto(f"{server}/s/{token}", wait_until="commit")
    wait_for_held(tab, held)
    http.post(f"{server}/api/seats/{token}", json={"pick": "done", "version": board_page.shown_version(tab)})
    held[0].continue_()
    board_page.table(tab, pencilled="done").wait_for(timeout=PATIENCE)


def test_page_stays_as_it_is_when_the_board_has_not_changed(tab: Tab, server: str, token: str) -> None:
    """What is open, such as a tooltip, stays open."""
    tab.add_init_script("window.changes = 0; document.addEventListener('groundfloor:swapped', () => { window.changes += 1; });")
    board_page.open_connected(tab, f"{server}/s/{token}")
    board_page.answer(tab, "done").click()
    board_page.table(tab, pencilled="done", is_settled=True).wait_for()
    assert tab.evaluate("window.changes") == 1
    with tab.expect_event("requestfinished", lambda request: request.url.endswith("/board")):
        tab.evaluate(SHOWN_AGAIN)
    tab.wait_for_timeout(200)
    assert tab.evaluate("window.changes") == 1


def test_second_tab_hears_of_a_move_made_while_it_was_loaded(tab: Tab, server: str, token: str) -> None:
    """The worker that all tabs share follows the table already, and is told of each version once."""
    opened(tab, f"{server}/s/{token}")
    second = tab.context.new_page()
    held: list[Route] = []
    second.route("**/subscription.js", lambda route: held.append(route))
    second.goto(f"{server}/s/{token}", wait_until="commit")
    wait_for_held(second, held)
    before = board_page.shown_version(second)
    now = made_elsewhere(server, token, 1)
    board_page.table(tab, version=now).wait_for()
    assert board_page.shown_version(second) == before < now
    held[0].continue_()
    board_page.table(second, version=now).wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("event", ["offline", "update"])
def test_page_is_not_loaded_anew_while_a_move_is_being_sent(browser: Browser, server: str, token: str, event: str) -> None:
    context = browser.new_context(locale="en", service_workers="allow", viewport={"width": 1366, "height": 768})
    tab = context.new_page()
    opened(tab, f"{server}/s/{token}")
    tab.wait_for_function("() => navigator.serviceWorker.controller && 'keptVersion' in document.documentElement.dataset")
    held = hold_first_post(tab)
    board_page.answer(tab, "done").click()
    wait_for_held(tab, held)
    loads: list[Tab] = []
    tab.on("load", lambda loaded: loads.append(loaded))
    if event == "offline":
        tab.evaluate("() => dispatchEvent(new Event('offline'))")
    else:
        tab.evaluate("() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")
    tab.wait_for_timeout(4000)
    assert loads == []
    with tab.expect_event("load", timeout=PATIENCE):
        held[0].continue_()
    board_page.table(tab, pencilled="done").wait_for()
    context.close()
