"""Hints and analyses: computed beside the game, in a process of their own, one piece of work at a time."""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Lock
from typing import TYPE_CHECKING

from ..editions import ruleset
from ..engine.match import Match
from ..engine.record import Record
from ..process_pool import CannotStart, ProcessPool
from .hints import HINT_SECONDS, HINT_SIMULATIONS, NoHints
from .work_order import Job, JobQueue

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
MAX_HINTS, MAX_HINTS_PER_CLIENT = 500, 20
"""Hints that are kept, of which those that wait are never dropped, and those of one client that wait."""
HINT, ANALYSIS = 0, 1
"""Ranks of the work: hints come first."""
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
        return len(self.decisions)


class AdviceRunner:
    """Computes hints and analyses in one process (``processes`` 0, or none can be started: in a thread of the server).

    Hints come before analyses, and then clients that have used least (``next_job``); a long analysis is computed in parts, so that a hint waits for one part at most.
    ``store`` gets the public id, fingerprint and JSON of a finished analysis.
    """

    def __init__(self, store: Callable[[str, str, str], None], processes: int = 0, simulations: int = ANALYSIS_SIMULATIONS) -> None:
        self._store = store
        self._simulations = simulations
        self._pool = ProcessPool(1) if processes else None
        self._queue = JobQueue(1, "advice")
        self._hints: OrderedDict[tuple[str, int, int], Future[str]] = OrderedDict()
        self._analyses: dict[str, RunningAnalysis] = {}
        self._lock = Lock()
        self._is_prepared = False

    def prepare(self) -> None:
        """Starts the process with the network in memory, so that the first hint takes no longer than others."""
        with self._lock:
            if self._pool is not None and not self._is_prepared:
                self._is_prepared = True
                with suppress(CannotStart):
                    self._pool.submit(read_network, seconds=MAX_SECONDS)

    def hint(self, public: str, version: int, record: str, client: str = "") -> Future[str]:
        """Returns advice as JSON for the seat that is asked, computed once a version. NoHints if too many of the client wait."""
        with self._lock:
            key = public, version, hash(record)  # a rematch that was deleted and is opened again has the same id
            found = self._hints.get(key)
            if found is None or (found.done() and found.exception() is not None):
                if self._queue.count_of(client, HINT) >= MAX_HINTS_PER_CLIENT:
                    raise NoHints("Too much is coming from your address at once. Please wait a moment and try again.")
                done = [key for key, hint in self._hints.items() if hint.done()]
                if len(self._hints) - len(done) >= MAX_HINTS:
                    raise NoHints("Many games are being analysed now. Please try again in a few minutes.")
                for old in done[: max(len(self._hints) + 1 - MAX_HINTS, 0)]:
                    del self._hints[old]
                found = self._hints[key] = Future()
                self._queue.add(
                    Job(f"hint {key}", client, time.monotonic(), rank=HINT), partial(fulfil, found, partial(self._compute, hint_of, record))
                )
            self._hints.move_to_end(key)
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
            self._queue.discard(f"analysis {public}")

    def close(self) -> None:
        """Ends all work; analyses are begun anew after the next start when somebody asks for them."""
        with self._lock:
            for running in self._analyses.values():
                running.is_cancelled = True
            for hint in self._hints.values():
                hint.cancel()
        if self._pool is not None:
            self._pool.close()
        self._queue.close()

    def _queue_part(self, running: RunningAnalysis) -> None:
        """Puts the next part of an analysis in line."""
        self._queue.add(Job(f"analysis {running.public}", running.client, time.monotonic(), rank=ANALYSIS), partial(self._go_on, running))

    def _go_on(self, running: RunningAnalysis) -> None:
        """Computes the next part of an analysis, stores the whole or gets in line again."""
        try:
            text = "" if running.is_cancelled else self._compute(analysis_of, running.record, running.done, self._simulations, PART_SECONDS)
            if running.is_cancelled:
                return
            part = json.loads(text)
            running.decisions += part["decisions"]
            running.total = part["total"]
            if part["decisions"] and running.done < running.total:
                with self._lock:
                    if not running.is_cancelled:
                        self._queue_part(running)
                return
            self._store(running.public, part["fingerprint"], json.dumps(running.decisions))
        except Exception as error:
            if not running.is_cancelled:
                log.error("game %s can't be analysed: %s: %s", running.public, type(error).__name__, str(error)[:300])
        with self._lock:
            if self._analyses.get(running.public) is running:  # and not one that was begun after this one was cancelled
                del self._analyses[running.public]

    def _compute(self, function: Callable[..., str], *given: object) -> str:
        """Returns what a function returns, computed in the process or here."""
        if self._pool is not None:
            with suppress(CannotStart):
                return self._pool.submit(function, *given, seconds=MAX_SECONDS).result()
        return function(*given)


def fulfil(future: Future[str], work: Callable[[], str]) -> None:
    """Sets a future to the result or the error of work, unless it was cancelled."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except Exception as error:
        future.set_exception(error)


def read_network() -> None:
    """Reads the network and all code that uses it, which takes most of the time of a first hint."""
    from ..analysis import Evaluator

    Evaluator.from_file()


def hint_of(text: str) -> str:
    """Returns advice, as JSON, for the seat that is asked after all entries of a record; the key of the draws is not in it."""
    # Imported here, as numpy takes a tenth of a second and the server does without it.
    from ..analysis import Budget, Evaluator, advise
    from ..analysis.serialization import to_json

    game, evaluator = Match.resume(Record.parse(text, ruleset), None).game, Evaluator.from_file()
    ends = time.monotonic() + HINT_SECONDS
    budget = Budget(HINT_SIMULATIONS, lambda: time.monotonic() > ends)
    return to_json(advise(game.view(game.current_player), evaluator, Random(str(game.position())), budget))


def analysis_of(text: str, start: int, simulations: int, seconds: float) -> str:
    """Returns, as JSON, the total of decisions and those from number ``start`` that could be analysed in ``seconds``, at least one."""
    from ..analysis import Budget, Evaluator, analyse_game, decision_count
    from ..analysis.game_analysis import fingerprint, seats_of_people
    from ..analysis.serialization import to_json

    record, evaluator, found = Record.parse(text, ruleset), Evaluator.from_file(), []
    seats = seats_of_people(record)
    ends = time.monotonic() + seconds
    for decision in analyse_game(record, evaluator, Budget(simulations), seats, start):
        found.append(decision)
        if time.monotonic() > ends:
            break
    facts = {"total": decision_count(record, seats), "fingerprint": fingerprint(record, evaluator, simulations)}
    return json.dumps({**facts, "decisions": json.loads(to_json(found))})
