"""Plays games for the training at drawn tables, and makes of each the positions, what was to be expected of them, and the better answers."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from groundfloor.agents.evaluation import evaluate, final_values
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.agents.network.network import HEADS, Evaluation
from groundfloor.agents.network.position_evaluator import PositionEvaluator, Request, with_results
from groundfloor.agents.search.leaf import Leaf, descend
from groundfloor.agents.search.search import Search
from groundfloor.editions import NAMES, ruleset

from ..arena.game_sampler import GameSetup, random_setup
from .examples import Examples, ExampleWriter

if TYPE_CHECKING:
    from groundfloor.agents.network.network import Floats, Network
    from groundfloor.agents.search.tree import Edge
    from groundfloor.engine.game import Game

    from .settings import TrainingSettings

TABLES: tuple[tuple[float, int, tuple[str, ...]], ...] = (
    (0.40, 2, ()),
    (0.13, 3, ()),
    (0.13, 4, ()),
    (0.06, 5, ()),
    (0.02, 1, ("pei",)),
    (0.03, 1, ("gropius",)),
    (0.03, 1, ("hadid",)),
    (0.04, 1, ("gropius", "hadid")),
    (0.02, 2, ("hadid",)),
    (0.02, 2, ("gropius",)),
    (0.02, 2, ("gropius", "hadid")),
)
"""Share of the games, people and Automas of tables of ruleset ``second``; the rest are random setups of any ruleset."""
OPTION_PROBABILITY = 0.12
OTHER_RULESETS = 0.2
"""Probability that a table without Automas is of another ruleset than ``second``."""
CARELESS_GAMES = 0.15
"""Share of the games in which one seat answers at random now and then, so that the network knows the positions after mistakes."""
MISTAKE = 0.03
"""An answer that promises less than the best one by more than this ends the trace, as its consequences were not meant."""
GREEDY_POINTS = 1.0
"""The difference in the hand-made evaluation at which the greedy agent's better answer should be e times as likely."""


def draw_setup(rng: Random) -> GameSetup:
    """Returns a random setup: mostly tables of ``second`` that are much played, sometimes any that there are."""
    number = rng.random()
    for share, people, automas in TABLES:
        if number < share:
            return draw_table_setup(people, automas, rng)
        number -= share
    return random_setup(rng)


def draw_table_setup(people: int, automas: tuple[str, ...], rng: Random) -> GameSetup:
    """Returns the setup of a table of that many people and these Automas, in random seats."""
    seats = [*[f"Seat {number}" for number in range(1, people + 1)], *[f"automa:{id}" for id in automas]]
    rng.shuffle(seats)
    name = "second"
    if not automas and rng.random() < OTHER_RULESETS:
        name = rng.choice([other for other in NAMES if other != "second"])
    rules = ruleset(name)
    options = {}
    if rng.random() < OPTION_PROBABILITY:
        option = rng.choice([option for option in rules.options if option.players in (0, len(seats))])
        options = {option.name: rng.choice(option.values)}
    return GameSetup(rules, tuple(seats), options)


def answer_texts() -> tuple[str, ...]:
    """Returns the vocabulary of a network: the actions of all rulesets with all options, and ``VERB *`` for all others of a verb."""
    texts: set[str] = set()
    for name in NAMES:
        rules = ruleset(name)
        plain = {option.name: option.values[0] for option in rules.options}
        for variant in [rules, *[rules.with_options(plain | {option.name: value}) for option in rules.options for value in option.values]]:
            for action in variant.actions:
                texts |= {action.text, f"{action.verb} *"}
    return tuple(sorted(texts))


Waiting = Generator[Request, list[Evaluation], Examples]
"""A game that asks for evaluations until it is over, and returns its examples."""


