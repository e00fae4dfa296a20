"""Intervals: they hold what they promise on simulated values, also when one looks after every value."""

from __future__ import annotations

from random import Random

import pytest

from groundfloor.research.arena import intervals
from groundfloor.research.arena.intervals import ConfidenceSequence, mean_interval, share_interval, t_quantile


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042), (1000, 1.962)])
def test_t_quantile_is_that_of_the_tables(freedom: int, known: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(known, rel=0.01)
    assert t_quantile(0.025, freedom) == pytest.approx(-known, rel=0.01)


def test_one_value_has_no_interval() -> None:
    assert mean_interval([1.0]) is None and share_interval([0.5]) is None


def test_share_interval_has_a_width_and_stays_between_0_and_1() -> None:
    low, high = share_interval([1.0] * 50) or (0.0, 0.0)
    assert 0.9 < low < 0.96 and high == 1.0


def test_intervals_of_means_hold_in_95_percent() -> None:
    dice = Random(2)
    held = 0
    for _ in range(400):
        low, high = share_interval([dice.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(30)]) or (0.0, 0.0)
        held += low <= 0.5 <= high
    assert held >= 0.93 * 400


def test_sequence_excludes_the_true_mean_in_few_runs_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ville's inequality: in at most 5 % of the runs, however often one looks."""
    monkeypatch.setattr(intervals, "STEPS", 2)
    dice = Random(3)
    wrong = 0
    for _ in range(200):
        sequence = ConfidenceSequence(0.5)
        for _ in range(200):
            sequence.add(dice.choice((0.0, 0.5, 1.0)))
        wrong += sequence.excludes_target
    assert wrong <= 10


def test_sequence_decides_a_clear_case_soon_and_shrinks() -> None:
    sequence, widths = ConfidenceSequence(0.5), []
    for number in range(120):
        sequence.add(1.0 if number % 4 else 0.5)
        low, high = sequence.interval
        widths.append(high - low)
        if number == 15:
            assert sequence.excludes_target
    assert widths == sorted(widths, reverse=True) and low < sequence.mean < high and widths[-1] < 0.2


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_sequence_takes_the_ends(value: float) -> None:
    sequence = ConfidenceSequence(value)
    for _ in range(50):
        sequence.add(value)
    assert not sequence.excludes_target and value in sequence.interval
