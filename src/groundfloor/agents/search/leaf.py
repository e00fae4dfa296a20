"""The end of a simulation: a decision that the tree does not know yet, or the end of the game."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from groundfloor.agents.evaluation import evaluate, final_values

from .tree import Edge, Node, select

if TYPE_CHECKING:
    from random import Random

    from groundfloor.agents.evaluation_weights import EvaluationWeights
    from groundfloor.agents.features.encoder import Encoder
    from groundfloor.engine.game import Game


class SearchSettings:
    """Settings of a search.

    ``exploration``: how much a seldom followed answer is preferred, in units of utility. ``temperature``: the difference of utility at which
    the better answer looks e times as likely. ``margin_weight``: what a point of margin counts beside winning. ``guide``: what a point of the
    hand-made evaluation adds to the utility of a position, so to how likely its answer looks and to what it is worth; ``weights`` are that
    evaluation's. ``every_seat``: whether leaves are evaluated for all seats, and not only for those on the way.
    """

    __slots__ = ("exploration", "temperature", "margin_weight", "guide", "weights", "every_seat")

    def __init__(
        self, exploration: float, temperature: float, margin_weight: float, guide: float, weights: EvaluationWeights, every_seat: bool
    ) -> None:
        self.every_seat = every_seat
        self.exploration = exploration
        self.temperature = temperature
        self.margin_weight = margin_weight
        self.guide = guide
        self.weights = weights

    def bonus(self, game: Game, seat: int) -> float:
        return self.guide * evaluate(game, seat, self.weights) if self.guide else 0.0


class Leaf:
    """Where a simulation has ended, with the answers that led there.

    A leaf is worth what follows after the answer that looks best there: for the seat that gives it, and for each seat on the way.
    """

    __slots__ = ("node", "game", "path", "answers", "best", "best_place", "seats", "values")

    def __init__(self, node: Node, game: Game, path: list[Edge]) -> None:
        self.node = node
        self.game = game
        self.path = path
        self.answers: list[Game] = []
        self.best = game
        self.best_place = -1
        self.seats: list[int] = []
        self.values: dict[int, float] = {}

    def encode_answers(self, encoder: Encoder) -> bytes:
        """Returns the features of the positions after each answer, for the seat that is asked."""
        self.answers, data = encoder.encode_answers(self.game, self.game.legal)
        return data

    def expand(self, utilities: list[float], settings: SearchSettings) -> None:
        """Adds all answers to the tree; ``utilities`` are what the network expects of each, and are completed in place."""
        seat, actions = self.game.asked_seat, self.game.legal
        for place, after in enumerate(self.answers):
            if after.is_over:
                utilities[place] = utility_at_end(after, seat, settings.margin_weight)
            utilities[place] += settings.bonus(after, seat)
        highest = max(utilities)
        likely = [exp((value - highest) / settings.temperature) for value in utilities]
        total = sum(likely)
        for place, action in enumerate(actions):
            self.node.add(action, seat, likely[place] / total, utilities[place])
        self.best_place = utilities.index(highest)
        self.best = self.answers[self.best_place]
        self.values[seat] = utilities[self.best_place]
        self.answers = []

    def encode_others(self, encoder: Encoder, settings: SearchSettings) -> bytes:
        """Returns the features of the position after the best answer for the other seats on the way, or all, which ``seats`` names then."""
        parts: list[bytes] = []
        wanted = [edge.seat for edge in self.path]
        if settings.every_seat:
            wanted = list(range(len(self.game.seats)))
        for seat in wanted:
            if seat in self.values or seat in self.seats:
                continue
            if self.best.is_over:
                self.values[seat] = utility_at_end(self.best, seat, settings.margin_weight) + settings.bonus(self.best, seat)
            else:
                self.seats.append(seat)
                parts.append(encoder.encode(self.best, seat))
        return b"".join(parts)

    def count(self, utilities: list[float], settings: SearchSettings) -> None:
        """Counts what was found for each answer on the way; ``utilities`` are what ``seats`` can expect."""
        for place, seat in enumerate(self.seats):
            self.values[seat] = utilities[place] + settings.bonus(self.best, seat)
        self.node.is_pending = False
        for edge in self.path:
            edge.pending -= 1
            edge.visits += 1
            edge.total += self.values[edge.seat]


def descend(root: Node, game: Game, rng: Random, exploration: float) -> Leaf | None:
    """Follows the tree on a copy of the game to a decision that it does not know, or to the end of the game.

    Chance is drawn anew, from ``rng``. None if another simulation waits for what the network says about this decision.
    """
    game, node = game.copy(), root
    path: list[Edge] = []
    while True:
        draw(game, rng)
        if game.is_over:
            break
        edges = node.edges_of(game.asked_seat, game.legal)
        if len(edges) < len(game.legal):
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


def utility_at_end(game: Game, seat: int, margin_weight: float) -> float:
    """Returns the utility of a finished game for a seat: winning, and the margin to the best other seat."""
    _prestige, margin, win = final_values(game, seat)
    return win + margin_weight * margin
