"""Runs an attack beside people who play, and judges it by what they and the machine feel of it.

Each table has an open page; four times a second somebody clicks at one of them, and somebody else opens a page of one. A third one plays against an Intern. Each attacker is a process with
an address of its own. Before the attack all of them are measured alone. An attack fails if it misses an aim, if an answer is 500 or does not come, if a player's request is refused, an open page loses its
stream, or the server does not answer in the end.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import re
import shutil
import statistics
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing.synchronize import Barrier
from pathlib import Path

from tests.support.other_servers import other_server

from .attacks import ATTACKS, SLOW_PATH, SLOW_SECONDS
from .bystander import Bystanders
from .client import Client, Target, get
from .document import markdown
from .exchange import Connection
from .neighbour import Neighbour
from .server import AttackedServer
from .tables import read_tables

NICENESS = 19
"""Priority of the attacker's processes, who computes on another machine in truth."""
START_SECONDS = 120.0
"""Within which the attacker's processes have started, however busy the machine is."""
HOUR = 3600.0
MAX_MEDIAN, MAX_PERCENTILE = 0.15, 0.5
"""Seconds that moves and pages at other tables take at most, in the median and at 99 %; or ``MAX_SLOWDOWN`` times as long as before the attack, where that is more."""
MAX_SLOWDOWN = 2.0
ALONE_SECONDS = 20.0
"""Seconds before an attack that are measured at most; it lasts at least as long."""
MAX_ANSWER = 2.0
"""Seconds after which an Intern has answered."""
MAX_NOTICE = 5.0
"""Seconds after which somebody else has been told of a move; or as for moves."""
DELAYING = ("slow-webhooks",)
"""Attacks during which the notices of somebody else are measured."""
MAX_MEMORY = 500.0
"""MB of all processes together."""
FREE_DISK, MAX_DISK = 20.0, 50.0
"""MB by which one address may make the data folder grow at first, and then in an hour."""
MAX_LOG = 20.0
"""MB of log in an hour."""
COLUMNS = (
    "attack", "clients", "moves median", "moves 99 %", "pages median", "pages 99 %", "before: moves", "before: pages", "Intern, slowest", "notice, slowest", "PSS", "disk an hour", "log an hour", "",
)  # fmt: skip


@dataclass(frozen=True)
class Times:
    """Seconds that something took, during an attack and ``before`` it; infinite if nothing was measured."""

    seconds: list[float]
    before: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds or [math.inf])

    @property
    def percentile(self) -> float:
        """Seconds that 99 % took at most."""
        return percentile(self.seconds)

    @property
    def is_median_kept(self) -> bool:
        return self.median <= max(MAX_MEDIAN, MAX_SLOWDOWN * statistics.median(self.before or [0.0]))

    @property
    def is_percentile_kept(self) -> bool:
        return self.percentile <= max(MAX_PERCENTILE, MAX_SLOWDOWN * percentile(self.before or [0.0]))

    @property
    def row_before(self) -> str:
        return f"{statistics.median(self.before) * 1000:.0f}, {percentile(self.before) * 1000:.0f} ms" if self.before else ""


def percentile(seconds: list[float]) -> float:
    found = sorted(seconds or [math.inf])
    return found[math.ceil(0.99 * len(found)) - 1]


@dataclass(frozen=True)
class Result:
    """What an attack did: seconds, MB, MB an hour. ``disk`` counts for one client, after its first allowance.

    ``statuses`` counts the answers that the attackers got; ``faults`` says what no attack may cause. ``notices`` are those of somebody else (None: not measured).
    """

    name: str
    clients: int
    moves: Times
    reads: Times
    answers: list[float]
    memory: float
    disk: float
    log: float
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    notices: Times | None = None

    @property
    def slowest_answer(self) -> float:
        """Seconds of the Intern's slowest answer; infinite if there was none."""
        return max(self.answers, default=math.inf)

    @property
    def slowest_notice(self) -> float:
        """Seconds of the slowest notice of somebody else; infinite if there was none."""
        return max(self.notices.seconds, default=math.inf) if self.notices is not None else 0.0

    @property
    def missed(self) -> list[str]:
        aims = {
            "moves median": self.moves.is_median_kept, "moves 99 %": self.moves.is_percentile_kept,
            "pages median": self.reads.is_median_kept, "pages 99 %": self.reads.is_percentile_kept, "Intern": self.slowest_answer <= MAX_ANSWER,
            "PSS": self.memory <= MAX_MEMORY, "notices": self.notices is None or self.slowest_notice <= max(MAX_NOTICE, MAX_SLOWDOWN * max(self.notices.before, default=0.0)), "disk": self.disk <= MAX_DISK, "log": self.log <= MAX_LOG, "faults": not self.faults,
        }  # fmt: skip
        return [name for name, is_kept in aims.items() if not is_kept]

    @property
    def row(self) -> tuple[str, ...]:
        """The row of the table: texts under ``COLUMNS``."""
        return (
            self.name,
            str(self.clients),
            *(f"{seconds * 1000:.0f} ms" for times in (self.moves, self.reads) for seconds in (times.median, times.percentile)),
            self.moves.row_before,
            self.reads.row_before,
            f"{self.slowest_answer:.1f} s",
            "" if self.notices is None else f"{self.slowest_notice:.1f} s, before {max(self.notices.before, default=math.inf):.1f} s",
            f"{self.memory:.0f} MB",
            f"{self.disk:.0f} MB",
            f"{self.log:.1f} MB",
            f"missed: {', '.join(self.missed)}" if self.missed else "kept",
        )


