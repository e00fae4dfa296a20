"""The order in which requests get the event loop and the threads of the server: no client takes them all, and moves go before pages.

All threads of a server share one interpreter, so work pauses while something more urgent is under way: first the moves, then the pages of
clients that ask for little, then the moves and pages of those that have used much. It pauses where it holds no lock: between the regions of its board.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections import Counter, OrderedDict, deque
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import anyio
from anyio import CapacityLimiter, fail_after

from .deadlines import current_client, current_deadline, deadline_error
from .errors import TooManyWaiting
from .executor import ThreadExecutor

if TYPE_CHECKING:
    from asyncio import TimerHandle
    from collections.abc import AsyncIterator, Callable, Iterator

    from .executor import Executor

P = ParamSpec("P")
T = TypeVar("T")
MOST_PAUSE, MOST_PAUSE_OF_HEAVY = 0.05, 1.0
"""Seconds that one piece of work pauses in all: pages are made however many moves there are. One or two moves take as long, and where others always wait for the disk, each page waits in vain."""
HALF_LIFE = 10.0
"""Seconds after which half of a client's use is forgotten."""
HEAVY_USE = 1.0
"""Seconds of processor time from which on a client has used much lately. Somebody who opens a page every three seconds uses a third of it."""
FIRST_USE = 0.5
"""Seconds that a new client is assumed to have used: one that asks for much at once comes after those that have asked for little so far."""
HEAVY_PART = 3
"""Those who have used much lately get one part in so many of the processor time, all together, while others ask for something."""
ASKING_SECONDS = 1.0
"""How long after a request others are assumed to ask for something."""
LONGEST_COOLDOWN = 2.0
"""Seconds after which work of those who have used much begins in any case."""
NEW_SECONDS = 20.0
"""For how long a client is new. Nobody is who comes so soon after the start of the server: they have been here before."""
NEW_USE = 3.0
"""Seconds of processor time from which on all new clients together have used much lately: three times as much as a single one, which may have many people behind it."""
MAX_CLIENTS = 10_000
"""Clients whose use is remembered; beyond them, the least recent one is forgotten."""
_pause: ContextVar[Callable[[], None]] = ContextVar("groundfloor_pause", default=lambda: None)


@dataclass
class _Use:
    """Seconds of processor time, as they were counted ``at`` a time; ``since`` is when a client came, ``is_new`` whether it still counts as new."""

    seconds: float
    at: float
    since: float = 0.0
    is_new: bool = False

    def left(self, now: float) -> float:
        """Returns the seconds that are not forgotten by now."""
        return float(self.seconds * 0.5 ** ((now - self.at) / HALF_LIFE))

    def add(self, seconds: float, now: float) -> None:
        self.seconds, self.at = self.left(now) + seconds, now


