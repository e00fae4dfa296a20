"""What a search found of each answer: what every seat can expect after it, how sure that is, and the line that it expects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.engine.record import CHANCE

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action, Outcome
    from groundfloor.engine.game import Game


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


def likeliest(game: Game) -> tuple[Outcome, int]:
    """Returns the likeliest outcome of the pending draw, the first one of equals, and its probability in percent."""
    chance = game.chance
    assert chance is not None
    weight, place = max((weight, -place) for place, weight in enumerate(chance.weights))
    return chance.outcomes[-place], round(100 * weight / sum(chance.weights))
