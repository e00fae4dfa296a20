"""Hints, analyses and pars of days: computed beside the game, in a process of their own, one piece of work at a time."""

from __future__ import annotations

import json
import logging
import time
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from groundfloor.editions import ruleset
from groundfloor.engine.match import Match
from groundfloor.engine.record import Record
from groundfloor.process_pool import CannotStart, ProcessPool
from groundfloor.table.hints import HINT_SECONDS, HINT_SIMULATIONS, NoHints

from ...database.job_runner import Again, JobRunner
from ...database.jobs import TooManyJobs
from ...database.rows import NewJob
from ...database.shares import Shares
from .day_par import PLAYERS, par_of_day

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from groundfloor.daily import CityOfTheDay

    from ...database.job_runner import Pool, Steps, Waiting
    from ...database.jobs import Jobs
    from ...database.rows import Job

ANALYSIS_SIMULATIONS = 24
"""Simulations of each decision of an analysis."""
NICENESS = 10
"""How much lower the priority of the process is: analyses and pars take minutes, and moves shall not wait for them."""
BLAME_SECONDS = 5.0
"""How long an analysis thinks at most about what looks like a mistake: more than a server needs, and less than a thousand simulations take in a browser."""
PART_SECONDS = 1.0
"""After which an analysis lets others have their turn."""
MAX_SECONDS = 60.0
"""After which a process that has not answered is ended."""
ANALYSES, HINTS, PARS = Shares(total=200, most=3, few=1), Shares(total=500, most=20, few=3), Shares(total=100, most=6, few=3)
"""Analyses, hints and pars of days that wait or are under way."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunningAnalysis:
    """An analysis under way: how many of ``total`` decisions are done (0: not known yet)."""

    done: int = 0
    total: int = 0


class AdviceRunner:
    """Computes hints, analyses and pars of days in one process (``processes`` 0, or none can be started: in a thread of the server).

    They are jobs, in the order of ``next_job``; a long analysis is computed in parts: a hint waits for one part at most.
    ``store`` gets the game id, fingerprint and JSON of a finished analysis; ``keep`` the game id, key and JSON of a hint, and ``kept``
    returns those of a game by key: a weaker judgement of a position is never shown beside a stronger one. ``keep_par`` gets day, revision and opponent of
    a city of the day, and what levels have reached there. ``pool`` computes in place of a process.
    """

    def __init__(
        self,
        jobs: Jobs,
        store: Callable[[str, str, str], None],
        processes: int = 0,
        simulations: int = ANALYSIS_SIMULATIONS,
        keep: Callable[[str, str, str], None] = lambda _game_id, _key, _data: None,
        kept: Callable[[str], dict[str, str]] = lambda _game_id: {},
        pool: Pool | None = None,
        runner: type[JobRunner] = JobRunner,
        keep_par: Callable[[str, int, str, dict[str, int]], None] = lambda _day, _revision, _opponent, _totals: None,
    ) -> None:
        self._jobs = jobs
        self._store = store
        self._keep = keep
        self._kept = kept
        self._keep_par = keep_par
        self._simulations = simulations
        self._pool = pool or (ProcessPool(1, NICENESS) if processes else None)
        self._runner = runner(jobs, ("hint", "analysis", "par"), self._work, after=self._take_results)
        self._hints: dict[tuple[str, int], Future[str]] = {}
        self._lock = Lock()
        self._is_prepared = False

    def prepare(self) -> None:
        """Starts the process with the network in memory: the first hint then takes no longer than others."""
        with self._lock:
            if self._pool is not None and not self._is_prepared:
                self._is_prepared = True
                with suppress(CannotStart):
                    self._pool.submit(read_network, seconds=MAX_SECONDS)

    def wake(self) -> None:
        """Looks for work, and for hints that other processes have found."""
        self._runner.wake()
        self._take_results()

    def hint(self, game_id: str, version: int, record: str, client: str = "") -> Future[str]:
        """Returns advice as JSON for the seat that is asked, computed once a version. NoHints if too many of the client wait. Blocks."""
        try:
            self._jobs.add(NewJob("hint", game_id, version, client, data=record), HINTS)
        except TooManyJobs as error:
            raise NoHints(
                "Too much is coming from your address at once. Please wait a moment and try again."
                if error.is_own
                else "Many games are being analysed now. Please try again in a few minutes."
            ) from None
        with self._lock:
            future = self._hints.setdefault((game_id, version), Future())
        self.wake()
        return future

    def analyse(self, game_id: str, record: str, client: str = "", is_watched: Callable[[str], bool] = lambda game_id: True) -> None:
        """Begins the analysis of a game, unless it is under way; NoHints if too many are, of the client or of all. Blocks.

        ``is_watched`` says of a game whether somebody looks at its analysis: one that nobody looks at makes room for a client that has none.
        """
        try:
            self._jobs.add(NewJob("analysis", game_id, client=client, data=record), ANALYSES, is_watched)
        except TooManyJobs:
            raise NoHints("Many games are being analysed now. Please try again in a few minutes.") from None
        self.wake()

    def analysis(self, game_id: str) -> RunningAnalysis | None:
        """Returns how far the analysis of a game is; None if none is under way. Blocks."""
        job = self._jobs.find("analysis", game_id)
        if job is None:
            return None
        part = part_of(job)
        return RunningAnalysis(len(part["decisions"]), part["total"])

    def cancel(self, game_id: str, client: str = "") -> None:
        """Ends the analysis of a game; NoHints if another client asked for it. Blocks."""
        job = self._jobs.find("analysis", game_id)
        if job is None:
            return
        if job.client != client:
            raise NoHints("Only the person who asked for the analysis can cancel it.")
        self._jobs.remove("analysis", game_id)

    def compute_par(self, city: CityOfTheDay, opponent: str, client: str = "") -> None:
        """Starts to compute the par of a day against an opponent, unless that is under way already or too many are. Blocks."""
        facts = {"day": city.day.isoformat(), "revision": city.revision, "opponent": opponent}
        with suppress(TooManyJobs):
            self._jobs.add(NewJob("par", " ".join(map(str, facts.values())), client=client, data=json.dumps(facts)), PARS)
        self.wake()

    def close(self) -> None:
        """Ends all work; other processes go on with it, or this one after the next start."""
        with self._lock:
            for hint in self._hints.values():
                hint.cancel()
            self._hints.clear()
        self._runner.stop()
        if self._pool is not None:
            self._pool.close()
        self._runner.close()

    def _take_results(self) -> None:
        """Gives the hints that are found to those who wait for them."""
        with self._lock:
            waiting = dict(self._hints)
        jobs = self._jobs.find_results("hint", waiting) if waiting else {}
        for key, future in waiting.items():
            job = jobs.get(key)
            if job is None or job.is_done:
                with self._lock:
                    is_mine = self._hints.get(key) is future
                    if is_mine:
                        del self._hints[key]
                if is_mine and future.set_running_or_notify_cancel():
                    if job is not None:
                        future.set_result(job.result)
                    else:
                        future.set_exception(NoHints("No hint was found in time. Please ask again."))

    def _work(self, job: Job) -> Steps:
        if job.kind == "hint":
            return self._compute_hint(job)
        return self._go_on(job) if job.kind == "analysis" else self._play_on(job)

    def _compute_hint(self, job: Job) -> Steps:
        """Returns the advice; None if it can't be computed: it can then be asked for again."""
        try:
            return self._stronger(job.game, (yield from self._compute(hint_of, job.data)))
        except CancelledError:
            return Again()
        except Exception as error:
            log.error("a hint in game %s can't be computed: %s: %s", job.game, type(error).__name__, str(error)[:300])
            return None

    def _stronger(self, game_id: str, text: str) -> str:
        """Returns a hint, or the one that was kept for its position if that is stronger; keeps the hint otherwise."""
        advice = json.loads(text)
        if not isinstance(advice, dict) or "position" not in advice:
            return text
        known = self._kept(game_id).get(advice["position"])
        if known is not None and json.loads(known)["simulations"] >= advice["simulations"]:
            return known
        self._keep(game_id, advice["position"], text)
        return text

    def _go_on(self, job: Job) -> Steps:
        """Computes the next part of an analysis; stores the whole when it is done."""
        known = part_of(job)
        try:
            kept = list(self._kept(job.game).values())
            computed = yield from self._compute(analysis_of, job.data, len(known["decisions"]), self._simulations, PART_SECONDS, kept)
            part = json.loads(computed)
        except CancelledError:
            return Again(result=job.result)
        except Exception as error:
            log.error("game %s can't be analysed: %s: %s", job.game, type(error).__name__, str(error)[:300])
            return None
        decisions = known["decisions"] + part["decisions"]
        if part["decisions"] and len(decisions) < part["total"]:
            return Again(result=json.dumps({"decisions": decisions, "total": part["total"]}))
        if self._jobs.find("analysis", job.game) is not None:  # nobody has cancelled it
            self._store(job.game, part["fingerprint"], json.dumps(decisions))
        return None

    def _play_on(self, job: Job) -> Steps:
        """Computes the next part of the par of a day, and keeps what more levels have reached."""
        known = job.result or job.data
        try:
            par = yield from self._compute(par_of_day, known, PART_SECONDS)
        except CancelledError:
            return Again(result=job.result)
        except Exception as error:
            log.error("the par of day %s can't be computed: %s: %s", job.game, type(error).__name__, str(error)[:300])
            return None
        facts, before = json.loads(par), json.loads(known).get("totals", {})
        if len(facts["totals"]) > len(before):
            self._keep_par(facts["day"], facts["revision"], facts["opponent"], facts["totals"])
        return None if len(facts["totals"]) == len(PLAYERS) else Again(result=par)

    def _compute(self, function: Callable[..., str], *given: object) -> Generator[Waiting, Any, str]:
        """Returns what a function returns, computed in the process or here."""
        if self._pool is not None:
            with suppress(CannotStart):
                text: str = yield self._pool.submit(function, *given, seconds=MAX_SECONDS)
                return text
        return function(*given)


