"""Mouse, finger, keyboard and typed command: at every question of every ruleset each ends in exactly the draft that it named."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import commonprefix

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from groundfloor.store import Store
from groundfloor.tables.commands import MoveReader, choices_at
from groundfloor.tables.errors import Ambiguous, UnknownCommand
from groundfloor.web.limits import Limits
from groundfloor.web.settings import Settings
from tests.support import board_page, http
from tests.support.input_ways import PATIENCE, WAYS, Ways
from tests.support.open_pages import resume
from tests.support.question_records import EVERY, KINDS_ONCE, standing_position, standing_record
from tests.support.samples import sampled
from tests.web.conftest import serving

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


@pytest.mark.parametrize("name", sampled(EVERY, KINDS_ONCE.__contains__))
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
    public = board_page.public_id(ways.tab)
    ways.tab.goto(ELSEWHERE)
    lines = http.get(f"{address}/g/{public}/record").text.splitlines()
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
    board_page.notice(tab).wait_for(timeout=PATIENCE)
    assert f"Did you mean: {named}" in board_page.notice(tab).inner_text()
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
    assert phone.evaluate("document.documentElement.dataset.sheet") == "low"
