"""The newcomer of ``tests/support/newcomer.py`` finishes the guided game: each way of input in each size, with both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.newcomer import Combination, finish_guided_game
from tests.support.samples import THOROUGH

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAMPLE = (
    pytest.param(Combination("mouse", 1366, "en"), (1,)),
    pytest.param(Combination("mouse", 360, "de"), (0,), marks=THOROUGH),
    pytest.param(Combination("touch", 360, "de"), ()),
    pytest.param(Combination("touch", 1366, "en"), (), marks=THOROUGH),
    pytest.param(Combination("keyboard", 360, "en"), (), marks=THOROUGH),
    pytest.param(Combination("keyboard", 1366, "de"), ()),
)
"""With the steps that are checked for accessibility: those with odd numbers, or even ones. ``python -m tests.support newcomer`` plays all twelve combinations."""


@pytest.mark.parametrize(("combination", "checked"), SAMPLE, ids=str)
def test_newcomer_finishes_the_guided_game(
    server: str, browser: Browser, combination: Combination, checked: tuple[int, ...], is_thorough: bool
) -> None:
    """Axe checks if thorough the panel at every step of those, otherwise only the steps at which it checks the whole page."""
    finish_guided_game(browser, server, combination, checked, is_thorough)
