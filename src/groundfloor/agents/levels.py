"""The levels of bots that a person chooses from, from the weakest to the strongest, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A level: its id, the specification of the agent that plays it, and the seconds it may think about a decision.

    What it is called, and a sentence about how it plays, are names (``presentation/names.py``).
    """

    id: str
    specification: str
    seconds: float

    @property
    def uses_its_time(self) -> bool:
        """Whether it thinks as long as it may, unless more thinking would change nothing."""
        return "seconds=" in self.specification


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level("intern", "greedy:random_moves=0.6", 0.1),
        Level("associate", "greedy:random_moves=0.2", 0.1),
        Level("manager", "net", 0.1),
        Level("director", "search:simulations=80", 0.3),
        Level("tycoon", "search:seconds=1", 1.0),
        Level("champion", "search:seconds=3", 3.0),
    )
}
"""Every level by its id, from the weakest to the strongest (docs/strength.md)."""
FIRST_LEVEL = "manager"
"""The level that is chosen at first."""


def seconds_of(bot: str) -> float:
    """Returns the seconds that a bot thinks about a move at most; 0 if it is no level, and may take as long as any."""
    return LEVELS[bot].seconds if bot in LEVELS else 0.0