class ClientUse:
    """The processor time that clients have had lately, in the event loop and in threads. ``clock`` returns monotonic seconds. For any thread.

    Many addresses are cheap, so those that are new count together as well: while somebody else asks for something and the new ones together have used much, each of them
    counts as one that has used much, and stays new.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._clients: OrderedDict[str, _Use] = OrderedDict()
        self._new_ones = _Use(0.0, self._began)
        self._lock = Lock()
        self._asking_until = self._known_asking_until = self._cooldown_until = 0.0

    def add(self, client: str, seconds: float) -> None:
        """Counts seconds of processor time to a client ("": to nobody). After those of one that has used much there is a pause (cooldown) in which nothing of such clients begins."""
        if client:
            with self._lock:
                now, use = self._clock(), self._use_of(client)
                use.add(seconds, now)
                if use.is_new:
                    self._new_ones.add(seconds, now)
                if self.is_heavy(client):
                    self._cooldown_until = min(max(self._cooldown_until, now) + (HEAVY_PART - 1) * seconds, now + LONGEST_COOLDOWN)

    def counting(self, work: Callable[[], T], client: str, processor_seconds: Callable[[], float]) -> Callable[[], T]:
        """Returns the work as a function that counts the processor time of its thread to a client ("": to nobody)."""

        def run() -> T:
            began = processor_seconds()
            try:
                return work()
            finally:
                self.add(client, processor_seconds() - began)

        return run

    def note_request(self, client: str) -> None:
        """Notes that a client asks for something: if it has used little, those that have used much pause."""
        with self._lock:
            now, use = self._clock(), self._use_of(client) if client else None
            if use is not None and use.is_new and now - use.since >= NEW_SECONDS and not self._are_new_ones_heavy(now):
                use.is_new = False
            if not self.is_heavy(client):
                self._asking_until = now + ASKING_SECONDS
                if use is None or not use.is_new:
                    self._known_asking_until = now + ASKING_SECONDS

    def _use_of(self, client: str) -> _Use:
        now = self._clock()
        use = self._clients.setdefault(client, _Use(FIRST_USE, now, now, is_new=now - self._began >= NEW_SECONDS))
        self._clients.move_to_end(client)
        if len(self._clients) > MAX_CLIENTS:
            self._clients.popitem(last=False)
        return use

    def _are_new_ones_heavy(self, now: float) -> bool:
        return now < self._known_asking_until and self._new_ones.left(now) > NEW_USE

    @property
    def cooldown_left(self) -> float:
        """Seconds until work of a client that has used much begins; 0.0 while nobody else asks for anything."""
        return max(min(self._cooldown_until, self._asking_until) - self._clock(), 0.0)

    def seconds(self, client: str) -> float:
        """Returns the seconds that a client has used, each of which counts as half after ``HALF_LIFE``; 0.0 for nobody ("").

        One that is not known counts as one that has used ``FIRST_USE``, a new one as one that has used ``HEAVY_USE`` more if the new ones together have used much.
        """
        if not client:
            return 0.0
        now, use = self._clock(), self._clients.get(client)
        is_new = now - self._began >= NEW_SECONDS if use is None else use.is_new
        used = FIRST_USE if use is None else use.left(now)
        return used + HEAVY_USE if is_new and self._are_new_ones_heavy(now) else used

    def is_heavy(self, client: str) -> bool:
        return self.seconds(client) > HEAVY_USE


class ClientLimiter:
    """Runs up to ``total`` pieces of work at the same time in ``threads``, up to ``per_client`` of them for one client.

    Others wait; a client that has ``max_waiting`` pieces waiting is refused. The one that has used least lately (``use``), to a tenth of a second, is next; equals take turns. Those that have used much
    have a third of the threads together, and pause while others ask for something.
    """

    def __init__(
        self, total: int, per_client: int, max_waiting: int = 1_000, use: ClientUse | None = None, executor: Executor | None = None
    ) -> None:
        self.total = total
        self.per_client = per_client
        self.max_waiting = max_waiting
        self.threads = CapacityLimiter(total)
        self.use = use or ClientUse()
        self.executor = executor or ThreadExecutor()
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[anyio.Event]] = {}
        self._turns = 0
        self._timer: TimerHandle | None = None
        self._order: dict[str, float] = {}
        """The number of each client's last turn, at first that of the turn after which it came; the client with the lowest one is next."""

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for a turn."""
        return bool(self._waiting)

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Waits for a turn of the client; TooManyWaiting if too many wait already, DeadlinePassed if the turn does not come in time."""
        await self._begin(client)
        try:
            yield
        finally:
            self._end(client)

    async def pass_of_loop(self, client: str) -> None:
        """Waits as ``turn`` does, for a turn that ends when the event loop has looked at everything else that it has to do."""
        await self._begin(client)
        get_running_loop().call_soon(self._end, client)

    async def _begin(self, client: str) -> None:
        if self._running[client] + len(self._waiting.get(client, ())) >= self.per_client + self.max_waiting:
            raise TooManyWaiting("Too much is coming from your address at once. Please wait a moment and try again.")
        begins = anyio.Event()
        self._order.setdefault(client, self._turns)
        self._waiting.setdefault(client, deque()).append(begins)
        self._begin_next()
        try:
            await wait_in_time(begins)
        except BaseException:
            if begins.is_set():
                self._end(client)
            else:
                self._waiting[client].remove(begins)
                self._forget_idle(client)
            raise

    def _begin_next(self) -> None:
        """Gives free places to those who wait."""
        while self._running.total() < self.total:
            cooldown_left = self.use.cooldown_left
            ready = [client for client in self._waiting if self._may_begin(client, cooldown_left)]
            if not ready:
                self._go_on_after(cooldown_left)
                return
            client = min(ready, key=lambda waiting: (round(self.use.seconds(waiting), 1), self._order[waiting]))
            self._turns += 1
            self._order[client] = self._turns + 0.5
            self._running[client] += 1
            self._waiting[client].popleft().set()
            self._forget_idle(client)

    def _may_begin(self, client: str, cooldown_left: float) -> bool:
        if self._running[client] >= self.per_client:
            return False
        if not self.use.is_heavy(client):
            return self.use.seconds(client) <= FIRST_USE or self._running.total() < max(self.total - 1, 1)
        heavy = sum(count for running, count in self._running.items() if self.use.is_heavy(running))
        return heavy < (self.total + 2) // 3 and not cooldown_left

    def _go_on_after(self, cooldown_left: float) -> None:
        if self._waiting and cooldown_left and self._timer is None:
            self._timer = get_running_loop().call_later(cooldown_left, self._end_cooldown)

    def _end_cooldown(self) -> None:
        self._timer = None
        self._begin_next()

    def _end(self, client: str) -> None:
        self._running[client] -= 1
        self._forget_idle(client)
        self._begin_next()

    def _forget_idle(self, client: str) -> None:
        if not self._waiting.get(client, True):
            del self._waiting[client]
        if not self._running[client]:
            del self._running[client]
            if client not in self._waiting:
                del self._order[client]

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs work in a thread when it is the turn of the current client; raises what ``turn`` raises, and an error if the request was cancelled meanwhile."""
        async with self.turn(current_client()):
            return await self.run_now(partial(work, *args, **kwargs))

    async def run_now(self, work: Callable[[], T]) -> T:
        """Runs work in a thread, within a ``turn`` of the current client; raises an error if the request was cancelled."""
        deadline = current_deadline.get()
        if deadline is not None:
            deadline.check()
        return await self.executor.run(self.use.counting(work, current_client(), self.executor.processor_seconds), self.threads)


async def wait_in_time(event: anyio.Event) -> None:
    """Waits for an event, at most until the deadline of the request."""
    if event.is_set():
        return
    deadline = current_deadline.get()
    try:
        with fail_after(deadline.seconds_left if deadline is not None else None):
            await event.wait()
    except TimeoutError:
        raise deadline_error() from None


def yield_to_moves() -> None:
    """Pauses work that runs ``after`` more urgent work while that is under way; does nothing to other work."""
    _pause.get()()


URGENT_MOVE, USUAL_PAGE, MOVE_OF_NEW, PAGE_OF_NEW, HEAVY_MOVE, HEAVY_PAGE = range(6)
"""Urgencies, the most urgent first: moves and pages of clients that have used little, of those that are new or have used as much, and of those that have used much lately."""
LITTLE_USE = 0.8 * FIRST_USE
"""Seconds of processor time up to which a client has used little: less than new clients have, so many new addresses don't delay those who are there."""


