"""Forms: Enter in a field does what the field is for, on every page, with scripts and without."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.support import board_page
from tests.support.api_table import ApiTable

SEVERAL_SUBMITS = """() => {
  const types = ["text", "search", "email", "url", "tel", "password", "number", "date"];
  return [...document.forms].flatMap((form) => {
    const parts = [...form.elements];
    const fields = parts.filter((each) => each.matches("input") && types.includes(each.type));
    const submits = parts.filter((each) => each.type === "submit");
    return fields.length && submits.length > 1 && !submits[0].matches(".primary") ? [`${form.id || form.action}: ${submits.map((each) => each.id || each.value)}`] : [];
  });
}"""


def opened(client: httpx.Client) -> str:
    """Returns a table of two whose first hiring is over; the address of the seat that schedules."""
    table = ApiTable(client)
    for _ in range(2):
        table.move("done")
    return table.url(table.asked)


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def tab(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Tab]:
    context = browser.new_context(viewport={"width": 1600, "height": 1000}, java_script_enabled=request.param, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.console("status of 404 .*nowhere")
def test_no_text_field_has_to_choose_between_submit_buttons(server: str, client: httpx.Client, browser: Browser) -> None:
    """Enter in a field presses the first submit button of its form: where there are several it is the one that stands out."""
    board = opened(client)
    tab = browser.new_page()
    for address in (f"{server}/", f"{server}/about", f"{server}/rules", f"{server}/nowhere", board, f"{board}/table", f"{board}/at/1"):
        tab.goto(address)
        assert tab.evaluate(SEVERAL_SUBMITS) == [], address


def test_enter_sends_typed_move_not_undo(client: httpx.Client, tab: Tab) -> None:
    tab.goto(opened(client))
    version = board_page.shown_version(tab)
    board_page.command_field(tab).fill("meeting_room 1")
    board_page.command_field(tab).press("Enter")
    board_page.table(tab, pencilled="meeting_room 1").wait_for(state="attached")
    assert board_page.shown_version(tab) == version


def test_double_click_confirms_one_decision_only(client: httpx.Client, browser: Browser) -> None:
    tab = browser.new_page(viewport={"width": 1600, "height": 1000})
    address = opened(client)
    tab.goto(address)
    version = board_page.shown_version(tab)
    board_page.answer(tab, "done").or_(board_page.place(tab, "consulting")).first.click()
    board_page.confirm_button(tab).dblclick()
    board_page.table(tab, other_than=version).wait_for(state="attached")
    public = board_page.public_id(tab)
    entries = client.get(f"/g/{public}/record").text
    assert entries.count("consulting") == 1
    assert board_page.notice(tab).count() == 0


def test_held_enter_pencils_but_never_confirms(client: httpx.Client, browser: Browser) -> None:
    tab = browser.new_page(viewport={"width": 1600, "height": 1000})
    tab.goto(opened(client))
    version = board_page.shown_version(tab)
    board_page.place(tab, "consulting").focus()
    for _ in range(6):
        tab.keyboard.down("Enter")
    board_page.table(tab, pencilled="consulting", is_settled=True).wait_for(state="attached")
    for _ in range(6):
        tab.keyboard.down("Enter")
    tab.keyboard.up("Enter")
    tab.wait_for_function("() => !document.getElementById('table').ariaBusy")
    assert board_page.shown_version(tab) == version
    assert board_page.pencilled(tab) == "consulting"