def part_of(job: Job) -> dict[str, Any]:
    """Returns what is known about an analysis: its ``decisions``, and the ``total`` of decisions (0: not known yet)."""
    found: dict[str, Any] = json.loads(job.result) if job.result else {"decisions": [], "total": 0}
    return found


def read_network() -> None:
    """Reads the network and all code that uses it, which takes most of the time of a first hint."""
    from groundfloor.analysis import Evaluator

    Evaluator.from_file()


def hint_of(text: str) -> str:
    """Returns advice, as JSON, for the seat that is asked after all entries of a record; the key of the draws is not in it."""
    # Imported here, as numpy takes a tenth of a second and the server does without it.
    from groundfloor.analysis import Budget, Evaluator, advise_in_game
    from groundfloor.analysis.game_analysis import to_json

    match, evaluator = Match.resume(Record.parse(text, ruleset), None), Evaluator.from_file()
    ends = time.monotonic() + HINT_SECONDS
    budget = Budget(HINT_SIMULATIONS, lambda: time.monotonic() > ends)
    return to_json(advise_in_game(match.record, match.game, evaluator, budget))


def analysis_of(text: str, start: int, simulations: int, seconds: float, kept: Sequence[str] = ()) -> str:
    """Returns, as JSON, the total of decisions and those from number ``start`` that could be analysed in ``seconds``, at least one.

    ``kept`` are hints that were given in the game, as JSON.
    """
    from groundfloor.analysis import Budget, Evaluator, analyse_game, decision_count
    from groundfloor.analysis.game_analysis import BLAME_SIMULATIONS, fingerprint, kept_from_json, seats_of_people, to_json

    record, evaluator, decisions = Record.parse(text, ruleset), Evaluator.from_file(), []
    seats = seats_of_people(record)

    def blame() -> Budget:
        last = time.monotonic() + BLAME_SECONDS
        return Budget(BLAME_SIMULATIONS, lambda: time.monotonic() > last)

    ends = time.monotonic() + seconds
    for decision in analyse_game(
        record, evaluator, Budget(simulations), seats, start, blame if simulations else None, kept_from_json(kept)
    ):
        decisions.append(decision)
        if time.monotonic() > ends:
            break
    facts = {"total": decision_count(record, seats), "fingerprint": fingerprint(record, evaluator, simulations)}
    return json.dumps({**facts, "decisions": json.loads(to_json(decisions))})