def play_together(games: Sequence[Waiting], network: Network) -> list[Examples]:
    """Plays games side by side, so that each call of the network evaluates positions of all of them; returns their examples in their order."""
    examples: dict[int, Examples] = {}
    answers: dict[int, list[Evaluation] | None] = dict.fromkeys(range(len(games)))
    while answers:
        requests: dict[int, Request] = {}
        for number, answer in answers.items():
            try:
                requests[number] = next(games[number]) if answer is None else games[number].send(answer)
            except StopIteration as end:
                examples[number] = end.value
        rows = b"".join([request.rows for request in requests.values()])
        seats = [count for request in requests.values() for count in request.seats]
        asked = [seat for request in requests.values() for seat in request.asked]
        evaluations = iter(network.evaluate(rows, seats, asked) if seats else [])
        answers = {number: [next(evaluations) for _ in request.seats] for number, request in requests.items()}
    return [examples[number] for number in range(len(games))]


@dataclass(frozen=True)
class Decision:
    """A decision of a game: features of all seats, who was asked, the answers by their places in the vocabulary and how likely each should be.

    ``expected`` has what each seat could expect by the search (columns of the network, share of the win instead of the logit); ``is_mistake``:
    the answer that was given was clearly not the best.
    """

    rows: bytes
    seat: int
    answers: list[int]
    policy: list[float]
    expected: Floats | None
    is_mistake: bool