class MovePriority:
    """Counts the work of one server that is under way, by its urgency.

    Work that waits for its turn is not counted: work that has one would pause for it, and keep it waiting.
    """

    def __init__(self, use: ClientUse | None = None) -> None:
        self.use = use or ClientUse()
        self._under_way: Counter[int] = Counter()
        self._is_free = {urgency: Event() for urgency in range(HEAVY_PAGE + 1)}
        for event in self._is_free.values():
            event.set()

    def urgency(self, client: str, *, is_page: bool) -> int:
        used = self.use.seconds(client)
        return (URGENT_MOVE if used <= LITTLE_USE else MOVE_OF_NEW if used <= HEAVY_USE else HEAVY_MOVE) + is_page

    @contextmanager
    def counting(self, urgency: int) -> Iterator[None]:
        """Counts work while the block runs. For the event loop only."""
        self._change(urgency, 1)
        try:
            yield
        finally:
            self._change(urgency, -1)

    def _change(self, urgency: int, by: int) -> None:
        self._under_way[urgency] += by
        for level, event in self._is_free.items():
            if any(self._under_way[other] for other in range(level)):
                event.clear()
            else:
                event.set()

    def after(self, urgency: int, work: Callable[[], T]) -> Callable[[], T]:
        """Returns the work as a function within which ``yield_to_moves`` pauses for what is more urgent."""
        left = MOST_PAUSE_OF_HEAVY if urgency >= HEAVY_MOVE else MOST_PAUSE
        is_free = self._is_free[urgency]

        def pause() -> None:
            nonlocal left
            if left > 0 and not is_free.is_set():
                begin = monotonic()
                is_free.wait(left)
                left -= monotonic() - begin

        def run() -> T:
            token = _pause.set(pause)
            try:
                yield_to_moves()
                return work()
            finally:
                _pause.reset(token)

        return run
