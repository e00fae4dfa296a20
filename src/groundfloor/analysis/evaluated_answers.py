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


def never() -> bool:
    """Returns False: no limit of time."""
    return False


@dataclass(frozen=True)
class Budget:
    """How long an answer is thought about: so many simulations at most, and no new one once the time is up.

    Without simulations the network alone judges the position after each answer.
    """

    simulations: int = 200
    is_time_up: Callable[[], bool] = never


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
    """Returns a row of the network's values as an expectation."""
    return Expectation(round(float(row[PRESTIGE]), 2), round(float(row[MARGIN]), 2), round(float(row[WIN]), 4))
