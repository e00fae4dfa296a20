"""A time that is over, in a browser: the others' pages are told, and their buttons work at every width."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.support.board_viewer import POINTED, TOUCHED, Viewer, check_board
from tests.web.test_clocks import Club, club

__all__ = ["club"]


def test_page_of_another_player_is_told_and_gives_time(club: Club, browser: Browser) -> None:
    table = club.open()
    asked = table.come()["asked"]
    other = (asked + 1) % 3
    viewer = Viewer(browser, str(club.client.base_url))
    path = table.seats[other].replace("/api/seats/", "/s/")
    tab = viewer.show(path, "en", "light", TOUCHED[0])
    assert tab.locator("#over-time").count() == 0
    club.let_time_pass(table.public, 301)
    tab.wait_for_selector("#over-time")
    found = []
    for number, size in enumerate((*TOUCHED, *POINTED)):
        tab = viewer.show(path, ("de", "en")[number % 2], ("light", "dark")[number // 2 % 2], size)
        found += [f"{finding} at {size.name}" for finding in check_board(tab, size)]
    assert not found, "\n".join(found)
    tab.click("#give-time")
    tab.wait_for_selector("#over-time", state="detached")
    assert not table.view(other)["clocks"]["seats"][asked]["is_out"]
    viewer.close()
