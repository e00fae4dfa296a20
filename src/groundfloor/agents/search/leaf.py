"""The end of a simulation: a decision that the tree does not know yet, or the end of the game."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from ..network.network import utility
from .tree import Edge, Node, select

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.game import Game

    from ..network.network import Evaluation


class Leaf:
    """Where a simulation has ended, with the answers that led there; by seat, the utility that each can expect there."""

    __slots__ = ("node", "game", "path", "utility")

    def __init__(self, node: Node, game: Game, path: list[Edge]) -> None:
        self.node = node
        self.game = game
        self.path = path
        self.utility: list[float] = []

    def expand(self, logits: list[float], places: list[int]) -> None:
        """Adds all answers to the tree, once they are counted; ``places`` has the logit's place of each action."""
        seat, actions = self.game.asked_seat, self.game._legal
        highest = -1e9
        likely: list[float] = []
        for action in actions:
            logit = logits[places[action.index]]
            likely.append(logit)
            if logit > highest:
                highest = logit
        total = 0.0
        for place, logit in enumerate(likely):
            weight = exp(logit - highest)
            likely[place] = weight
            total += weight
        expected = self.utility[seat]
        for place, action in enumerate(actions):
            self.node.add(action, seat, likely[place] / total, expected)

    def count(self, evaluation: Evaluation) -> None:
        """Counts for each answer on the way what its seat can expect here."""
        self.utility = [utility(win, margin) for win, margin in zip(evaluation.win, evaluation.margin, strict=True)]
        self.node.is_pending = False
        for edge in self.path:
            edge.pending -= 1
            edge.visits += 1
            edge.total += self.utility[edge.seat]


def descend(root: Node, game: Game, rng: Random, exploration: float, first: Edge | None = None) -> Leaf | None:
    """Follows the tree on a copy of the game to a decision that it does not know, or to the end of the game; ``first`` is the first answer, if given.

    Chance is drawn anew, from ``rng``. None if another simulation waits for what the network says about this decision.
    """
    game, node = game.copy(), root
    path: list[Edge] = []
    while True:
        draw(game, rng)
        if game.is_over:
            break
        if first is not None:
            edge = first
            first = None
        else:
            edges = node.edges_of(game.asked_seat, game._legal)
            if len(edges) < len(game._legal):
                break
            edge = select(edges, exploration)
        edge.pending += 1
        path.append(edge)
        game.apply_action(edge.action)
        node = edge.next_node()
    if node.is_pending:
        for edge in path:
            edge.pending -= 1
        return None
    node.is_pending = not game.is_over
    return Leaf(node, game, path)


def draw(game: Game, rng: Random) -> None:
    """Draws until a seat is asked or the game is over."""
    while game.chance is not None:
        game.apply_outcome(game.chance.draw(rng))
