"""The agent that plays at random."""

from __future__ import annotations

from random import Random

from groundfloor.engine.actions import Action
from groundfloor.engine.view import View


class RandomAgent:
    """Takes any legal action, each equally likely; ``rng`` is the randomness it may use."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        """One of the view's legal actions."""
        return self.rng.choice(view.legal_actions)
