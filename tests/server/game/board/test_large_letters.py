"""Browsers whose smallest size of letters is larger than ours: labels on the buildings stay on them, and cover no others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.server.conftest import NewGame
from tests.support import board_page
from tests.support.browser import found

SMALLEST = 24
"""CSS pixels."""
FAULTS = """() => {
  const shown = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    let { left, top, right, bottom } = range.getBoundingClientRect();
    for (let each = node.parentElement; each.matches(".facade *"); each = each.parentElement) {
      if (getComputedStyle(each).overflowX === "visible") continue;
      const box = each.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom, words: node.textContent.trim() };
  };
  const labels = [], found = [];
  for (const place of document.querySelectorAll(".facade :is(.board, .banner, .site-board, .liquidation-door)")) {
    const box = place.getBoundingClientRect();
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.textContent.trim() || !node.parentElement.checkVisibility() || node.parentElement.closest(".visually-hidden, [hidden]")) continue;
      const text = shown(node);
      if (text.right - text.left < 1) continue;
      if (text.left < box.left - 2 || text.right > box.right + 2) found.push(`${text.words} sticks out of ${place.className}`);
      for (const other of labels) {
        const wide = Math.min(text.right, other.right) - Math.max(text.left, other.left);
        const high = Math.min(text.bottom, other.bottom) - Math.max(text.top, other.top);
        if (wide > 2 && high > 8) found.push(`${text.words} covers ${other.words}`);
      }
      labels.push(text);
    }
  }
  return labels.length < 10 ? [`only ${labels.length} labels`] : found;
}"""
"""What of the labels on the buildings is outside of its place, or covers another one, as far as it is seen; above and below letters there are 4 px of nothing."""


@pytest.fixture
def large(browser: Browser) -> Iterator[Browser]:
    """Yields a browser in which somebody has set the smallest size of letters."""
    opened = browser.browser_type.launch(executable_path=found(), args=["--no-sandbox", f"--blink-settings=minimumFontSize={SMALLEST}"])
    yield opened
    opened.close()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1366, 768), (1600, 1000)], ids=str)
def test_labels_stay_on_the_buildings(large: Browser, server: str, new_game: NewGame, size: tuple[int, int], language: str) -> None:
    page = large.new_page(viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce")
    page.goto(f"{server}{new_game('here', 'pei', 'gropius').address}")
    board_page.panel(page).wait_for()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("getComputedStyle(document.querySelector('.banner-words')).fontSize") == f"{SMALLEST}px"
    assert page.evaluate(FAULTS) == []
