"""Players made of code: they only ever see a View."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Agent
from .chance import RandomAgent
from .greedy import GreedyAgent

if TYPE_CHECKING:
    from random import Random

__all__ = ["AGENTS", "Agent", "GreedyAgent", "RandomAgent", "make_agent"]

AGENTS: dict[str, type[Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
"""Every agent by the name that a seat is given on the command line."""


def make_agent(name: str, rng: Random) -> Agent:
    """The agent with this name; ``rng`` is the randomness it may use. KeyError for one that there is not."""
    return AGENTS[name](rng)
