"""The moves of agents at a table."""

from __future__ import annotations

import logging
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from groundfloor.agents.levels import LEVELS
from groundfloor.agents.search_agent import SHARE_OF_LIMIT
from groundfloor.agents.specification import is_table_agent
from groundfloor.agents.supervised_agent import TIME_LIMIT, SupervisedAgent, time_limit_of
from groundfloor.editions import ruleset
from groundfloor.engine.errors import GroundfloorError
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.engine.view import View

if TYPE_CHECKING:
    from groundfloor.engine.actions import Action

logger = logging.getLogger(__name__)

STAND_IN = "greedy"
"""The agent that plays the seats of other people in a branch, and of agents that this server no longer has."""

ANSWER_SECONDS = 5.0
"""The most seconds that all bots of a table think together until a person is asked again."""
SHARED_SECONDS = 3.0
"""The most seconds that all bots of a table think together if each of them has one decision."""
MAX_KEPT = 16
"""The most agents that a process keeps between their decisions."""


class KeptAgents:
    """The agents that were asked last. What they remember saves them time; moves never depend on it."""

    def __init__(self, most: int = MAX_KEPT) -> None:
        self.most = most
        self._agents: dict[tuple[str, int, str], SupervisedAgent] = {}

    def __len__(self) -> int:
        return len(self._agents)

    def take(self, game: str, seat: int, agent: str) -> SupervisedAgent | None:
        """Removes and returns the agent of a seat; None if it is not known."""
        return self._agents.pop((game, seat, agent), None)

    def keep(self, game: str, seat: int, agent: str, player: SupervisedAgent) -> None:
        """Keeps an agent; the one that was asked longest ago makes room."""
        if len(self._agents) >= self.most:
            self._agents.pop(next(iter(self._agents))).close()
        self._agents[game, seat, agent] = player


def action_after(record: str, agent: str, kept: KeptAgents | None = None) -> str:
    """Returns the text of the action that an agent chooses after all entries of a record; the key of the draws is not in it."""
    return agent_action(Match.resume(Record.parse(record, ruleset), None), agent, kept=kept).text


def action_of_kept_agent(record: str, agent: str) -> str:
    """Runs ``action_after`` in a process in which bots think, which keeps the agent for its next decision."""
    return action_after(record, agent, kept_agents())


@cache
def kept_agents() -> KeptAgents:
    return KeptAgents()


def agent_action(match: Match, agent: str, time_limit: float = TIME_LIMIT, kept: KeptAgents | None = None) -> Action:
    """Returns an agent's answer for the seat that is asked.

    Its randomness is the same at the same point of the same match, even after an undo. If the agent fails or is late, the next lower one
    answers; if it is no longer installed, ``STAND_IN`` does.
    """
    seed = f"{match.key_hash} {len(match.record.active_entries())}"
    known = agent if is_table_agent(agent) else STAND_IN
    seat = match.game.asked_seat
    player = kept.take(match.key_hash, seat, known) if kept is not None else None
    if player is None:
        player = new_player(known, Random(seed), time_limit)
    else:
        player.rng.seed(seed)
    if (seconds := thinking_seconds(match, agent)) is not None:
        player.time_limit = seconds / SHARE_OF_LIMIT
    is_kept = False
    try:
        action = player.choose(View(match.game, seat))
        is_kept = kept is not None and player.is_reusable
    finally:
        if not is_kept:
            player.close()
    if kept is not None and is_kept:
        kept.keep(match.key_hash, seat, known, player)
    return action


def thinking_seconds(match: Match, agent: str) -> float | None:
    """Returns how long a level may think about a decision at this table; None if it does not use all its time, or no person waits.

    The more bots think, and the more they have decided since the last decision of a person, the less time each gets: all these decisions together take
    ``ANSWER_SECONDS`` at most. The time follows from the record alone: the same point of a game gets the same time.
    """
    level = LEVELS.get(agent)
    if level is None or not level.uses_its_time:
        return None
    bots = match.record.bots()
    decided, has_person = 0, False
    for entry in reversed(match.record.active_entries()):
        if entry.seat < 0 or entry.is_seat_change:
            continue
        if entry.seat not in bots:
            has_person = True
            break
        decided += 1
    if not has_person and all(seat in bots or person.automa for seat, person in enumerate(match.record.seats)):
        return None
    thinking = sum(1 for bot in bots.values() if bot in LEVELS and LEVELS[bot].uses_its_time)
    share = min(level.seconds, SHARED_SECONDS / max(thinking, 1)) / ANSWER_SECONDS
    return ANSWER_SECONDS * share * (1 - share) ** decided


def new_player(agent: str, rng: Random, time_limit: float) -> SupervisedAgent:
    """Returns an agent, or ``STAND_IN`` if it can't be made."""
    try:
        return SupervisedAgent(rng, agent, time_limit_of(agent, time_limit))
    except GroundfloorError as error:
        logger.warning("Bot %s: %s The move is made by %s.", agent, error, STAND_IN)
        return SupervisedAgent(rng, STAND_IN, time_limit)
