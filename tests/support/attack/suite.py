"""Runs an attack beside people who play, and judges it by what they and the machine feel of it.

Each table has an open page, and four times a second somebody clicks at one of them. Somebody else plays against an Intern. Each attacker is a process with
an address of its own. An attack fails if it misses an aim, if an answer is 500 or does not come, if a player's request is refused, an open page loses its
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
from dataclasses import dataclass, field
from multiprocessing.synchronize import Barrier
from pathlib import Path

from .attacks import ATTACKS
from .bystander import Bystanders
from .client import Client, Target, get
from .document import markdown
from .exchange import Connection
from .server import AttackedServer
from .tables import read_tables

NICENESS = 10
"""Priority of the attacker's processes, who computes on another machine in truth."""
START_SECONDS = 120.0
"""Within which the attacker's processes have started, however busy the machine is."""
HOUR = 3600.0
MAX_MEDIAN, MAX_PERCENTILE = 0.15, 0.5
"""Seconds that moves at other tables take at most, in the median and at 99 %."""
MAX_ANSWER = 2.0
"""Seconds after which an Intern has answered."""
MAX_MEMORY = 500.0
"""MB of all processes together."""
FREE_DISK, MAX_DISK = 20.0, 50.0
"""MB by which one address may make the data folder grow at first, and then in an hour."""
MAX_LOG = 20.0
"""MB of log in an hour."""
COLUMNS = ("attack", "clients", "moves median", "moves 99 %", "Intern, slowest", "PSS", "disk an hour", "log an hour", "")


@dataclass(frozen=True)
class Result:
    """What an attack did: seconds, MB, MB an hour. ``disk`` counts for one client, after its first allowance.

    ``statuses`` counts the answers that the attackers got; ``faults`` says what no attack may cause.
    """

    name: str
    clients: int
    moves: list[float]
    answers: list[float]
    memory: float
    disk: float
    log: float
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def median(self) -> float:
        """Median seconds of a move; infinite if there was none."""
        return statistics.median(self.moves or [math.inf])

    @property
    def percentile(self) -> float:
        """Seconds that 99 % of the moves took at most; infinite if there was none."""
        return sorted(self.moves or [math.inf])[math.ceil(0.99 * len(self.moves or [0])) - 1]

    @property
    def slowest_answer(self) -> float:
        """Seconds of the Intern's slowest answer; infinite if there was none."""
        return max(self.answers, default=math.inf)

    @property
    def missed(self) -> list[str]:
        aims = {
            "median": self.median <= MAX_MEDIAN, "99 %": self.percentile <= MAX_PERCENTILE, "Intern": self.slowest_answer <= MAX_ANSWER,
            "PSS": self.memory <= MAX_MEMORY, "disk": self.disk <= MAX_DISK, "log": self.log <= MAX_LOG, "faults": not self.faults,
        }  # fmt: skip
        return [name for name, is_kept in aims.items() if not is_kept]

    @property
    def row(self) -> tuple[str, ...]:
        """The row of the table: texts under ``COLUMNS``."""
        return (
            self.name,
            str(self.clients),
            f"{self.median * 1000:.0f} ms",
            f"{self.percentile * 1000:.0f} ms",
            f"{self.slowest_answer:.1f} s",
            f"{self.memory:.0f} MB",
            f"{self.disk:.0f} MB",
            f"{self.log:.1f} MB",
            f"missed: {', '.join(self.missed)}" if self.missed else "kept",
        )


def attack(template: Path, folder: Path, name: str, clients: int = 1, seconds: float = 60.0) -> Result:
    """Runs an attack on a server with a copy of the data in ``template`` in ``folder``."""
    shutil.copytree(template, folder)
    server = AttackedServer(folder)
    try:
        with Bystanders(server.port, folder) as bystanders:
            target = target_of(server, folder)
            context = multiprocessing.get_context("spawn")
            is_ready = context.Barrier(clients + 1)
            with ProcessPoolExecutor(clients, context, prepare, (is_ready,)) as pool:
                running = [pool.submit(run, name, target, f"127.0.0.{number}", seconds) for number in range(2, clients + 2)]
                is_ready.wait(START_SECONDS)
                began = time.monotonic()
                measures = watch(server, began, seconds)
                reports = [each.result() for each in running]
        faults = [fault for _, found in reports for fault in found] + bystanders.seen.failures
        if server.process.poll() is not None or not server.answers():
            faults.append("the server does not answer any more")
        seen = bystanders.seen
        return Result(
            name,
            clients,
            [taken for at, taken in seen.moves if at >= began],
            [taken for at, taken in seen.answers if at >= began],
            max(each.memory for each in measures),
            growth(measures, clients),
            (measures[-1].log - measures[0].log) / seconds * HOUR,
            sum((statuses for statuses, _ in reports), Counter()),
            faults,
        )
    finally:
        server.stop()


def target_of(server: AttackedServer, folder: Path) -> Target:
    """Returns what is attacked: the first table, which nobody else plays at."""
    table = read_tables(folder)[0]
    connection = Connection(server.port, "127.0.4.1")
    page = connection.send(get(f"/g/{table.public}")).text
    connection.close()
    found = re.search(r"/static/\w+/board\.css", page)
    assert found is not None, page[:500]
    return Target(server.port, table.public, next(iter(table.tokens.values())), found[0])


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
