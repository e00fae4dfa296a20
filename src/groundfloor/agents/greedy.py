"""The agent that tries each of its legal actions on a copy of the table and takes the one after which it likes its company best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Agent
from .worth import worth

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class GreedyAgent(Agent):
    """Looks one decision ahead. It stops at chance, so what it prefers rests on what the view shows and on nothing else.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> agent = GreedyAgent(Random(1))
    >>> match.apply(agent.choose(match.game.view(match.game.current_player)))
    """

    def choose(self, view: View) -> Action:
        """The action with the best table after it; the first one of equals."""
        game = view.game()
        seat = game.asked
        best: tuple[float, Action] | None = None
        for action in game.legal_actions:
            tried = game.copy()
            tried.take(action)
            value = worth(tried, seat)
            if best is None or value > best[0]:
                best = (value, action)
        assert best is not None
        return best[1]
