"""Mouse, finger, keyboard and typed command: at every question of every ruleset each ends in exactly the draft that it named; Enter in a field does what the field is for."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import commonprefix

import httpx
import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.presentation.typed_moves.move_reader import MoveReader, choices_at
from groundfloor.server.database.store import Store
from groundfloor.server.http.limits import Limits
from groundfloor.server.http.settings import Settings
from groundfloor.table.errors import Ambiguous, UnknownCommand
from tests.server.conftest import serving
from tests.support import board_page, http
from tests.support.api_table import ApiTable
from tests.support.input_ways import PATIENCE, WAYS, Ways
from tests.support.open_pages import resume
from tests.support.question_records import EVERY, KINDS_ONCE, question_cases, standing_position, standing_record

ELSEWHERE = "about:blank"
"""Where a page goes that has been tried: it would follow every draft of the next page."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store = Store(tmp_path_factory.mktemp("ways"))
    limits = Limits(requests_per_minute=100_000, changes_per_minute=100_000, tables_per_hour=10_000)
    try:
        with serving(store, "", Settings(limits=limits)) as running:
            yield running
    finally:
        store.close()


@pytest.fixture(scope="module")
def tabs(browser: Browser) -> Iterator[dict[str, Tab]]:
    """Yields the page for each way: a phone's for touch, and one for all others."""
    found: dict[bool, Tab] = {}
    for is_touch in (True, False):
        size = {"width": 360, "height": 800} if is_touch else {"width": 1600, "height": 1000}
        context = browser.new_context(viewport=size, has_touch=is_touch, reduced_motion="reduce", locale="en")  # type: ignore[arg-type]
        context.add_init_script("if (location.protocol !== 'about:') localStorage.setItem('groundfloor-pace', 'off');")
        found[is_touch] = context.new_page()
    yield {way: found[way == "touch"] for way in WAYS}
    for tab in found.values():
        tab.context.close()


ORDER = ("touch", "keyboard", "typed", "mouse")
"""The wide page is loaded once for its ways; whoever has typed goes on with the mouse, or would go on typing."""


def ways_to_try(name: str, is_thorough: bool) -> list[str]:
    """Returns the ways in which a question is answered, the one that also confirms last.

    It is one by turns, if thorough two that are not alike, and all at one question of each kind.
    """
    number = EVERY.index(name)
    confirming = WAYS[number % len(WAYS)]
    if not is_thorough:
        return [confirming]
    others = [way for way in ORDER if way != confirming] if name in KINDS_ONCE else [WAYS[(number + 2) % len(WAYS)]]
    return [*others, confirming]


@pytest.mark.parametrize("name", question_cases(0))
def test_each_way_ends_in_the_named_draft(address: str, tabs: dict[str, Tab], name: str, is_thorough: bool) -> None:
    """Chosen, taken back, chosen again and confirmed: the entry of the record is the answer that was named.

    If thorough each kind of question meets all four ways, each place of it two of them, and what other rulesets ask two ways; otherwise one way, by turns.
    """
    record, number = standing_record(name), EVERY.index(name)
    page = resume(address, record)
    view = http.get(page.replace("/s/", "/api/seats/")).json()
    legal = {each["action"] for each in view["legal"]}
    possible = legal | set(view["deferrable"])
    for turn, way in enumerate(ways_to_try(name, is_thorough)):
        ways = Ways(tabs[way], way)
        if ways.tab.url != page:
            for tab in set(tabs.values()):
                tab.goto(ELSEWHERE)
            ways.tab.goto(page)
        assert board_page.question_kind(ways.tab) == name.split()[-1]
        choices = ways.choices()
        for id, value in choices[(number + turn) % 2 :: 2] or choices:
            ways.choose(id, value)
            meant = [text for text in possible if text == value or text.startswith(f"{value} ")]
            if len(meant) == 1:
                ways.stands(meant[0])
            else:
                ways.stands(picked=True)
                whole = ways.finish(value)
                assert whole in legal
                ways.stands(whole)
            ways.back()
            ways.stands()
    version = board_page.shown_version(ways.tab)
    id, value = next((id, value) for id, value in ways.choices() if value in legal)
    ways.choose(id, value)
    ways.stands(value)
    ways.press("Enter", "confirm", "confirm")
    ways.tab.wait_for_function(
        "(version) => Number(document.getElementById('table').dataset.version) > version", arg=version, timeout=PATIENCE
    )
    game_id = board_page.game_id_of(ways.tab)
    ways.tab.goto(ELSEWHERE)
    lines = http.get(f"{address}/g/{game_id}/record").text.splitlines()
    assert any(line.endswith(f" {value}") for line in lines[len(record.splitlines()) :])


def reader_at(name: str) -> MoveReader:
    """Returns what reads the moves that are typed at a question, in English."""
    game = standing_position(name)
    return MoveReader(game.ruleset, choices_at(game), game.asked_seat, "en")


