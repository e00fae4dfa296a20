"""Hints and analyses beside the game: computed once, in parts, cancelled, stored."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

import pytest

from groundfloor.daily import city_of_the_day
from groundfloor.process_pool import ProcessPool, Worker
from groundfloor.server.database.shares import Shares
from groundfloor.server.database.store import Store
from groundfloor.server.game.storage import results
from groundfloor.server.game.tables import advice
from groundfloor.server.game.tables.advice import ANALYSES, HINTS, AdviceRunner, analysis_of, read_network
from groundfloor.server.game.tables.day_par import PLAYERS
from groundfloor.table.hints import NoHints
from tests.support.play import match_at, played_match
from tests.support.several_servers import wait_until
from tests.support.stores import WAIT

Stored = dict[str, tuple[str, str]]


@pytest.fixture
def stored() -> Stored:
    return {}


@pytest.fixture
def runner(store: Store, stored: Stored, monkeypatch: pytest.MonkeyPatch) -> Iterator[AdviceRunner]:
    monkeypatch.setattr(advice, "HINT_SIMULATIONS", 2)
    monkeypatch.setattr(advice, "PART_SECONDS", 0)
    made = AdviceRunner(store.jobs, lambda game_id, fingerprint, data: stored.update({game_id: (fingerprint, data)}), simulations=0)
    yield made
    made.close()


def test_hint_is_computed_once_for_a_version(runner: AdviceRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    record, hint_of, computed = match_at("schedule").record.format(), advice.hint_of, list[str]()

    def counted(text: str) -> str:
        computed.append(text)
        return hint_of(text)

    monkeypatch.setattr(advice, "hint_of", counted)
    first = runner.hint("game", 5, record).result(WAIT)
    assert len(json.loads(first)["choices"]) == 3
    assert runner.hint("game", 5, record).result(WAIT) == first and len(computed) == 1
    assert runner.hint("game", 6, record).result(WAIT) and len(computed) == 2


def test_stronger_hint_of_a_position_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later hint with fewer simulations neither replaces it nor is shown."""
    monkeypatch.setattr(advice, "HINT_SIMULATIONS", 6)
    kept: dict[str, str] = {}
    runner = AdviceRunner(
        store.jobs, lambda *_stored: None, keep=lambda _public, key, data: kept.update({key: data}), kept=lambda _public: dict(kept)
    )
    try:
        record = match_at("schedule").record.format()
        strong = runner.hint("game", 5, record).result(WAIT)
        assert list(kept.values()) == [strong]
        monkeypatch.setattr(advice, "HINT_SIMULATIONS", 2)
        assert runner.hint("game", 6, record).result(WAIT) == strong
        monkeypatch.setattr(advice, "HINT_SIMULATIONS", 9)
        stronger = runner.hint("game", 7, record).result(WAIT)
        assert list(kept.values()) == [stronger] != [strong]
    finally:
        runner.close()


def test_hint_that_failed_is_tried_again(runner: AdviceRunner) -> None:
    assert runner.hint("game", 5, "no record").exception(WAIT) is not None
    assert json.loads(runner.hint("game", 5, match_at("schedule").record.format()).result(WAIT))["choices"]


def test_analysis_is_computed_in_parts_and_stored(runner: AdviceRunner, stored: Stored) -> None:
    runner.analyse("game", played_match(30).record.format())
    wait_until(lambda: stored)
    fingerprint, data = stored["game"]
    assert "simulations 0" in fingerprint and len(json.loads(data)) > 10
    wait_until(lambda: runner.analysis("game") is None)


def test_analysis_looks_again_only_for_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser, where a thousand simulations take a minute."""
    monkeypatch.setattr(advice, "BLAME_SECONDS", -1)
    found = json.loads(analysis_of(played_match(30).record.format(), 0, 8, WAIT))["decisions"]
    assert max(each["simulations"] for each in found) == 8


def test_analysis_says_how_far_it_is_and_can_be_cancelled(runner: AdviceRunner, stored: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second part waits until the analysis has been cancelled."""
    begun: list[int] = []
    is_cancelled = threading.Event()

    def analysis(record: str, start: int, simulations: int, seconds: float, kept: Sequence[str]) -> str:
        begun.append(start)
        assert len(begun) != 2 or is_cancelled.wait(WAIT)
        return analysis_of(record, start, simulations, seconds, kept)

    monkeypatch.setattr(advice, "analysis_of", analysis)
    runner.analyse("game", played_match(200).record.format())
    wait_until(lambda: len(begun) == 2)
    running = runner.analysis("game")
    assert running is not None and 0 < running.done < running.total
    runner.cancel("game")
    assert runner.analysis("game") is None
    is_cancelled.set()
    assert runner.hint("other", 1, match_at("schedule").record.format()).result(WAIT)
    assert not stored


