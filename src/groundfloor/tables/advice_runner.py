"""Computes hints and analyses beside the game, one piece of work at a time, in a process of its own."""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from .advice_worker import READY, advice_of, run
from .hints import NoHints
from .thinking_process import CannotStart, ThinkingFailed, ThinkingProcess
from .work_order import ClientUse, Job, next_job

if TYPE_CHECKING:
    from collections.abc import Callable

ANALYSIS_SIMULATIONS = 24
"""Simulations of each decision of an analysis."""
PART_SECONDS = 1.0
"""After which an analysis lets others have their turn."""
MAX_SECONDS = 60.0
"""After which a process that has not answered is ended."""
MAX_ANALYSES, MAX_ANALYSES_PER_CLIENT = 20, 3
"""Analyses that wait or are under way, of all and of one client."""
MAX_HINTS = 500
"""Hints that are kept."""
log = logging.getLogger(__name__)


@dataclass
class RunningAnalysis:
    """An analysis under way, and the mark of the client that asked for it: how many of ``total`` decisions are done (0: not known yet)."""

    public: str
    record: str
    client: str = ""
    total: int = 0
    decisions: list[object] = field(default_factory=list)
    is_cancelled: bool = False

    @property
    def done(self) -> int:
        """The number of decisions that are done."""
        return len(self.decisions)


class AdviceRunner:
    """Computes hints and analyses in one process (``processes`` 0, or none can be started: in a thread of the server).

    Hints come before analyses, and then clients that have used least (``next_job``); a long analysis is computed in parts, so that a hint waits for one part at most.
    ``store`` gets the public id, fingerprint and JSON of a finished analysis.
    """

    def __init__(self, store: Callable[[str, str, str], None], processes: int = 0, simulations: int = ANALYSIS_SIMULATIONS) -> None:
        self._store = store
        self._simulations = simulations
        self._process = ThinkingProcess(run) if processes else None
        self._executor = ThreadPoolExecutor(1, "advice")
        self._waiting: dict[Job, Callable[[], None]] = {}
        self._use = ClientUse(time.monotonic)
        self._hints: OrderedDict[tuple[str, int, int], Future[str]] = OrderedDict()
        self._analyses: dict[str, RunningAnalysis] = {}
        self._lock = Lock()
        self._is_prepared = self._process is None

    def prepare(self) -> None:
        """Starts the process, with the network in memory, so that the first hint takes no longer than others. Called where there may be one soon."""
        with self._lock:
            if not self._is_prepared:
                self._is_prepared = True
                self._executor.submit(self._start_process)

    def _start_process(self) -> None:
        if self._process is not None:
            with suppress(ThinkingFailed):
                self._process.think("", READY, MAX_SECONDS)

    def hint(self, public: str, version: int, record: str, client: str = "") -> Future[str]:
        """Returns the advice for the seat that is asked at a version of a table, as JSON; computed once."""
        with self._lock:
            key = public, version, hash(record)  # a rematch that was deleted and is opened again has the same id
            found = self._hints.get(key)
            if found is None or (found.done() and found.exception() is not None):
                found = self._hints[key] = Future()
                self._add(
                    Job(f"hint {public} {version}", client, time.monotonic()), partial(fulfil, found, partial(self._think, record, "hint"))
                )
            self._hints.move_to_end(key)
            while len(self._hints) > MAX_HINTS:
                self._hints.popitem(last=False)
            return found

    def analyse(self, public: str, record: str, client: str = "") -> None:
        """Begins the analysis of a game, unless it is under way; NoHints if too many are, of the client or of all."""
        with self._lock:
            if public in self._analyses:
                return
            own = sum(running.client == client for running in self._analyses.values())
            if own >= MAX_ANALYSES_PER_CLIENT or len(self._analyses) >= MAX_ANALYSES:
                raise NoHints("Many games are being analysed now. Please try again in a few minutes.")
            self._analyses[public] = RunningAnalysis(public, record, client)
            self._queue_part(self._analyses[public])

    def analysis(self, public: str) -> RunningAnalysis | None:
        """Returns the analysis of a game that is under way; None if there is none."""
        with self._lock:
            return self._analyses.get(public)

    def cancel(self, public: str, client: str = "") -> None:
        """Ends the analysis of a game; NoHints if another client asked for it."""
        with self._lock:
            found = self._analyses.get(public)
            if found is None:
                return
            if found.client != client:
                raise NoHints("Only whoever asked for the analysis can cancel it.")
            del self._analyses[public]
            found.is_cancelled = True

    def close(self) -> None:
        """Ends all work; analyses are begun anew after the next start when somebody asks for them."""
        with self._lock:
            self._is_prepared = True
            for running in self._analyses.values():
                running.is_cancelled = True
            for hint in self._hints.values():
                hint.cancel()
        if self._process is not None:
            self._process.close()
        self._executor.shutdown(cancel_futures=True)

    def _add(self, job: Job, work: Callable[[], None]) -> None:
        """Puts work in line."""
        self._waiting[job] = work
        self._executor.submit(self._run_next)

    def _run_next(self) -> None:
        """Does the work whose turn it is."""
        with self._lock:
            job = next_job(self._waiting, self._use.seconds, time.monotonic())
            work = self._waiting.pop(job) if job is not None else None
        if job is not None and work is not None:
            began = time.monotonic()
            work()
            self._use.add(job.client, time.monotonic() - began)

    def _queue_part(self, running: RunningAnalysis) -> None:
        """Puts the next part of an analysis in line."""
        self._add(Job(f"analysis {running.public} {running.done}", running.client, time.monotonic(), rank=1), partial(self._go_on, running))

    def _go_on(self, running: RunningAnalysis) -> None:
        """Computes the next part of an analysis, stores the whole or gets in line again."""
        try:
            request = f"analysis {running.done} {self._simulations} {PART_SECONDS}"
            text = "" if running.is_cancelled else self._think(running.record, request, lambda: running.is_cancelled)
            if running.is_cancelled:
                return
            part = json.loads(text)
            running.decisions += part["decisions"]
            running.total = part["total"]
            if part["decisions"] and running.done < running.total:
                with self._lock:
                    self._queue_part(running)
                return
            self._store(running.public, part["fingerprint"], json.dumps(running.decisions))
        except Exception as error:
            log.error("game %s can't be analysed: %s: %s", running.public, type(error).__name__, str(error)[:300])
        with self._lock:
            if self._analyses.get(running.public) is running:  # and not one that was begun after this one was cancelled
                del self._analyses[running.public]

    def _think(self, record: str, request: str, is_dropped: Callable[[], bool] = lambda: False) -> str:
        """Returns the answer to a request, of the process or computed here; "" if it is no longer needed."""
        if self._process is not None:
            with suppress(CannotStart):
                return self._process.think(record, request, MAX_SECONDS, is_dropped) or ""
        return advice_of(record, request)


def fulfil(future: Future[str], work: Callable[[], str]) -> None:
    """Sets a future to the result or the error of work, unless it was cancelled."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except Exception as error:
        future.set_exception(error)
