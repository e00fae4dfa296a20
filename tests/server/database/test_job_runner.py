"""The threads that do jobs, with jobs that the test hands out; nobody waits long because somebody else asks for much."""

from __future__ import annotations

from collections import Counter
from threading import Barrier, Event
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from groundfloor.server.database.database import reading, writing
from groundfloor.server.database.errors import StorageFull
from groundfloor.server.database.job_runner import JobRunner, next_job, rank_of
from groundfloor.server.database.jobs import HALF_LIFE, MAX_READ
from groundfloor.server.database.rows import Job, NewJob
from groundfloor.server.database.schema import client_use
from groundfloor.server.database.store import Store
from tests.support.several_servers import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

WAIT = 10.0
JOB = Job(1, "notice", "target")


class HandedOut:
    """Jobs of which the same one is handed out twice, as after a claim that has ended because the clock was set forward."""

    def __init__(self) -> None:
        self.left = [JOB, JOB]
        self.finished: list[Job] = []
        self.has_ended = Event()

    def claim(self, _kinds: object, _order: object) -> tuple[Job | None, None]:
        return (self.left.pop() if self.left else None), None

    def add_use(self, _client: str, _seconds: float) -> None: ...

    def finish(self, job: Job, _result: str | None) -> None:
        self.finished.append(job)
        if len(self.finished) == 2:
            self.has_ended.set()


def test_job_that_two_threads_do_at_once_is_finished_by_both(caplog: pytest.LogCaptureFixture) -> None:
    jobs, both = HandedOut(), Barrier(2)

    def work(_job: Job) -> None:
        both.wait(WAIT)

    runner = JobRunner(jobs, ("notice",), work, threads=2)  # type: ignore[arg-type]
    runner.wake()
    assert jobs.has_ended.wait(WAIT) and not runner.active
    runner.close()
    assert [record.message for record in caplog.records] == []


def test_thread_whose_job_can_not_be_stored_as_done_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    class FullAtFirst(HandedOut):
        def add_use(self, _client: str, _seconds: float) -> None:
            if self.left:
                raise StorageFull

    jobs = FullAtFirst()
    runner = JobRunner(jobs, ("notice",), lambda _job: None, threads=1)  # type: ignore[arg-type]
    runner.wake()
    wait_until(lambda: jobs.finished == [JOB])
    runner.close()
    assert ["can't be stored as done" in record.message for record in caplog.records] == [True]


