"""Confidence intervals for means, and a confidence sequence that may be looked at after every value."""

from __future__ import annotations

import math
from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Interval = tuple[float, float]
LEVEL = 0.95
"""The confidence of every interval."""
STEPS = 1000
"""Means between 0 and 1 that a confidence sequence examines."""
BOUND_OF_BETS = 0.75
"""The largest share of its capital that a bet may lose; the paper recommends one half or three quarters."""


def t_quantile(probability: float, freedom: int) -> float:
    """Returns a quantile of Student's t distribution: exact for 1 and 2 degrees of freedom, else by an expansion.

    Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.5; for 3 degrees it is off by less than 1 %.

    >>> [round(t_quantile(0.975, freedom), 2) for freedom in (1, 2, 4, 10, 100)]
    [12.71, 4.3, 2.78, 2.23, 1.98]
    """
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        double = 2 * probability - 1
        return double * math.sqrt(2 / (1 - double * double))
    z, n = NormalDist().inv_cdf(probability), freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Returns the interval of the mean of independent values by Student's t; None for fewer than two values.

    >>> [round(end, 3) for end in mean_interval([0.5, 1.0, 0.5, 1.0])]
    [0.291, 1.209]
    """
    if len(values) < 2:
        return None
    half = t_quantile((1 + LEVEL) / 2, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return fmean(values) - half, fmean(values) + half


def share_interval(values: Sequence[float]) -> Interval | None:
    """Returns the interval of the mean of values between 0 and 1; None for fewer than two.

    One value of 0 and one of 1 are added before, so that it has a width also where all values are alike: of a pair of games, that is two
    wins and two losses, as A. Agresti and B. Coull propose (The American Statistician 52, 1998).

    >>> [round(end, 2) for end in share_interval([1.0] * 20)]
    [0.86, 1.0]
    """
    interval = mean_interval([*values, 0.0, 1.0]) if len(values) > 1 else None
    return (max(interval[0], 0.0), min(interval[1], 1.0)) if interval is not None else None


class ConfidenceSequence:
    """Intervals for the mean of values between 0 and 1 that hold all at once, however long one goes on and whenever one stops.

    The hedged capital process of I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of
    the Royal Statistical Society B 86 (2024), 1-27, theorem 3: against each possible mean two bettors stake a part of their capital on
    every value, one on larger and one on smaller ones; a mean against which either has multiplied its capital by 40 is excluded for
    good. ``target`` is a mean that is examined besides.

    >>> sequence = ConfidenceSequence(0.5)
    >>> for _ in range(20):
    ...     sequence.add(1.0)
    >>> sequence.excludes_target, [round(end, 2) for end in sequence.interval]
    (True, [0.79, 1.0])
    """

    def __init__(self, target: float) -> None:
        self.target = target
        self.count = 0
        self._sum = 0.0
        self._squares = 0.0
        self._means = [step / STEPS for step in range(STEPS + 1)] + [target]
        self._up = [0.0] * len(self._means)
        self._down = [0.0] * len(self._means)
        self._is_possible = [True] * len(self._means)

    @property
    def excludes_target(self) -> bool:
        return not self._is_possible[-1]

    @property
    def interval(self) -> Interval:
        """The smallest and the largest mean that is not excluded."""
        possible = [mean for mean, is_possible in zip(self._means[:-1], self._is_possible) if is_possible] or [self.mean]
        return possible[0], possible[-1]

    @property
    def mean(self) -> float:
        """The mean of the values so far, 0.5 before the first."""
        return self._sum / self.count if self.count else 0.5

    def add(self, value: float) -> None:
        """Takes the next value, from 0 to 1."""
        variance = (0.25 + self._squares) / (self.count + 1)
        self.count += 1
        chance_of_error = 1 - LEVEL
        stake = math.sqrt(2 * math.log(2 / chance_of_error) / (variance * self.count * math.log(self.count + 1)))
        limit = math.log(2 / chance_of_error)
        for place, mean in enumerate(self._means):
            if self._is_possible[place]:
                above = stake if mean == 0 else min(stake, BOUND_OF_BETS / mean)
                below = stake if mean == 1 else min(stake, BOUND_OF_BETS / (1 - mean))
                self._up[place] += math.log1p(above * (value - mean))
                self._down[place] += math.log1p(-below * (value - mean))
                self._is_possible[place] = max(self._up[place], self._down[place]) < limit
        self._sum += value
        self._squares += (value - (0.5 + self._sum) / (self.count + 1)) ** 2
