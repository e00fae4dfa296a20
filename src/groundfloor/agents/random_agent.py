"""An agent that chooses uniformly among its legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Agent

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class RandomAgent(Agent):
    """Chooses each legal action with equal probability.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> match.apply(RandomAgent(Random(1)).choose(match.game.view(match.game.current_player)))
    """

    keeps_time = True

    def choose(self, view: View) -> Action:
        return self.rng.choice(view.legal_actions)