def test_seconds_that_are_spared_are_not_counted_to_the_client(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for client in ("one", "two"):
        store.jobs.add(NewJob("bot", client, 1, client))

    def work(job: Job) -> None:
        if job.client == "one":
            runner.spare(job, WAIT)

    runner = JobRunner(store.jobs, ("bot",), work)
    runner.wake()
    wait_until(lambda: not store.jobs.waiting())
    runner.close()
    with reading(store.engine) as connection:
        used = {row.client: row.seconds for row in connection.execute(select(client_use))}
    store.close()
    assert used["one"] == 0 < used["two"]


def test_bots_at_watched_tables_and_hints_come_first() -> None:
    watched, other = Job(1, "bot", "watched", client="many", seconds=1), Job(2, "bot", "other", client="one", seconds=1)
    hint, analysis = Job(3, "hint", "other", client="many"), Job(4, "analysis", "watched", client="one")
    used = {"many": 50.0, "one": 0.0}.__getitem__

    def rank(job: Job) -> int:
        return rank_of(job, "watched".__eq__)

    assert next_job([other, watched], used, rank) == watched and next_job([analysis, hint], used, rank) == hint
    assert next_job([other, watched], used) == other and next_job([], used) is None


def test_client_of_many_jobs_gets_no_more_turns_than_others(where: Path | str) -> None:
    """Sixty tables of one client and one of another: they take turns."""
    turns = Counter[str]()
    with Store(where) as store:
        for number in range(60):
            store.jobs.add(NewJob("bot", f"table {number}", client="many"))
        store.jobs.add(NewJob("bot", "only", client="one"))
        for _ in range(20):
            job, _seconds = store.jobs.claim(("bot",), next_job)
            assert job is not None
            turns[job.client] += 1
            store.jobs.add_use(job.client, 1)
            store.jobs.release(job, 0)
    assert turns == {"many": 10, "one": 10}


def test_many_new_clients_of_a_network_of_ipv6_do_not_come_before_others_without_end(where: Path | str) -> None:
    """Each counts as having had a sixteenth of what all of its network have had."""
    turns = []
    with Store(where) as store:
        for number in range(60):
            store.jobs.add(NewJob("hint", f"table {number}", client=f"0c93e1f0.{number:07}"))
        store.jobs.add_use("one", 1)
        store.jobs.add(NewJob("hint", "only", client="one"))
        for _ in range(40):
            job, _seconds = store.jobs.claim(("hint",), next_job)
            assert job is not None
            turns.append(job.client)
            store.jobs.add_use(job.client, 1)
            store.jobs.finish(job)
    assert 0 < turns.index("one") < 20


def test_short_work_waits_for_no_long_work_of_new_clients() -> None:
    """An Intern at a table that has been played at for a while, beside Tycoons of clients that have just come."""
    intern = Job(99, "bot", "intern", client="one", due=9, seconds=0.1)
    tycoons = [Job(number, "bot", f"tycoon {number}", client=f"new {number}", seconds=1) for number in range(20)]
    used = {"one": 0.5}
    assert next_job([*tycoons, intern], lambda client: used.get(client, 0.0)) == intern
    used["one"] = 1.0
    assert next_job([*tycoons, intern], lambda client: used.get(client, 0.0)) == tycoons[0]


def test_bot_that_answers_at_once_waits_for_none_at_watched_tables() -> None:
    """Somebody who plays over the API against an Intern, so that no page is open, and a client that watches many tables of Tycoons."""
    intern = Job(99, "bot", "over the API", client="one", due=9, seconds=0.1)
    tycoons = [Job(number, "bot", "watched", client="many", seconds=1) for number in range(20)]
    used = {"many": 5.0, "one": 1.0}.__getitem__

    def rank(job: Job) -> int:
        return rank_of(job, "watched".__eq__)

    assert next_job([*tycoons, intern], used, rank) == intern


def test_job_that_was_added_first_comes_first_of_those_due_at_once() -> None:
    """The clock of SQLite counts milliseconds."""
    first, second = Job(1, "bot", "first", due=5), Job(2, "bot", "second", due=5)
    assert next_job([second, first], lambda client: 0.0) == first


def test_many_jobs_of_one_client_hide_nobody_elses(where: Path | str) -> None:
    """More than ``MAX_READ`` that have been due for longer."""
    with Store(where) as store:
        for number in range(MAX_READ + 10):
            store.jobs.add(NewJob("bot", f"table {number}", client="many"))
        store.jobs.add(NewJob("bot", "only", client="one"))
        store.jobs.add_use("many", 1)
        job, _seconds = store.jobs.claim(("bot",), next_job)
        assert job is not None and job.game == "only"


def test_who_has_played_for_a_while_does_not_wait_for_newcomers_to_catch_up(where: Path | str) -> None:
    with Store(where) as store:
        store.jobs.add(NewJob("bot", "first", client="one", seconds=0.1))
        store.jobs.add_use("one", 20)
        first, _seconds = store.jobs.claim(("bot",), next_job)
        assert first is not None and first.client == "one"
        store.jobs.finish(first)
        for number in range(20):
            store.jobs.add(NewJob("bot", f"tycoon {number}", client=f"new {number}", seconds=1))
        store.jobs.add(NewJob("bot", "second", client="one", seconds=0.1))
        second, _seconds = store.jobs.claim(("bot",), next_job)
        assert second is not None and second.client == "one"


def test_use_is_forgotten(where: Path | str) -> None:
    with Store(where) as store:
        store.jobs.add_use("long ago", 100)
        with writing(store.engine) as connection:
            connection.execute(update(client_use).values(at=client_use.c.at - 10 * HALF_LIFE))
        store.jobs.add_use("now", 1)
        for client in ("now", "long ago"):
            store.jobs.add(NewJob("bot", client, client=client))
        job, _seconds = store.jobs.claim(("bot",), next_job)
        assert job is not None and job.client == "long ago"
