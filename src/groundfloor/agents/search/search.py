"""Monte-Carlo tree search: one tree for all players, a utility for each seat, values of the network in place of play-outs."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from groundfloor.agents.evaluation import final_values
from groundfloor.agents.evaluation_weights import load_weights
from groundfloor.agents.network.position_evaluator import PositionEvaluator
from groundfloor.agents.network.value_network import MARGIN_WEIGHT, WIN, Floats, utility
from groundfloor.engine.record import CHANCE

from .leaf import Leaf, SearchSettings, descend
from .search_result import LineStep, SearchedAnswer, Tally, likeliest
from .tree import Edge, Node, best_edge, lead

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from groundfloor.agents.features.encoder import Encoder
    from groundfloor.engine.game import Game

EXPLORATION = 0.15
TEMPERATURE = 0.05
BATCH = 8
"""At most this many simulations wait for one call of the network."""
FEWEST_DECISIONS, MOST_DECISIONS = 2, 6
"""Decisions of a line that is expected: the network says the second one if the search has not looked so far."""
FOLLOWED = 60
"""At most this many positions are compared to find the place of a tree from before."""


class Search:
    """A search from one position. Chance is drawn anew in each simulation, by its probabilities, from the randomness that is given."""

    def __init__(
        self,
        evaluator: PositionEvaluator,
        rng: Random,
        game: Game,
        root: Node | None = None,
        exploration: float = EXPLORATION,
        temperature: float = TEMPERATURE,
        is_tallied: bool = False,
    ) -> None:
        """``is_tallied``: whether ``answers`` will be asked for, which evaluates every seat at each leaf."""
        self.evaluator = evaluator
        self.network = evaluator.network
        self.rng = rng
        self.game = game
        self.root = root or Node()
        self.followed: list[tuple[Edge, Floats]] = []
        """The first answer of each simulation of the last batch, and what its seat can expect there: prestige, margin, probability of winning."""
        self.settings = SearchSettings(exploration, temperature, MARGIN_WEIGHT, self.network.guide, load_weights(), is_tallied)
        self.tallies: dict[int, Tally] = {}
        """What the simulations found after each answer, by the number of its action."""

    def run(self, simulations_left: Callable[[int], int]) -> Edge:
        """Searches and returns the answer that was followed most often.

        ``simulations_left`` takes the number of simulations made so far and returns how many more may follow. The search ends sooner if these could not change its choice.
        """
        done = 0
        while (left := simulations_left(done)) > 0 and not (done and self.lead() > left):
            done += self.simulate(min(left, BATCH, 1 + done // 4))
        return best_edge(self.root.edges_of(self.game.asked_seat, self.game.legal))

    def lead(self) -> int:
        """Returns by how many visits the first answer is ahead of the second."""
        return lead(self.root.edges_of(self.game.asked_seat, self.game.legal))

    def simulate(self, most: int) -> int:
        """Makes that many simulations together, or fewer if two of them come to the same decision; returns how many."""
        leaves: list[Leaf] = []
        while len(leaves) < most:
            leaf = descend(self.root, self.game, self.rng, self.settings.exploration)
            if leaf is None:
                break
            leaves.append(leaf)
        answers = self.evaluate([b"" if leaf.game.is_over else leaf.encode_answers(self.encoder_of(leaf)) for leaf in leaves])
        for leaf, values in zip(leaves, answers, strict=True):
            if not leaf.game.is_over:
                leaf.expand(utility(values).tolist(), self.settings)
        others = self.evaluate([leaf.encode_others(self.encoder_of(leaf), self.settings) for leaf in leaves])
        for leaf, values in zip(leaves, others, strict=True):
            leaf.count(utility(values).tolist(), self.settings)
        self.followed = [
            (leaf.path[0], expected_at(leaf, leaf.path[0].seat, own, rest))
            for leaf, own, rest in zip(leaves, answers, others, strict=True)
            if leaf.path
        ]
        if self.settings.every_seat:
            for leaf, own, rest in zip(leaves, answers, others, strict=True):
                if leaf.path:
                    self.tally(leaf, own, rest)
        return len(leaves)

    def tally(self, leaf: Leaf, answers: Floats, others: Floats) -> None:
        """Notes what every seat can expect at a leaf, for the first answer that led there."""
        rows = [expected_at(leaf, seat, answers, others).tolist() for seat in range(len(self.game.seats))]
        total = sum(row[WIN] for row in rows) or 1.0
        self.tallies.setdefault(leaf.path[0].action.index, Tally()).add([(prestige, margin, win / total) for prestige, margin, win in rows])

    def answers(self) -> list[SearchedAnswer]:
        """Returns what was found of each answer that was followed, the one that was followed most often first.

        The search must be tallied and have made two simulations.
        """
        everything = Tally()
        for tally in self.tallies.values():
            everything.merge(tally)
        edges = self.root.edges_of(self.game.asked_seat, self.game.legal)
        edges = sorted((edge for edge in edges if edge.action.index in self.tallies), key=lambda edge: (-edge.visits, -edge.mean()))
        return [
            SearchedAnswer(
                edge.action, edge.visits, edge.prior, self.tallies[edge.action.index].expectations(everything), tuple(self.line(edge))
            )
            for edge in edges
        ]

    def line(self, edge: Edge) -> list[LineStep]:
        """Returns the line that is expected from an answer on: everybody's most followed answers, and the likeliest draws."""
        game, node = self.game.copy(), edge.next_node()
        steps = [LineStep(game.asked_seat, edge.action.text)]
        game.apply_action(edge.action)
        decisions = 1
        while decisions < MOST_DECISIONS and not game.is_over:
            if game.chance is not None:
                outcome, percent = likeliest(game)
                steps.append(LineStep(CHANCE, outcome.text, percent))
                game.apply_outcome(outcome)
                continue
            edges = [each for each in node.edges_of(game.asked_seat, game.legal) if each.visits]
            if edges:
                best = best_edge(edges)
                action, node = best.action, best.next_node()
            elif decisions < FEWEST_DECISIONS:
                action, node = self.evaluator.best_answer(game), Node()
            else:
                break
            steps.append(LineStep(game.asked_seat, action.text))
            game.apply_action(action)
            decisions += 1
        while steps[-1].is_chance:
            steps.pop()
        return steps

    def encoder_of(self, leaf: Leaf) -> Encoder:
        """Returns the encoder of the ruleset at a leaf, which chance may have changed on the way."""
        return self.evaluator.encoder_for(leaf.game.ruleset)

    def evaluate(self, rows: list[bytes]) -> list[Floats]:
        """Returns what the network expects of the positions in each of these rows of features; it is called once."""
        inputs = self.network.inputs
        values = self.network.evaluate(np.frombuffer(b"".join(rows), np.uint8).reshape(-1, inputs))
        ends = list(accumulate(len(row) // inputs for row in rows))
        return [values[end - len(row) // inputs : end] for row, end in zip(rows, ends, strict=True)]


def expected_at(leaf: Leaf, seat: int, answers: Floats, others: Floats) -> Floats:
    """Returns what a seat can expect at a leaf: a row of what the network said of its answers, or of the other seats there."""
    if leaf.best.is_over:
        return np.array(final_values(leaf.best, seat), np.float32)
    found: Floats = others[leaf.seats.index(seat)] if seat in leaf.seats else answers[leaf.best_place]
    return found


def find_node(node: Node, before: Game, now: Game) -> Node | None:
    """Returns the node of a tree whose position is the one now, if it can be reached from ``before`` without chance; else None.

    ``node`` belongs to ``before``. Only answers that were followed before are tried.
    """
    wanted = now.position()
    waiting = [(node, before)]
    compared = 0
    while waiting and compared < FOLLOWED:
        here, game = waiting.pop(0)
        if game.asked_seat < 0:
            continue
        compared += 1
        if game.asked_seat == now.asked_seat and game.position() == wanted:
            return here
        for edge in here.edges_of(game.asked_seat, game.legal):
            if edge.child is not None and game.asked_seat != now.asked_seat:
                after = game.copy()
                after.apply_action(edge.action)
                waiting.append((edge.child, after))
    return None
