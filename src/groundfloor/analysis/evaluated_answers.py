"""What can be expected of each answer to a question, in which order answers are shown, and which of them are equally good."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Literal

from groundfloor.agents.network.network import MARGIN_WEIGHT, utility
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.search.endgame import solve
from groundfloor.agents.search.leaf import draw
from groundfloor.agents.search.search import BATCH, Search
from groundfloor.agents.search.search_result import LineStep, SeatExpectation
from groundfloor.agents.search.tally import Tally

if TYPE_CHECKING:
    from groundfloor.agents.network.network import Network
    from groundfloor.agents.search.endgame import Outcomes
    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

Evaluator = PositionEvaluator
"""What judges positions; ``Evaluator.from_file("")`` has the weights of the package."""
ANALYSIS_VERSION = 4
"""Raised whenever what advice or an analysis says changes its meaning; stored ones of other versions are computed again."""
CONSIDERED = 5
"""How many answers, those that the search followed most often, are shown before others."""
CERTAINTY = 2.0
"""Standard errors that must lie between two answers of which one is called better, and that lie between the middle of a band and its ends."""
UTILITY_ERROR = 1.5
"""The standard error of a utility, in standard errors of its winning chance: the margin moves with the chance."""
STEP = 5
"""Winning chances that are estimated are shown in steps of so many percent."""
ROUNDING = 1e-6


@dataclass(frozen=True)
class Budget:
    """How long an answer is thought about: that many simulations at most, and no new one once the time is up.

    Without simulations the network alone judges the position after each answer.
    """

    simulations: int = 200
    is_time_up: Callable[[], bool] = lambda: False


@dataclass(frozen=True)
class Expectation:
    """What a seat can expect of the game: its final prestige, its margin to the best other seat, and its probability of winning.

    ``error`` is the standard error of the probability; ``is_exact``: the end was computed, so that nothing is estimated.
    """

    prestige: float
    margin: float
    win: float
    error: float = 0.0
    is_exact: bool = False

    @property
    def utility(self) -> float:
        """What an agent maximizes."""
        return utility(self.win, self.margin)

    @property
    def percent(self) -> int:
        """The winning chance as a whole number; only what is certain is 0 or 100."""
        number = round(100 * self.win)
        return number if self.win in (0, 1) else min(max(number, 1), 99)

    @property
    def band(self) -> tuple[int, int]:
        """The winning chance as it is shown, in percent from … to …: one number if it was computed, or is known to the nearest step."""
        if self.is_exact:
            return self.percent, self.percent
        half = 100 * CERTAINTY * self.error
        if half <= STEP / 2:
            nearest = to_step(100 * self.win)
            return nearest, nearest
        low, high = to_step(100 * self.win - half), to_step(100 * self.win + half)
        return low, max(high, min(low + STEP, 100))

    @property
    def points(self) -> int:
        """The prestige as it is shown."""
        return round(self.prestige)

    @property
    def lead(self) -> int:
        """The margin as it is shown."""
        return round(self.margin)

    @property
    def rank(self) -> tuple[float, ...]:
        """What promises more is greater: of computed ends the prestige counts first, else the utility."""
        if self.is_exact:
            return round(self.prestige, 4), round(self.win, 4), round(self.margin, 4)
        return (self.utility,)

    def is_as_good_as(self, best: Expectation) -> bool:
        """Returns whether an answer is worse than the best one only within the noise; computed ends are only if they are the same."""
        if self.is_exact and best.is_exact:
            return all(abs(here - there) <= ROUNDING for here, there in zip(self.rank, best.rank, strict=True))
        return best.utility - self.utility <= noise_of(self, best)


def noise_of(one: Expectation, other: Expectation) -> float:
    """Returns the difference of utility of two answers up to which none of them is called better."""
    return CERTAINTY * UTILITY_ERROR * sqrt(one.error**2 + other.error**2)


def deciding_figure(one: Expectation, other: Expectation) -> tuple[Literal["chance", "lead", ""], float]:
    """Returns by what two answers differ most, as it is shown, in favour of the better one: ``chance`` in percent, or ``lead`` in points.

    The number is below 0 if ``other`` is better; ``""`` and 0 if nothing that is shown speaks for the better one.
    """
    sign = 1 if one.utility >= other.utility else -1
    chance, lead = (sum(one.band) - sum(other.band)) / 2, float(one.lead - other.lead)
    if max(sign * chance, sign * lead) <= 0:
        return "", 0.0
    return ("chance", chance) if sign * chance / 100 >= sign * MARGIN_WEIGHT * lead else ("lead", lead)


def to_step(percent: float) -> int:
    return min(max(STEP * round(percent / STEP), 0), 100)


@dataclass(frozen=True)
class EvaluatedAnswer:
    """An answer and what is expected after it; ``visits`` are the simulations that followed it, ``line`` begins with it."""

    action: Action
    expectation: Expectation
    visits: int
    line: tuple[LineStep, ...] = ()


def evaluate_answers(game: Game, evaluator: Evaluator, rng: Random, budget: Budget) -> list[EvaluatedAnswer]:
    """Returns all legal answers of the seat that is asked, the best one first.

    The search orders them by how often it followed each, as it does for a bot: what an answer promises is less certain the less often it was
    followed, and whoever takes the highest promise loses. Where the end of the game can be computed, they are ordered by their results.
    """
    seat = game.asked_seat
    solved = solve(game)
    if solved is not None:
        computed = [EvaluatedAnswer(action, result_of(outcomes, seat), 0, (LineStep(seat, action.text),)) for action, outcomes in solved]
        return sorted(computed, key=lambda answer: answer.expectation.rank, reverse=True)
    return searched_answers(game, evaluator, rng, budget)


def searched_answers(game: Game, evaluator: Evaluator, rng: Random, budget: Budget) -> list[EvaluatedAnswer]:
    """Returns all legal answers in the order of the search; what the network says right after each counts like one simulation."""
    seat, actions = game.asked_seat, game.legal_actions
    search = Search(evaluator, rng, game)
    search.simulate(1)
    for edge, tally in zip(search.edges(), tallies_after(game, actions, evaluator, rng), strict=True):
        search.tallies[edge.action.index] = tally
        edge.total = utility(tally.win[seat], tally.margin[seat])
    done, most = 0, budget.simulations if len(actions) > 1 else 0
    while done < most and not budget.is_time_up():
        done += search.simulate(min(BATCH, most - done))
    return [EvaluatedAnswer(answer.action, expectation(answer.seats[seat]), answer.visits, answer.line) for answer in search.answers()]


def tallies_after(game: Game, actions: Sequence[Action], evaluator: Evaluator, rng: Random) -> list[Tally]:
    """Returns what the network expects for every seat when the next one is asked after each answer; what is drawn in between comes from ``rng``."""
    games: list[Game] = []
    for action in actions:
        after = game.copy()
        after.apply_action(action)
        draw(after, rng)
        games.append(after)
    tallies: list[Tally] = []
    for estimate in evaluator.evaluate(games):
        tallies.append(Tally(len(game.seats)))
        tallies[-1].add(estimate.win, estimate.prestige, estimate.margin)
    return tallies


def expectation(expected: SeatExpectation) -> Expectation:
    return Expectation(round(expected.prestige, 2), round(expected.margin, 2), round(expected.win, 4), round(expected.error, 4))


def result_of(outcomes: Outcomes, seat: int) -> Expectation:
    """Returns what a seat can expect of an end that was computed."""
    win, prestige, margin = outcomes.wins[seat], outcomes.prestige[seat], outcomes.margins[seat]
    return Expectation(round(prestige, 4), round(margin, 4), round(win, 6), 0.0, True)


def dice_of(game: Game) -> Random:
    """Returns the randomness with which a position is judged, the same one whoever asks: so the same effort finds the same."""
    return Random(position_hash(game))


def position_hash(game: Game) -> str:
    return hashlib.sha256(str(game.position()).encode()).hexdigest()[:16]


def judgement_key(game: Game, evaluator: Evaluator) -> str:
    """Returns what a judgement depends on besides its effort: the form in which it is kept, the weights and the position."""
    return f"{ANALYSIS_VERSION} {hash_of_layers(evaluator.network)} {position_hash(game)}"


def hash_of_layers(network: Network) -> str:
    digest = hashlib.sha256()
    for weights, bias in (*network.trunk, network.value, network.policy):
        digest.update(repr(weights).encode() if isinstance(weights, list) else weights.tobytes())
        digest.update(repr(bias).encode() if isinstance(bias, list) else bias.tobytes())
    return digest.hexdigest()[:16]
