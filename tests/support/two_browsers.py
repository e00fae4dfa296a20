"""Two people in two browsers, whose pages follow one table live at different processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Browser

from tests.support import board_page, http
from tests.support.browser_player import Player

STEPS = 3000
LATE = 60_000
"""Milliseconds within which a page shows a move of the other, however busy the machine is."""


def open_pages(browser: Browser, addresses: Sequence[str], seed: int) -> list[Player]:
    """Opens seats of a table, each in a browser of its own."""
    players = []
    for number, address in enumerate(addresses):
        tab = browser.new_page(viewport={"width": 1600, "height": 1000}, reduced_motion="reduce")
        players.append(Player(tab, Random(seed + number)))
        board_page.open_connected(tab, address)
        tab.evaluate("window.isFirstLoad = true")
    return players


def follow(players: Sequence[Player], view: Mapping[str, Any]) -> Player | None:
    """Waits until all pages show the table as the API does, without being loaded anew; returns the page that is asked, None after the end."""
    for player in players:
        board_page.table(player.tab, version=view["version"]).wait_for(state="attached", timeout=LATE)
        assert player.tab.evaluate("window.isFirstLoad"), "a page was loaded anew"
    if view["is_over"]:
        return None
    asked: Player = players[view["asked"] - 1]
    board_page.panel(asked.tab, "asked", "second-step", "draft").wait_for(timeout=LATE)
    return asked


def play_live(browser: Browser, addresses: Sequence[str], made: dict[str, Any], seed: int) -> int:
    """Plays a table of two, as the API has ``made`` it, to its end by clicks, each person at a page of another process; returns the number of moves.

    Each page must show each move of the other without being loaded anew, and both the same end.
    """
    players = open_pages(browser, [f"{address}/s/{seat['token']}" for address, seat in zip(addresses, made["seats"], strict=True)], seed)
    moves, version = 0, -1
    for step in range(STEPS):
        view = http.get(f"{addresses[step % 2]}/api/games/{made['game']}").json()
        moves, version = moves + (view["version"] != version), view["version"]
        asked = follow(players, view)
        if asked is None:
            break
        asked.click()
    assert view["is_over"]
    for player in players:
        board_page.panel(player.tab, "over").wait_for(timeout=LATE)
    ends = [board_page.panel(player.tab).locator("li > b:last-child").all_inner_texts() for player in players]
    assert ends[0] == ends[1] and len(ends[0]) == 2
    for player in players:
        player.tab.context.close()
    return moves
