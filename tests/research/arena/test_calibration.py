"""Calibration: chances that come true, and what is written of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.research.arena.advice_comparison import with_table
from groundfloor.research.arena.calibration import Forecasts, draw, markdown, play
from groundfloor.research.arena.strength import END, MARK


def test_true_chances_lie_on_the_diagonal() -> None:
    forecasts = Forecasts(games=1)
    for number in range(10):
        forecasts.add([0.7, 0.3], [float(number < 7), float(number >= 7)])
    (low, came_low, _), (high, came_high, _) = forecasts.points()
    assert [low, came_low, high, came_high] == pytest.approx([0.3, 0.3, 0.7, 0.7])
    assert [count for *_, count in forecasts.points()] == [10, 10]
    assert forecasts.brier == pytest.approx(0.21)


def test_every_decision_of_a_game_is_a_forecast_for_each_seat() -> None:
    forecasts = Forecasts()
    play(3, 1, PositionEvaluator.from_file(), forecasts)
    assert forecasts.games == 1 and forecasts.count > 100 and forecasts.count % 3 == 0
    assert sum(forecasts.sums) * 3 == pytest.approx(forecasts.count) and sum(forecasts.wins) * 3 == forecasts.count


def test_table_and_picture_are_written(tmp_path: Path) -> None:
    forecasts = Forecasts(games=1)
    forecasts.add([0.75, 0.25] * 10, [1.0, 0.0] * 10)
    text = with_table(f"before\n{MARK.format('calibration')}\nold\n{END}\nafter\n", "calibration", markdown({2: forecasts}))
    assert "| 2 | 1 | 0.062 |" in text and "old" not in text and text.startswith("before") and text.endswith("after\n")
    draw({"2 seats": forecasts.points()}, tmp_path / "calibration.svg")
    picture = (tmp_path / "calibration.svg").read_text("utf-8")
    assert "winning chance" in picture and "2 seats" in picture
