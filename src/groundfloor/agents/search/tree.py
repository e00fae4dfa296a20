"""The tree of a search: what each answer has brought so far, for the seat that gives it."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundfloor.engine.actions import Action

SEATS: Final = 16
"""More seats than any table has; a node knows its answers by action and seat in one number."""


class Edge:
    """An answer of a seat: how likely it looked, how often it was followed, and the sum of what came of it for the seat.

    What the network expected of it counts like one visit. ``pending`` counts visits of which nothing is known yet.
    """

    __slots__ = ("action", "seat", "prior", "visits", "pending", "total", "child")

    def __init__(self, action: Action, seat: int, prior: float, expected: float) -> None:
        self.action = action
        self.seat = seat
        self.prior = prior
        self.visits = 0
        self.pending = 0
        self.total = expected
        self.child: Node | None = None

    def next_node(self) -> Node:
        """Returns the node after this answer, made when it is first needed."""
        node = self.child
        if node is None:
            node = self.child = Node()
        return node

    def mean(self) -> float:
        return self.total / (self.visits + 1)


class Node:
    """The decisions that follow on a line of answers, whatever chance brings in between: the tree is open to chance.

    So a node can hold the answers of several seats, and answers that are legal only after some draws.
    """

    __slots__ = ("edges", "is_pending")

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.is_pending = False

    def edges_of(self, seat: int, actions: Sequence[Action]) -> list[Edge]:
        """Returns the edges of these answers of a seat that the node has, in their order."""
        edges: list[Edge] = []
        for action in actions:
            edge = self.edges.get(action.index * SEATS + seat)
            if edge is not None:
                edges.append(edge)
        return edges

    def add(self, action: Action, seat: int, prior: float, expected: float) -> None:
        """Adds an answer, unless it is known."""
        number = action.index * SEATS + seat
        if number not in self.edges:
            self.edges[number] = Edge(action, seat, prior, expected)


def tree_data(node: Node) -> list[tuple[object, ...]]:
    """Returns a tree as plain data, with the numbers of actions; ``tree_of`` reads it back."""
    edges: list[tuple[object, ...]] = []
    for edge in node.edges.values():
        child = None if edge.child is None else tree_data(edge.child)
        edges.append((edge.action.index, edge.seat, edge.prior, edge.total, edge.visits, child))
    return edges


def tree_of(data: Sequence[tuple[Any, ...]], actions: Sequence[Action]) -> Node:
    """Returns the tree of ``tree_data``, with the ``actions`` of the ruleset that is played."""
    node = Node()
    for index, seat, prior, total, visits, child in data:
        node.add(actions[index], seat, prior, total)
        edge = node.edges[index * SEATS + seat]
        edge.visits = visits
        edge.child = None if child is None else tree_of(child, actions)
    return node


def select(edges: Sequence[Edge], exploration: float) -> Edge:
    """Returns the edge to follow next (PUCT): a high mean, or a likely one that was seldom followed; the first one of equals."""
    visits, likely = 1, 0.0
    for edge in edges:
        visits += edge.visits + edge.pending
        likely += edge.prior
    spread = exploration * sqrt(visits) / max(likely, 1e-9)
    best, highest = edges[0], -1e9
    for edge in edges:
        score = edge.total / (edge.visits + 1) + spread * edge.prior / (1 + edge.visits + edge.pending)
        if score > highest:
            best, highest = edge, score
    return best


def best_edge(edges: Sequence[Edge]) -> Edge:
    """Returns the edge that was followed most often, of equals the one with the higher mean."""
    return max(edges, key=lambda edge: (edge.visits, edge.mean()))


def lead(edges: Sequence[Edge]) -> int:
    """Returns by how many visits the edge that was followed most often is ahead of the next one."""
    visits = sorted([edge.visits for edge in edges], reverse=True)
    return visits[0] - visits[1] if len(visits) > 1 else 10**9
