"""Monte-Carlo tree search: one tree for all players, a utility for each seat, values of the network in place of play-outs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundfloor.agents.network.position_evaluator import PositionEvaluator, values_at_end
from groundfloor.agents.network.value_network import Floats

from .tree import Edge, Node, best_edge, select

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game

EXPLORATION = 0.15
"""How much a seldom followed answer is preferred, in units of utility."""
PRIOR_TEMPERATURE = 0.05
"""A difference of utility at which the better answer looks e times as likely."""
FOLLOWED = 60
"""At most so many positions are compared to find the place of a tree from before."""


class Search:
    """A search from one position. Chance is drawn anew in each simulation, by its probabilities, from the randomness that is given."""

    def __init__(self, evaluator: PositionEvaluator, rng: Random, game: Game, root: Node | None = None) -> None:
        self.evaluator = evaluator
        self.rng = rng
        self.game = game
        self.root = root or Node()
        self.deciders = [seat for seat, automa in enumerate(game.automas) if automa is None]
        self.expected: dict[int, Floats] = {}
        """For each seat that decides: prestige, margin and probability of winning where the last simulation ended."""

    def run(self, simulations: int, is_time_up: Callable[[], bool]) -> Edge:
        """Runs so many simulations, or fewer if the time is up, and returns the answer that was followed most often."""
        for number in range(simulations):
            if number and is_time_up():
                break
            self.simulate()
        return best_edge(self.root.edges_of(self.game.asked_seat, self.game.legal))

    def simulate(self) -> Edge | None:
        """Follows the tree to a decision that it does not know, adds that, and counts what the network expects there.

        Returns the first answer that it followed; None if the root itself was not known.
        """
        game, node = self.game.copy(), self.root
        path: list[tuple[Node, Edge]] = []
        while True:
            self.draw(game)
            if game.is_over:
                values = {seat: self.worth_at_end(game, seat) for seat in self.deciders}
                break
            actions = game.legal
            edges = node.edges_of(game.asked_seat, actions)
            if len(edges) < len(actions):
                values = self.expand(node, game)
                break
            edge = select(edges, EXPLORATION)
            path.append((node, edge))
            game.take(edge.action)
            node = edge.child
        node.visits += 1
        for passed, edge in path:
            passed.visits += 1
            edge.visits += 1
            edge.total += values[edge.seat]
        return path[0][1] if path else None

    def draw(self, game: Game) -> None:
        """Draws until a seat is asked or the game is over."""
        while game.chance is not None:
            game.deal(self.rng.choices(game.chance.outcomes, game.chance.weights)[0])

    def expand(self, node: Node, game: Game) -> dict[int, float]:
        """Adds all answers of the seat that is asked, and returns what the position is worth for each seat that decides."""
        seat, actions = game.asked_seat, game.legal_actions
        others = [other for other in self.deciders if other != seat]
        answers, rest = self.expectations(game, actions, others)
        likely = np.exp((answers - answers.max()) / PRIOR_TEMPERATURE)
        likely /= likely.sum()
        for action, prior, expected in zip(actions, likely.tolist(), answers.tolist(), strict=True):
            if (seat, action.index) not in node.edges:
                node.add(Edge(action, seat, prior, expected))
        return {seat: float(answers.max()), **dict(zip(others, rest, strict=True))}

    def expectations(self, game: Game, actions: Sequence[Action], others: Sequence[int]) -> tuple[Floats, list[float]]:
        """Returns what each answer is worth for the seat that is asked, and the position for the others; the network is called once."""
        seat = game.asked_seat
        encoder = self.evaluator.encoder_for(game.ruleset)
        games, data = encoder.encode_answers(game, list(actions))
        data += b"".join(encoder.encode(game, other) for other in others)
        values = self.evaluator.network.evaluate(np.frombuffer(data, np.uint8).reshape(len(games) + len(others), -1))
        for place, after in enumerate(games):
            if after.is_over:
                values[place] = values_at_end(after, seat)
        count = len(games)
        rest = [
            float(self.evaluator.worth([game], values[count + place : count + place + 1], other)[0]) for place, other in enumerate(others)
        ]
        answers = self.evaluator.worth(games, values[:count], seat)
        self.expected = {seat: values[int(answers.argmax())], **{other: values[count + place] for place, other in enumerate(others)}}
        return answers, rest

    def worth_at_end(self, game: Game, seat: int) -> float:
        """Returns what a finished game is worth for a seat."""
        values = np.array([values_at_end(game, seat)], np.float32)
        self.expected[seat] = values[0]
        return float(self.evaluator.worth([game], values, seat)[0])


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
            if edge.visits and game.asked_seat != now.asked_seat:
                after = game.copy()
                after.take(edge.action)
                waiting.append((edge.child, after))
    return None
