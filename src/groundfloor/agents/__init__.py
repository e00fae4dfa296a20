"""Agents: players made of code, which see nothing but a View."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .agent import Agent
from .greedy_agent import GreedyAgent
from .random_agent import RandomAgent

if TYPE_CHECKING:
    from random import Random

__all__ = ["AGENTS", "Agent", "GreedyAgent", "RandomAgent", "make_agent"]

AGENTS: dict[str, type[Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
"""Every agent by the name that a seat is given on the command line."""


def make_agent(name: str, rng: Random) -> Agent:
    """Returns a new agent; ``rng`` is the only randomness it may use. KeyError for an unknown name."""
    return AGENTS[name](rng)
