"""Runs attacks one after the other and judges each by what the rest of the server felt of it."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .bystander import Bystander, Table
from .exchange import Answer, Request, send

if TYPE_CHECKING:
    from collections.abc import Callable

    from .server import AttackedServer

CONFIRM_SECONDS = 0.5
"""A confirmed move at another table takes no longer, whatever happens elsewhere."""
LOG_BYTES = 2_000
"""Bytes that a request may add to the log."""
ATTACKER = "127.0.0.9"


@dataclass
class Run:
    """An attack that is running: sends requests, and keeps what was answered and what was wrong with it.

    ``scale`` is the part of its requests that a short run sends, from 0 to 1.
    """

    server: AttackedServer
    public: str
    token: str
    scale: float = 1.0
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    sent: int = 0

    def send(self, request: Request, source: str = ATTACKER, timeout: float = 30.0) -> Answer:
        """Sends a request; an answer with 500, or none in time, is a fault."""
        answer = send(self.server.port, request, source, timeout)
        self.count(answer.status)
        if answer.status in (500, -1):
            said = "500" if answer.status == 500 else "no answer in time"
            self.faults.append(f"{said}: {request.method} {request.target[:60]!r}, {request.label}")
        return answer

    def send_alone(self, request: Request) -> Answer:
        """Sends a request while no other one is on its way, so that what is logged meanwhile is its own; too much is a fault."""
        before = self.server.log_size
        answer = self.send(request)
        logged = self.server.log_size - before
        if logged > LOG_BYTES:
            self.faults.append(f"{logged} bytes of log: {request.method} {request.target[:60]!r}, {request.label}")
        return answer

    def scaled(self, number: int) -> int:
        """Returns so many, or at a smaller scale fewer, but at least 2."""
        return max(2, round(number * self.scale))

    def count(self, status: int) -> None:
        """Counts an answer."""
        self.sent += 1
        self.statuses[status] += 1


@dataclass(frozen=True)
class Attack:
    """An attack with its budget: ``seconds`` it may take, ``memory`` in MB that the server may grow by.

    ``settings`` are environment variables for the server that is attacked.
    """

    name: str
    run: Callable[[Run], None]
    seconds: float
    memory: float
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """What an attack did to the server. ``median`` and ``confirm`` are the median and the slowest confirmed move at another table in seconds."""

    name: str
    sent: int
    statuses: dict[int, int]
    seconds: float
    memory: float
    median: float
    confirm: float
    confirms: int
    faults: tuple[str, ...]

    def __str__(self) -> str:
        statuses = " ".join(f"{status}x{count}" for status, count in sorted(self.statuses.items()))
        line = (
            f"{'ok   ' if not self.faults else 'FAULT'} {self.name:28} {self.sent:6} requests {self.seconds:6.1f} s "
            f"{self.memory:+6.0f} MB  confirm {self.median * 1000:3.0f}, at most {self.confirm * 1000:4.0f} ms of {self.confirms:4}  {statuses}"
        )
        return "\n".join([line, *(f"      {fault}" for fault in self.faults[:20])])


def attack(server: AttackedServer, planned: Attack, confirm_seconds: float = CONFIRM_SECONDS, scale: float = 1.0) -> Result:
    """Runs one attack while a bystander plays, and returns what came of it."""
    attacked = Table(server.port)
    run = Run(server, attacked.public, attacked.tokens[0], scale)
    with Bystander(server.port) as bystander:
        while not bystander.times and not bystander.failures:
            time.sleep(0.02)
        memory, logged, began = server.memory, server.log_size, time.monotonic()
        planned.run(run)
        seconds = time.monotonic() - began
        grown = server.memory - memory
        while len(bystander.times) < 3 and not bystander.failures:
            time.sleep(0.05)
    faults = run.faults
    if bystander.slowest > confirm_seconds:
        faults.append(f"a confirmed move at another table took {bystander.slowest * 1000:.0f} ms")
    if server.log_size - logged > LOG_BYTES * (run.sent + len(bystander.times)):
        faults.append(f"{server.log_size - logged} bytes of log for {run.sent} requests")
    faults += [f"a move at another table failed: {failure}" for failure in bystander.failures[:3]]
    if seconds > planned.seconds:
        faults.append(f"took {seconds:.1f} s, allowed are {planned.seconds:.0f}")
    if grown > planned.memory:
        faults.append(f"the server grew by {grown:.0f} MB, allowed are {planned.memory:.0f}")
    if server.process.poll() is not None or not server.answers():
        faults.append("the server does not answer any more")
    return Result(
        name=planned.name,
        sent=run.sent,
        statuses=dict(run.statuses),
        seconds=seconds,
        memory=grown,
        median=bystander.median,
        confirm=bystander.slowest,
        confirms=len(bystander.times),
        faults=tuple(faults),
    )
