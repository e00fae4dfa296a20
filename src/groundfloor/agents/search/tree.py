"""The tree of a search: what each answer has brought so far, for the seat that gives it."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.actions import Action


class Edge:
    """An answer of a seat: how likely it looked, what the network expected of it, and the sum of what came of it.

    What the network expected counts like one visit.
    """

    __slots__ = ("action", "seat", "prior", "visits", "total", "child")

    def __init__(self, action: Action, seat: int, prior: float, expected: float) -> None:
        self.action = action
        self.seat = seat
        self.prior = prior
        self.visits = 0
        self.total = expected
        self.child = Node()

    @property
    def mean(self) -> float:
        """The mean utility for the seat that answers."""
        return self.total / (self.visits + 1)


class Node:
    """The decisions that follow on a line of answers, whatever chance brings in between: the tree is open to chance.

    So a node can hold the answers of several seats, and answers that are legal only after some draws.
    """

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[tuple[int, int], Edge] = {}
        self.visits = 0

    def edges_of(self, seat: int, actions: Sequence[Action]) -> list[Edge]:
        """Returns the edges of these answers of a seat that the node has, in their order."""
        found = (self.edges.get((seat, action.index)) for action in actions)
        return [edge for edge in found if edge is not None]

    def add(self, edge: Edge) -> None:
        """Adds an edge."""
        self.edges[edge.seat, edge.action.index] = edge


def select(edges: Sequence[Edge], exploration: float) -> Edge:
    """Returns the edge to follow next (PUCT): a high mean, or a likely one that was seldom followed; the first one of equals."""
    spread = exploration * sqrt(1 + sum(edge.visits for edge in edges))
    return max(edges, key=lambda edge: edge.mean + spread * edge.prior / (1 + edge.visits))


def best_edge(edges: Sequence[Edge]) -> Edge:
    """Returns the edge that was followed most often, of equals the one with the higher mean."""
    return max(edges, key=lambda edge: (edge.visits, edge.mean))
