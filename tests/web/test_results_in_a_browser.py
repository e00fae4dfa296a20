"""From the start page to the city of the day, through a game, to its result and to one's own games, in a real browser."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator
from playwright.sync_api import Page as Tab

from groundfloor.presentation.translations import translations
from groundfloor.results import format_results
from tests.support.accessibility import axe_violations
from tests.support.board_page import either
from tests.support.open_pages import passing
from tests.support.page_structure import check_structure
from tests.support.results import result
from tests.support.samples import sampled

LOOKS = (("en", "light", 360, True), ("de", "dark", 1366, False))


def region(tab: Tab, name: str) -> Locator:
    return tab.get_by_role("region", name=either(name, ending="$"))


def finish(tab: Tab, address: str) -> None:
    seat, dice = f"{address}/api/seats/{tab.url.partition('/s/')[2]}", random.Random(1)
    view = tab.request.get(seat).json()
    while not view["is_over"]:
        move = {"apply": [dice.choice(view["legal"])["action"]], "version": view["version"]}
        view = tab.request.post(seat, data=move).json()


def objections(tab: Tab, is_touch: bool) -> list[str]:
    """Returns what axe and the structure of the page say against it, and whether it is wider than the window."""
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    wide = [] if tab.evaluate("document.documentElement.scrollWidth <= innerWidth") else ["wider than the window"]
    return [*axe_violations(tab), *map(str, check_structure(tab, is_touch)), *wide]


@pytest.mark.parametrize(("language", "theme", "width", "is_touch"), sampled(LOOKS, LOOKS[0].__eq__))
def test_way_from_start_page_to_my_games(
    browser: Browser, server: str, tmp_path: Path, language: str, theme: str, width: int, is_touch: bool
) -> None:
    context = browser.new_context(
        locale=language,
        color_scheme="dark" if theme == "dark" else "light",
        has_touch=is_touch,
        reduced_motion="reduce",
        viewport={"width": width, "height": 800},
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    tab = context.new_page()
    tab.goto(server)
    tab.click("main a[href='/day']")
    tab.wait_for_url("**/day")
    assert objections(tab, is_touch) == []
    tab.get_by_label(either("Your name in the table of the day")).fill("Ann")
    tab.click("button[name=opponent][value=gropius]")
    tab.wait_for_url("**/s/*")
    finish(tab, server)
    tab.goto(f"{server}/my-games")
    file = tmp_path / "results.json"
    file.write_text(format_results([result(number, 20 + number) for number in range(1, 9)]), "utf-8")
    tab.get_by_label(either("Results from another browser or device (.json)")).set_input_files(file)
    tab.click("form[action='/my-games/import'] button")
    tab.wait_for_url("**/my-games?added=8*")
    distinctions = region(tab, "Distinctions")
    earned = distinctions.get_by_role("listitem").count() - distinctions.get_by_text(either("not earned yet")).count()
    assert region(tab, "Last games").get_by_role("listitem").count() == 9 and earned >= 2
    assert objections(tab, is_touch) == []
    region(tab, "Last games").get_by_role("link", name=either("That day")).click()
    tab.wait_for_url("**/day/*")
    assert tab.get_by_role("row").filter(has_text=f"({translations(language).gettext('you')})").count() == 1
    shown = region(tab, "Show your result")
    picture = shown.get_by_role("img")
    picture.scroll_into_view_if_needed()
    tab.wait_for_function("picture => picture.naturalWidth > 0", arg=picture.element_handle())
    with passing(tab, "document.querySelector('[data-copy]').textContent === document.querySelector('[data-copy]').dataset.done"):
        tab.locator("[data-copy]").click()
    assert tab.evaluate("navigator.clipboard.readText()") == shown.get_by_label(either("The same as text")).input_value()
    assert objections(tab, is_touch) == []
