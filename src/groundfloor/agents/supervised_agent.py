"""Supervision of agents: one that fails, is late or answers against the rules never blocks a game, as the next lower one moves."""

from __future__ import annotations

import ctypes
import logging
import sys
from collections import Counter
from dataclasses import dataclass
from functools import partial
from random import Random
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from groundfloor.engine.errors import GroundfloorError

from .agent import Agent, BotError, IllegalAnswer, TooLate, printable_line
from .agent_classes import CannotCreateAgent, describe, is_of_package
from .levels import LEVELS
from .specification import next_lower, parse_specification

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundfloor.engine.actions import Action
    from groundfloor.engine.view import View

    from .specification import Specification

Result = TypeVar("Result")

HAS_THREADS = sys.platform != "emscripten"
"""Whether code can be asked in a thread of its own, which a browser lacks: its page ends the worker in which bots think if they are late."""
SECONDS_TO_STOP = 0.2
"""Seconds that late code has to stop after it was interrupted."""


class Interrupted(BaseException):
    """Raised in the thread of code that is late."""


class WatchedCall(Thread, Generic[Result]):
    """A thread that makes a call; ``result`` or ``error`` is set when it ends."""

    def __init__(self, call: Callable[[], Result]) -> None:
        super().__init__(daemon=True, name="bot")
        self.call = call
        self.result: Result | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self.call()
        except BaseException as error:
            self.error = error

    def ends_within(self, seconds: float) -> bool:
        """Starts the call and returns whether it has ended after that many seconds; if not, it is interrupted. Without threads it is waited for."""
        if not HAS_THREADS:
            self.run()
            return True
        self.start()
        self.join(seconds)
        is_late = self.is_alive()
        if is_late:
            self.interrupt()
        return not is_late

    def interrupt(self) -> None:
        """Stops the code at its next step; code outside Python goes on until it returns."""
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(Interrupted))
        self.join(SECONDS_TO_STOP)


logger = logging.getLogger(__name__)

TIME_LIMIT = 5.0
"""Seconds that a decision may take where nothing else is said, and the constructor of an agent."""
SECONDS_TO_CLOSE = 5.0
"""Seconds that ``close`` of an agent may take; a program is ended sooner."""
MAX_FAILURES_IN_A_ROW = 3
"""Failures in a row after which an agent is no longer asked in this game."""

FailureKind = Literal["late", "error", "illegal"]


@dataclass(frozen=True)
class Failure:
    """A failure of an agent: its specification, what kind it is, a sentence about it, and the specification of the one that moved.

    ``instead`` is "" for one that failed when it was closed, as no move was needed any more.
    """

    agent: str
    kind: FailureKind
    sentence: str
    instead: str


