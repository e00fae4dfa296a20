"""Nobody waits long because somebody else asks for much."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from groundfloor.tables.work_order import HALF_LIFE, ClientUse, Job, JobQueue, next_job
from tests.support.stores import WAIT


def test_lower_rank_comes_first_and_nothing_before_it_is_due() -> None:
    analysis, hint, later = Job("analysis", "a", 0, rank=1), Job("hint", "b", 2), Job("later", "c", 9)
    used = {"a": 0.0, "b": 50.0, "c": 0.0}.__getitem__
    assert [next_job([analysis, hint, later], used, now) for now in (-1, 1, 3)] == [None, analysis, hint]


def test_client_of_many_jobs_gets_no_more_turns_than_others() -> None:
    """Sixty tables of one client and one of another: they take turns."""
    waiting = {Job(f"table {number}", "many", 0) for number in range(60)} | {Job("only", "one", 1)}
    clock, turns = [10.0], Counter[str]()
    use = ClientUse(lambda: clock[0])
    for _ in range(20):
        job = next_job(waiting, use.seconds, clock[0])
        assert job is not None
        clock[0] += 1
        use.add(job.client, 1)
        turns[job.client] += 1
    assert turns == {"many": 10, "one": 10}


def test_short_work_waits_for_no_long_work_of_new_clients() -> None:
    """An Intern at a table that has been played at for a while, beside Tycoons of clients that have just come."""
    intern, tycoons = Job("intern", "one", 9, seconds=0.1), [Job(f"tycoon {number}", f"new {number}", 0, seconds=1) for number in range(20)]
    used = {"one": 0.5}
    assert next_job([*tycoons, intern], lambda client: used.get(client, 0.0), 10) == intern
    used["one"] = 1.0
    assert next_job([*tycoons, intern], lambda client: used.get(client, 0.0), 10) == tycoons[0]


def test_use_is_forgotten() -> None:
    clock = [0.0]
    use = ClientUse(lambda: clock[0])
    use.add("a", 8)
    clock[0] += 2 * HALF_LIFE
    assert (use.seconds("a"), use.seconds("b")) == (2, 0)


class Recorder:
    """Notes which jobs are done; the job ``slow`` takes until it may end."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.begun, self.may_end = threading.Event(), threading.Event()

    def work(self, name: str) -> Callable[[], None]:
        def run() -> None:
            if name == "slow":
                self.begun.set()
                assert self.may_end.wait(WAIT)
            self.done.append(name)

        return run


@pytest.fixture
def queue() -> Iterator[JobQueue]:
    found = JobQueue(2, "jobs")
    yield found
    found.close()


def wait_until_idle(queue: JobQueue) -> None:
    ends = time.monotonic() + WAIT
    while not queue.is_idle:
        assert time.monotonic() < ends
        time.sleep(0.005)


def test_job_that_is_added_while_one_of_its_id_is_done_waits_for_it(queue: JobQueue) -> None:
    recorder = Recorder()
    queue.add(Job("a", "", 0), recorder.work("slow"))
    assert recorder.begun.wait(WAIT)
    queue.add(Job("a", "", 0), recorder.work("again"))
    queue.add(Job("a", "", 0), recorder.work("ignored, as one waits"))
    queue.add(Job("b", "", 1), recorder.work("other"))
    while "other" not in recorder.done:
        time.sleep(0.005)
    recorder.may_end.set()
    wait_until_idle(queue)
    assert recorder.done == ["other", "slow", "again"]


def test_failure_of_a_job_stops_no_other(queue: JobQueue, caplog: pytest.LogCaptureFixture) -> None:
    recorder = Recorder()
    for number in range(4):
        queue.add(Job(f"bad {number}", "", 0), lambda: 1 // 0)  # type: ignore[arg-type]
    queue.add(Job("good", "", 1), recorder.work("good"))
    wait_until_idle(queue)
    assert recorder.done == ["good"] and "bad 3 failed: ZeroDivisionError" in caplog.text


def test_closed_queue_ends_what_was_begun_and_nothing_else(queue: JobQueue) -> None:
    recorder = Recorder()
    queue.add(Job("a", "", 0), recorder.work("slow"))
    assert recorder.begun.wait(WAIT)
    for id in ("a", "discarded"):
        queue.add(Job(id, "", time.monotonic() + WAIT), recorder.work(id))
    queue.discard("discarded")
    assert queue.waiting == ["a"]
    recorder.may_end.set()
    queue.close()
    queue.add(Job("late", "", 0), recorder.work("late"))
    assert recorder.done == ["slow"] and queue.is_idle
