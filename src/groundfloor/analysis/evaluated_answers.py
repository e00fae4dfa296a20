"""What can be expected of each answer to a question: by the value network, and by a tree search over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.network.value_network import MARGIN, MARGIN_WEIGHT, PRESTIGE, WIN
from groundfloor.agents.search.search import BATCH, Search

if TYPE_CHECKING:
    from random import Random

    from groundfloor.agents.network.value_network import Floats
    from groundfloor.agents.search.tree import Edge
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

Evaluator = PositionEvaluator
"""What judges positions; ``Evaluator.from_file("")`` has the weights of the package."""
CONSIDERED = 5
"""How many answers, those that the search followed most often, are ordered by what can be expected of them."""


NOISE = 0.03
"""Differences of utility up to this one say nothing.

When a hint is asked for again, with other draws, what its 100 simulations find of an answer moves by 0.012 (standard deviation, at 40
positions of games between Directors), so the difference of two answers by 0.017; this is about twice that.
"""


@dataclass(frozen=True)
class Budget:
    """How long an answer is thought about: that many simulations at most, and no new one once the time is up.

    Without simulations the network alone judges the position after each answer.
    """

    simulations: int = 200
    is_time_up: Callable[[], bool] = lambda: False


@dataclass(frozen=True)
class Expectation:
    """What a seat can expect of the game: its final prestige, its margin to the best other seat, and its probability of winning."""

    prestige: float
    margin: float
    win: float

    @property
    def utility(self) -> float:
        """What an agent maximizes: the probability of winning, and a little of the margin."""
        return self.win + MARGIN_WEIGHT * self.margin

    @property
    def percent(self) -> int:
        """The winning chance as it is shown; only what is certain is 0 or 100."""
        number = round(100 * self.win)
        return number if self.win in (0, 1) else min(max(number, 1), 99)

    @property
    def points(self) -> int:
        """The prestige as it is shown."""
        return round(self.prestige)

    def is_as_good_as(self, best: Expectation) -> bool:
        """Returns whether an answer promises less than the best only within the noise, or shows the same figures."""
        return best.utility - self.utility <= NOISE or (self.percent, self.points) == (best.percent, best.points)


@dataclass(frozen=True)
class EvaluatedAnswer:
    """An answer and what is expected after it; ``visits`` are the simulations that followed it."""

    action: Action
    expectation: Expectation
    visits: int


def evaluate_answers(game: Game, evaluator: Evaluator, rng: Random, budget: Budget) -> list[EvaluatedAnswer]:
    """Returns all legal answers of the seat that is asked, the best one first.

    The search orders them by how often it followed each, where it also counts the guide of the network; the first ``CONSIDERED`` of them
    are then ordered by what can be expected of them alone.
    """
    seat, actions = game.asked_seat, game.legal_actions
    _games, _rows, values = evaluator.evaluate_answers(game, actions)
    search = Search(evaluator, rng, game)
    search.simulate(1)
    sums = {action.index: values[place].copy() for place, action in enumerate(actions)}
    done, most = 0, budget.simulations if len(actions) > 1 else 0
    while done < most and not budget.is_time_up():
        done += search.simulate(min(BATCH, most - done))
        for edge, expected in search.followed:
            sums[edge.action.index] += expected
    edges = sorted(search.root.edges_of(seat, actions), key=search_rank, reverse=True)
    found = [EvaluatedAnswer(edge.action, expectation(sums[edge.action.index] / (edge.visits + 1)), edge.visits) for edge in edges]
    return [*sorted(found[:CONSIDERED], key=lambda answer: -answer.expectation.utility), *found[CONSIDERED:]]


def search_rank(edge: Edge) -> tuple[int, float]:
    """Returns the key by which a search orders answers: how often it followed them, then the mean of what it found."""
    return edge.visits, edge.mean()


def expectation(row: Floats) -> Expectation:
    return Expectation(round(float(row[PRESTIGE]), 2), round(float(row[MARGIN]), 2), round(float(row[WIN]), 4))
