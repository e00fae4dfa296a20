"""The replay, in a real browser: by keys, by its slider, played; the board stays, and every moment has an address."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from groundfloor import read_record
from groundfloor.engine.city.retail_outlets import ProductSold
from groundfloor.presentation.after_game import game_history
from tests.support.accessibility import axe_violations

GOLDEN = Path(__file__).parents[3] / "golden"
GAME = (GOLDEN / "second-gropius-random.gfr").read_text("utf-8")


def replay(
    browser: Browser, server: str, entry: int, width: int = 1366, height: int = 768, motion: str = "no-preference", game: str = GAME
) -> tuple[Tab, str]:
    """Opens a shown record at an entry; returns the tab and the path of the game."""
    with httpx.Client(base_url=server, timeout=60) as client:
        path = str(client.post("/api/records", json={"record": game}).json()["link"])
    tab = browser.new_context(base_url=server, viewport={"width": width, "height": height}, reduced_motion=motion).new_page()  # type: ignore[arg-type]
    tab.goto(f"{path}/at/{entry}")
    slider(tab).wait_for()
    return tab, path


def controls(tab: Tab) -> Locator:
    return tab.get_by_role("navigation", name="History")


def slider(tab: Tab) -> Locator:
    return controls(tab).get_by_role("slider", name="Round and phase")


def button(tab: Tab, name: str) -> Locator:
    return controls(tab).get_by_role("button", name=name, exact=True)


def at(tab: Tab, entry: int) -> None:
    """Waits until the board and the address are those of an entry."""
    tab.wait_for_function(
        "entry => document.getElementById('replay').dataset.entry === String(entry) && location.pathname.endsWith(`/at/${entry}`)",
        arg=entry,
    )


@pytest.mark.thorough
def test_keys_slider_and_links_lead_to_moments_without_loading_the_page(browser: Browser, server: str) -> None:
    tab, path = replay(browser, server, 60)
    tab.evaluate("window.isSamePage = true")
    tab.keyboard.press("ArrowRight")
    at(tab, 61)
    tab.keyboard.press("ArrowLeft")
    at(tab, 60)
    tab.keyboard.press("Shift+ArrowLeft")
    tab.wait_for_function("() => Number(document.getElementById('replay').dataset.entry) < 60")
    slider(tab).focus()
    place, title = int(slider(tab).input_value()), slider(tab).get_attribute("aria-valuetext")
    slider(tab).press("ArrowRight")
    tab.wait_for_function("was => document.activeElement.getAttribute('aria-valuetext') !== was", arg=title)
    entries = (slider(tab).get_attribute("data-entries") or "").split()
    at(tab, int(entries[place + 1]))
    assert tab.evaluate("document.activeElement.id") == "replay-slider"
    controls(tab).get_by_role("link", name="End", exact=True).click()
    at(tab, len(read_record(GAME).entries))
    assert tab.locator("dialog[open]").count() == 0, "the score does not cover the last picture"
    assert tab.evaluate("window.isSamePage === true")
    assert axe_violations(tab, "#replay") == []


@pytest.mark.thorough
def test_replay_plays_to_the_end_and_stops_there(browser: Browser, server: str) -> None:
    last = len(read_record(GAME).entries)
    tab, _path = replay(browser, server, last - 2, motion="reduce")
    button(tab, "4×: Fast").click()
    tab.keyboard.press("Escape")
    button(tab, "Play").click()
    at(tab, last)
    controls(tab).get_by_role("button", name="Play", exact=True, pressed=False).wait_for()


STEPS_SEEN = """() => {
  window.seen = [];
  addEventListener("groundfloor:settled", () => {
    const recap = document.getElementById("recap");
    seen.push([recap?.dataset.step ?? "", document.querySelector(".is-highlighted")?.id ?? "", recap?.innerText ?? "",
      document.querySelectorAll("#area-H svg.marker").length, document.querySelector("#panel").innerText]);
  }, true);
}"""


@pytest.mark.thorough
def test_film_plays_the_steps_of_phase_four_in_their_places(browser: Browser, server: str) -> None:
    """In one entry of this game products are priced and sold, which no board after an entry shows."""
    tab, _path = replay(browser, server, 81, game=(GOLDEN / "windfall.gfr").read_text("utf-8"))
    button(tab, "4×: Fast").click()
    tab.evaluate(STEPS_SEEN)
    button(tab, "Play").focus()
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function(
        "() => { const last = (document.getElementById('table').dataset.steps ?? '').split(' ').at(-1);"
        " return document.getElementById('replay').dataset.entry === '82' && document.getElementById('recap')?.dataset.step === last.split(':')[1]; }"
    )
    seen = tab.evaluate("window.seen")
    assert [int(step) for step, *_ in seen] == list(range(1, len(seen) + 1))
    areas = [place for _, place, words, *_ in seen if place.startswith("area-") and "on sale at" not in words]
    assert areas == sorted(areas) and "area-H" in areas
    assert {place for _, place, words, *_ in seen if "on sale at" in words} == {"area-H"}, "where the product is"
    priced = next(count for _, _, words, count, _ in seen if "on sale at" in words)
    assert priced > 0
    assert all("Everything as it stood" not in panel and "more in the log" not in panel for *_, panel in seen)
    assert tab.get_by_test_id("walking-consumer").count() == 0


@pytest.mark.thorough
def test_film_is_stopped_within_an_entry_and_goes_on_there(browser: Browser, server: str) -> None:
    tab, _path = replay(browser, server, 81, game=(GOLDEN / "windfall.gfr").read_text("utf-8"))
    button(tab, "1×: Slow").click()
    button(tab, "Play").click()
    tab.locator("#recap[data-step='1']").wait_for()
    tab.locator("#area-A").click(position={"x": 5, "y": 5})
    tab.locator("#recap[data-step='2']").wait_for()
    tab.keyboard.press("Space")
    controls(tab).get_by_role("button", name="Play", exact=True, pressed=False).wait_for()
    button(tab, "Play").click()
    tab.locator("#recap[data-step='3']").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_board_and_controls_stay_where_they_are(browser: Browser, server: str, width: int, height: int) -> None:
    tab, _path = replay(browser, server, 60, width, height)
    boxes = "() => ['#replay', '#street', '#panel'].map((name) => JSON.stringify(document.querySelector(name).getBoundingClientRect()))"
    before = tab.evaluate(boxes)
    controls(tab).get_by_role("link", name="Next entry").click()
    at(tab, 61)
    assert tab.evaluate(boxes) == before and tab.evaluate("scrollY") == 0


SHOWN_ON_PHONES = """() => {
  window.highlighted = [];
  addEventListener("groundfloor:settled", () => {
    const area = document.querySelector("[id^=area-].is-highlighted");
    if (area) window.highlighted.push([area.id.at(-1), document.documentElement.dataset.area]);
  }, true);
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_phones_show_the_building_of_each_step(browser: Browser, server: str, width: int, height: int) -> None:
    sale = next(game_history(read_record(GAME)).of_kind(ProductSold))
    tab, _path = replay(browser, server, sale.entry - 1, width, height)
    button(tab, "4×: Fast").click()
    tab.evaluate(SHOWN_ON_PHONES)
    controls(tab).get_by_role("link", name="Next entry").click()
    tab.wait_for_function("() => window.highlighted.some(([letter]) => letter === 'H')")
    highlighted = tab.evaluate("window.highlighted")
    assert all(letter == shown for letter, shown in highlighted), highlighted


@pytest.mark.thorough
def test_the_link_after_the_game_starts_the_replay(browser: Browser, server: str) -> None:
    """The page loaded again stands still: the address keeps the entry, not the wish."""
    tab, path = replay(browser, server, 0)
    tab.goto(f"{path}/after")
    tab.get_by_role("link", name="Watch it as a film").click()
    controls(tab).get_by_role("button", name="Pause", exact=True, pressed=True).wait_for()
    tab.wait_for_function("() => Number(document.getElementById('replay').dataset.entry) > 1")
    assert "#" not in tab.url
    tab.reload()
    controls(tab).get_by_role("button", name="Play", exact=True, pressed=False).wait_for()
