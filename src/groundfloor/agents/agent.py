"""The base class of agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class Agent:
    """A player made of code; ``rng`` is the only randomness it may use, so that the same seed plays the same game."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        """Returns one of the view's legal actions; the view's seat must be asked."""
        raise NotImplementedError
