"""The agent that plays at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Agent

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class RandomAgent(Agent):
    """Takes any legal action, each equally likely."""

    def choose(self, view: View) -> Action:
        """One of the view's legal actions."""
        return self.rng.choice(view.legal_actions)
