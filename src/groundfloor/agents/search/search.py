"""Monte-Carlo tree search: one tree for all players, a utility for each seat, values of the network in place of play-outs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundfloor.engine.record import CHANCE

from .leaf import descend
from .search_result import LineStep, SearchedAnswer, SeatExpectation, likeliest
from .tally import Tally
from .tree import Edge, Node, best_edge, lead

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from groundfloor.engine.game import Game

    from ..network.network import Evaluation
    from ..network.position_evaluator import PositionEvaluator
    from .leaf import Leaf

EXPLORATION = 1.0
"""How much a seldom followed answer is preferred, in units of utility."""
BATCH = 8
"""At most this many simulations wait for one call of the network."""
FEWEST_DECISIONS, MOST_DECISIONS = 2, 6
"""Decisions of a line that is expected: the network says the second one if the search has not looked so far."""
FOLLOWED = 60
"""At most this many positions are compared to find the place of a tree from before."""


class Search:
    """A search from one position. Chance is drawn anew in each simulation, by its probabilities, from the randomness that is given."""

    def __init__(
        self, evaluator: PositionEvaluator, rng: Random, game: Game, root: Node | None = None, exploration: float = EXPLORATION
    ) -> None:
        self.evaluator = evaluator
        self.rng = rng
        self.game = game
        self.root = root or Node()
        self.exploration = exploration
        self.tallies: dict[int, Tally] = {}
        """What the simulations found after each answer, by the number of its action."""

    def run(self, simulations_left: Callable[[int], int]) -> Edge:
        """Searches and returns the answer that was followed most often.

        ``simulations_left`` takes the number of simulations made so far and returns how many more may follow. The search ends sooner if these could not change its choice.
        """
        done = 0
        while (left := simulations_left(done)) > 0 and not (done and self.lead() > left):
            done += self.simulate(min(left, BATCH, 1 + done // 4))
        return best_edge(self.edges())

    def edges(self) -> list[Edge]:
        """Returns the answers at the root, in the order of the question."""
        return self.root.edges_of(self.game.asked_seat, self.game._legal)

    def lead(self) -> int:
        """Returns by how many visits the first answer is ahead of the second."""
        return lead(self.edges())

    def simulate(self, most: int) -> int:
        """Makes that many simulations together, or fewer if two of them come to the same decision; returns how many."""
        leaves: list[Leaf] = []
        while len(leaves) < most:
            leaf = descend(self.root, self.game, self.rng, self.exploration)
            if leaf is None:
                break
            leaves.append(leaf)
        self.finish(leaves, self.evaluator.evaluate([leaf.game for leaf in leaves]))
        return len(leaves)

    def finish(self, leaves: list[Leaf], evaluations: list[Evaluation]) -> None:
        """Completes simulations by an evaluation of each leaf."""
        for leaf, evaluation in zip(leaves, evaluations, strict=True):
            leaf.count(evaluation)
            if not leaf.game.is_over:
                self.evaluator.encoder_for(leaf.game.ruleset)  # which chance may have changed on the way
                leaf.expand(evaluation.logits, self.evaluator.places)
            if leaf.path:
                number = leaf.path[0].action.index
                tally = self.tallies.get(number)
                if tally is None:
                    tally = self.tallies[number] = Tally(len(evaluation.win))
                tally.add(evaluation.win, evaluation.prestige, evaluation.margin)

    def answers(self) -> list[SearchedAnswer]:
        """Returns what was found of each answer that was followed, the one that was followed most often first.

        The search must have made two simulations.
        """
        everything = Tally(len(self.game.seats))
        for tally in self.tallies.values():
            everything.merge(tally)
        edges = sorted((edge for edge in self.edges() if edge.action.index in self.tallies), key=lambda edge: (-edge.visits, -edge.mean()))
        answers: list[SearchedAnswer] = []
        for edge in edges:
            tally = self.tallies[edge.action.index]
            seats = tuple(
                SeatExpectation(
                    tally.win[seat] / tally.count,
                    tally.prestige[seat] / tally.count,
                    tally.margin[seat] / tally.count,
                    tally.error(seat, everything),
                )
                for seat in range(len(self.game.seats))
            )
            answers.append(SearchedAnswer(edge.action, edge.visits, edge.prior, seats, tuple(self.line(edge))))
        return answers

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
            edges = [followed for followed in node.edges_of(game.asked_seat, game._legal) if followed.visits]
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
        for edge in here.edges_of(game.asked_seat, game._legal):
            if edge.child is not None and game.asked_seat != now.asked_seat:
                after = game.copy()
                after.apply_action(edge.action)
                waiting.append((edge.child, after))
    return None