def attack(template: Path, folder: Path, name: str, clients: int = 1, seconds: float = 60.0) -> Result:
    """Runs an attack on a server with a copy of the data in ``template`` in ``folder``."""
    shutil.copytree(template, folder)
    with other_server() as other:
        other.slow, other.delay = SLOW_PATH, SLOW_SECONDS
        server = AttackedServer(folder, other)
        try:
            return attacked(server, name, clients, seconds)
        finally:
            server.stop()


def attacked(server: AttackedServer, name: str, clients: int, seconds: float) -> Result:
    """Attacks a server that runs."""
    folder = server.folder
    neighbour = Neighbour(server.port, server.other)
    with Bystanders(server.port, folder) as bystanders, neighbour if name in DELAYING else nullcontext():
        target = target_of(server, folder)
        calm = time.monotonic()
        time.sleep(min(seconds, ALONE_SECONDS))
        alone = time.monotonic()
        context = multiprocessing.get_context("spawn")
        is_ready = context.Barrier(clients + 1)
        with ProcessPoolExecutor(clients, context, prepare, (is_ready,)) as pool:
            running = [pool.submit(run, name, target, f"127.0.0.{number}", seconds) for number in range(2, clients + 2)]
            is_ready.wait(START_SECONDS)
            began = time.monotonic()
            measures = watch(server, began, seconds)
            reports = [each.result() for each in running]
    seen = bystanders.seen
    faults = [fault for _, found in reports for fault in found] + seen.failures + neighbour.failures
    if server.process.poll() is not None or not server.answers():
        faults.append("the server does not answer any more")
    return Result(
        name,
        clients,
        times_of(seen.moves, began, calm, alone),
        times_of(seen.reads, began, calm, alone),
        [taken for at, taken in seen.answers if at >= began],
        max(each.memory for each in measures),
        growth(measures, clients),
        (measures[-1].log - measures[0].log) / seconds * HOUR,
        sum((statuses for statuses, _ in reports), Counter()),
        faults,
        times_of(neighbour.seen, began, calm, alone) if name in DELAYING else None,
    )


def times_of(seen: list[tuple[float, float]], began: float, calm: float, alone: float) -> Times:
    """Returns what was measured from ``began`` on, and between ``calm`` and ``alone``, before the attackers were started."""
    return Times([taken for at, taken in seen if at >= began], [taken for at, taken in seen if calm <= at < alone])


def target_of(server: AttackedServer, folder: Path) -> Target:
    """Returns what is attacked: the first table, which nobody else plays at."""
    table = read_tables(folder)[0]
    connection = Connection(server.port, "127.0.4.1")
    page = connection.send(get(f"/g/{table.game_id}")).text
    connection.close()
    found = re.search(r"/static/\w+/board\.css", page)
    assert found is not None, page[:500]
    return Target(server.port, table.game_id, next(iter(table.tokens.values())), found[0])


def prepare(is_ready: Barrier) -> None:
    """Lowers the priority of an attacker's process, and waits until all are there."""
    os.nice(NICENESS)
    is_ready.wait(START_SECONDS)


def run(name: str, target: Target, source: str, seconds: float) -> tuple[Counter[int], list[str]]:
    """Runs an attack as one client; returns how many answers it got by status, and the faults. Called in a process of its own."""
    client = Client(target, source, time.monotonic() + seconds)
    ATTACKS[name](client)
    return client.statuses, client.faults[:20]


@dataclass(frozen=True)
class Measure:
    """MB in memory, in the data folder and in the log at a moment in monotonic seconds."""

    at: float
    memory: float
    disk: float
    log: float


def watch(server: AttackedServer, began: float, seconds: float) -> list[Measure]:
    """Returns measures of the server from the beginning of an attack to its end, one a second."""
    found = [measure(server)]
    while found[-1].at < began + seconds:
        time.sleep(1.0)
        found.append(measure(server))
    return found


def measure(server: AttackedServer) -> Measure:
    return Measure(time.monotonic(), server.memory, server.data_size, server.log_size)


def growth(measures: list[Measure], clients: int) -> float:
    """Returns the MB by which each client would let the data folder grow in an hour, after its first allowance.

    After the measures it goes on as in their second half, as limits that allow something at once are used up then.
    """
    first, half, last = measures[0], measures[len(measures) // 2], measures[-1]
    rate = (last.disk - half.disk) / max(last.at - half.at, 1e-9)
    in_an_hour = last.disk - first.disk + rate * (HOUR - (last.at - first.at))
    return max(0.0, in_an_hour / clients - FREE_DISK)


def table_of(results: list[Result]) -> str:
    return markdown(COLUMNS, [result.row for result in results])
