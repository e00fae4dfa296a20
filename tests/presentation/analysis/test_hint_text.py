"""Hints in words."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from groundfloor.analysis import Budget, Evaluator, advise
from groundfloor.presentation.analysis.hint_text import MOVES, HintText, hint_text
from groundfloor.presentation.translations import translations
from tests.support.analysed_games import match_at


def said(equals: int) -> HintText:
    """Returns a hint of whose answers so many are equally good."""
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    return hint_text(replace(advice, equals=equals), game, MOVES, "en", translations("en"))


@pytest.mark.parametrize(("equals", "places"), [(1, [1, 2, 3]), (2, [1, 1, 3]), (3, [1, 1, 1])])
def test_equally_good_answers_share_a_place(equals: int, places: list[int]) -> None:
    assert [choice.place for choice in said(equals).choices] == places


def test_hint_says_so_where_nothing_makes_a_clear_difference() -> None:
    assert "No clear difference" in said(2).look and "What counts most" not in said(2).look
    assert "No clear difference" not in said(1).look
