"""The application context: the parts of one server, which all routes share."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from .database.rows import SiteSettings
from .database.shares import Shares
from .game.board.boards import Boards
from .game.board.pushed_boards import PushedBoards
from .game.club import Club
from .game.person_marks import seat_marks
from .game.pictures import PictureMaker
from .game.storage import games, results
from .game.streams.arrivals import Arrivals
from .game.streams.bell import Bell
from .game.streams.publisher import Publisher
from .game.tables.advice import ANALYSIS_SIMULATIONS, AdviceRunner
from .game.tables.bot_runner import BotRunner, BotTurn, play_for_bot
from .game.tables.clock_runner import ClockRunner
from .game.tables.seat_tokens import SeatTokens
from .http.addresses import Addresses
from .http.executor import Executor, ThreadExecutor
from .http.health import Health
from .http.limits import FEW_STREAMS, MEGABYTE
from .http.metrics import NoMetrics
from .http.rates import Rates
from .http.settings import Settings
from .work import Work

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from starlette.requests import Request

    from groundfloor.engine.errors import GroundfloorError

    from .club.notifications.message import Transport
    from .database.rows import TransportName
    from .database.store import Store
    from .game.streams.presence import Presence
    from .game.tables.table_service import TableService
    from .http.assets import Assets
    from .http.sse import Hub

STORE_SECONDS = 30.0
"""How long an analysis waits to be stored."""
P = ParamSpec("P")


@dataclass
class AppContext:
    """The parts of one server, at ``app.state.context``."""

    # What it is made of
    store: Store
    table_service: TableService
    hub: Hub
    presence: Presence
    assets: Assets
    secret: str
    rates: Rates
    values: str = ""
    """The house values, as TOML, that the start page proposes for new tables; "" for none."""
    settings: Settings = field(default_factory=Settings)
    addresses: Addresses = field(default_factory=Addresses)
    club: Club = field(default_factory=Club)
    transports: dict[TransportName, Transport] = field(default_factory=dict)
    """Those by which notices are sent."""
    push_key: str = ""
    """What browsers need for web push."""
    executor: Executor = field(default_factory=ThreadExecutor)
    metrics: NoMetrics = field(default_factory=NoMetrics)
    view_as_asked: Callable[[Request], object] = lambda request: None
    """Returns what the API tells of the table of an address, also with a refusal."""
    api_description: Callable[[], bytes] = bytes
    """Returns the description of the API in OpenAPI."""
    end: Callable[[], None] = lambda: None
    """Ends the server, because of ``failure``."""
    is_serving: bool = True
    """Whether it answers requests, and not only does jobs."""
    is_local: bool = False
    """Whether it is for one person in their own browser."""

    # What changes while it runs
    site: SiteSettings = field(default_factory=SiteSettings)
    """What administrators have chosen."""
    health: Health = field(default_factory=Health)
    failure: GroundfloorError | None = None
    warned_proxies: set[str] = field(default_factory=set)
    used_games: set[str] = field(default_factory=set)
    last_seen: set[tuple[str, str]] = field(default_factory=set)
    """When players were last seen at open tables, to be stored: see ``pop_last_seen``."""

    def __post_init__(self) -> None:
        limits = self.settings.limits
        self.work = Work(self.table_service, self.rates, self.executor, limits)
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
        self.clocks = ClockRunner(self.table_service, self.work.write_from_thread, self.executor.runner)
        self.advice = AdviceRunner(
            self.store.jobs,
            self._stored(games.save_analysis),
            min(self.settings.bot_processes, 1),
            ANALYSIS_SIMULATIONS,
            self._stored(games.keep_advice),
            partial(games.kept_advice, self.store),
            self.executor.pool,
            self.executor.runner,
            self._stored(results.add_pars),
        )
        self.notices = self.club.sender(self)
        self.requests_under_way: dict[str, tuple[asyncio.Lock, int]] = {}
        """The requests with an idempotency key that are carried out here now, by their hashes, and how many of each there are (``repeated_requests.turn``)."""
        self.boards = Boards(limits.board_megabytes * MEGABYTE, self.metrics, self.table_service.seat_times, partial(seat_marks, self))
        self.pictures = PictureMaker(self.work.use, self.executor, limits.heavy_waiting)
        self.arrivals = Arrivals(self.table_service)
        self.bell = Bell(self.hub, self.store, self.club, self.executor)
        self.pushed_boards = PushedBoards(
            self.hub, self.table_service.table, self.boards, self.executor, self.work.move_priority, self.club.chat_kind
        )
        self.publisher = Publisher(self.table_service, self.hub, self.bell, self.pushed_boards, self.bots)
        self.seat_tokens = SeatTokens(self.table_service)
        self.stream_shares = Shares(limits.streams, limits.streams_per_client, FEW_STREAMS)

    def _play_for_bot(self, turn: BotTurn, text: str) -> None:
        self.work.write_from_thread(partial(play_for_bot, self.table_service, turn, text))

    def _stored(self, write: Callable[Concatenate[Store, P], None]) -> Callable[P, None]:
        """Returns a function of the storage as one for the threads of jobs, which waits for the thread that writes."""

        def stored(*args: P.args, **kwargs: P.kwargs) -> None:
            self.work.write_from_thread(partial(write, self.store, *args, **kwargs), STORE_SECONDS)

        return stored

    @property
    def has_club(self) -> bool:
        """Whether there are pages of other people: accounts, the lobby, notices."""
        return self.club.has_pages and not self.is_local

    def mark_used(self, game_id: str) -> None:
        """Notes that somebody has opened a game: it does not expire."""
        self.used_games.add(game_id)

    def pop_used_games(self) -> set[str]:
        """Returns the games that were opened since the last call, and those that are open now."""
        opened, self.used_games = self.used_games, set()
        return opened | self.hub.watched()

    def pop_last_seen(self) -> set[tuple[str, str]]:
        """Returns who has looked at which open table since the last call: pairs of its game id and the owner id of one of its players."""
        found, self.last_seen = self.last_seen, set()
        return found
