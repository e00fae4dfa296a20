"""Means with their intervals, where the unit is the game, as the seats of a game are not independent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..arena.intervals import LEVEL, Interval, t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_GAMES = 20
"""Fewer games show nothing: the intervals of so few, often equal, values are too narrow."""


@dataclass(frozen=True)
class Estimate:
    """An estimate with its standard error (None where it can't be known) and the number of games; a share lies between 0 and 1."""

    value: float
    error: float | None
    games: int
    is_share: bool = False

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval by Student's t; None if it can't be known, also where all values are alike."""
        if not self.error:
            return None
        half = t_quantile((1 + LEVEL) / 2, max(self.games - 1, 1)) * self.error
        low, high = self.value - half, self.value + half
        return (max(low, 0.0), min(high, 1.0)) if self.is_share else (low, high)

    @property
    def is_significant(self) -> bool:
        """Whether its interval excludes zero, from enough games to rely on it."""
        return self.games >= MIN_GAMES and self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]


def games_of(*estimates: Estimate | None) -> int:
    """Returns the number of games from which estimates come; the most of any, 0 without any."""
    return max((each.games for each in estimates if each is not None), default=0)


def mean_of(values: Iterable[tuple[float, float]]) -> Estimate | None:
    """Returns the mean of values in groups, one pair for each game: their sum, and their number or weight; None without any.

    The error is that of a ratio of two sums over games (Cochran, *Sampling Techniques*, 1977, chapter 6), so that seats of one game count as
    one observation.

    >>> found = mean_of([(3.0, 2), (1.0, 1), (4.0, 2), (2.0, 1)])
    >>> round(found.value, 3), [round(end, 2) for end in found.interval], found.games
    (1.667, [1.02, 2.31], 4)
    """
    groups = [(total, weight) for total, weight in values if weight]
    if not groups:
        return None
    weights = sum(weight for _, weight in groups)
    mean = sum(total for total, _ in groups) / weights
    count = len(groups)
    if count < 2:
        return Estimate(mean, None, count)
    squares = sum((total - mean * weight) ** 2 for total, weight in groups)
    return Estimate(mean, math.sqrt(squares * count / (count - 1)) / weights, count)


def share_of(values: Iterable[tuple[float, float]]) -> Estimate | None:
    """Returns the mean of values between 0 and 1; one of 0 and one of 1 are added for the error, so that equal values are not shown as certain.

    A. Agresti and B. Coull (The American Statistician 52, 1998) propose the same for simple shares.

    >>> found = share_of([(1.0, 1)] * 20)
    >>> found.value, round(found.error, 3)
    (1.0, 0.045)
    """
    groups = [(total, weight) for total, weight in values if weight]
    mean = mean_of(groups)
    widened = mean_of([*groups, (0.0, 1.0), (1.0, 1.0)])
    if mean is None or widened is None:
        return None
    return Estimate(mean.value, widened.error if mean.games > 1 else None, mean.games, is_share=True)


def difference(first: Estimate | None, second: Estimate | None) -> Estimate | None:
    """Returns the first of two independent estimates less the second."""
    if first is None or second is None:
        return None
    known = first.error is not None and second.error is not None
    error = math.hypot(first.error or 0.0, second.error or 0.0) if known else None
    return Estimate(first.value - second.value, error, min(first.games, second.games))


def weighted_mean(parts: Iterable[Estimate | None]) -> Estimate | None:
    """Returns the mean of independent estimates, each weighted by its games."""
    known = [part for part in parts if part is not None]
    games = sum(part.games for part in known)
    if not games:
        return None
    value = sum(part.value * part.games for part in known) / games
    squares = [(part.error * part.games / games) ** 2 for part in known if part.error is not None]
    return Estimate(value, math.sqrt(sum(squares)) if len(squares) == len(known) else None, games)
