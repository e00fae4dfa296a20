"""What a search found of each answer: what every seat can expect after it, how sure that is, and the line that it expects."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

from groundfloor.agents.network.value_network import MARGIN_WEIGHT
from groundfloor.engine.record import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.actions import Action, Outcome
    from groundfloor.engine.game import Game

PRIOR_SIMULATIONS = 4
"""The spread of an answer that was seldom followed is mixed with that of all answers, which counts like so many simulations."""


@dataclass(frozen=True)
class SeatExpectation:
    """What a seat can expect of the game: its probability of winning, its final prestige and its margin to the best other seat.

    The probabilities of all seats sum to 1. ``error`` is the standard error of the probability by the spread of the simulations: what a search
    with other draws would find lies within twice that much in about 95 of 100 cases. It does not know how wrong the network is.
    """

    win: float
    prestige: float
    margin: float
    error: float

    @property
    def utility(self) -> float:
        """What an agent maximizes: the probability of winning, and a little of the margin."""
        return self.win + MARGIN_WEIGHT * self.margin


@dataclass(frozen=True)
class LineStep:
    """An answer that is expected of a seat, or a draw (seat ``CHANCE``), for which the likeliest outcome is assumed.

    ``percent`` is how likely the outcome is, 100 for answers.
    """

    seat: int
    text: str
    percent: int = 100

    @property
    def is_chance(self) -> bool:
        return self.seat == CHANCE


@dataclass(frozen=True)
class SearchedAnswer:
    """An answer, how many simulations followed it, what each seat can expect after it (by seat), and the line that is expected.

    ``prior`` is how likely the network thought it before the search, from 0 to 1. The line begins with the answer itself.
    """

    action: Action
    visits: int
    prior: float
    seats: tuple[SeatExpectation, ...]
    line: tuple[LineStep, ...]


@dataclass
class Tally:
    """Sums over simulations: of each seat's probability of winning, its square, prestige and margin."""

    count: int = 0
    win: list[float] = field(default_factory=list)
    square: list[float] = field(default_factory=list)
    prestige: list[float] = field(default_factory=list)
    margin: list[float] = field(default_factory=list)

    def add(self, rows: Sequence[tuple[float, float, float]]) -> None:
        """Adds a simulation: prestige, margin and probability of winning of each seat."""
        if not self.count:
            self.win, self.square, self.prestige, self.margin = ([0.0] * len(rows) for _ in range(4))
        self.count += 1
        for seat, (prestige, margin, win) in enumerate(rows):
            self.win[seat] += win
            self.square[seat] += win * win
            self.prestige[seat] += prestige
            self.margin[seat] += margin

    def merge(self, other: Tally) -> None:
        """Adds all simulations of another tally."""
        if not self.count:
            self.win, self.square, self.prestige, self.margin = ([0.0] * len(other.win) for _ in range(4))
        self.count += other.count
        for own, added in zip(
            (self.win, self.square, self.prestige, self.margin), (other.win, other.square, other.prestige, other.margin), strict=True
        ):
            for seat, amount in enumerate(added):
                own[seat] += amount

    def variance(self, seat: int) -> float:
        """Returns the mean squared deviation of a seat's probability of winning."""
        mean = self.win[seat] / self.count
        return max(self.square[seat] / self.count - mean * mean, 0.0)

    def expectations(self, everything: Tally) -> tuple[SeatExpectation, ...]:
        """Returns the means of all seats; ``everything`` is the tally of all answers together. None of the two is empty."""
        found: list[SeatExpectation] = []
        for seat in range(len(self.win)):
            squares = self.count * self.variance(seat) + PRIOR_SIMULATIONS * everything.variance(seat)
            error = sqrt(squares / (self.count + PRIOR_SIMULATIONS) / self.count)
            found.append(
                SeatExpectation(self.win[seat] / self.count, self.prestige[seat] / self.count, self.margin[seat] / self.count, error)
            )
        return tuple(found)


def likeliest(game: Game) -> tuple[Outcome, int]:
    """Returns the likeliest outcome of the pending draw, the first one of equals, and its probability in percent."""
    chance = game.chance
    assert chance is not None
    weight, place = max((weight, -place) for place, weight in enumerate(chance.weights))
    return chance.outcomes[-place], round(100 * weight / sum(chance.weights))
