"""Lets bots play: a few tables at a time think, the others wait in line, and each answer is stored like a person's."""

from __future__ import annotations

import logging
import time
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from ..agents.levels import LEVELS
from ..agents.specification import next_lower
from ..engine.errors import GroundfloorError
from ..process_pool import CannotStart, ProcessPool, Task, WorkerEnded
from .agent_moves import STAND_IN, action_after, action_of_kept_agent
from .errors import DamagedTable, UnknownGame
from .work_order import Job, JobQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .table import Table

RETRY_SECONDS = 10.0
"""After which a table whose move could not be stored is tried again."""
UNKNOWN_SECONDS = 1.0
"""What a bot is expected to think that is no level."""
LAST_RESORT = "random"
"""The bot that moves, in the server itself, where the processes fail twice."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BotTurn:
    """What a bot is asked: its seat at a version of a table, and the record up to there, without the key of the draws."""

    public: str
    version: int
    seat: int
    bot: str
    record: str

    @classmethod
    def of(cls, table: Table) -> BotTurn | None:
        with table.lock:
            if table.bot_on_turn is None:
                return None
            seat, bot = table.bot_on_turn
            return cls(table.public, table.version, seat, bot, table.match.record.format())


class BotRunner:
    """The line of tables at which a bot is on turn, and the threads that serve it.

    ``processes`` tables think at the same time; with 0 one thinks in a thread of the server. The order is that of ``next_job``: tables that
    nobody watches come last, then those whose client has used most seconds, with the expected move. A bot moves at least ``pause`` seconds
    after the last change, and at most about ``seconds`` after its turn in line has come: then a lower one moves for it. ``play`` finds a
    table and stores an answer there.
    """

    def __init__(
        self,
        find: Callable[[str], Table],
        play: Callable[[BotTurn, str], None],
        processes: int = 0,
        pause: float = 0.0,
        seconds: float = 20.0,
        is_watched: Callable[[str], bool] = lambda public: True,
    ) -> None:
        self._find = find
        self._play = play
        self._pause = pause
        self._seconds = seconds
        self._pool = ProcessPool(processes) if processes else None
        self._queue = JobQueue(max(processes, 1), "bots", lambda job: int(not is_watched(job.id)))
        self._thinking: dict[str, tuple[int, Task[str]]] = {}
        self._lock = Lock()

    def notice(self, table: Table) -> None:
        """Takes note of a table that has changed: its bot gets in line, and a thought that nobody needs any more ends. For any thread."""
        on_turn, version, public = table.bot_on_turn, table.version, table.public
        with self._lock:
            if public in self._thinking and self._thinking[public][0] != version:
                self._thinking[public][1].cancel()
        if on_turn is None:
            self._queue.discard(public)
        else:
            bot = LEVELS.get(on_turn[1])
            self._add(public, table.client, self._pause, bot.seconds if bot is not None else UNKNOWN_SECONDS)

    def resume(self, tables: Iterable[tuple[str, str]]) -> None:
        """Puts tables in line, by public id and client, at which a bot was on turn when the server stopped."""
        for public, client in tables:
            self._add(public, client, 0.0, UNKNOWN_SECONDS)

    def close(self) -> None:
        """Ends all thinking; nothing is lost, as a bot that is on turn is asked again after the next start."""
        if self._pool is not None:
            self._pool.close()
        self._queue.close()

    @property
    def is_idle(self) -> bool:
        """Whether no table is in line or thinks."""
        return self._queue.is_idle

    def _add(self, public: str, client: str, pause: float, seconds: float) -> None:
        job = Job(public, client, time.monotonic() + pause, seconds=seconds)
        self._queue.add(job, partial(self._move, job))

    def _move(self, job: Job) -> None:
        """Lets the bot on turn at a table move; if its move can't be stored, the table gets in line again."""
        try:
            table = self._find(job.id)
            turn = BotTurn.of(table)
            if turn is not None:
                text = self._think(turn, table)
                if not self._queue.is_closed:
                    self._play(turn, text)
        except (UnknownGame, DamagedTable, CancelledError):
            pass
        except Exception as error:
            log.error("a bot could not move in game %s: %s: %s", job.id, type(error).__name__, str(error)[:300])
            self._add(job.id, job.client, RETRY_SECONDS, job.seconds)

    def _think(self, turn: BotTurn, table: Table) -> str:
        """Returns the text of the bot's action, or of a lower bot's if it fails. Raises CancelledError if nobody needs it any more."""
        if self._pool is None:
            return think_here(turn, turn.bot)
        for bot in (turn.bot, next_lower(turn.bot) or STAND_IN):
            try:
                return self._think_in_a_process(self._pool, turn, bot, table)
            except CannotStart as error:
                log.warning("bot %s in game %s: %s It thinks in the server.", turn.bot, turn.public, error)
                return think_here(turn, turn.bot)
            except CancelledError:
                raise
            except WorkerEnded:
                log.warning("bot %s in game %s: its process has ended or was stuck; a lower bot moves", bot, turn.public)
            except Exception as error:
                log.warning("bot %s in game %s: %s: %s; a lower bot moves", bot, turn.public, type(error).__name__, str(error)[:300])
        return think_here(turn, LAST_RESORT)

    def _think_in_a_process(self, pool: ProcessPool, turn: BotTurn, bot: str, table: Table) -> str:
        task = pool.submit(action_of_kept_agent, turn.record, bot, seconds=self._seconds)
        with self._lock:
            self._thinking[turn.public] = turn.version, task
            if table.version != turn.version:
                task.cancel()
        try:
            return task.result()
        finally:
            with self._lock:
                del self._thinking[turn.public]


def think_here(turn: BotTurn, bot: str) -> str:
    """Returns the text of a bot's action, thought of in this thread."""
    try:
        return action_after(turn.record, bot)
    except GroundfloorError as error:
        log.warning("bot %s in game %s: %s; %s moves", bot, turn.public, error, LAST_RESORT)
        return action_after(turn.record, LAST_RESORT)
