"""What Prometheus can read about a server, at an address of its own (the setting ``metrics``): requests, moves, people, tables, notices, failures, jobs.

Several processes of one server write into a common folder (prometheus_client's multiprocess mode), and the process that has started them serves the sums.
"""

from __future__ import annotations

import logging
import os
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from groundfloor.engine.errors import GroundfloorError

from ..database.census import take_census
from ..database.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client import CollectorRegistry
    from prometheus_client.metrics_core import Metric

    from ..database.store import Store
    from .settings import Settings

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus_client knows the common folder; it must be set before the library is imported."""
METHODS = ("GET", "HEAD", "POST")
PARTS = ("requests", "tables", "notices", "store", "web", "other")
"""What errors are counted by. Jobs are done in ``tables``."""
LOGGERS = {
    "groundfloor.requests": "requests",
    "groundfloor.server.game.tables": "tables",
    "groundfloor.server.database.job_runner": "tables",
    "groundfloor.server.club.notifications": "notices",
    "groundfloor.server.game.storage": "store",
    "groundfloor.server.database": "store",
    "groundfloor.server": "web",
}
"""The part of the server to which loggers belong, by the beginnings of their names; the first one counts."""


class NoMetrics:
    """Counts nothing."""

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts a request that is answered: how long that took, streams included."""

    def count_move(self) -> None:
        """Counts a move of somebody or of a bot, or an undo."""

    def count_notice(self, transport: str, outcome: str) -> None:
        """Counts a message that was sent by a transport, or not."""

    def set_streams(self, count: int) -> None:
        """Notes how many streams are open."""

    @contextmanager
    def rendering(self) -> Iterator[None]:
        """Counts the rendering of a board within the block."""
        yield

    @contextmanager
    def counting_errors(self) -> Iterator[None]:
        """Counts the errors that are logged within the block."""
        yield


class Metrics(NoMetrics):
    """Counts in a registry of Prometheus."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        registry = self.registry = CollectorRegistry()
        self._requests = Histogram(
            "groundfloor_request_seconds", "Requests, by how long they took.", ["method", "route", "status"], registry=registry
        )
        self._renderings = Histogram("groundfloor_rendering_seconds", "Boards rendered, by how long that took.", registry=registry)
        self._moves = Counter("groundfloor_moves", "Moves of people and bots, and undos.", registry=registry)
        self._streams = Gauge("groundfloor_streams", "Open streams of events.", registry=registry, multiprocess_mode="livesum")
        self._notices = Counter("groundfloor_notices", "Messages to people who are away.", ["transport", "outcome"], registry=registry)
        self._errors = Counter("groundfloor_errors", "Errors that were logged.", ["part"], registry=registry)
        for part in PARTS:
            self._errors.labels(part)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method if method in METHODS else "other", route, str(status)).observe(seconds)

    def count_move(self) -> None:
        self._moves.inc()

    def count_notice(self, transport: str, outcome: str) -> None:
        self._notices.labels(transport, outcome).inc()

    def set_streams(self, count: int) -> None:
        self._streams.set(count)

    @contextmanager
    def rendering(self) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self._renderings.observe(time.perf_counter() - began)

    @contextmanager
    def counting_errors(self) -> Iterator[None]:
        handler, root = logging.Handler(logging.ERROR), logging.getLogger()
        handler.emit = lambda record: self._errors.labels(part_of(record.name)).inc()  # type: ignore[method-assign]
        root.addHandler(handler)
        try:
            yield
        finally:
            root.removeHandler(handler)


def part_of(logger: str) -> str:
    """Returns the part of the server to which a logger belongs.

    >>> part_of("groundfloor.server.club.notifications.mail"), part_of("asyncio")
    ('notices', 'other')
    """
    return next((part for name, part in LOGGERS.items() if f"{logger}.".startswith(f"{name}.")), "other")


class DatabaseMetrics:
    """People, tables, notices and jobs, as the database knows them; all servers around it say the same."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def collect(self) -> Iterator[Metric]:
        """Yields the metrics when somebody reads them."""
        from prometheus_client.core import GaugeMetricFamily

        waiting = GaugeMetricFamily("groundfloor_jobs_waiting", "Jobs that are not done.", labels=["kind"])
        age = GaugeMetricFamily("groundfloor_jobs_oldest_seconds", "For how long the oldest of them has been due.", labels=["kind"])
        is_up = GaugeMetricFamily("groundfloor_database_up", "Whether the database answers.")
        accounts = GaugeMetricFamily("groundfloor_accounts", "Accounts.")
        active = GaugeMetricFamily("groundfloor_accounts_active", "Accounts that were used within a day.")
        games = GaugeMetricFamily("groundfloor_games", "Games and shown records.", labels=["status", "ruleset"])
        open_tables = GaugeMetricFamily("groundfloor_open_tables", "Open tables in the lobby.")
        notices = GaugeMetricFamily("groundfloor_notices_waiting", "Notices that wait to be sent.", labels=["transport"])
        addresses = GaugeMetricFamily("groundfloor_notice_addresses", "Addresses for notices.", labels=["transport", "state"])
        reports = GaugeMetricFamily("groundfloor_reports_open", "Reports that wait for an administrator.")
        size = GaugeMetricFamily("groundfloor_data_bytes", "Size of the data.")
        try:
            census = take_census(self._store, (datetime.now(UTC) - timedelta(days=1)).isoformat(timespec="seconds"))
            for family, number in (
                (accounts, census.accounts),
                (active, census.active_accounts),
                (open_tables, census.open_tables),
                (reports, census.open_reports),
            ):
                family.add_metric([], number)
            for labels, number in census.games.items():
                games.add_metric(labels, number)
            for transport, number in census.addresses.items():
                failing = census.failing_addresses.get(transport, 0)
                notices.add_metric([transport], census.waiting_notices.get(transport, 0))
                addresses.add_metric([transport, "working"], number - failing)
                addresses.add_metric([transport, "failing"], failing)
            size.add_metric([], self._store.all_bytes())
            for kind, (count, seconds) in self._store.jobs.waiting().items():
                waiting.add_metric([kind], count)
                age.add_metric([kind], seconds)
            is_up.add_metric([], 1)
        except StorageError:
            is_up.add_metric([], 0)
        yield from (waiting, age, is_up, accounts, active, games, open_tables, notices, addresses, reports, size)


@contextmanager
def common_folder(settings: Settings) -> Iterator[None]:
    """Makes the processes of a server share one folder of counts within the block, if it has several and counts anything."""
    if not settings.metrics or settings.workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="groundfloor-metrics-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


@contextmanager
def published(settings: Settings, store: Store, metrics: NoMetrics | None = None) -> Iterator[None]:
    """Serves the metrics of this process within the block, or without ``metrics`` the sums of the processes that it has started; GroundfloorError if the address is taken."""
    if not settings.metrics:
        yield
        return
    from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
    from prometheus_client.multiprocess import MultiProcessCollector

    registry: CollectorRegistry
    if isinstance(metrics, Metrics):
        registry = metrics.registry
        ProcessCollector(registry=registry)
    else:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    registry.register(DatabaseMetrics(store))
    host, _, port = settings.metrics.rpartition(":")
    try:
        server, thread = start_http_server(int(port), host.strip("[]"), registry)
    except OSError as error:
        raise GroundfloorError(f"Metrics can't be served at {settings.metrics} ({error.strerror or error}).") from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def forget_process(process: int) -> None:
    """Leaves the streams of a process that has ended out of the sums."""
    if os.environ.get(FOLDER):
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(process)
