"""From the page after a game to its branches, and from a branch back, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support import board_page
from tests.support.accessibility import axe_violations
from tests.support.board_matrix import LONG, Board
from tests.support.board_viewer import open_board
from tests.support.other_pages import open_branches
from tests.support.page_structure import check_structure

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Browser

LOOKS = (("en", "light", 360, True), ("de", "dark", 1366, False))


@pytest.mark.parametrize(("language", "theme", "width", "is_touch"), LOOKS)
def test_way_from_finished_game_to_its_branches_and_back(
    browser: Browser, server: str, client: httpx.Client, language: str, theme: str, width: int, is_touch: bool
) -> None:
    path = open_board(client, Board("second", 4, True, "over"))
    context = browser.new_context(
        locale=language, color_scheme="dark" if theme == "dark" else "light", has_touch=is_touch, viewport={"width": width, "height": 800}
    )
    tab = context.new_page()
    tab.goto(f"{server}{path}/after")
    tab.get_by_role("link", name=board_page.either("What if? Branches")).click()
    tab.wait_for_url("**/branches")
    page = tab.url
    open_branches(tab)
    assert tab.locator("tbody th a").count() == 3 and LONG in tab.locator("tbody").inner_text()
    tab.evaluate("document.querySelectorAll('.branches details').forEach((each) => { each.open = true; })")
    tab.evaluate("() => document.fonts.ready.then(() => true)")
    assert [*axe_violations(tab), *map(str, check_structure(tab, is_touch))] == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.locator("tbody th a").nth(1).click()
    tab.wait_for_url(lambda url: url != page)
    board_page.panel(tab).wait_for()
    context.close()