class SelfPlay:
    """A game in which each seat searches a little; few decisions are searched well, and those alone teach the policy."""

    def __init__(self, setup: GameSetup, evaluator: PositionEvaluator, rng: Random, settings: TrainingSettings) -> None:
        self.game = setup.game()
        self.evaluator = evaluator
        self.rng = rng
        self.settings = settings
        people = [seat for seat, automa in enumerate(self.game.automas) if automa is None]
        self.careless = rng.choice(people) if rng.random() < CARELESS_GAMES else -1
        self.decisions: list[Decision] = []

    def play(self) -> Waiting:
        while not self.game.is_over:
            if self.game.chance is not None:
                self.game.apply_outcome(self.game.chance.draw(self.rng))
            else:
                yield from self.decide()
        return self.examples()

    def decide(self) -> Generator[Request, list[Evaluation], None]:
        """Searches a decision, notes it and gives an answer."""
        game, settings = self.game, self.settings
        is_full = self.rng.random() < settings.full_searches
        simulations = settings.simulations if is_full else settings.quick_simulations
        considered = settings.considered if is_full else settings.quick_considered
        request = self.evaluator.request([game])
        places = self.evaluator.places
        root = (yield request)[0]
        search = Search(self.evaluator, self.rng, game)
        leaf = descend(search.root, game, self.rng, search.exploration)
        assert leaf is not None
        search.finish([leaf], [root])
        edges = search.edges()
        logits = [math.log(edge.prior + 1e-12) for edge in edges]
        noise = [-math.log(self.rng.expovariate(1.0) + 1e-12) if is_full else 0.0 for _edge in edges]
        best = yield from self.halve(search, edges, [a + b for a, b in zip(logits, noise, strict=True)], simulations, considered)
        gains = [(edge.mean() - leaf.utility[game.asked_seat]) / settings.temperature for edge in edges]
        policy = softmax([a + b for a, b in zip(logits, gains, strict=True)])
        means = [edge.mean() if edge.visits else -1e9 for edge in edges]
        promised = edges[means.index(max(means))]
        answer = best
        if self.rng.random() < (settings.carelessness if game.asked_seat == self.careless else settings.randomness):
            answer = self.rng.choice(edges)
        is_mistake = promised.mean() - answer.mean() > MISTAKE or not answer.visits
        source = promised if is_mistake else answer
        tally = search.tallies[source.action.index]
        expected = np.array([tally.prestige, tally.margin, tally.win], np.float32).T / np.float32(tally.count)
        answers = [places[edge.action.index] for edge in edges]
        self.decisions.append(Decision(request.rows, game.asked_seat, answers, policy if is_full else [], expected, is_mistake))
        game.apply_action(answer.action)

    def halve(
        self, search: Search, edges: list[Edge], scores: list[float], simulations: int, considered: int
    ) -> Generator[Request, list[Evaluation], Edge]:
        """Returns the best answer by sequential halving (Gumbel search): the likeliest are followed, and half of them are left each time.

        All answers of a round are followed with the same draws, as far as these come in the same order.
        """
        left = sorted(range(len(edges)), key=lambda place: -scores[place])[:considered]
        rounds = max(1, math.ceil(math.log2(len(left)))) if len(left) > 1 else 1
        expected = edges[0].total / (edges[0].visits + 1)
        for _round in range(rounds):
            for _visit in range(max(1, simulations // (rounds * len(left)))):
                seed = self.rng.getrandbits(32)
                leaves: list[Leaf] = []
                for place in left:
                    leaf = descend(search.root, search.game, Random(seed), search.exploration, edges[place])
                    assert leaf is not None
                    leaves.append(leaf)
                games = [leaf.game for leaf in leaves]
                request = self.evaluator.request(games)
                search.finish(leaves, with_results(games, (yield request) if request.seats else []))
            left.sort(key=lambda place: -(scores[place] + (edges[place].mean() - expected) / self.settings.temperature))
            del left[max(1, (len(left) + 1) // 2) :]
        return edges[left[0]]

    def examples(self) -> Examples:
        """Returns the noted decisions with their targets: the end of the game mixed with what was expected on the way."""
        return make_examples(
            self.game, self.decisions, self.settings.trace, self.settings.quick_share, self.rng, self.evaluator.network.inputs
        )


class GreedyPlay:
    """A game in which each seat answers like the greedy agent, sometimes at random; a first teacher of an empty network."""

    def __init__(self, setup: GameSetup, evaluator: PositionEvaluator, rng: Random, settings: TrainingSettings) -> None:
        self.game = setup.game()
        self.evaluator = evaluator
        self.rng = rng
        self.settings = settings

    def play(self) -> Waiting:
        decisions: list[Decision] = []
        game, weights = self.game, load_weights()
        while not game.is_over:
            if game.chance is not None:
                game.apply_outcome(game.chance.draw(self.rng))
                continue
            seat, after = game.asked_seat, []
            for action in game._legal:
                after.append(game.copy())
                after[-1].apply_action(action)
            policy = softmax([evaluate(position, seat, weights) / GREEDY_POINTS for position in after])
            rows = self.evaluator.encoder_for(game.ruleset).encode_seats(game)
            answers = [self.evaluator.places[action.index] for action in game._legal]
            decisions.append(Decision(rows, seat, answers, policy, None, False))
            is_random = self.rng.random() < self.settings.greedy_randomness
            game = self.rng.choice(after) if is_random else after[policy.index(max(policy))]
        yield from ()
        return make_examples(game, decisions, 1.0, 1.0, self.rng, self.evaluator.network.inputs)


def make_examples(game: Game, decisions: list[Decision], trace: float, quick_share: float, rng: Random, inputs: int) -> Examples:
    """Returns the decisions of a finished game as examples; of those that were not searched well only a share.

    Each target mixes the result with what was expected on the way (TD(λ), ``trace``): a mistake ends the trace, and what the best answer
    promised stands in its place.
    """
    writer = ExampleWriter()
    ahead = np.array(final_values(game), np.float32)
    assert ahead.shape[1] == HEADS
    chosen: list[tuple[Decision, Floats]] = []
    for decision in reversed(decisions):
        expected = decision.expected
        if expected is not None:
            ahead = expected if decision.is_mistake else (1 - trace) * expected + trace * ahead
        if decision.policy or rng.random() < quick_share:
            chosen.append((decision, ahead))
    for decision, target in reversed(chosen):
        writer.add(decision.rows, decision.seat, target, decision.answers, decision.policy)
    return writer.examples(inputs)


def softmax(values: Sequence[float]) -> list[float]:
    highest = max(values)
    likely = [math.exp(value - highest) for value in values]
    total = sum(likely)
    return [each / total for each in likely]
