"""An agent that searches a tree of the next decisions with the network."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .agent import Agent

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.game import Game
    from groundfloor.engine.view import View

    from .search.tree import Node

SIMULATIONS = 200
"""Simulations of a decision where neither their number nor a time is given."""
MAX_SIMULATIONS = 10**6
MOST_ANSWERS = 1000
"""The most answers and draws that are tried to compute the end of the game: 0.05 seconds of the interpreted engine, or twice that."""
SHARE_OF_LIMIT = 0.8
"""The share of its time limit that it uses at most."""


class SearchAgent(Agent):
    """Searches with a budget of ``simulations`` or of ``seconds`` a decision; what it found is kept for the next decision.

    ``weights`` is a file of weights in place of those that come with the package. ValueError for a negative budget.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> agent = SearchAgent(Random(1), simulations=4)
    >>> match.apply(agent.choose(match.game.view(match.game.current_player)))
    """

    respects_time_limit = True
    is_kept = True
    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, rng: Random, *, simulations: int = 0, seconds: float = 0.0, weights: str = "") -> None:
        super().__init__(rng)
        if simulations < 0 or seconds < 0:
            raise ValueError("a budget of simulations or seconds is not negative")
        # Imported here, as numpy takes a tenth of a second and most commands do without it.
        from .network.position_evaluator import PositionEvaluator

        self.simulations = simulations or (MAX_SIMULATIONS if seconds else SIMULATIONS)
        self.seconds = seconds
        self.evaluator = PositionEvaluator.from_file(weights)
        self.kept: tuple[Node, Game] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Returns the state with the tree as plain data, since its actions are those of the ruleset."""
        from .search.tree import tree_data

        kept = None if self.kept is None else (tree_data(self.kept[0]), self.kept[1])
        return {**vars(self), "kept": kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        from .search.tree import tree_of

        vars(self).update(state)
        if state["kept"] is not None:
            data, game = state["kept"]
            self.kept = tree_of(data, game.ruleset.actions), game

    def choose(self, view: View) -> Action:
        """Returns the answer that the search followed most often; in the last round, if its end can be computed, the best one."""
        from .search.endgame import best_answer
        from .search.search import Search, find_node

        # A search that is interrupted leaves an unfinished tree, which is not kept.
        kept, self.kept = self.kept, None
        left = self.budget()
        game = view.game()
        computed = best_answer(game, MOST_ANSWERS)
        if computed is not None:
            return computed
        root = find_node(*kept, game) if kept is not None else None
        edge = Search(self.evaluator, self.rng, game, root).run(left)
        after = game.copy()
        after.apply_action(edge.action)
        self.kept = (edge.next_node(), after)
        return edge.action

    def budget(self) -> Callable[[int], int]:
        """Returns a function from simulations made to simulations left in the budget, at their pace so far."""
        began = self.clock()
        limit = self.time_limit * SHARE_OF_LIMIT
        end = began + min(self.seconds or limit, limit)

        def left(done: int) -> int:
            now = self.clock()
            if not done or now <= began:
                return self.simulations - done
            return min(self.simulations - done, int(done * (end - now) / (now - began)))

        return left
