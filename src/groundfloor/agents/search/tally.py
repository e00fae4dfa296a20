"""Sums over the simulations that followed an answer, for what they say of every seat."""

from __future__ import annotations

from math import sqrt
from typing import Final

PRIOR_SIMULATIONS: Final = 4
"""The spread of an answer that was seldom followed is mixed with that of all answers, which counts like so many simulations."""


class Tally:
    """By seat, the sums of its probability of winning, of the square of that, and of its prestige and margin."""

    __slots__ = ("count", "win", "square", "prestige", "margin")

    def __init__(self, seats: int) -> None:
        self.count = 0
        self.win = [0.0] * seats
        self.square = [0.0] * seats
        self.prestige = [0.0] * seats
        self.margin = [0.0] * seats

    def add(self, win: list[float], prestige: list[float], margin: list[float]) -> None:
        """Adds a simulation."""
        self.count += 1
        for seat, chance in enumerate(win):
            self.win[seat] += chance
            self.square[seat] += chance * chance
            self.prestige[seat] += prestige[seat]
            self.margin[seat] += margin[seat]

    def merge(self, other: Tally) -> None:
        """Adds all simulations of another tally."""
        self.count += other.count
        for seat in range(len(self.win)):
            self.win[seat] += other.win[seat]
            self.square[seat] += other.square[seat]
            self.prestige[seat] += other.prestige[seat]
            self.margin[seat] += other.margin[seat]

    def variance(self, seat: int) -> float:
        """Returns the mean squared deviation of a seat's probability of winning."""
        mean = self.win[seat] / self.count
        return max(self.square[seat] / self.count - mean * mean, 0.0)

    def error(self, seat: int, everything: Tally) -> float:
        """Returns the standard error of a seat's mean probability of winning; ``everything`` is the tally of all answers together."""
        squares = self.count * self.variance(seat) + PRIOR_SIMULATIONS * everything.variance(seat)
        return sqrt(squares / (self.count + PRIOR_SIMULATIONS) / self.count)
