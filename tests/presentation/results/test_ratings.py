"""Ratings in words, and the history of one as a chart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundfloor.presentation.results.ratings import (
    BOTTOM,
    LEFT,
    MAX_STEPS,
    RIGHT,
    TOP,
    change_text,
    figure_text,
    pool_order,
    pool_title,
    rating_chart,
)
from groundfloor.presentation.translations import translations_of
from groundfloor.results.ratings import MEAN, Rating


def test_figure_says_how_sure_it_is() -> None:
    assert figure_text(Rating()) == "1500\xa0±\xa0417" and figure_text(Rating(MEAN + 2, 4.0)) == "1550\xa0±\xa0200"


@pytest.mark.parametrize(("change", "said"), [(12, "+12"), (-8, "−8"), (0, "±0")])
def test_change_has_its_sign(change: int, said: str) -> None:
    assert change_text(change) == said


def test_pools_have_names_and_an_order() -> None:
    assert sorted(["first-2", "second-10", "second-4"], key=pool_order) == ["second-4", "second-10", "first-2"]
    assert pool_title("second-4", translations_of("en")) == "Second edition, 4 players"
    assert pool_title("first-3", translations_of("de")) == "Erste Auflage, 3 Spieler"


@given(st.lists(st.integers(-1_000, 6_000), min_size=1, max_size=60))
def test_chart_has_all_games_within_few_lines(figures: list[int]) -> None:
    chart = rating_chart(figures)
    assert len(chart.dots) == len(figures) and 2 <= len(chart.ticks) <= MAX_STEPS + 1
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in chart.dots)
    assert chart.ticks[0].number <= min(figures) and max(figures) <= chart.ticks[-1].number
    assert [x for x, _ in chart.dots] == sorted({x for x, _ in chart.dots})