class SupervisedAgent(Agent):
    """Asks an agent and, where it fails, the next lower one, in the end ``random``; ``failures`` tells of each time.

    An agent is given ``time_limit`` seconds a decision, and as many to be made. After one was late, only agents are asked that keep time by
    themselves. An agent that fails three times in a row is not asked again. BadSpecification, or an error of its own, if there is no such
    first agent; one whose constructor fails has failed at its first decision. ``seconds_to_make`` is what its constructor took.
    """

    respects_time_limit = True

    def __init__(self, rng: Random, specification: str, time_limit: float = TIME_LIMIT) -> None:
        super().__init__(rng)
        self.specification = specification
        self.time_limit = time_limit
        self.failures: list[Failure] = []
        self._agents: dict[str, Agent] = {}
        self._creation_errors: dict[str, Exception] = {}
        self._in_a_row: Counter[str] = Counter()
        self._late: dict[str, Thread] = {}
        began = perf_counter()
        try:
            self._agent(specification)
        except (BotError, CannotCreateAgent) as error:
            self._creation_errors[specification] = error
        self.seconds_to_make = perf_counter() - began

    def choose(self, view: View) -> Action:
        """Returns a legal action, in any case."""
        legal = view.legal_actions
        specification, has_been_late = self.specification, False
        while specification:
            lower = next_lower(specification)
            try:
                if self._in_a_row[specification] < MAX_FAILURES_IN_A_ROW and not (
                    has_been_late and not self._agent(specification).respects_time_limit
                ):
                    action = self._answer(specification, view, legal)
                    self._in_a_row[specification] = 0
                    return action
            except (BotError, GroundfloorError) as error:
                has_been_late = has_been_late or isinstance(error, TooLate)
                self._add_failure(specification, error, lower or "chance")
            specification = lower
        return self.rng.choice(legal)

    @property
    def is_given_up(self) -> bool:
        """Whether the first agent has failed so often in a row that it is no longer asked."""
        return self._in_a_row[self.specification] >= MAX_FAILURES_IN_A_ROW

    @property
    def is_reusable(self) -> bool:
        """Whether the first agent, which is still asked, gains by being kept for its next decision."""
        agent = self._agents.get(self.specification)
        return agent is not None and not self.is_given_up and agent.is_kept

    @property
    def creation_error(self) -> Exception | None:
        """Why the first agent could not be made, until that has counted as a failure at its first decision."""
        return self._creation_errors.get(self.specification)

    def close(self) -> None:
        for specification in list(self._agents):
            self._close(specification)

    def _close(self, specification: str) -> None:
        """Closes an agent that is not asked again, and notes it if that fails; one of this package needs nobody to watch it."""
        agent = self._agents.pop(specification)
        error: BaseException | None = None
        if is_of_package(type(agent)):
            try:
                agent.close()
            except Exception as raised:
                error = raised
        else:
            closing = WatchedCall(agent.close)
            if not closing.ends_within(SECONDS_TO_CLOSE):
                self._add_closing_failure(specification, "late", f"close() has not returned after {SECONDS_TO_CLOSE:g} s")
                return
            error = closing.error
        if error is not None:
            self._add_closing_failure(specification, "error", f"close() raised {describe(error)}")

    def _add_closing_failure(self, specification: str, kind: FailureKind, sentence: str) -> None:
        """Keeps and logs that an agent has failed when it was closed."""
        self.failures.append(Failure(specification, kind, sentence, ""))
        logger.warning("Bot %s: %s.", specification, sentence.rstrip("."))

    def _agent(self, specification: str) -> Agent:
        """Returns the agent of a specification, made when it is first needed; CannotCreateAgent or TooLate if that fails."""
        if (error := self._creation_errors.pop(specification, None)) is not None:
            raise error
        if specification not in self._agents:
            parsed = parse_specification(specification)
            # One of this package is not watched: the first of a process reads its network, which takes a while on a slow machine.
            self._agents[specification] = parsed.make(self.rng) if parsed.is_of_package else self._watched_agent(specification, parsed)
        return self._agents[specification]

    def _watched_agent(self, specification: str, parsed: Specification) -> Agent:
        """Returns an agent whose constructor runs in a thread of its own."""
        making = self._watched(specification, partial(parsed.make, self.rng), "it was not made")
        if making.error is not None:
            raise making.error if isinstance(making.error, GroundfloorError) else BotError(describe(making.error)) from making.error
        assert making.result is not None
        return making.result

    def _answer(self, specification: str, view: View, legal: list[Action]) -> Action:
        """Returns the answer of one agent; BotError if there is none, or none that is legal."""
        agent = self._agent(specification)
        agent.time_limit = self.time_limit
        if agent.respects_time_limit:
            try:
                action: object = agent.choose(view)
            except BotError:
                raise
            except Exception as error:
                raise BotError(describe(error)) from error
        else:
            action = self._watched_answer(specification, agent, view)
        for answer in legal:
            if action is answer or action == answer.text:
                return answer
        raise IllegalAnswer(f"{printable_line(represent(action))} is none of the legal actions")

    def _watched_answer(self, specification: str, agent: Agent, view: View) -> Action:
        """Returns the answer of an agent that is asked in a thread of its own; TooLate if it does not come in time."""
        choosing = self._watched(specification, partial(agent.choose, view), "it gave no answer")
        if choosing.error is not None:
            raise choosing.error if isinstance(choosing.error, BotError) else BotError(describe(choosing.error)) from choosing.error
        if choosing.result is None:
            raise IllegalAnswer("None is none of the legal actions")
        return choosing.result

    def _watched(self, specification: str, call: Callable[[], Result], late: str) -> WatchedCall[Result]:
        """Returns a call of an agent's code that has ended; TooLate if it does not end in time, or an earlier one has not ended yet."""
        before = self._late.get(specification)
        if before is not None and before.is_alive():
            raise TooLate("it is still busy")
        watched = WatchedCall(call)
        if not watched.ends_within(self.time_limit):
            self._late[specification] = watched
            raise TooLate(f"{late} within {self.time_limit:g} s")
        return watched

    def _add_failure(self, specification: str, error: Exception, instead: str) -> None:
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


def time_limit_of(specification: str, given: float = TIME_LIMIT) -> float:
    """Returns the seconds that a decision may take: the given ones, or longer for a level that thinks longer."""
    level = LEVELS.get(specification)
    return max(given, 2 * level.seconds + 1.0) if level is not None else given


def check_agent(specification: str) -> None:
    """Makes an agent and closes it; BadSpecification, or an error of its own, if it can't be made."""
    agent = SupervisedAgent(Random(1), specification, time_limit_of(specification))
    agent.close()
    if agent.creation_error is not None:
        raise (
            agent.creation_error
            if isinstance(agent.creation_error, CannotCreateAgent)
            else CannotCreateAgent(f"{specification!r} can't be made: {agent.creation_error}.")
        )
