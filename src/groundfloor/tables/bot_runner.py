"""Lets bots play: a few tables at a time think, the others wait in line, and each answer is stored like a person's."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from threading import Condition, Thread
from typing import TYPE_CHECKING

from ..agents.levels import LEVELS
from ..agents.specification import next_lower
from ..engine.errors import GroundfloorError
from .agent_moves import STAND_IN
from .errors import DamagedTable, UnknownGame
from .thinking_process import CannotStart, ThinkingFailed, ThinkingProcess
from .thinking_worker import answer_of
from .work_order import ClientUse, Job, next_job

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .table import Table

RETRY_SECONDS = 10.0
"""After which a table whose move could not be stored is tried again."""
NOT_YET = -1
"""The version of a table whose turn has come and that was not read yet."""
FINISHED = -2
"""The version of a table whose turn is over, while it is looked whether it gets in line again: any change puts it there."""
UNKNOWN_SECONDS = 1.0
"""What a bot is expected to think that is no level."""
LAST_RESORT = "random"
"""The bot that moves, in the server itself, where the processes fail twice."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Thought:
    """What a bot is asked: its seat at a version of a table, and the record up to there, without the key of the draws."""

    public: str
    version: int
    seat: int
    bot: str
    record: str

    @classmethod
    def of(cls, table: Table) -> Thought | None:
        """Returns what the bot on turn is asked; None if no bot is on turn."""
        with table.lock:
            if table.bot_on_turn is None:
                return None
            seat, bot = table.bot_on_turn
            return cls(table.public, table.version, seat, bot, table.match.record.format())


def seconds_of(bot: str) -> float:
    """Returns the seconds that a bot is expected to think about a move."""
    return LEVELS[bot].seconds if bot in LEVELS else UNKNOWN_SECONDS


