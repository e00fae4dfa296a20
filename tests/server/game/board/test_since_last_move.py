"""What happened since the own last move, in a real browser: told in steps, then on a card; and when a round begins or the game ends, nothing jumps and the focus stays."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from groundfloor import read_record
from tests.support import board_page, http
from tests.support.accessibility import axe_violations
from tests.support.api_table import ApiTable
from tests.support.open_pages import SHOWS_PAST, passing, taken_shift, watch_shifts

MOVES = ("done", "factory", "end", "research_testing info", "end", "consulting", "end", "agency 1", "end", "networking")
LAST = "price 16"
"""The last decision of the first guided round."""
STEPS = (
    ("Factory", "Pei put a product on sale at 8.", "1", "area-H"),
    ("Forecast", "Stable: 2 consumers.", "1", "area-G"),
    ("Sales", "Pei sold at 8.", "1", "area-H"),
    ("Sales", "Your product was sold for 16.", "17", "area-H"),
    ("Reorganize", "You have 4 time markers again.", "17", "company"),
    ("Reorganize", "Popularity fades every round: you are on space 1 now.", "17", "track-popularity"),
    ("Reorganize", "An employee now costs 4 money and 4 info.", "17", "track-market"),
    ("Next forecast", "Round 3: Recession.", "17", "track-rounds"),
    ("Income", "You received 9 money.", "26", "company"),
)
"""What is played after it: title, sentence, the money then, and the place that is framed."""
MARKERS = "svg.marker"
TITLE = "Since your last move"


def before_the_end(server: str) -> str:
    """Returns the seat of a guided game whose last decision of the first round is pencilled in."""
    made = http.post(f"{server}/api/games", json={"guided": True, "name": "Ann"}).json()
    token = made["seats"][0]["token"]
    seat = f"{server}/api/seats/{token}"
    http.post(seat, json={"guide": "next"})
    for text in MOVES:
        view = http.get(seat).json()
        if any(each["action"] == text for each in view["legal"]):
            http.post(seat, json={"apply": [text], "version": view["version"]})
    http.post(seat, json={"pick": LAST, "version": http.get(seat).json()["version"]})
    return str(token)


def opened(
    browser: Browser, address: str, width: int = 1366, height: int = 768, pace: str = "normal", motion: str = "no-preference"
) -> Tab:
    tab = browser.new_context(viewport={"width": width, "height": height}, locale="en", reduced_motion=motion).new_page()  # type: ignore[arg-type]
    tab.add_init_script(f"localStorage.setItem('groundfloor-pace', '{pace}')")
    tab.goto(address)
    tab.wait_for_load_state("load")
    return tab


def card(tab: Tab) -> Locator:
    return tab.get_by_role("region", name=TITLE)


def told(tab: Tab, title: str) -> Locator:
    return board_page.panel(tab, "recap").filter(has_text=title)


def money(tab: Tab) -> str:
    return board_page.own_company(tab).locator("[id^=resource-][id$=-money] dd").first.inner_text().strip()


PLACE = "() => document.querySelector('.is-highlighted')?.id ?? ''"


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(1366, 900), (360, 760)])
def test_end_of_a_guided_round_is_played_a_step_a_click(browser: Browser, server: str, width: int, height: int) -> None:
    tab = opened(browser, f"{server}/s/{before_the_end(server)}", width, height)
    assert width < 700 or money(tab) == "1"
    board_page.confirm_button(tab).click()
    for title, sentence, after, place in STEPS:
        step = told(tab, title).filter(has_text=sentence)
        step.wait_for()
        assert tab.evaluate(PLACE) == place, "the sentence and its place come at the same moment"
        assert width < 700 or money(tab) == after, "the numbers move with what is said"
        assert not card(tab).is_visible() and "more in the log" not in step.inner_text()
        if sentence == "Your product was sold for 16.":
            assert axe_violations(tab, "#panel") == []
            assert tab.evaluate(f"document.querySelectorAll('#area-H {MARKERS}').length") == 0
        tab.keyboard.press("Enter")
    card(tab).wait_for()
    assert board_page.mode(tab) == "asked" and not tab.evaluate(PLACE)
    assert width < 700 or (money(tab) == "26" and "Your product was sold for 16." in card(tab).inner_text())


@pytest.mark.thorough
def test_steps_go_on_by_a_key_and_by_a_tap_at_a_pace_that_is_kept(browser: Browser, server: str) -> None:
    token = before_the_end(server)
    http.post(f"{server}/api/seats/{token}", json={"guide": "leave"})
    tab = opened(browser, f"{server}/s/{token}", pace="slow")
    board_page.confirm_button(tab).click()
    for number, (title, sentence, _, _) in enumerate(STEPS[:4]):
        told(tab, title).filter(has_text=sentence).wait_for()
        if number % 2:
            tab.keyboard.press("Space")
        else:
            tab.locator("#area-A").click(position={"x": 5, "y": 5})
    told(tab, "Reorganize").wait_for()
    tab.get_by_role("button", name="4×: Fast").click()
    assert tab.evaluate("localStorage.getItem('groundfloor-pace')") == "fast"
    card(tab).wait_for()


@pytest.mark.thorough
def test_focus_stays_in_the_panel_while_steps_are_played(browser: Browser, server: str) -> None:
    token = before_the_end(server)
    http.post(f"{server}/api/seats/{token}", json={"guide": "leave"})
    tab = opened(browser, f"{server}/s/{token}", pace="slow")
    board_page.confirm_button(tab).focus()
    tab.keyboard.press("Enter")
    for title, sentence, _, _ in STEPS[:3]:
        told(tab, title).filter(has_text=sentence).wait_for()
        assert tab.evaluate("document.activeElement.id") == "decision"
        tab.keyboard.press("Enter")
    tab.keyboard.press("Escape")
    card(tab).wait_for()
    assert tab.evaluate("document.activeElement.closest('#panel') !== null")


@pytest.mark.thorough
def test_key_goes_on_also_where_a_place_has_the_focus(browser: Browser, server: str) -> None:
    """The move was perhaps confirmed on it."""
    tab = opened(browser, f"{server}/s/{before_the_end(server)}", height=900)
    board_page.confirm_button(tab).click()
    for title, sentence, _, _ in STEPS[:3]:
        told(tab, title).filter(has_text=sentence).wait_for()
        place = tab.locator("#area-A button[id^=space-]").first
        place.focus()
        assert place.get_attribute("aria-disabled") == "true"
        tab.keyboard.press("Enter")


def test_steps_are_skipped_by_a_key(browser: Browser, server: str) -> None:
    tab = opened(browser, f"{server}/s/{before_the_end(server)}", height=900)
    board_page.confirm_button(tab).click()
    told(tab, "Factory").wait_for()
    tab.keyboard.press("Escape")
    card(tab).wait_for()
    assert money(tab) == "26" and board_page.mode(tab) == "asked"


@pytest.mark.thorough
def test_part_that_was_opened_between_steps_stays_until_something_is_asked(browser: Browser, server: str) -> None:
    tab = opened(browser, f"{server}/s/{before_the_end(server)}", 900, 600)
    view, width = "document.documentElement.dataset.view ?? 'city'", "document.getElementById('panel').offsetWidth"
    wide = tab.evaluate(width)
    board_page.confirm_button(tab).click()
    for title, sentence, _, _ in STEPS:
        told(tab, title).filter(has_text=sentence).wait_for()
        assert tab.evaluate(width) == wide, "the panel is as wide as with the guide"
        assert tab.evaluate(view) == ("city" if title == "Factory" else "company")
        if title == "Factory":
            board_page.view_tab(tab, "company").click()
        tab.keyboard.press("Enter")
    board_page.panel(tab, "asked").wait_for()


@pytest.mark.thorough
def test_without_motion_the_card_lists_the_steps_in_their_order(browser: Browser, server: str) -> None:
    tab = opened(browser, f"{server}/s/{before_the_end(server)}", 1600, 1000, motion="reduce")
    board_page.confirm_button(tab).click()
    card(tab).filter(has_text="You received 9 money.").wait_for()
    lines = card(tab).get_by_role("listitem").all_inner_texts()
    assert len(lines) == len(STEPS)
    for line, (title, sentence, _, _) in zip(lines, STEPS, strict=True):
        assert line.startswith(title) and sentence in line


@pytest.mark.thorough
def test_card_stays_over_a_reload_and_goes_with_the_next_move(browser: Browser, server: str) -> None:
    """Without the guide the steps pass by themselves."""
    token = before_the_end(server)
    http.post(f"{server}/api/seats/{token}", json={"guide": "leave"})
    tab = opened(browser, f"{server}/s/{token}")
    with passing(tab, f"{SHOWS_PAST} && document.querySelector('#recap')"):
        board_page.confirm_button(tab).click()
    board_page.panel(tab, "asked").wait_for()
    said = card(tab).inner_text()
    assert "You received 9 money." in said and "Pei put a product" not in said and axe_violations(tab, "#latest-events") == []
    tab.reload()
    tab.wait_for_load_state("load")
    assert card(tab).inner_text() == said
    bare = browser.new_context(java_script_enabled=False, locale="en").new_page()
    bare.goto(tab.url)
    assert "You received 9 money." in card(bare).inner_text()
    version = board_page.shown_version(tab)
    board_page.answer(tab, "done").click()
    board_page.panel(tab, "draft").wait_for()
    assert card(tab).is_visible(), "it goes with the move, not with what is pencilled in"
    board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=version, is_past=False, is_settled=True).wait_for(state="attached")
    board_page.panel(tab, "asked", kind="schedule").wait_for()
    assert "You received 9 money." not in "".join(card(tab).all_inner_texts())


@pytest.mark.thorough
def test_card_is_closed_and_shown_at_once_without_motion(browser: Browser, server: str) -> None:
    tab = opened(browser, f"{server}/s/{before_the_end(server)}", 360, 760, "off")
    board_page.confirm_button(tab).click()
    board_page.panel(tab, "asked").wait_for()
    assert "+25" in card(tab).inner_text() and "9 money" not in card(tab).inner_text()
    card(tab).focus()
    assert "You received 9 money." in card(tab).inner_text()
    assert not tab.locator("#recap").count() and board_page.mode(tab) == "asked"
    card(tab).get_by_role("button", name="Close").click()
    card(tab).wait_for(state="hidden")
    tab.reload()
    assert not card(tab).is_visible()


GAME = read_record((Path(__file__).parents[3] / "golden/second-2-random.gfr").read_text("utf-8"))
BOUGHT_LAST = read_record((Path(__file__).parents[3] / "golden/first-4.gfr").read_text("utf-8"))
"""A game whose last decision is a purchase."""
LAST_ROUND = 7
MOST = 0.02
"""How far a move may shift what stands on the page."""


def before_round(number: int) -> tuple[str, str]:
    """Returns the record up to the last decision before a round begins, and that decision."""
    first = next(count for count in range(len(GAME.entries)) if GAME.replay(count)._state.round == number)
    last = max(count for count in range(first) if GAME.entries[count].seat >= 0)
    return GAME.prefix(last).format(), GAME.entries[last].text


def with_draft(browser: Browser, client: httpx.Client, number: int, width: int, height: int, pace: str) -> Tab:
    """Returns the page of the seat that pencils in the last decision before a round."""
    record, decision = before_round(number)
    table = ApiTable.resume(client, record)
    asked = table.asked
    tab = browser.new_context(viewport={"width": width, "height": height}).new_page()
    tab.add_init_script(f"localStorage.setItem('groundfloor-pace', '{pace}')")
    table.act(asked, pick=decision, version=table.version)
    tab.goto(table.url(asked))
    tab.wait_for_load_state("load")
    board_page.confirm_button(tab).wait_for()
    return tab


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height", "number"), [(1366, 768, 3), (1280, 720, LAST_ROUND), (360, 760, LAST_ROUND)])
def test_new_round_shifts_nothing(browser: Browser, client: httpx.Client, width: int, height: int, number: int) -> None:
    """The log begins anew, and in the last round nothing comes next any more."""
    tab = with_draft(browser, client, number, width, height, "off")
    if width < 700:
        board_page.view_tab(tab, "company").click()
        board_page.own_company(tab).wait_for()
    watch_shifts(tab)
    taken_shift(tab)
    version = board_page.shown_version(tab)
    board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=version, is_settled=True).wait_for(state="attached")
    assert f"round {number} of" in tab.get_by_role("heading", level=1).inner_text()
    assert taken_shift(tab) < MOST


@pytest.mark.thorough
def test_last_purchase_of_a_game_shifts_nothing(browser: Browser, client: httpx.Client) -> None:
    """The question has opened what is on sale beside the board; when the game is over, the log stands there again."""
    last = max(count for count, entry in enumerate(BOUGHT_LAST.entries) if entry.seat >= 0)
    table, seat = ApiTable.resume(client, BOUGHT_LAST.prefix(last).format()), BOUGHT_LAST.entries[last].seat
    tab = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    tab.add_init_script("localStorage.setItem('groundfloor-pace', 'off')")
    tab.goto(table.url(seat))
    board_page.part(tab, "improvements").wait_for()
    version = board_page.shown_version(tab)
    table.act(seat, pick=BOUGHT_LAST.entries[last].text, version=version)
    board_page.confirm_button(tab).wait_for()
    watch_shifts(tab)
    taken_shift(tab)
    board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=version, is_settled=True).wait_for(state="attached")
    board_page.panel(tab, "over").wait_for()
    assert taken_shift(tab) < MOST
    assert board_page.part(tab, "log").is_visible() and not board_page.part(tab, "improvements").is_visible()


@pytest.mark.thorough
def test_focus_is_kept_when_a_confirmed_move_is_played_back(browser: Browser, client: httpx.Client) -> None:
    """The panel with the button is hidden meanwhile."""
    tab = with_draft(browser, client, 3, 1366, 768, "normal")
    version = board_page.shown_version(tab)
    with passing(tab, SHOWS_PAST):
        board_page.confirm_button(tab).click()
    board_page.table(tab, other_than=version, is_past=False, is_settled=True).wait_for(state="attached")
    tab.wait_for_function("() => !document.body.classList.contains('is-replaying') && document.activeElement !== document.body")
    assert tab.evaluate("document.activeElement.closest('#panel') !== null")
