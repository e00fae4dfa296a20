"""Hints in words."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from groundfloor.analysis import Budget, Evaluator, Expectation, advise
from groundfloor.presentation.analysis.hint_text import MOVES, HintText, hint_text, places_of
from groundfloor.presentation.translations import translations
from tests.support.play import match_at


def said(equals: int) -> HintText:
    """Returns a hint of whose answers so many are equally good, each with figures of its own."""
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    choices = [replace(choice, expectation=Expectation(50 - number, 0, 0.5)) for number, choice in enumerate(advice.choices)]
    advice = replace(advice, choices=choices)
    return hint_text(replace(advice, equals=equals), game, MOVES, "en", translations("en"))


@pytest.mark.parametrize(("equals", "places"), [(1, [1, 2, 3]), (2, [1, 1, 3]), (3, [1, 1, 1])])
def test_equally_good_answers_share_a_place(equals: int, places: list[int]) -> None:
    assert [choice.place for choice in said(equals).choices] == places


def test_answers_that_show_the_same_figures_share_a_place() -> None:
    game = match_at("schedule").game
    advice = advise(game.view(game.asked_seat), Evaluator.from_file(), Random(1), Budget(2))
    assert advice is not None
    shown = [Expectation(49, 22, 0.97), Expectation(46.2, 20, 0.881), Expectation(45.8, 12, 0.879)]
    choices = [replace(choice, expectation=expected) for choice, expected in zip(advice.choices, shown, strict=True)]
    assert places_of(replace(advice, choices=choices, equals=1)) == [1, 2, 2]


def test_hint_says_so_where_nothing_makes_a_clear_difference() -> None:
    assert "No clear difference" in said(2).look and "What counts most" not in said(2).look
    assert "No clear difference" not in said(1).look
