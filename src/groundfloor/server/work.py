"""Runs the blocking work of requests: in which threads, for which client, and what goes first."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from anyio import CancelScope

from groundfloor.engine.cancellation import cancellation_check, raise_if_cancelled

from .database.database import written_bytes
from .database.errors import ChangedElsewhere, StorageError, log_text
from .game.tables.table_cache import NotInMemory, only_in_memory
from .http.deadlines import current_client, current_deadline, ignoring_disconnect
from .http.limits import PASSWORDS_AT_ONCE
from .http.threads import ClientLimiter, ClientUse, MovePriority, yield_to_moves

if TYPE_CHECKING:
    from collections.abc import Callable

    from .game.tables.table_service import TableService
    from .http.executor import Executor
    from .http.limits import Limits
    from .http.rates import Rates

MAX_RETRIES = 3
"""How often work is started again because its table was not in memory; after that it reads the table itself."""
MAX_IMPORTS = 6
"""Files of results that are received and read at the same time, one of a client: each takes a few megabytes of memory."""
MESSAGES_AT_ONCE = 16
"""Messages that people have asked for and that are sent at the same time, one of a client."""
MAX_DOWNLOADS = 32
"""Files of accounts that are sent at the same time, one of a person: each takes up to a megabyte of memory."""
MOVE_THREADS = 2
"""Threads that make the answers to moves."""
log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class Work:
    """The blocking work of one server: ``write`` has a single thread, ``read``, ``heavy``, ``password`` and ``send`` have a few each.

    No client takes all threads of a kind (``ClientLimiter``), and pages give way to moves (``MovePriority``).
    """

    def __init__(self, table_service: TableService, rates: Rates, executor: Executor, limits: Limits) -> None:
        self._table_service = table_service
        self._rates = rates
        self._executor = executor
        self._loop: asyncio.AbstractEventLoop | None = None
        self.use = ClientUse()
        self.move_priority = MovePriority(self.use)
        limiter = partial(ClientLimiter, use=self.use, executor=executor)
        self.beginnings = limiter(1, 1)
        """Turns of requests to begin in the event loop."""
        self.writer = limiter(1, 1)
        self.move_answers = limiter(MOVE_THREADS, 1)
        self.readers = limiter(limits.readers, max(limits.readers - 1, 1))
        self.heavy_work = limiter(limits.heavy_at_once, 1, limits.heavy_waiting)
        self.heavy = self.heavy_work.run
        """Runs work that takes long and writes nothing, such as replaying a record; one piece at a time for each client, as all that follow."""
        self.password = limiter(PASSWORDS_AT_ONCE, 1, limits.heavy_waiting).run
        """Runs work that hashes a password or reads what a passkey says."""
        self.send = ClientLimiter(MESSAGES_AT_ONCE, 1, limits.heavy_waiting, executor=executor).run
        """Runs work that waits for another server."""
        self.importers = limiter(MAX_IMPORTS, 1, limits.heavy_waiting)
        """Turns to receive and read files of results."""
        self.downloads = ClientLimiter(MAX_DOWNLOADS, 1, max_waiting=0)
        """Turns of people, by owner id, to be sent the file of their account; a second one is refused."""

    def open(self) -> None:
        """Binds ``write_from_thread`` to the running event loop."""
        self._loop = asyncio.get_running_loop()

    async def write(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs work that changes stored data. It is finished even if the client disconnects; its table is loaded before it starts."""
        counted = self._counting(partial(work, *args, **kwargs), current_client())
        without_deadline = cancellation_check(lambda: None)(counted)
        with CancelScope(shield=True), ignoring_disconnect():
            result = await self._run_with_loaded_table(without_deadline, self.writer)
        return result

    def write_from_thread(self, work: Callable[[], None], seconds: float | None = None) -> None:
        """Runs work in the thread that writes, and waits for it, at most for so many seconds. For threads of jobs."""
        if self._executor.is_in_place:
            work()
            return
        loop = self._loop
        if loop is not None and loop.is_running():
            asyncio.run_coroutine_threadsafe(self.write(work), loop).result(seconds)

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs work that only reads; it is cancelled when the client disconnects or the deadline passes.

        The answer to a move has threads of its own, and pages give way to it.
        """
        deadline = current_deadline.get()
        is_page = deadline is not None and deadline.is_read_only
        return await self._run_with_loaded_table(partial(work, *args, **kwargs), self.readers if is_page else self.move_answers)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Runs short work at once, which would still keep the event loop waiting; counts its processor time to the current client."""
        return await self._executor.run(self.use.counting(work, current_client(), self._executor.processor_seconds))

    def _counting(self, work: Callable[[], T], client: str) -> Callable[[], T]:
        """Returns the work as a function that counts the bytes that it stores to the client ("": to nobody)."""

        def run() -> T:
            before = written_bytes.get()
            result = work()
            if client and written_bytes.get() > before:
                with suppress(StorageError):  # what is counted is stored already
                    count = written_bytes.get() - before
                    self._rates.stored.spend(client, count)
                    self._rates.stored_by_day.spend(client, count)
            return result

        return run

    async def _run_with_loaded_table(self, work: Callable[[], T], limiter: ClientLimiter) -> T:
        """Runs the work in a thread that never waits for the disk.

        If its table is not in memory or was changed by another process, the work is started again after that.
        """
        retries = 0
        while retries < MAX_RETRIES:
            try:
                return await self._run(only_in_memory()(work), limiter)
            except NotInMemory as missing:
                retries += 1
                await self.heavy(self._load_with_pauses, missing.game_id, current_client(), is_page=limiter is self.readers)
            except ChangedElsewhere:
                retries += 1
                raise_if_cancelled()
        return await self._run(work, limiter)

    def _load_with_pauses(self, game_id: str, client: str, *, is_page: bool) -> None:
        """Loads a table, which replays its record, and gives way to what is more urgent before each entry."""
        deadline = current_deadline.get()

        def check() -> None:
            yield_to_moves()
            if deadline is not None:
                deadline.check()

        with cancellation_check(check):
            self.move_priority.after(self.move_priority.urgency(client, is_page=is_page), partial(self._table_service.table, game_id))()

    async def _run(self, work: Callable[[], T], limiter: ClientLimiter) -> T:
        client, is_page = current_client(), limiter is self.readers
        try:
            async with limiter.turn(client):
                urgency = self.move_priority.urgency(client, is_page=is_page)
                with self.move_priority.counting(urgency):
                    return await limiter.run_now(self.move_priority.after(urgency, work) if is_page else work)
        except ChangedElsewhere:
            raise
        except StorageError as error:
            log.error("the data can't be reached: %s", log_text(error))
            raise
