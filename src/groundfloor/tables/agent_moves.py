"""The moves of agents at a table."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ..agents import make_agent
from ..engine.view import View

if TYPE_CHECKING:
    from ..engine.actions import Action
    from ..engine.match import Match


def agent_action(match: Match, agent: str) -> Action:
    """Returns what an agent answers for the seat that is asked: the same at the same point of the same match, also after an undo."""
    seed = f"{match.key_hash} {len(match.record.effective_entries())}"
    return make_agent(agent, Random(seed)).choose(View(match.game, match.game.asked_seat))