def shortest(named: str, reader: MoveReader) -> str:
    """Returns the shortest words, cut alike, that still mean the same answer as its name."""
    for size in range(1, 30):
        typed = " ".join(word[:size] for word in named.split())
        try:
            if reader.read(typed) == reader.read(named):
                return typed
        except (Ambiguous, UnknownCommand):
            continue
    return named


@pytest.mark.thorough
@pytest.mark.console("status of 422")
@pytest.mark.parametrize("name", ["second schedule", "second price"])
def test_typed_path_on_the_page(address: str, tabs: dict[str, Tab], name: str) -> None:
    """Misspelt, shortened, completed by Tab, taken back, confirmed and undone, all in the command line."""
    page = resume(address, standing_record(name))
    legal = [each["action"] for each in http.get(page.replace("/s/", "/api/seats/")).json()["legal"]]
    tab = tabs["typed"]
    tab.goto(page)
    ways = Ways(tab, "typed")
    kind = board_page.question_kind(tab)
    version = board_page.shown_version(tab)
    value, reader = legal[0], reader_at(name)
    names = reader.possible_names()
    named = next(each for each in names if reader.read(each) == value)
    ways.type(named[0] + named)
    board_page.alert(tab).wait_for(timeout=PATIENCE)
    assert f"Did you mean: {named}" in board_page.alert(tab).inner_text()
    assert board_page.command_field(tab).input_value() == named[0] + named
    assert tab.evaluate("[document.activeElement.id, getSelection().toString()]") == ["command", named[0] + named]
    ways.stands()
    ways.type(shortest(named, reader))
    ways.stands(value)
    ways.type("back")
    ways.stands()
    if tab.evaluate("document.activeElement.id") != "command":
        tab.keyboard.press("/")
    board_page.command_field(tab).fill(named[:-1].lower())
    board_page.command_field(tab).press("Tab")
    completed = commonprefix([each for each in names if each.startswith(named[:-1])])
    assert board_page.command_field(tab).input_value() in (completed, completed.lower())  # which stays where no letter is added
    board_page.command_field(tab).fill(value)
    board_page.command_field(tab).press("Enter")
    ways.stands(value)
    assert board_page.shown_version(tab) == version
    ways.type("confirm")
    tab.wait_for_function(
        "(version) => Number(document.getElementById('table').dataset.version) !== version", arg=version, timeout=PATIENCE
    )
    if board_page.undo_button(tab).and_(tab.locator(":not([aria-disabled=true])")).count():
        version = board_page.shown_version(tab)
        ways.type("undo")
        tab.wait_for_function(
            "(version) => Number(document.getElementById('table').dataset.version) !== version", arg=version, timeout=PATIENCE
        )
        assert board_page.question_kind(tab) == kind
        ways.stands()


@pytest.mark.thorough
def test_escape_closes_note_then_draft_then_sheet(address: str, tabs: dict[str, Tab]) -> None:
    """DESIGN 9: a note first, then the pencil, then the sheet."""
    page = resume(address, standing_record("second schedule"))
    tab = tabs["keyboard"]
    tab.goto(page)
    ways = Ways(tab, "keyboard")
    id, value = next((id, value) for id, value in ways.choices() if id.startswith("space-agency"))
    ways.choose(id, value)
    ways.stands(value)
    tab.keyboard.press("n")
    board_page.tooltip(tab).wait_for()
    tab.keyboard.press("Escape")
    assert board_page.tooltip(tab).count() == 0
    ways.stands(value)
    tab.keyboard.press("Escape")
    ways.stands()
    phone = tabs["touch"]
    phone.goto(page)
    phone.keyboard.press("Escape")
    assert phone.evaluate("document.documentElement.dataset.bottomSheet") == "low"


PRESS = """([key, code, shiftKey, altGraph]) => {
  const pressed = { key, code, shiftKey, modifierAltGraph: altGraph, bubbles: true, cancelable: true };
  document.activeElement.blur();
  document.body.dispatchEvent(new KeyboardEvent("keydown", pressed));
  const inside = document.querySelector("dialog[open]") ?? document.activeElement.closest("[id]:is(section, article, input, .building)");
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  return inside?.id ?? "";
}"""
KEYS = {
    "Russian P": ("з", "KeyP", False, "score"),
    "Russian Shift and Slash": ("?", "Digit7", True, "keyboard-help"),
    "Greek P": ("π", "KeyP", False, "score"),
    "Arabic P": ("ح", "KeyP", False, "score"),
    "Arabic B, a ligature of two letters": ("لا", "KeyB", False, "area-B"),
    "Arabic question mark": ("؟", "Slash", True, "keyboard-help"),
    "Hebrew P": ("פ", "KeyP", False, "score"),
    "Hebrew W": ("'", "KeyW", False, "goal"),
    "Hebrew full stop, where others have the slash": (".", "Slash", False, "command"),
    "Hebrew A": ("ש", "KeyA", False, "area-A"),
    "French A, at the place of Q": ("a", "KeyQ", False, "area-A"),
    "French 2": ("é", "Digit2", False, "second company"),
    "French 2 with Shift": ("2", "Digit2", True, "second company"),
    "Czech 1": ("+", "Digit1", False, "first company"),
    "Arabic 2": ("٢", "Digit2", False, "second company"),
    "German slash": ("/", "Digit7", True, "command"),
    "English exclamation mark": ("!", "Digit1", True, ""),
    "German umlaut": ("ö", "Semicolon", False, ""),
    "French comma": (",", "KeyM", False, ""),
}


