"""Motion in a real browser: markers slide and fade, numbers are tinted, and nothing moves for those who don't want it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext
from playwright.sync_api import Page as Tab

from tests.server.conftest import Page
from tests.support import board_page

WATCHING = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const first = frames[0];
  const kind = "backgroundColor" in first ? "light" : "opacity" in first ? "fade" : "color" in first ? "tint" : first.transform?.includes("rotateY") ? "turn" : "slide";
  window.moved.push({ kind, place: this.closest("[id]")?.id ?? "", duration: options.duration });
  return animate.call(this, frames, options);
};
"""


@pytest.fixture
def context(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Yields a browser of its own, with less motion if the test's parameter says so."""
    opened = browser.new_context(
        base_url=server, viewport={"width": 1600, "height": 1000}, reduced_motion=getattr(request, "param", "no-preference")
    )
    opened.add_init_script(WATCHING)
    yield opened
    opened.close()


def opened(context: BrowserContext, page: Page) -> Tab:
    """Returns the game, with Ann at her desk: hiring is done."""
    tab = context.new_page()
    tab.goto(page.address)
    version = board_page.shown_version(tab)
    if tab.locator("[value=done]").count():
        tab.locator("[value=done]").first.click()
        board_page.confirm_button(tab).click()
    tab.wait_for_function("version => Number(document.getElementById('table').dataset.version) !== version", arg=version)
    tab.locator(f"{board_page.LEGAL}[value='agency 1']").wait_for()
    tab.evaluate("window.moved.length = 0")
    return tab


def told(tab: Tab) -> list[dict[str, object]]:
    found: list[dict[str, object]] = tab.evaluate("window.moved")
    return found


def take_a_desk(tab: Tab) -> None:
    board_page.place(tab, "agency 1").click()
    board_page.confirm_button(tab).wait_for()


@pytest.mark.thorough
def test_a_pencilled_marker_fades_in_and_numbers_are_tinted(context: BrowserContext, solo: Page) -> None:
    tab = opened(context, solo)
    take_a_desk(tab)
    moved = told(tab)
    assert {"kind": "fade", "place": "space-agency-1", "duration": 120} in moved
    assert any(each["kind"] == "tint" and each["duration"] == 160 for each in moved)


@pytest.mark.thorough
def test_the_others_markers_slide_to_their_places(context: BrowserContext, solo: Page) -> None:
    tab = opened(context, solo)
    take_a_desk(tab)
    tab.evaluate("window.moved.length = 0")
    version = board_page.shown_version(tab)
    board_page.confirm_button(tab).click()
    tab.wait_for_function("version => Number(document.getElementById('table').dataset.version) > Number(version) + 1", arg=version)
    board_page.turn(tab).wait_for()
    moved = told(tab)
    confirmed = [each["kind"] for each in moved if each["place"] == "space-agency-1"]
    assert confirmed == ["light"], "a confirmed marker stays where it is"
    assert all(each["duration"] == 260 for each in moved if each["kind"] == "slide")


COMING_TO_WORK = """() => {
  const marker = document.querySelector("#board svg.marker").cloneNode(true);
  document.getElementById("space-factory-1").append(marker);
  for (const room of document.querySelectorAll("#company .room[data-place=research_testing], #company-summaries [data-place=research_testing]")) {
    room.dataset.used = Number(room.dataset.used) + 1;
    room.id ||= "small-room";
  }
  document.dispatchEvent(new CustomEvent("groundfloor:settled", { detail: { isLast: true } }));
}"""


@pytest.mark.thorough
def test_own_confirmed_task_lights_its_room_once(context: BrowserContext, solo: Page) -> None:
    tab = opened(context, solo)
    board_page.own_company(tab).locator(f"{board_page.LEGAL}[value^=research_testing]").first.click()
    board_page.confirm_button(tab).wait_for()
    assert not [each for each in told(tab) if each["kind"] == "light"], "what is pencilled in has not happened"
    board_page.confirm_button(tab).click()
    tab.wait_for_function("() => window.moved.some((each) => each.kind === 'light' && each.place === 'room-0-research_testing')")
    assert [each["place"] for each in told(tab) if str(each["place"]).startswith("room-0-")] == ["room-0-research_testing"]


LISTENING = """
window.sounds = 0;
for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...given) { window.sounds += 1; return start.apply(this, given); };
}
"""


@pytest.mark.thorough
def test_sounds_are_off_until_they_are_switched_on(context: BrowserContext, solo: Page) -> None:
    context.add_init_script(LISTENING)
    tab = opened(context, solo)
    take_a_desk(tab)
    assert tab.evaluate("window.sounds") == 0
    tab.keyboard.press("?")
    switch = tab.get_by_role("switch", name="Sounds of pencil and city")
    assert switch.get_attribute("aria-checked") == "false"
    switch.click()
    tab.wait_for_function("() => window.sounds > 0 && document.getElementById('sound-switch').getAttribute('aria-checked') === 'true'")
    tab.keyboard.press("Escape")
    tab.evaluate("window.sounds = 0")
    board_page.back_button(tab).click()
    tab.wait_for_function("() => window.sounds > 0")


@pytest.mark.thorough
@pytest.mark.parametrize("context", ["reduce"], indirect=True)
def test_nothing_moves_for_those_who_want_less_motion(context: BrowserContext, solo: Page) -> None:
    tab = opened(context, solo)
    take_a_desk(tab)
    board_page.confirm_button(tab).click()
    board_page.turn(tab).wait_for()
    outlined = "document.querySelectorAll('#company .room[data-place=research_testing].is-changed, #space-factory-1.is-changed').length"
    assert tab.evaluate(f"() => {{ ({COMING_TO_WORK})(); return {outlined}; }}") == 2
    assert {each["kind"] for each in told(tab)} <= {"tint"}


@pytest.mark.thorough
def test_a_marker_of_the_skyline_slides_and_a_key_ends_it(context: BrowserContext, solo: Page) -> None:
    tab = opened(context, solo)
    tab.evaluate(
        """() => {
          document.getElementById("tower-5").firstElementChild.append(document.getElementById("standing-0"));
          document.dispatchEvent(new CustomEvent("groundfloor:settled", { detail: { isLast: true } }));
        }"""
    )
    assert {"kind": "slide", "place": "standing-0", "duration": 260} in told(tab)
    tab.keyboard.press("Shift")
    assert tab.evaluate("document.getElementById('standing-0').getAnimations().filter((each) => each.playState === 'running').length") == 0


@pytest.mark.thorough
def test_menu_leads_to_the_switches_of_motion_and_sounds(browser: Browser, server: str, solo: Page) -> None:
    """A phone has no key that opens them."""
    width, height = 360, 760
    context = browser.new_context(base_url=server, viewport={"width": width, "height": height}, has_touch=True)
    context.add_init_script(LISTENING)
    tab = context.new_page()
    tab.goto(solo.address)
    tab.wait_for_load_state("load")
    board_page.menu_button(tab).tap()
    tab.get_by_role("link", name="Keys, motion, sounds").tap()
    switches = [tab.get_by_role("switch", name=name) for name in ("Markers move", "Sounds of pencil and city")]
    for switch, before in zip(switches, ("true", "false"), strict=True):
        box = switch.bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height
        assert switch.get_attribute("aria-checked") == before
        switch.tap()
        assert switch.get_attribute("aria-checked") != before
    assert tab.evaluate("window.sounds") > 0


REFILLED = """(isMore) => {
  const cell = document.querySelector("#company .resources [id$=-time] dd"), figure = cell.querySelector("b:last-of-type");
  window.tints = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this === figure) window.tints.push(frames[0].color);
    return animate.call(this, frames, options);
  };
  if (isMore) figure.textContent = Number(figure.textContent) + 2;
  cell.append(" of 9");
  document.dispatchEvent(new CustomEvent("groundfloor:settled", { detail: { isLast: true } }));
  return window.tints;
}"""


@pytest.mark.thorough
def test_refill_of_time_is_never_tinted_as_a_loss(context: BrowserContext, solo: Page) -> None:
    """Only the total of the round may change, or the number with it."""
    tab = opened(context, solo)
    assert tab.evaluate(REFILLED, False) == []
    assert set(tab.evaluate(REFILLED, True)) == {"var(--gain)"}
