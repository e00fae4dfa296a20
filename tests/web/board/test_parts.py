"""Where there is room for one part of the board only, its tabs say in which parts something is lit."""

from __future__ import annotations

import re

import pytest

from groundfloor.presentation.board.board_areas import lit_parts
from tests.support.boards import page_of
from tests.web.board.test_street import scene_at

BOUNDS = {"city": ('id="city"', 'id="tracks"'), "company": ('class="companies"', 'id="rail"'), "sale": ('id="sale"', 'id="log"')}
BUTTON = re.compile(r"<button[^>]*>")


def drawn(page: str) -> set[str]:
    """The parts of a page that have a legal place."""
    found = set()
    for part, (first, last) in BOUNDS.items():
        drawing = page[page.index(first) : page.index(last, page.index(first))]
        if any('name="pick"' in each and 'aria-disabled="true"' not in each for each in BUTTON.findall(drawing)):
            found.add(part)
    return found


@pytest.mark.parametrize("kind", ["hire", "schedule", "marketing_type", "bonus", "price", "sell", "drop", "buy", "fire"])
def test_the_parts_that_are_lit_are_those_where_something_can_be_chosen(kind: str) -> None:
    scene = scene_at(kind)
    assert lit_parts(scene) == drawn(page_of(scene))


def test_a_tab_says_that_something_can_be_done_there() -> None:
    page = page_of(scene_at("buy"))
    assert re.search(r'id="tab-sale" class="is-lit">.*possible</span>', page)
    assert re.search(r'id="tab-city">', page)
