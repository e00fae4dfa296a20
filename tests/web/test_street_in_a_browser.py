"""The street in a real browser: all spaces by arrows, the phone's map."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser

from tests.support import board_page, http
from tests.support.browser_player import Player, open_first_game
from tests.support.question_records import standing_record


def at_schedule(browser: Browser, server: str, width: int, height: int) -> Player:
    """Returns a new game against Pei, played on to the first question of phase III."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    player = Player(context.new_page(), random.Random(1))
    open_first_game(player.tab, server)
    while player.kind != "schedule" or player.mode != "asked":
        player.click()
    return player


def test_arrows_reach_spaces_that_are_not_possible_too(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 1600, 1000)
    tab = player.tab
    tab.keyboard.press("e")
    name, _, number = str(tab.evaluate("document.activeElement.id")).rpartition("-")
    assert name == "space-factory"
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.id") == f"space-factory-{int(number) + 1}"
    assert tab.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true"
    assert board_page.tooltip(tab).count() == 1


def test_the_map_of_a_phone_brings_a_building_to_the_middle(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 360, 800)
    tab = player.tab
    board_page.view_tab(tab, "city").click()
    for letter in "GAIC":
        board_page.map_link(tab, letter).click()
        middle = "(letter) => { const b = document.querySelector(`#area-${letter}`).getBoundingClientRect(); return Math.abs((b.left + b.right) / 2 - 180) < 3; }"
        tab.wait_for_function(middle, arg=letter)
        assert tab.get_by_role("navigation", name="The buildings of the city").get_by_role("link", name=f"Rule IV.{letter}: ").is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") == 360


def test_buttons_name_the_buildings_out_of_sight_and_lead_there(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 1120, 900)
    tab = player.tab
    on, back = (tab.get_by_role("button", name=f"Along the street, to the {side}") for side in ("right", "left"))
    assert on.inner_text() == "I" and not back.is_visible()
    on.click()
    back.wait_for()
    tab.wait_for_function("() => document.querySelector('.street-scroll-button:not(.is-back)').hidden")
    lit = tab.evaluate("Boolean(document.querySelector('#area-A .is-lit'))")
    assert back.inner_text() == "A" and ("is-lit" in (back.get_attribute("class") or "")) == lit
    tab.set_viewport_size({"width": 1600, "height": 900})
    tab.wait_for_function("() => [...document.querySelectorAll('.street-scroll-button')].every((key) => key.hidden)")


@pytest.mark.parametrize(("kind", "part"), [("price", "#street"), ("schedule", "#company"), ("hire", "#panel")])
def test_enter_pencils_a_place_in_and_enter_again_confirms_it(browser: Browser, server: str, kind: str, part: str) -> None:
    made = http.post(f"{server}/api/records", json={"record": standing_record(f"second {kind}"), "resume": True}).json()
    before = http.get(f"{server}/api/games/{made['game']}").json()
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    player = Player(context.new_page(), random.Random(1))
    player.tab.goto(f"{server}/s/{made['seats'][before['asked']]['token']}")
    board_page.legal_places(player.tab.locator(part)).first.focus()
    for mode in ("asked", "pencilled"):
        assert player.mode == mode
        count = player.swaps()
        player.tab.keyboard.press("Enter")
        player.after(count)
    assert http.get(f"{server}/api/games/{made['game']}").json()["version"] > before["version"]
