"""Supervision of agents: one that fails, is late or answers against the rules never blocks a game, as the next lower one moves."""

from __future__ import annotations

import ctypes
import logging
from collections import Counter
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Literal

from groundfloor.engine.errors import GroundfloorError

from .agent import Agent
from .agent_classes import describe
from .bot_errors import BotError, IllegalAnswer, TooLate, shown
from .levels import LEVELS
from .specification import make_agent, next_lower

if TYPE_CHECKING:
    from random import Random

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View

logger = logging.getLogger(__name__)

TIME_LIMIT = 5.0
"""Seconds that a decision may take where nothing else is said."""
MAX_FAILURES_IN_A_ROW = 3
"""So often in a row an agent may fail until it is no longer asked in this game."""
SECONDS_TO_STOP = 0.2
"""Seconds that a late agent has to stop after it was interrupted."""

FailureKind = Literal["late", "error", "illegal"]


@dataclass(frozen=True)
class Failure:
    """A failure of an agent: its specification, what kind it is, a sentence about it, and the specification of the one that moved."""

    agent: str
    kind: FailureKind
    sentence: str
    instead: str


class SupervisedAgent(Agent):
    """Asks an agent and, where it fails, the next lower one, in the end ``random``; ``failures`` tells of each time.

    An agent is given ``time_limit`` seconds a decision. After one was late, only agents are asked that keep time by themselves. An agent
    that fails three times in a row is not asked again. BadSpecification, or an error of its own, if the first agent can't be made.
    """

    keeps_time = True

    def __init__(self, rng: Random, specification: str, time_limit: float = TIME_LIMIT) -> None:
        super().__init__(rng)
        self.specification = specification
        self.time_limit = time_limit
        self.failures: list[Failure] = []
        self._agents: dict[str, Agent] = {specification: make_agent(specification, rng)}
        self._in_a_row: Counter[str] = Counter()
        self._late: dict[str, Thread] = {}

    def choose(self, view: View) -> Action:
        """Returns a legal action, in any case."""
        legal = view.legal_actions
        specification, has_been_late = self.specification, False
        while specification:
            lower = next_lower(specification)
            try:
                if self._in_a_row[specification] < MAX_FAILURES_IN_A_ROW and not (
                    has_been_late and not self._agent(specification).keeps_time
                ):
                    action = self._answer(specification, view, legal)
                    self._in_a_row[specification] = 0
                    return action
            except (BotError, GroundfloorError) as error:
                has_been_late = has_been_late or isinstance(error, TooLate)
                self._note(specification, error, lower or "chance")
            specification = lower
        return self.rng.choice(legal)

    @property
    def is_given_up(self) -> bool:
        """Whether the first agent has failed so often in a row that it is no longer asked."""
        return self._in_a_row[self.specification] >= MAX_FAILURES_IN_A_ROW

    @property
    def is_worth_keeping(self) -> bool:
        """Whether the first agent, which is still asked, gains by being kept for its next decision."""
        return not self.is_given_up and self._agent(self.specification).is_kept

    def close(self) -> None:
        """Closes all agents that were made."""
        for specification in list(self._agents):
            self._close(specification)

    def _close(self, specification: str) -> None:
        """Closes an agent that is not asked again."""
        try:
            self._agents.pop(specification).close()
        except (Exception, SystemExit) as error:
            logger.warning("%s: closing it failed: %s", specification, describe(error))

    def _agent(self, specification: str) -> Agent:
        """Returns the agent of a specification, made when it is first needed."""
        if specification not in self._agents:
            self._agents[specification] = make_agent(specification, self.rng)
        return self._agents[specification]

    def _answer(self, specification: str, view: View, legal: list[Action]) -> Action:
        """Returns the answer of one agent; BotError if there is none, or none that is legal."""
        agent = self._agent(specification)
        agent.time_limit = self.time_limit
        if agent.keeps_time:
            try:
                action = agent.choose(view)
            except BotError:
                raise
            except Exception as error:
                raise BotError(describe(error)) from error
        else:
            action = self._watched_answer(specification, agent, view)
        if not any(action is each for each in legal):
            raise IllegalAnswer(f"{shown(represent(action))} is none of the legal actions")
        return action

    def _watched_answer(self, specification: str, agent: Agent, view: View) -> Action:
        """Returns the answer of an agent that is asked in a thread of its own; TooLate if it does not come in time."""
        before = self._late.pop(specification, None)
        if before is not None and before.is_alive():
            self._late[specification] = before
            raise TooLate("it is still busy with an earlier decision")
        watched = WatchedChoice(agent, view)
        watched.start()
        watched.join(self.time_limit)
        if watched.is_alive():
            self._late[specification] = watched
            watched.interrupt()
            raise TooLate(f"it gave no answer within {self.time_limit:g} s")
        if watched.error is not None:
            raise watched.error if isinstance(watched.error, BotError) else BotError(describe(watched.error)) from watched.error
        assert watched.action is not None
        return watched.action

    def _note(self, specification: str, error: Exception, instead: str) -> None:
        """Counts and logs a failure."""
        kind: FailureKind = "late" if isinstance(error, TooLate) else "illegal" if isinstance(error, IllegalAnswer) else "error"
        self._in_a_row[specification] += 1
        self.failures.append(Failure(specification, kind, str(error), instead))
        logger.warning("Bot %s: %s. The move is made by %s.", specification, str(error).rstrip("."), instead)
        if self._in_a_row[specification] == MAX_FAILURES_IN_A_ROW and specification in self._agents:
            self._close(specification)


def represent(answer: object) -> str:
    """Returns what a bot has answered in place of an action; an object of its own may fail to say what it is."""
    try:
        return repr(answer)
    except Exception:
        return f"an object of {type(answer).__name__}"


class Interrupted(BaseException):
    """Raised in the thread of an agent that is late."""


class WatchedChoice(Thread):
    """A thread in which an agent chooses; ``action`` or ``error`` is set when it ends."""

    def __init__(self, agent: Agent, view: View) -> None:
        super().__init__(daemon=True, name="bot")
        self.agent = agent
        self.view = view
        self.action: Action | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        """Asks the agent."""
        try:
            self.action = self.agent.choose(self.view)
            if self.action is None:
                self.error = IllegalAnswer("None is none of the legal actions")
        except BaseException as error:
            self.error = error

    def interrupt(self) -> None:
        """Has the agent's code stop at its next step; code outside of Python goes on until it returns."""
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(Interrupted))
        self.join(SECONDS_TO_STOP)


def time_limit_of(specification: str, given: float = TIME_LIMIT) -> float:
    """Returns the seconds that a decision may take: the given ones, or longer for a level that thinks longer."""
    level = LEVELS.get(specification)
    return max(given, 2 * level.seconds + 1.0) if level is not None else given
