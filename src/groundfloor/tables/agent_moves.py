"""The moves of agents at a table."""

from __future__ import annotations

import logging
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING

from ..agents.specification import is_table_agent
from ..agents.supervised_agent import TIME_LIMIT, SupervisedAgent, time_limit_of
from ..engine.errors import GroundfloorError
from ..engine.view import View

if TYPE_CHECKING:
    from ..engine.actions import Action
    from ..engine.match import Match

logger = logging.getLogger(__name__)

STAND_IN = "greedy"
"""The agent that plays the seats of other people in a branch, and of agents that this server no longer has."""


def agent_action(match: Match, agent: str, time_limit: float = TIME_LIMIT) -> Action:
    """Returns what an agent answers for the seat that is asked: the same at the same point of the same match, also after an undo.

    If the agent fails or is late, the next lower one answers; for one that is not installed any more, ``STAND_IN``.
    """
    rng = Random(f"{match.key_hash} {len(match.record.effective_entries())}")
    known = agent if is_table_agent(agent) else STAND_IN
    try:
        player = SupervisedAgent(rng, known, time_limit_of(known, time_limit))
    except GroundfloorError as error:
        logger.warning("Bot %s: %s The move is made by %s.", known, error, STAND_IN)
        player = SupervisedAgent(rng, STAND_IN, time_limit)
    with closing(player):
        return player.choose(View(match.game, match.game.asked_seat))
