"""The base class of agents, and what can go wrong when one is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View


class Agent:
    """A player made of code; ``rng`` is the only randomness it may use, so that the same seed plays the same game.

    >>> from random import Random
    >>> from groundfloor import Match, ruleset
    >>> class Cheapest(Agent):
    ...     def choose(self, view):
    ...         return min(view.legal_actions, key=lambda action: view.quote(action).money)
    >>> match = Match.new(ruleset("second"), ["Ann", "Ben"], {}, key=b"secret")
    >>> match.apply(Cheapest(Random(1)).choose(match.game.view(match.game.current_player)))
    """

    respects_time_limit: ClassVar[bool] = False
    """Whether ``choose`` always ends in time by itself, so that nobody needs to watch it."""

    is_kept: ClassVar[bool] = False
    """Whether it is worth keeping between two decisions of a seat at a table of the server, where a move may have been taken back in between."""

    time_limit: float = 5.0
    """Seconds that a decision may take; the caller of the agent sets it."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        """Returns one of the view's legal actions, or its text; the view's seat must be asked."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends what the agent has started, such as a process; it is not asked again."""


MAX_SHOWN = 300
"""The most characters that a sentence repeats of what a bot has said."""


class BotError(Exception):
    """A bot failed; the text says how, to be read after its name and a colon."""


class TooLate(BotError):
    """A bot has given no answer in time."""


class IllegalAnswer(BotError):
    """A bot has answered with something that is no legal action."""


def printable_line(text: str) -> str:
    """Returns what a bot has said as it may stand in a sentence: in one line, not too long, and with nothing that a terminal would obey.

    >>> printable_line("no\\x1b[31m\\n way")
    'no\\\\x1b[31m way'
    """
    start = " ".join(text[: 2 * MAX_SHOWN].split())
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in start)
    return line if len(line) <= MAX_SHOWN else line[:MAX_SHOWN] + "…"
