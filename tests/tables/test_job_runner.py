"""The threads that do jobs, with jobs that the test hands out."""

from __future__ import annotations

from threading import Barrier, Event
from typing import TYPE_CHECKING

from groundfloor.store.rows import Job
from groundfloor.tables.job_runner import JobRunner

if TYPE_CHECKING:
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
