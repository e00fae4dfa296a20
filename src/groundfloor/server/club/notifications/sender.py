"""Sends notices: the jobs of an address, each of which sends one message about all tables that wait.

Nobody's slow addresses delay the notices of others: a process sends one message of each owner at a time, and addresses that took long before, or to which
nothing was sent yet, never take all the threads.
"""

from __future__ import annotations

import logging
import math
import time
from collections import Counter
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from ...database.job_runner import Again, JobRunner, next_job
from ...database.rows import TryLater
from ...http.limits import Limits
from . import address_storage
from . import storage as notice_storage
from .storage import OF_ACCOUNT, OF_REPORTS, STEP_SECONDS, pause_after
from .wording import account_message, message_for, report_message, trial_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ...database.rows import Job, TransportName
    from ...database.store import Store
    from .message import Message, Outcome, Transport
    from .rows import NotificationAddress

THREADS, THREADS_OF_NEW, THREADS_OF_SLOW = 16, 12, 4
"""Messages that a process sends at the same time; those of them to addresses that are new or slow, and to slow ones."""
SLOW_SECONDS = 2.0
"""An address is slow if its last message took longer, or was not answered."""
MAX_KNOWN = 10_000
"""Addresses of which a process remembers how long they took."""
MOST_TRIES = 32
"""How often somebody is told of attempts to log in until it is accepted: for some hours."""
UNKNOWN_SECONDS = 1.0
"""When a job is looked at again while nobody knows who is here."""
OF_PERSON = {OF_ACCOUNT: account_message, OF_REPORTS: report_message}
"""Messages to an address that are about no table, by the version of the job."""
Pace = Literal["prompt", "new", "slow"]
PACES: tuple[Pace, ...] = ("prompt", "new", "slow")
log = logging.getLogger(__name__)


class NotificationSender:
    """Sends what is due, by the ``transports`` that there are. Nothing is sent twice, whenever the process ends.

    ``here`` returns the seats, each with its game, of which this process has a page open; None while that is not known. ``clock`` returns the time as text, ``origin`` the address at which people reach
    the server; ``secret`` is the server's own. ``count`` is called with the transport and the outcome of each message; ``most_of_host`` is how many messages one host is sent in an hour.
    """

    def __init__(
        self,
        store: Store,
        transports: Mapping[TransportName, Transport],
        here: Callable[[], set[tuple[str, int]] | None],
        clock: Callable[[], str],
        origin: Callable[[], str],
        secret: str,
        count: Callable[[str, str], None] = lambda transport, outcome: None,
        runner: type[JobRunner] = JobRunner,
        most_of_host: float = Limits.host_messages_per_hour,
    ) -> None:
        self.store = store
        self.transports = transports
        self._here = here
        self._clock = clock
        self._origin = origin
        self._secret = secret
        self._count = count
        self._most_of_host = most_of_host
        self._seconds: dict[str, float] = {}
        self._runner = runner(store.jobs, ("notice",), self._send_due, THREADS, order=self._next)

    def wake(self) -> None:
        """Looks for notices that are due."""
        self._runner.wake()

    def close(self) -> None:
        """Returns when what is being sent is sent or has failed; what waits is sent by another process, or after the next start."""
        self._runner.close()

    def send_trial(self, address: NotificationAddress, id: str) -> Outcome | TryLater:
        """Sends a message that says that notices arrive here; ``id`` is new. Blocks."""
        outcome = self._send(address, trial_message(address, id, self._origin()))
        notice_storage.note_outcome(self.store, address.id, outcome, *self._times())
        return outcome

    def _next(self, due: Iterable[Job], used: Callable[[str], float]) -> Job | None:
        """Returns the next job to do: of an owner to whom nothing is being sent, for prompt addresses first, then for new ones."""
        active = self._runner.active
        busy, paces = {job.client for job in active}, Counter(map(self._pace, active))
        has_room = (
            True,
            paces["new"] + paces["slow"] < THREADS_OF_NEW,
            paces["slow"] < min(THREADS_OF_SLOW, THREADS_OF_NEW - paces["new"]),
        )
        free = [job for job in due if job.client not in busy and has_room[PACES.index(self._pace(job))]]
        return next_job(free, used, lambda job: PACES.index(self._pace(job)))

    def _pace(self, job: Job) -> Pace:
        seconds = self._seconds.get(job.game)
        return "new" if seconds is None else "slow" if seconds > SLOW_SECONDS else "prompt"

    def _note_seconds(self, address_id: str, seconds: float) -> None:
        """Remembers how long a message has taken; the address that was used longest ago is forgotten if there are too many."""
        self._seconds.pop(address_id, None)
        self._seconds[address_id] = seconds
        if len(self._seconds) > MAX_KNOWN:
            del self._seconds[next(iter(self._seconds))]

    def _send_due(self, job: Job) -> Again | None:
        """Sends what is due to the address of a job."""
        if job.version in OF_PERSON:
            return self._tell_person(job)
        here = self._here()
        if here is None:
            return Again(UNKNOWN_SECONDS)
        batch = notice_storage.take(self.store, job.game, here, self._clock(), self._most_of_host)
        if batch is None:
            return None
        pause = None
        if batch.deliveries:
            result = self._send_timed(batch.address, message_for(batch.address, batch.deliveries, self._origin(), self._secret))
            pause = notice_storage.finish(self.store, batch, result, *self._times())
        waits = [seconds for seconds in (batch.seconds, pause) if seconds is not None]
        return Again(min(*waits, STEP_SECONDS)) if waits else None

    def _tell_person(self, job: Job) -> Again | None:
        """Tells the owner of an account of attempts to log in to it, or an administrator of new reports. What a process was sending when it ended is not sent again."""
        address, tries = address_storage.find(self.store, job.game), int(job.result or 0)
        if address is None or address.is_off or not address.confirmed or job.tries != tries:
            return None
        if wait := notice_storage.count_message(self.store, address, self._most_of_host):
            return Again(min(wait, STEP_SECONDS), str(tries + 1))
        message_about = OF_PERSON[job.version]
        result = self._send_timed(address, message_about(address, f"{address.id}-account-{job.id}", self._origin(), self._secret))
        notice_storage.note_outcome(self.store, address.id, result, *self._times())
        if isinstance(result, TryLater) and tries < MOST_TRIES:
            return Again(min(pause_after(tries, result.seconds), STEP_SECONDS), str(tries + 1))
        return None

    def _send_timed(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        began = time.monotonic()
        result = self._send(address, message)
        is_answered = result in ("sent", "failed", "gone")
        self._note_seconds(address.id, time.monotonic() - began if is_answered else math.inf)
        return result

    def _send(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        result = self._tried(address, message)
        self._count(address.transport, "later" if isinstance(result, TryLater) else result)
        return result

    def _tried(self, address: NotificationAddress, message: Message) -> Outcome | TryLater:
        transport = self.transports.get(address.transport)
        if transport is None:
            log.warning("notices can't be sent by %s at this server", address.transport)
            return "failed"
        try:
            return transport.send(address, message)
        except Exception as error:
            log.error("a notice could not be sent by %s: %s", address.transport, type(error).__name__)  # its text may name the address
            return "failed"

    def _times(self) -> tuple[str, str]:
        """Returns the time, and that of a day ago."""
        now = self._clock()
        return now, (datetime.fromisoformat(now) - timedelta(days=1)).isoformat(timespec="seconds")
