"""Two people in two browsers, whose pages follow one table live at different processes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.support import board_page, http
from tests.support.browser_player import Player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser

STEPS = 3000
LATE = 60_000
"""Milliseconds within which a page shows a move of the other, however busy the machine is."""


def play_live(browser: Browser, addresses: Sequence[str], made: dict[str, object], seed: int) -> int:
    """Plays a table of two, as the API has ``made`` it, to its end by clicks, each person at a page of another process; returns the number of moves.

    Each page must show each move of the other without being loaded anew, and both the same end.
    """
    seats, game = made["seats"], made["game"]
    assert isinstance(seats, list)
    players = [
        Player(browser.new_page(viewport={"width": 1600, "height": 1000}, reduced_motion="reduce"), Random(seed + n)) for n in (0, 1)
    ]
    for player, address, seat in zip(players, addresses, seats, strict=True):
        board_page.open_connected(player.tab, f"{address}/s/{seat['token']}")
        player.tab.evaluate("window.isFirstLoad = true")
    moves, version = 0, -1
    for step in range(STEPS):
        view = http.get(f"{addresses[step % 2]}/api/games/{game}").json()
        moves, version = moves + (view["version"] != version), view["version"]
        for player in players:
            board_page.table(player.tab, version=version).wait_for(state="attached", timeout=LATE)
        if view["is_over"]:
            break
        asked = players[view["asked"]]
        board_page.panel(asked.tab, "asked", "second-step", "pencilled").wait_for(timeout=LATE)
        asked.click()
    assert view["is_over"]
    for player in players:
        board_page.panel(player.tab, "over").wait_for(timeout=LATE)
        assert player.tab.evaluate("window.isFirstLoad"), "a page was loaded anew"
    ends = [board_page.panel(player.tab).locator("li > b:last-child").all_inner_texts() for player in players]
    assert ends[0] == ends[1] and len(ends[0]) == 2
    for player in players:
        player.tab.context.close()
    return moves
