"""What the board says and shows by itself: turns to screen readers, prices and lights with the colours of the system."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from groundfloor.engine.game import Game
from tests.support import board_page
from tests.support.boards import asks, page_of, played, scene_of
from tests.support.browser_player import open_first_game


def test_turn_is_announced_without_letter_of_marker(browser: Browser, server: str) -> None:
    tab = browser.new_page()
    open_first_game(tab, server)
    board_page.turn(tab).wait_for()
    tab.locator("body > [role=log]").wait_for(state="attached")
    swapped = "document.dispatchEvent(new CustomEvent('groundfloor:swapped', { detail: {} }))"
    tab.evaluate(f"document.querySelector('.head-turn').classList.remove('is-yours'); {swapped}")
    tab.evaluate(f"document.querySelector('.head-turn').classList.add('is-yours'); {swapped}")
    assert str(tab.locator("body > [role=log]").text_content()).endswith(" Your turn.")


def can_pay_by_info(game: Game) -> bool:
    return asks("schedule", 0, 4)(game) and any(action.text == "warehouse 4 info" for action in game.legal)


@pytest.mark.console("file://")  # a page that no server serves, and whose scripts therefore don't run
def test_forced_colors_keep_prices_lights_and_crosses(browser: Browser, tmp_path: Path) -> None:
    """The light of a window leaves the price beside it free; what is crossed, closed, counted or remodeled can still be told."""
    game, told = next((game, told) for game, told in (played(seed, can_pay_by_info) for seed in range(3, 200)) if not game.is_over)
    file = tmp_path / "board.html"
    file.write_text(page_of(scene_of(game, told, 0)))
    tab = browser.new_page(viewport={"width": 1600, "height": 1000}, forced_colors="active")
    tab.goto(file.as_uri())
    assert tab.evaluate("matchMedia('(forced-colors: active)').matches")
    style = "(e) => { const s = getComputedStyle(e); return [s.backgroundColor, s.backgroundImage, s.outlineStyle]; }"
    lit = tab.locator(".space.is-lit").first
    ground = tab.locator("body").evaluate("(e) => getComputedStyle(e).backgroundColor")
    assert lit.evaluate(style)[0] in ("rgba(0, 0, 0, 0)", ground.replace("rgb", "rgba").replace(")", ", 0)"))
    assert lit.locator(".pane").evaluate(style)[0] not in ("rgba(0, 0, 0, 0)", ground)
    for kind in (".space.is-barred > .pane", ".space.is-closed > .pane"):
        assert "gradient" in tab.locator(kind).first.evaluate(style)[1], kind
    assert tab.locator(".squares i").first.evaluate(style)[0] not in ("rgba(0, 0, 0, 0)", ground)
    assert tab.locator(".is-default .room.is-remodeled").first.evaluate(style)[2] == "solid"
