"""The lock that drawings take: one thread at a time, urgent ones first, and nobody is forgotten."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from groundfloor.web import priority_lock
from groundfloor.web.priority_lock import PriorityLock

if TYPE_CHECKING:
    from collections.abc import Sequence

WAIT = 30


def order_of_threads(lock: PriorityLock, asked: Sequence[tuple[str, bool]]) -> list[str]:
    """Has threads ask one after the other for the lock that is held, releases it, and returns the threads in the order in which they got it."""
    found: list[str] = []

    def work(name: str, is_urgent: bool) -> None:
        assert lock.acquire(WAIT, is_urgent=is_urgent)
        found.append(name)
        lock.release()

    threads = [threading.Thread(target=work, args=each) for each in asked]
    for number, thread in enumerate(threads, 1):
        thread.start()
        ends = time.monotonic() + WAIT
        while lock.waiting < number:
            assert time.monotonic() < ends
            time.sleep(0.001)
    lock.release()
    for thread in threads:
        thread.join(WAIT)
    return found


def test_threads_get_the_lock_in_the_order_in_which_they_asked() -> None:
    lock = PriorityLock()
    assert lock.acquire(0)
    assert order_of_threads(lock, [("a", False), ("b", False), ("c", False)]) == ["a", "b", "c"]


def test_urgent_threads_get_the_lock_first() -> None:
    lock = PriorityLock()
    assert lock.acquire(0)
    assert order_of_threads(lock, [("a", False), ("b", False), ("urgent 1", True), ("urgent 2", True)]) == [
        "urgent 1",
        "urgent 2",
        "a",
        "b",
    ]


def test_thread_whose_time_is_over_does_not_get_the_lock() -> None:
    lock = PriorityLock()
    assert lock.acquire(0)
    assert not lock.acquire(0.001) and not lock.acquire(0.001, is_urgent=False)
    assert lock.waiting == 0
    lock.release()
    assert lock.acquire(0), "nobody holds it"


def test_lock_that_is_handed_over_as_the_time_ends_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = PriorityLock()

    class Late(threading.Event):
        """Is set when the time is over, but before the thread that waited has looked."""

        def wait(self, timeout: float | None = None) -> bool:
            lock.release()
            return False

    monkeypatch.setattr(priority_lock, "Event", Late)
    assert lock.acquire(0)
    assert lock.acquire(0) and lock.waiting == 0
    lock.release()
    assert lock.acquire(0), "nobody holds it"


def test_only_one_thread_holds_the_lock() -> None:
    lock = PriorityLock()
    inside, most = [0], [0]

    def work(is_urgent: bool) -> None:
        for _ in range(50):
            assert lock.acquire(WAIT, is_urgent=is_urgent)
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.0001)
            inside[0] -= 1
            lock.release()

    threads = [threading.Thread(target=work, args=(number % 2 == 0,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert most == [1] and inside == [0] and lock.acquire(0)