def test_cancelled_analysis_that_fails_does_not_end_the_next_one(
    runner: AdviceRunner, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process may be stuck in the cancelled one, and be ended, after the same game was asked for again."""
    record = played_match(20).record.format()
    failures = iter([TimeoutError("stuck")])

    def stuck_at_first(text: str, start: int, simulations: int, seconds: float, kept: Sequence[str]) -> str:
        for error in failures:
            runner.cancel("game")
            runner.analyse("game", record)
            raise error
        return analysis_of(text, start, simulations, seconds, kept)

    monkeypatch.setattr(advice, "analysis_of", stuck_at_first)
    runner.analyse("game", record)
    wait_until(lambda: stored)


def test_one_client_does_not_take_all_analyses(runner: AdviceRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first analysis waits, so that all others are in line when the last is refused; a hint comes before them."""
    goes_on, done = threading.Event(), list[str]()

    def compute(record: str, *_request: object) -> str:
        assert done or goes_on.wait(WAIT)
        done.append(record)
        return json.dumps({"decisions": [], "total": 0, "fingerprint": ""})

    monkeypatch.setattr(advice, "analysis_of", compute)
    monkeypatch.setattr(advice, "hint_of", compute)
    runner.analyse("mine 0", "mine 0", "me")
    wait_until(lambda: runner._runner.active)
    for number in range(1, ANALYSES.most):
        runner.analyse(f"mine {number}", f"mine {number}", "me")
    with pytest.raises(NoHints, match="Many games"):
        runner.analyse("one more", "one more", "me")
    runner.analyse("yours", "yours", "you")
    hint = runner.hint("game", 1, "hint", "me")
    goes_on.set()
    hint.result(WAIT)
    wait_until(lambda: len(done) == ANALYSES.most + 2)
    assert done[:3] == ["mine 0", "hint", "yours"]


def test_hints_of_one_client_that_wait_are_limited(runner: AdviceRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()
    monkeypatch.setattr(advice, "hint_of", lambda record, *_: json.dumps(record if goes_on.wait(WAIT) else "late"))
    hints = [runner.hint("game", 0, "", "me")]
    wait_until(lambda: runner._runner.active)
    hints += [runner.hint("game", version, "", "me") for version in range(1, HINTS.most)]
    with pytest.raises(NoHints, match="Too much"):
        runner.hint("game", HINTS.most, "", "me")
    assert runner.hint("game", 1, "", "me") is hints[1]
    hints.append(runner.hint("yours", 1, "", "you"))
    goes_on.set()
    assert [hint.result(WAIT) for hint in hints] == ['""'] * (HINTS.most + 1)
    assert runner.hint("game", HINTS.most + 1, "", "me").result(WAIT) == '""'


def test_hints_that_wait_are_limited_in_all(runner: AdviceRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are done don't count, and are there for whoever asks again."""
    monkeypatch.setattr(advice, "HINTS", Shares(2, 20, 3))
    is_free = threading.Event()
    monkeypatch.setattr(advice, "hint_of", lambda record: json.dumps(is_free.wait(WAIT)))
    waiting = [runner.hint("game", version, "", f"client {version}") for version in range(2)]
    with pytest.raises(NoHints):
        runner.hint("game", 2, "", "another")
    is_free.set()
    assert [hint.result(WAIT) for hint in waiting] == ["true", "true"]
    assert runner.hint("game", 2, "", "another").result(WAIT) == "true"
    monkeypatch.setattr(advice, "hint_of", lambda record: json.dumps("computed again"))
    assert runner.hint("game", 1, "").result(WAIT) == "true"


def test_par_of_a_day_is_kept_as_levels_reach_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for level in ("director", "tycoon", "champion"):
        monkeypatch.delitem(PLAYERS, level)
    monkeypatch.setattr(advice, "PART_SECONDS", 0)
    city = city_of_the_day(date(2026, 11, 22))
    runner = AdviceRunner(store.jobs, lambda *_stored: None, keep_par=partial(results.add_pars, store))
    try:
        runner.compute_par(city, "pei")
        wait_until(lambda: len(results.day_pars(store, "2026-11-22", city.revision)) == len(PLAYERS))
        wait_until(lambda: store.jobs.find("par", f"2026-11-22 {city.revision} pei") is None)
    finally:
        runner.close()
    rows = results.day_pars(store, "2026-11-22", city.revision)
    assert {row.opponent for row in rows} == {"pei"} and rows[0].level == "manager" and rows[0].total > rows[-1].total


def test_only_who_asked_for_an_analysis_cancels_it(runner: AdviceRunner) -> None:
    runner.analyse("game", played_match(200).record.format(), "me")
    with pytest.raises(NoHints, match="Only the person who"):
        runner.cancel("game", "you")
    assert runner.analysis("game")
    runner.cancel("game", "me")
    assert not runner.analysis("game")


def test_damaged_record_ends_its_analysis(runner: AdviceRunner, stored: Stored) -> None:
    runner.analyse("game", "no record")
    wait_until(lambda: runner.analysis("game") is None)
    assert not stored


@pytest.mark.thorough
@pytest.mark.slow
def test_process_gives_the_same_hint(store: Store) -> None:
    runner = AdviceRunner(store.jobs, lambda *_stored: None, processes=1)
    try:
        assert json.loads(runner.hint("game", 1, match_at("schedule").record.format()).result(3 * WAIT))["choices"]
    finally:
        runner.close()


def test_process_is_made_ready_once_before_anybody_asks(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(ProcessPool, "submit", lambda _pool, function, **_limits: asked.append(function))
    runner = AdviceRunner(store.jobs, lambda *_stored: None, processes=1)
    runner.prepare()
    runner.prepare()
    runner.close()
    assert asked == [read_network]


def test_hint_is_computed_here_where_no_process_can_be_started(runner: AdviceRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(worker: Worker) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(Worker, "start", fail)
    monkeypatch.setattr(runner, "_pool", ProcessPool(1))
    assert json.loads(runner.hint("game", 1, match_at("schedule").record.format()).result(WAIT))["choices"]
