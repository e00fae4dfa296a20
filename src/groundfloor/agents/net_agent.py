"""An agent that takes the answer after which a learned value network expects most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Agent

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class NetAgent(Agent):
    """Looks one decision ahead and stops at chance, like the greedy agent; all answers are evaluated in one call.

    ``weights`` is a file of weights in place of those that come with the package.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> agent = NetAgent(Random(1))
    >>> match.apply(agent.choose(match.game.view(match.game.current_player)))
    """

    def __init__(self, rng: Random, weights: str = "") -> None:
        super().__init__(rng)
        # Imported here, as numpy takes a tenth of a second and most commands do without it.
        from .network.position_evaluator import PositionEvaluator

        self.evaluator = PositionEvaluator.from_file(weights)

    def choose(self, view: View) -> Action:
        """Returns the action with the highest utility after it, the first one of equals."""
        return self.evaluator.best_answer(view.game())
