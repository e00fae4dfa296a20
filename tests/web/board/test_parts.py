"""Where there is room for one part of the board only, its tabs say in which parts something is lit."""

from __future__ import annotations

import pytest

from groundfloor.presentation.board.question_text import lit_parts
from tests.support.boards import page_of
from tests.support.html import has, one, text
from tests.support.street import scene_at

PARTS = {"city": "#city", "company": ".companies", "improvements": "#improvements"}


def lit_tabs(page: str) -> set[str]:
    return {part for part, selector in PARTS.items() if has(page, f'{selector} button[name=pick]:not([aria-disabled="true"])')}


@pytest.mark.parametrize("kind", ["hire", "schedule", "marketing_type", "bonus", "price", "sell", "drop", "buy", "fire"])
def test_the_parts_that_are_lit_are_those_where_something_can_be_chosen(kind: str) -> None:
    scene = scene_at(kind)
    assert lit_parts(scene) == lit_tabs(page_of(scene))


def test_a_tab_says_that_something_can_be_done_there() -> None:
    page = page_of(scene_at("buy"))
    assert has(page, "#tab-improvements.is-lit") and "possible" in text(one(page, "#tab-improvements"))
    assert has(page, "#tab-city:not(.is-lit)") and "possible" not in text(one(page, "#tab-city"))