class BotRunner:
    """The line of tables at which a bot is on turn, and the threads that serve it.

    ``processes`` tables think at the same time, each in a process that is started when it is first needed; with 0 one thinks in a thread
    of the server. The order is that of ``next_job``: tables that nobody watches come last, then those whose client has used most seconds, with the expected move. A bot moves at least ``pause`` seconds after the last change, and
    at most about ``seconds`` after its turn in line has come: then a lower one moves for it. ``play`` finds a table and stores an answer there.
    """

    def __init__(
        self,
        find: Callable[[str], Table],
        play: Callable[[Thought, str], None],
        processes: int = 0,
        pause: float = 0.0,
        seconds: float = 20.0,
        is_watched: Callable[[str], bool] = lambda public: True,
    ) -> None:
        self._find = find
        self._is_watched = is_watched
        self._play = play
        self._pause = pause
        self._seconds = seconds
        self.processes = [ThinkingProcess() for _ in range(processes)]
        self._threads: list[Thread] = []
        self._due: dict[str, Job] = {}
        self._use = ClientUse(time.monotonic)
        self._thinking: dict[str, int] = {}
        self._dropped: set[str] = set()
        self._changed = Condition()
        self._is_closed = False

    def notice(self, table: Table) -> None:
        """Takes note of a table that has changed: its bot gets in line, or a thought that nobody needs any more ends. For any thread."""
        on_turn, version, public = table.bot_on_turn, table.version, table.public
        with self._changed:
            if public in self._thinking:
                if self._thinking[public] not in (version, NOT_YET):
                    self._dropped.add(public)
            elif on_turn is not None:
                self._add(public, table.client, self._pause, seconds_of(on_turn[1]))
            else:
                self._due.pop(public, None)

    def resume(self, tables: Iterable[tuple[str, str]]) -> None:
        """Puts tables in line, by public id and client, at which a bot was on turn when the server stopped."""
        with self._changed:
            for public, client in tables:
                self._add(public, client, 0.0, UNKNOWN_SECONDS)

    def close(self) -> None:
        """Ends all thinking; nothing is lost, as a bot that is on turn is asked again after the next start."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        for process in self.processes:
            process.close()
        for thread in self._threads:
            thread.join()

    @property
    def is_idle(self) -> bool:
        """Whether no table is in line or thinks."""
        with self._changed:
            return not self._due and not self._thinking

    def _add(self, public: str, client: str, pause: float, seconds: float) -> None:
        self._due.setdefault(public, Job(public, client, time.monotonic() + pause, seconds=seconds))
        if not self._is_closed and len(self._threads) < max(len(self.processes), 1):
            process = self.processes[len(self._threads)] if self.processes else None
            self._threads.append(Thread(target=self._run, args=(process,), daemon=True, name="bots"))
            self._threads[-1].start()
        self._changed.notify()

    def _run(self, process: ThinkingProcess | None) -> None:
        """Serves the line until the runner is closed."""
        while (job := self._next()) is not None:
            public, began, pause = job.id, time.monotonic(), self._pause
            try:
                self._move(public, process)
            except (UnknownGame, DamagedTable):
                pause = -1.0
            except Exception as error:
                log.error("a bot could not move in game %s: %s: %s", public, type(error).__name__, str(error)[:300])
                pause = RETRY_SECONDS
            self._finish(job, time.monotonic() - began, pause)

    def _next(self) -> Job | None:
        """Waits for the table whose turn in line it is; None if the runner is closed."""
        with self._changed:
            while not self._is_closed:
                waiting = [replace(job, rank=int(not self._is_watched(job.id))) for job in self._due.values()]
                job = next_job(waiting, self._use.seconds, time.monotonic())
                if job is not None:
                    del self._due[job.id]
                    self._thinking[job.id] = NOT_YET
                    return job
                first = min((each.due for each in waiting), default=None)
                self._changed.wait(None if first is None else first - time.monotonic())
            return None

    def _finish(self, job: Job, seconds: float, pause: float) -> None:
        """Puts the table at the end of the line again if a bot is still on turn, or if it changes meanwhile (``pause`` below 0: it is gone)."""
        public = job.id
        with self._changed:
            self._use.add(job.client, seconds)
            self._thinking[public] = FINISHED
            self._dropped.discard(public)
        is_due = pause >= 0 and self._is_due(public)
        with self._changed:
            del self._thinking[public]
            if is_due or public in self._dropped:
                self._add(public, job.client, max(pause, 0.0), job.seconds)
            self._dropped.discard(public)

    def _is_due(self, public: str) -> bool:
        """Returns whether a bot is on turn at a table, also if it can't be read now: then it is tried again."""
        try:
            return self._find(public).bot_on_turn is not None
        except (UnknownGame, DamagedTable):
            return False
        except GroundfloorError:
            return True

    def _move(self, public: str, process: ThinkingProcess | None) -> None:
        thought = Thought.of(self._find(public))
        if thought is None:
            return
        with self._changed:
            self._thinking[public] = thought.version
        text = self._think(thought, process)
        if text is not None and not self._is_dropped(public):
            self._play(thought, text)

    def _is_dropped(self, public: str) -> bool:
        with self._changed:
            return self._is_closed or public in self._dropped

    def _think(self, thought: Thought, process: ThinkingProcess | None) -> str | None:
        """Returns the text of the bot's action, or of a lower bot's if it fails; None if nobody needs it any more."""
        if process is None:
            return self._think_here(thought, thought.bot)
        for bot in (thought.bot, next_lower(thought.bot) or STAND_IN):
            try:
                return process.think(thought.record, bot, self._seconds, lambda: self._is_dropped(thought.public))
            except CannotStart as error:
                if self._is_dropped(thought.public):
                    return None
                log.warning("bot %s in game %s: %s; it thinks in the server", thought.bot, thought.public, error)
                return self._think_here(thought, thought.bot)
            except ThinkingFailed as error:
                if self._is_dropped(thought.public):
                    return None
                log.warning("bot %s in game %s: %s; a lower bot moves", bot, thought.public, error)
        return self._think_here(thought, LAST_RESORT)

    def _think_here(self, thought: Thought, bot: str) -> str:
        try:
            return answer_of(thought.record, bot)
        except GroundfloorError as error:
            log.warning("bot %s in game %s: %s; %s moves", bot, thought.public, error, LAST_RESORT)
            return answer_of(thought.record, LAST_RESORT)
