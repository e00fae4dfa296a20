"""Agents: players made of code, which see nothing but a View."""

from __future__ import annotations

from .agent import Agent
from .plain_agents import GreedyAgent, NetAgent, RandomAgent
from .search_agent import SearchAgent
from .specification import AGENTS, make_agent

__all__ = ["AGENTS", "Agent", "GreedyAgent", "NetAgent", "RandomAgent", "SearchAgent", "make_agent"]
