"""Lets bots play: a few tables at a time think, the others wait in line, and each answer is stored like a person's."""

from __future__ import annotations

import logging
import time
from concurrent.futures import CancelledError
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from groundfloor.agents.specification import next_lower
from groundfloor.engine.errors import GroundfloorError
from groundfloor.process_pool import CannotStart, ProcessPool, WorkerEnded
from groundfloor.table.agent_moves import STAND_IN, action_after, action_of_kept_agent
from groundfloor.table.errors import DamagedTable, UnknownGame
from groundfloor.table.operations import AnswerForBot
from groundfloor.table.reduce import reduce

from ...database.errors import log_text
from ...database.job_runner import RETRY_SECONDS, Again, JobRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from groundfloor.table.table import Table

    from ...database.job_runner import Pool, PoolTask, Steps, Waiting
    from ...database.jobs import Jobs
    from ...database.rows import Job
    from .table_service import TableService

LAST_RESORT = "random"
"""The bot that moves, in the server itself, if the processes fail twice."""
UNNEEDED_SECONDS = 3.0
"""How long a thought that is no longer needed goes on, from its beginning, before it is ended: its process ends with it, and the next one takes as long to start."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BotTurn:
    """A question to a bot: its seat at a version of a table, and the record up to there, without the key of the draws."""

    game_id: str
    version: int
    seat: int
    bot: str
    record: str

    @classmethod
    def of(cls, table: Table) -> BotTurn | None:
        if table.bot_on_turn is None:
            return None
        seat, bot = table.bot_on_turn
        return cls(table.game_id, table.version, seat, bot, table.match.record.format())


def play_for_bot(service: TableService, turn: BotTurn, text: str) -> None:
    """Stores the answer of a bot; drops it if the table has changed meanwhile. For the thread that writes."""
    with service.operation(turn.game_id) as locked:
        table = locked.table
        if table.version == turn.version and table.bot_on_turn is not None:
            locked.table = reduce(table, AnswerForBot(text, turn.version), turn.seat, service.now(), service.new_bytes)


class BotRunner:
    """The bots of a process: those whose turn it is at a table have a job there, written with the change that made it their turn.

    ``processes`` tables think at the same time; with 0 one thinks in a thread of the server. The order is that of ``next_job``. A bot thinks for about ``seconds`` at
    most: then a lower one moves for it. ``find`` returns a table, ``play`` stores an answer there. Tables of which ``is_watched`` says that somebody looks at
    them come first. ``pool`` thinks in place of processes.
    """

    def __init__(
        self,
        jobs: Jobs,
        find: Callable[[str], Table],
        play: Callable[[BotTurn, str], None],
        processes: int = 0,
        seconds: float = 20.0,
        is_watched: Callable[[str], bool] = lambda game_id: True,
        pool: Pool | None = None,
        runner: type[JobRunner] = JobRunner,
    ) -> None:
        self._find = find
        self._play = play
        self._seconds = seconds
        self._pool = pool or (ProcessPool(processes) if processes else None)
        self._runner = runner(jobs, ("bot",), self._move, max(processes, 1), is_watched)
        self._thinking: dict[tuple[str, int], PoolTask] = {}
        self._lock = Lock()

    def table_changed(self, table: Table) -> None:
        """Ends a long thought that a changed table no longer needs, and wakes the runner if a bot is on turn there. For any thread."""
        self.forget(table.game_id, table.version)
        if table.bot_on_turn is not None:
            self.wake()

    def forget(self, game_id: str, version: int) -> None:
        """Ends thoughts about older versions of a table, unless they take less than ``UNNEEDED_SECONDS``."""
        with self._lock:
            for (game, older), task in self._thinking.items():
                if game == game_id and older < version:
                    task.cancel(UNNEEDED_SECONDS)

    def wake(self) -> None:
        """Looks for tables at which a bot is on turn."""
        self._runner.wake()

    def close(self) -> None:
        """Ends all thinking; nothing is lost, as a bot that is on turn is asked by another process, or after the next start."""
        self._runner.stop()
        if self._pool is not None:
            self._pool.close()
        self._runner.close()

    @property
    def is_idle(self) -> bool:
        """Whether no bot thinks in this process."""
        return not self._runner.active

    def _move(self, job: Job) -> Steps:
        """Lets the bot on turn at a table move; if its move can't be stored, it is tried again."""
        try:
            turn = BotTurn.of(self._find(job.game))
            if turn is not None:
                text = yield from self._think(job, turn)
                if self._runner.is_closed:
                    return Again()
                self._play(turn, text)
        except CancelledError:  # if the table has moved on, this job is no longer there
            return Again()
        except (UnknownGame, DamagedTable):
            pass
        except Exception as error:
            log.error("a bot could not move in game %s: %s", job.game, log_text(error))
            return Again(RETRY_SECONDS)
        return None

    def _think(self, job: Job, turn: BotTurn) -> Generator[Waiting, Any, str]:
        """Returns the text of the bot's action, or of a lower bot's if it fails. Raises CancelledError if it is no longer needed."""
        if self._pool is None:
            return think_here(turn, turn.bot)
        for bot in (turn.bot, next_lower(turn.bot) or STAND_IN):
            try:
                return (yield from self._think_in_a_process(self._pool, job, turn, bot))
            except CannotStart as error:
                log.warning("bot %s in game %s: %s It thinks in the server.", turn.bot, turn.game_id, error)
                return think_here(turn, turn.bot)
            except CancelledError:
                raise
            except WorkerEnded:
                log.warning("bot %s in game %s: its process has ended or was stuck; a lower bot moves", bot, turn.game_id)
            except Exception as error:
                log.warning("bot %s in game %s: %s: %s; a lower bot moves", bot, turn.game_id, type(error).__name__, str(error)[:300])
        return think_here(turn, LAST_RESORT)

    def _think_in_a_process(self, pool: Pool, job: Job, turn: BotTurn, bot: str) -> Generator[Waiting, Any, str]:
        """Returns the text of a bot's action. Nobody is charged for the start of a process whose answer comes."""
        began = time.monotonic()
        task = pool.submit(action_of_kept_agent, turn.record, bot, seconds=self._seconds)
        with self._lock:
            self._thinking[turn.game_id, turn.version] = task
        try:
            if self._find(turn.game_id).version != turn.version:
                task.cancel(UNNEEDED_SECONDS)
            text: str = yield task
            self._runner.spare(job, time.monotonic() - began - task.seconds)
            return text
        finally:
            with self._lock:
                self._thinking.pop((turn.game_id, turn.version), None)


def think_here(turn: BotTurn, bot: str) -> str:
    """Returns the text of a bot's action, computed in this thread."""
    try:
        return action_after(turn.record, bot)
    except GroundfloorError as error:
        log.warning("bot %s in game %s: %s; %s moves", bot, turn.game_id, error, LAST_RESORT)
        return action_after(turn.record, LAST_RESORT)