@pytest.mark.thorough
def test_letter_keys_work_on_other_keyboards(address: str, tabs: dict[str, Tab]) -> None:
    """Of other alphabets the key counts that has the letter on an American keyboard, and where digits need Shift the key without it."""
    tab = tabs["keyboard"]
    tab.goto(resume(address, standing_record("second schedule")))
    first, second, *_ = tab.evaluate("[...document.querySelectorAll('.company-tabs a')].map((each) => each.dataset.showCompany)")
    companies = {"first company": f"company-{first}", "second company": f"company-{second}"}
    reached = {name: tab.evaluate(PRESS, [key, code, is_shifted, False]) for name, (key, code, is_shifted, _) in KEYS.items()}
    assert reached == {name: companies.get(id, id) for name, (*_, id) in KEYS.items()}


@pytest.mark.thorough
def test_sign_that_is_typed_with_alt_gr_is_no_letter_key(address: str, tabs: dict[str, Tab]) -> None:
    tab = tabs["keyboard"]
    tab.goto(resume(address, standing_record("second schedule")))
    assert tab.evaluate(PRESS, ["€", "KeyE", False, True]) == ""


# Forms


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


@pytest.mark.thorough
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
    board_page.table(tab, draft="meeting_room 1").wait_for(state="attached")
    assert board_page.shown_version(tab) == version


def test_double_click_confirms_one_decision_only(client: httpx.Client, browser: Browser) -> None:
    tab = browser.new_page(viewport={"width": 1600, "height": 1000})
    address = opened(client)
    tab.goto(address)
    version = board_page.shown_version(tab)
    board_page.answer(tab, "done").or_(board_page.place(tab, "consulting")).first.click()
    board_page.confirm_button(tab).dblclick()
    board_page.table(tab, other_than=version).wait_for(state="attached")
    game_id = board_page.game_id_of(tab)
    entries = client.get(f"/g/{game_id}/record").text
    assert entries.count("consulting") == 1
    assert board_page.alert(tab).count() == 0


@pytest.mark.thorough
def test_held_enter_pencils_but_never_confirms(client: httpx.Client, browser: Browser) -> None:
    tab = browser.new_page(viewport={"width": 1600, "height": 1000})
    tab.goto(opened(client))
    version = board_page.shown_version(tab)
    board_page.place(tab, "consulting").focus()
    for _ in range(6):
        tab.keyboard.down("Enter")
    board_page.table(tab, draft="consulting", is_settled=True).wait_for(state="attached")
    for _ in range(6):
        tab.keyboard.down("Enter")
    tab.keyboard.up("Enter")
    tab.wait_for_function("() => !document.getElementById('table').ariaBusy")
    assert board_page.shown_version(tab) == version
    assert board_page.draft(tab) == "consulting"


def hiring(client: httpx.Client) -> ApiTable:
    """Opens a game of `online` whose first seat is asked whether it hires and could remodel Training."""
    while True:
        table = ApiTable(client, ruleset="online")
        own = table.view(table.asked)
        assert own["question"] == "hire"
        if "remodel training" in own["deferrable"]:  # the specialty Non-Profit has it remodeled from the start
            return table


@pytest.mark.thorough
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
    board_page.table(tab, draft="remodel training", is_settled=True).wait_for(state="attached")
    assert "Remodel: Training" in board_page.panel(tab).inner_text()
    assert board_page.panel(tab).get_by_text("Then you remodel: Training.").is_visible()
    assert board_page.mode(tab) == "asked" and board_page.confirm_button(tab).count() == 0
    tab.keyboard.press("Escape")
    board_page.table(tab, draft="", is_settled=True).wait_for(state="attached")
    board_page.place(tab, "remodel training").click()
    board_page.place(tab, "remodel training").and_(tab.locator("[aria-pressed=true]")).wait_for()
    blocked = board_page.answer(tab, "hire").and_(tab.locator("[aria-disabled=true]"))
    assert "Not possible together with what is pencilled in." in blocked.inner_text(), "nobody could pay for both"
    board_page.answer(tab, "done").click()
    if not confirms:
        board_page.table(tab, draft="done,remodel training", is_settled=True).wait_for(state="attached")
        board_page.confirm_button(tab).click()
    board_page.panel(tab, "waiting").wait_for()
    lines = table.record.splitlines()[before:]
    assert [line.split(maxsplit=1)[1] for line in lines][:3] == ["done", "remodel training", "end"]
