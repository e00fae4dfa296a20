"""A rated game of two people over days, which is found again a week later."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support import board_page
from tests.support.browser_player import Player
from tests.support.club import LATE, Member, log_in
from tests.support.moved_server import MovedClock, MovedProcess

pytestmark = [pytest.mark.slow, pytest.mark.nightly, pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs Linux")]

BEGIN = "2030-06-03T08:00:00+00:00"
HOUR, WEEK = 3600, 7 * 86400
MOVES = 500
"""More than a game of two people has."""


def open_device(browser: Browser, address: str, name: str, width: int = 1366) -> Member:
    size: Any = {"width": width, "height": 768}
    tab = browser.new_context(locale="en", reduced_motion="reduce", viewport=size, has_touch=width < 700).new_page()
    tab.set_default_timeout(LATE)
    return Member(name, address, Player(tab, Random(1)))


def play(people: tuple[Member, ...], clock: MovedClock) -> None:
    """Has whoever is asked make a move now and then over days, until the game is over."""
    dice = Random(1)
    seats: dict[int, tuple[Member, str]] = {}
    for member in people:
        address = f"{member.address}/api{member.tab.url.removeprefix(member.address).partition('?')[0].replace('/s/', '/seats/')}"
        view = member.tab.request.get(address).json()
        seats[view["seat"]] = (member, address)
    for _ in range(MOVES):
        if view["is_over"]:
            return
        member, address = seats[view["asked"]]
        view = member.tab.request.get(address).json()
        action = dice.choice(view["legal"])["action"]
        answer = member.tab.request.post(address, data={"apply": [action], "version": view["version"]})
        assert answer.ok, answer.text()
        view = answer.json()
        clock.move(HOUR)
    raise AssertionError("the game does not end")


def test_rated_game_is_found_again(browser: Browser, tmp_path: Path) -> None:
    clock = MovedClock(tmp_path)
    clock.begin(BEGIN)
    with MovedProcess(tmp_path, 9, tmp_path / "data", "workers = 2\nchanges_per_minute = 100_000\n", tmp_path / "log") as server:
        ann, ben = (open_device(browser, server.address, name) for name in ("Ann", "Ben"))
        for member in (ann, ben):
            log_in(member, "Create an account")
        ann.tab.goto(f"{ann.address}/lobby")
        ann.tab.get_by_label("People, you included").select_option("2")
        ann.tab.locator("#pace").select_option("days-3")
        ann.tab.get_by_label("Rated", exact=True).check()
        ann.tab.get_by_role("button", name="Open the table").click()
        ben.tab.goto(f"{ben.address}/lobby")
        ben.tab.get_by_role("link", name="To the table Table of Ann").click()
        ben.tab.get_by_role("button", name="Join", exact=True).click()
        for member in (ann, ben):
            member.tab.wait_for_url("**/s/*")
            board_page.panel(member.tab).wait_for()
        ann.tab.locator("#sidebar-chat, #log-chat").locator("visible=true").first.click()
        ann.tab.locator("#chat-text").fill("Good luck, @Ben")
        ann.tab.locator("#chat-text").press("Enter")
        ann.tab.locator("#chat .message-text", has_text="Good luck, @Ben").wait_for()
        play((ann, ben), clock)
        for member in (ann, ben):
            member.tab.context.close()
        clock.move(WEEK)
        phone = open_device(browser, server.address, "Ben", width=360)
        log_in(phone, "Log in")
        tab = phone.tab
        tab.goto(f"{server.address}/")
        tab.get_by_role("link", name="Finished games").first.click()
        tab.get_by_role("heading", name="Finished games").wait_for()
        tab.get_by_role("link", name="Ann", exact=True).click()
        tab.get_by_role("heading", name="Ann", exact=True).wait_for()
        tab.get_by_role("heading", name="Ratings").wait_for()
        tab.get_by_role("link", name="Against me").click()
        tab.get_by_text("1 game together.").wait_for()
        tab.locator(".finished-facts a").click()
        tab.wait_for_url("**/after")
        tab.get_by_role("link", name="To the final board").click()
        board_page.panel(tab, "over").wait_for()
        tab.locator("#tab-chat").click()
        tab.locator("#chat .message-text", has_text="Good luck, @Ben").wait_for()
        tab.goto(f"{server.address}/notices")
        tab.get_by_text("You were mentioned in the chat of “Ann, Ben”.").wait_for()
        tab.context.close()
