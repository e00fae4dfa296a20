"""The process in which bots think: it gets a record and the name of a bot, and answers with the text of an action."""

from __future__ import annotations

import logging
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.match import Match
from ..engine.record import Record
from .agent_moves import KeptAgents, agent_action

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from types import FrameType

INTERRUPT = getattr(signal, "SIGUSR1", None)
"""The signal that ends a thought, where the system has it; elsewhere the thought ends by itself, and nobody waits for it."""
DROPPED = "dropped"
FAILED = "failed: "
ANSWERED = "answer: "
MAX_LOGGED = 20
"""So many messages of the log an answer brings along; further ones are dropped."""

LogMessage = tuple[str, int, str]
"""A message of the log: the logger's name, the level, the text."""


class Dropped(BaseException):
    """Nobody needs the answer any more."""


class LogCollector(logging.Handler):
    """Keeps what is logged while a bot thinks, so that the server logs it in its own way."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._messages: list[LogMessage] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a message."""
        if len(self._messages) < MAX_LOGGED:
            self._messages.append((record.name, record.levelno, record.getMessage()))

    def take(self) -> list[LogMessage]:
        """Returns the messages since the last call."""
        taken, self._messages = self._messages, []
        return taken


@dataclass
class Interruption:
    """Whether a signal may end the thought now."""

    is_possible: bool = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Ends the thought."""
        if self.is_possible:
            self.is_possible = False
            raise Dropped


def answer_of(record: str, bot: str, kept: KeptAgents | None = None) -> str:
    """Returns the text of the action that a bot chooses after all entries of a record; the key of the draws is not in it."""
    return agent_action(Match.resume(Record.parse(record, ruleset), None), bot, kept=kept).text


def run(connection: Connection) -> None:
    """Lets bots answer until the server ends."""
    kept = KeptAgents()
    serve(connection, lambda record, bot, interruption: answer(record, bot, interruption, kept))


def serve(connection: Connection, work: Callable[[str, str, Interruption], str]) -> None:
    """Answers until the server ends, each time with what was logged. Ignores Ctrl-C: the server handles it and then ends this process."""
    collector = LogCollector()
    logging.getLogger().addHandler(collector)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interruption = Interruption()
    if INTERRUPT is not None:
        signal.signal(INTERRUPT, interruption.handle)
    with suppress(EOFError, OSError):
        connection.send("")
        while True:
            record, bot = connection.recv()
            found = work(record, bot, interruption)
            connection.send((found, collector.take()))


def answer(record: str, bot: str, interruption: Interruption, kept: KeptAgents | None = None) -> str:
    """Returns the message for a bot's answer."""
    return interruptible(lambda: answer_of(record, bot, kept), interruption)


def interruptible(work: Callable[[], str], interruption: Interruption) -> str:
    """Returns the message for what work returns, for work that was ended, or for an error."""
    try:
        interruption.is_possible = True
        found = work()
        interruption.is_possible = False
    except Dropped:
        return DROPPED
    except Exception as error:  # whoever asked lets another bot move
        interruption.is_possible = False
        return f"{FAILED}{type(error).__name__}: {error}"[:300]
    return ANSWERED + found
