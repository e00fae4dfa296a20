"""The application context: what all routes share, and the threads in which they run blocking work."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from subprocess import TimeoutExpired
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from anyio import CancelScope, sleep

from groundfloor.presentation.pictures.animated_png import animated_png
from groundfloor.presentation.pictures.png import pngs

from ..engine.cancellation import cancellation_check, raise_if_cancelled
from ..request_id import on_behalf_of
from ..table.operations import AnswerForBot
from ..table.reduce import reduce
from .database.change_feed import CHATS, OWNER, RECORD
from .database.database import written_bytes
from .database.errors import ChangedElsewhere, NewerData, StorageError, log_text
from .database.places import Places
from .database.rows import SiteSettings
from .game.arrivals import Arrivals
from .game.bell import Bell
from .game.board.boards import Boards
from .game.board.pushed_boards import PushedBoards
from .game.club import Club
from .game.person_marks import seat_marks
from .game.storage import browsers, downtimes, games, results
from .game.storage.downtimes import NOTE_SECONDS
from .game.tables.advice import ANALYSIS_SIMULATIONS, AdviceRunner
from .game.tables.bot_runner import BotRunner, BotTurn
from .game.tables.clock_runner import ClockRunner
from .game.tables.table_cache import NotInMemory, only_in_memory
from .http.addresses import Addresses
from .http.byte_cache import ByteCache
from .http.deadlines import current_client, current_deadline, deadline_error, ignoring_disconnect
from .http.executor import Executor, ThreadExecutor
from .http.health import Health
from .http.limits import FEW_STREAMS, MEGABYTE
from .http.metrics import NoMetrics
from .http.rates import Rates
from .http.settings import Settings
from .http.sse import chat_message
from .http.threads import ClientLimiter, ClientUse, MovePriority, yield_to_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.requests import Request

    from ..engine.errors import GroundfloorError
    from ..table import Table
    from .club.notifications.message import Transport
    from .database.rows import TableChange, TransportName
    from .database.store import Store
    from .game.presence import Presence
    from .game.tables.table_service import TableService
    from .http.assets import Assets
    from .http.sse import Hub

MAX_RETRIES = 3
"""How often work is started again because its table was not in memory; after that it reads the table itself."""
MAX_IMPORTS = 6
"""Files of results that are received and read at the same time, one of a client: each takes a few megabytes of memory."""
PASSWORDS_AT_ONCE = 2
"""Passwords that are hashed at the same time, one of a client: each takes 19 MB of memory (``passwords.py``)."""
MESSAGES_AT_ONCE = 16
"""Messages that people have asked for and that are sent at the same time, one of a client."""
MOVE_THREADS = 2
"""Threads that make the answers to moves."""
VERSION_SECONDS = 2.0
"""Between two looks whether a newer version works on the same database."""
SITE_SECONDS = 5.0
"""Between two looks at what administrators have chosen for the server."""
FILM_BYTES = 8_000_000
"""Of films that are kept, as each takes seconds to make."""
STORE_SECONDS = 30.0
"""How long an analysis waits to be stored."""
log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class AppContext:
    """The parts of one server, at ``app.state.context``.

    Blocking work runs in threads: ``write`` has a single one, ``read`` and ``heavy`` have a few each. ``values`` are the house values,
    as TOML, that the start page proposes for new tables; "" for none. ``last_seen`` are those of players at open tables (``pop_last_seen``), ``transports`` those by
    which notices are sent, ``site`` what administrators have chosen, ``push_key`` is what browsers need for web push. ``view_as_asked`` returns what the API tells of the table of an address, also with a refusal, ``api_description`` the description of the API in OpenAPI. ``end`` ends the server, because of ``failure``. ``is_serving``: it
    answers requests, and not only does jobs. ``is_local``: it is for one person in their own browser.
    """

    store: Store
    table_service: TableService
    hub: Hub
    presence: Presence
    assets: Assets
    secret: str
    rates: Rates
    values: str = ""
    settings: Settings = field(default_factory=Settings)
    addresses: Addresses = field(default_factory=Addresses)
    warned_proxies: set[str] = field(default_factory=set)
    used_games: set[str] = field(default_factory=set)
    last_seen: set[tuple[str, str]] = field(default_factory=set)
    transports: dict[TransportName, Transport] = field(default_factory=dict)
    push_key: str = ""
    club: Club = field(default_factory=Club)
    view_as_asked: Callable[[Request], object] = lambda request: None
    api_description: Callable[[], bytes] = bytes
    health: Health = field(default_factory=Health)
    metrics: NoMetrics = field(default_factory=NoMetrics)
    site: SiteSettings = field(default_factory=SiteSettings)
    end: Callable[[], None] = lambda: None
    failure: GroundfloorError | None = None
    is_serving: bool = True
    executor: Executor = field(default_factory=ThreadExecutor)
    is_local: bool = False

    def __post_init__(self) -> None:
        limits = self.settings.limits
        self.bots = BotRunner(
            self.store.jobs,
            self.table_service.table,
            self._play_for_bot,
            self.settings.bot_processes,
            limits.bot_seconds,
            lambda game_id: self.hub.is_watched(f"g:{game_id}") or game_id in self.used_games,
            self.executor.pool,
            self.executor.runner,
        )
        self.clocks = ClockRunner(self.table_service, self._write_from_thread, self.executor.runner)
        self.advice = AdviceRunner(
            self.store.jobs,
            self._store_analysis,
            min(self.settings.bot_processes, 1),
            ANALYSIS_SIMULATIONS,
            self._keep_advice,
            partial(games.kept_advice, self.store),
            self.executor.pool,
            self.executor.runner,
            self._keep_par,
        )
        self.notices = self.club.sender(self)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.requests_under_way: dict[str, tuple[asyncio.Lock, int]] = {}
        """The requests with an idempotency key that are carried out here now, by their hashes, and how many of each there are (``answers.turn``)."""
        self.boards = Boards(limits.board_megabytes * MEGABYTE, self.metrics, self.table_service.seat_times, partial(seat_marks, self))
        self.films: ByteCache[tuple[str, int, str], bytes] = ByteCache(FILM_BYTES)
        """Films by game id, version and language."""
        self.arrivals = Arrivals(self.table_service)
        self.bell = Bell(self.hub, self.store, self.club, self.executor)
        self.use = ClientUse()
        self.move_priority = MovePriority(self.use)
        self.pushed_boards = PushedBoards(
            self.hub, self.table_service.table, self.boards, self.executor, self.move_priority, self.club.chat_kind
        )
        limiter = partial(ClientLimiter, use=self.use, executor=self.executor)
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
        self.send = ClientLimiter(MESSAGES_AT_ONCE, 1, limits.heavy_waiting, executor=self.executor).run
        """Runs work that waits for another server."""
        self.picture_makers = limiter(1, 1, limits.heavy_waiting)
        self.stream_places = Places(limits.streams, limits.streams_per_client, FEW_STREAMS)
        self.importers = limiter(MAX_IMPORTS, 1, limits.heavy_waiting)

    @property
    def has_club(self) -> bool:
        """Whether there are pages of other people: accounts, the lobby, notices."""
        return self.club.has_pages and not self.is_local

    def mark_used(self, game_id: str) -> None:
        """Notes that somebody has opened a game, so that it does not expire."""
        self.used_games.add(game_id)

    def pop_used_games(self) -> set[str]:
        """Returns the games that were opened since the last call, and those that are open now."""
        opened, self.used_games = self.used_games, set()
        return opened | self.hub.watched()

    def pop_last_seen(self) -> set[tuple[str, str]]:
        """Returns who has looked at which open table since the last call: pairs of its game id and the key of one of its players."""
        found, self.last_seen = self.last_seen, set()
        return found

    async def write(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs work that changes stored data. It is finished even if the client disconnects; its table is loaded before it starts."""
        counted = self._counting(partial(work, *args, **kwargs), current_client())
        without_deadline = cancellation_check(lambda: None)(counted)
        with CancelScope(shield=True), ignoring_disconnect():
            result = await self._run_with_loaded_table(without_deadline, self.writer)
        return result

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs work that only reads; it is cancelled when the client disconnects or the deadline passes.

        The answer to a move has threads of its own, and pages give way to it.
        """
        deadline = current_deadline.get()
        is_page = deadline is not None and deadline.is_read_only
        return await self._run_with_loaded_table(partial(work, *args, **kwargs), self.readers if is_page else self.move_answers)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Runs short work at once, which would still keep the event loop waiting; counts its processor time to the current client."""
        return await self.executor.run(self.use.counting(work, current_client(), self.executor.processor_seconds))

    async def png(self, svg: str, scale: int = 1) -> bytes:
        """Returns an SVG as PNG; one picture is made at a time, and clients take turns. DeadlinePassed if it takes too long."""
        return (await self._pngs([svg], scale))[0]

    async def film(self, still: str, frames: Sequence[tuple[str, int]]) -> bytes:
        """Returns SVGs, each with its milliseconds, as one animated picture, which shows the ``still`` one where nothing moves. Like ``png``."""
        made = await self._pngs([still, *(svg for svg, _ in frames)], 1)
        return animated_png(made[0], [(picture, time) for picture, (_, time) in zip(made[1:], frames, strict=True)])

    async def _pngs(self, svgs: Sequence[str], scale: int) -> list[bytes]:
        """Returns SVGs as PNG, and counts the processor time of the process that makes them to the client."""
        client = current_client()

        def make() -> list[bytes]:
            before = os.times()
            try:
                return pngs(svgs, scale)
            finally:
                after = os.times()
                self.use.add(client, sum(after[2:4]) - sum(before[2:4]))  # of processes that have ended

        try:
            return await self.picture_makers.run(make)
        except TimeoutExpired:
            raise deadline_error() from None

    async def start(self) -> None:
        """Resumes games whose Automas or chance have to go on, and follows other processes; called when the server starts."""
        self._loop = asyncio.get_running_loop()
        if self.store.is_shared:
            self.store.watch.start(self._publish_from_others, self._wake)
        await self._note_alive()
        await self.executor.run(self.table_service.start, self.writer.threads)
        self._wake()

    async def stop(self) -> None:
        """Ends the processes; a bot that was on turn is asked again after the next start."""
        await self.executor.run(self.store.watch.close)
        await self.executor.run(self.bots.close)
        await self.executor.run(self.clocks.close)
        await self.executor.run(self.advice.close)
        await self.executor.run(self.notices.close)

    async def note_alive(self) -> None:
        """Notes at intervals that the server answers, so that no clock counts the time when none does."""
        while True:
            await sleep(NOTE_SECONDS)
            await self._note_alive()

    async def _note_alive(self) -> None:
        if self.is_serving:
            with suppress(StorageError):
                await self.executor.run(partial(downtimes.note_alive, self.store, self.table_service.now()))

    async def follow_site_settings(self) -> None:
        """Reads at intervals what administrators have chosen at another process."""
        while True:
            await sleep(SITE_SECONDS)
            with suppress(StorageError):
                self.site = await self.executor.run(partial(self.club.site_settings, self.store))

    async def end_when_outdated(self) -> None:
        """Ends the server when a newer version has changed the database so that this one can't work on it."""
        while self.failure is None:
            await sleep(VERSION_SECONDS)
            with suppress(StorageError):
                try:
                    await self.executor.run(self.store.check_version)
                except NewerData as error:
                    self.failure = error
                    self.end()

    def publish(self, change: TableChange) -> None:
        """Tells the pages that are open here what this process has changed at a game. For any thread."""
        self.bell.note(change.game_id)
        self.pushed_boards.publish(change)

    def publish_message(self, change: TableChange) -> None:
        """Tells the open pages that may read them that the messages of a table have changed. For any thread."""
        if change.seat == CHATS["players"]:
            self.bell.note(change.game_id)
        if not self.hub.is_watched(f"g:{change.game_id}"):
            return
        table = self.table_service.cached_table(change.game_id)
        if change.seat == CHATS["players"]:
            for seat in table.value.seats:
                self.hub.publish(chat_message(f"s:{seat.token}", change.game_id, "players", change.changes))
            return
        players = {} if table.game.is_over else browsers.owners_of(self.store, change.game_id)
        message = chat_message(f"m:{change.game_id}", change.game_id, "spectators", change.changes)
        self.hub.publish(message, lambda watcher: watcher.owner_id not in players)

    def note_table(self, table: Table) -> None:
        """Takes note of a table that is new or has grown. For any thread."""
        self.bots.notice(table)
        self.bell.note(table.game_id)

    def _wake(self) -> None:
        """Looks for jobs."""
        self.bots.wake()
        self.clocks.wake()
        self.advice.wake()
        self.notices.wake()

    def _publish_from_others(self, change: TableChange) -> None:
        """Tells the pages that are open here what another process has changed. For the thread that follows other processes."""
        if change.seat in CHATS.values():
            self.publish_message(change)
            return
        if change.seat == OWNER:
            self.bell.note_hash(change.game_id)
            return
        if change.seat == RECORD:
            self.bell.note(change.game_id)
        with on_behalf_of(change.request):
            self.bots.forget(change.game_id, change.version)
            if self.hub.is_watched(f"g:{change.game_id}"):
                if change.seat == RECORD:
                    self.pushed_boards.publish(change)
                else:
                    self.table_service.publish(change, self.table_service.cached_table(change.game_id))

    def _store_analysis(self, game_id: str, fingerprint: str, data: str) -> None:
        """Stores a finished analysis. For the thread of analyses."""
        self._write_from_thread(partial(games.save_analysis, self.store, game_id, fingerprint, data), STORE_SECONDS)

    def _keep_advice(self, game_id: str, key: str, data: str) -> None:
        """Keeps a hint that was given. For the thread of hints."""
        self._write_from_thread(partial(games.keep_advice, self.store, game_id, key, data), STORE_SECONDS)

    def _keep_par(self, day: str, revision: int, opponent: str, totals: dict[str, int]) -> None:
        """Keeps what levels have reached in the city of a day. For the thread of analyses."""
        self._write_from_thread(partial(results.add_pars, self.store, day, revision, opponent, totals), STORE_SECONDS)

    def _play_for_bot(self, turn: BotTurn, text: str) -> None:
        """Stores the answer of a bot, in the thread that writes; drops it if the table has changed meanwhile. For threads of bots."""

        def play() -> None:
            service = self.table_service
            with service.operation(turn.game_id) as locked:
                table = locked.table
                if table.version == turn.version and table.bot_on_turn is not None:
                    answer = AnswerForBot(text, turn.version)
                    locked.table = reduce(table, answer, turn.seat, service.now(), service.new_bytes)

        self._write_from_thread(play)

    def _write_from_thread(self, work: Callable[[], None], seconds: float | None = None) -> None:
        """Runs work in the thread that writes, and waits for it, at most for so many seconds. For threads of jobs."""
        if self.executor.is_in_place:
            work()
            return
        loop = self._loop
        if loop is not None and loop.is_running():
            asyncio.run_coroutine_threadsafe(self.write(work), loop).result(seconds)

    def _counting(self, work: Callable[[], T], client: str) -> Callable[[], T]:
        """Returns the work as a function that counts the bytes that it stores to the client ("": to nobody)."""

        def run() -> T:
            before = written_bytes.get()
            result = work()
            if client and written_bytes.get() > before:
                with suppress(StorageError):  # what is counted is stored already
                    self.rates.stored.spend(client, written_bytes.get() - before)
            return result

        return run

    async def _run_with_loaded_table(self, work: Callable[[], T], shares: ClientLimiter) -> T:
        """Runs the work in a thread that never waits for the disk.

        If its table is not in memory or was changed by another process, the work is started again after that.
        """
        retries = 0
        while retries < MAX_RETRIES:
            try:
                return await self._run(only_in_memory()(work), shares)
            except NotInMemory as missing:
                retries += 1
                await self.heavy(self._load_with_pauses, missing.game_id, current_client(), is_page=shares is self.readers)
            except ChangedElsewhere:
                retries += 1
                raise_if_cancelled()
        return await self._run(work, shares)

    def _load_with_pauses(self, game_id: str, client: str, *, is_page: bool) -> None:
        """Loads a table, which replays its record, and gives way to what is more urgent before each entry."""
        deadline = current_deadline.get()

        def check() -> None:
            yield_to_moves()
            if deadline is not None:
                deadline.check()

        with cancellation_check(check):
            self.move_priority.after(self.move_priority.urgency(client, is_page=is_page), partial(self.table_service.table, game_id))()

    async def _run(self, work: Callable[[], T], shares: ClientLimiter) -> T:
        client, is_page = current_client(), shares is self.readers
        try:
            async with shares.turn(client):
                urgency = self.move_priority.urgency(client, is_page=is_page)
                with self.move_priority.counting(urgency):
                    return await shares.run_now(self.move_priority.after(urgency, work) if is_page else work)
        except ChangedElsewhere:
            raise
        except StorageError as error:
            log.error("the data can't be reached: %s", log_text(error))
            raise
