"""The street in a real browser: notes in the sky, all spaces by arrows, the phone's map."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.support.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COVERED = """() => { const b = document.querySelector('.street-note').getBoundingClientRect();
return [...document.querySelectorAll('#street .is-lit')].map((e) => [e.id, e.getBoundingClientRect()])
.filter(([, r]) => r.left < b.right && r.right > b.left && r.top < b.bottom && r.bottom > b.top).map(([id]) => id); }"""
OUTSIDE = """() => [...document.querySelectorAll('#street .front button')].filter((e) => { const r = e.getBoundingClientRect();
const f = e.closest('.building').getBoundingClientRect(); return r.width && (r.left < f.left - 1 || r.right > f.right + 1); }).map((e) => e.id)"""


def at_schedule(browser: Browser, server: str, width: int, height: int) -> Player:
    """A new game against Pei, played on to the first question of phase III."""
    player = Player(browser.new_context(viewport={"width": width, "height": height}).new_page(), random.Random(1))
    player.tab.goto(server)
    player.tab.locator(".hero button").click()
    player.tab.locator("#panel").wait_for()
    player.tab.wait_for_load_state("load")
    while player.kind != "schedule" or player.mode != "asked":
        player.click()
    return player


def test_a_note_never_covers_a_lit_space_and_goes_with_escape(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 1600, 1000)
    tab = player.tab
    lit = tab.evaluate("() => [...document.querySelectorAll('#street .is-lit')].map((e) => e.id)")
    assert lit
    for id in lit:
        tab.locator(f"#{id}").hover()
        assert tab.locator(".street-note").count() == 1, id
        assert tab.evaluate(COVERED) == [], id
    tab.keyboard.press("Escape")
    assert tab.locator(".street-note").count() == 0
    assert tab.evaluate(OUTSIDE) == [] and player.faults == []
    tab.context.close()


def test_arrows_reach_spaces_that_are_not_possible_too(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 1600, 1000)
    tab = player.tab
    tab.keyboard.press("e")
    name, _, number = str(tab.evaluate("document.activeElement.id")).rpartition("-")
    assert name == "space-factory"
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate("document.activeElement.id") == f"space-factory-{int(number) + 1}"
    assert tab.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true"
    assert tab.locator(".street-note").count() == 1
    tab.context.close()


def test_the_map_of_a_phone_brings_a_building_to_the_middle(browser: Browser, server: str) -> None:
    player = at_schedule(browser, server, 360, 800)
    tab = player.tab
    for letter in "GAIC":
        tab.locator(f"#key-{letter}").click()
        middle = "(letter) => { const b = document.querySelector(`#area-${letter}`).getBoundingClientRect(); return Math.abs((b.left + b.right) / 2 - 180) < 3; }"
        tab.wait_for_function(middle, arg=letter)
        assert tab.locator(f"#title-{letter}").is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") == 360 and player.faults == []
    tab.context.close()
