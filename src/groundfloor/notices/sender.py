"""Sends notices: the jobs of a target, each of which sends one message about all tables that wait."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..store.notices import STEP_SECONDS
from ..store.rows import TryLater
from ..tables.job_runner import Again, JobRunner
from .wording import message_for, trial_message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..store import NoticeTarget, Store
    from ..store.rows import Job, WayName
    from .message import Message, Outcome, Way

THREADS = 2
"""Messages that a process sends at the same time."""
UNKNOWN_SECONDS = 1.0
"""When a job is looked at again as long as nobody knows who is here."""
log = logging.getLogger(__name__)


class NoticeSender:
    """Sends what is due, by the ``ways`` that there are. Nothing is sent twice, whenever the process ends.

    ``here`` returns the seats, each with its game, of which this process has a page open; None as long as that is not known. ``clock`` returns the time as text, ``origin`` the address at which people reach
    the server; ``secret`` is the server's own. ``count`` is called with the way and the outcome of each message.
    """

    def __init__(
        self,
        store: Store,
        ways: Mapping[WayName, Way],
        here: Callable[[], set[tuple[str, int]] | None],
        clock: Callable[[], str],
        origin: Callable[[], str],
        secret: str,
        count: Callable[[str, str], None] = lambda way, outcome: None,
    ) -> None:
        self.store = store
        self.ways = ways
        self._here = here
        self._clock = clock
        self._origin = origin
        self._secret = secret
        self._count = count
        self._runner = JobRunner(store.jobs, ("notice",), self._send_due, THREADS)

    def wake(self) -> None:
        """Looks for notices that are due."""
        self._runner.wake()

    def close(self) -> None:
        """Returns when what is being sent is sent or has failed; what waits is sent by another process, or after the next start."""
        self._runner.close()

    def send_trial(self, target: NoticeTarget, id: str) -> Outcome | TryLater:
        """Sends a message that says that notices arrive here; ``id`` is new. Blocks."""
        outcome = self._send(target, trial_message(target, id, self._origin()))
        self.store.note_outcome(target.id, outcome, *self._times())
        return outcome

    def _send_due(self, job: Job) -> Again | None:
        """Sends what is due to the target of a job."""
        here = self._here()
        if here is None:
            return Again(UNKNOWN_SECONDS)
        batch = self.store.take_deliveries(job.game, here, self._clock())
        if batch is None:
            return None
        pause = None
        if batch.deliveries:
            result = self._send(batch.target, message_for(batch.target, batch.deliveries, self._origin(), self._secret))
            pause = self.store.finish_deliveries(batch, result, *self._times())
        waits = [seconds for seconds in (batch.seconds, pause) if seconds is not None]
        return Again(min(*waits, STEP_SECONDS)) if waits else None

    def _send(self, target: NoticeTarget, message: Message) -> Outcome | TryLater:
        result = self._tried(target, message)
        self._count(target.way, "later" if isinstance(result, TryLater) else result)
        return result

    def _tried(self, target: NoticeTarget, message: Message) -> Outcome | TryLater:
        way = self.ways.get(target.way)
        if way is None:
            log.warning("notices can't be sent by %s at this server", target.way)
            return "failed"
        try:
            return way.send(target, message)
        except Exception as error:
            log.error("a notice could not be sent by %s: %s", target.way, type(error).__name__)  # its text may name the address
            return "failed"

    def _times(self) -> tuple[str, str]:
        """Returns the time, and that of a day ago."""
        now = self._clock()
        return now, (datetime.fromisoformat(now) - timedelta(days=1)).isoformat(timespec="seconds")
