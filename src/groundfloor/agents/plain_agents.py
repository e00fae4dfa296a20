"""Agents that look no further than the next decision: at random, by a hand-made evaluation, or by a learned network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .agent import Agent
from .evaluation import evaluate
from .evaluation_weights import load_weights

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class RandomAgent(Agent):
    """Chooses each legal action with equal probability.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> match.apply(RandomAgent(Random(1)).choose(match.game.view(match.game.current_player)))
    """

    respects_time_limit = True

    def choose(self, view: View) -> Action:
        return self.rng.choice(view.legal_actions)


class GreedyAgent(Agent):
    """Looks one decision ahead and stops at chance, so that it uses nothing but what its view shows.

    ``random_moves`` is the share of its decisions, from 0 to 1, that it leaves to chance; ValueError for another number. ``weights`` is a
    file of weights in place of those of the package.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> agent = GreedyAgent(Random(1))
    >>> match.apply(agent.choose(match.game.view(match.game.current_player)))
    """

    respects_time_limit = True

    def __init__(self, rng: Random, *, random_moves: float = 0.0, weights: str = "") -> None:
        super().__init__(rng)
        if not 0 <= random_moves <= 1:
            raise ValueError("random_moves is a share from 0 to 1")
        self.random_moves = random_moves
        self.weights = load_weights(Path(weights).resolve()) if weights else load_weights()

    def choose(self, view: View) -> Action:
        """Returns the action with the best evaluation after it, the first one of equals; or any, for the share of random moves."""
        if self.random_moves and self.rng.random() < self.random_moves:
            return self.rng.choice(view.legal_actions)
        game = view.game()
        seat = game.asked_seat
        best: tuple[float, Action] | None = None
        for action in game.legal_actions:
            after = game.copy()
            after.apply_action(action)
            value = evaluate(after, seat, self.weights)
            if best is None or value > best[0]:
                best = (value, action)
        assert best is not None
        return best[1]


class NetAgent(Agent):
    """Gives the answer that the network thinks likeliest, without looking ahead.

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
        """Returns the likeliest action, the first one of equals."""
        return self.evaluator.best_answer(view.game())
