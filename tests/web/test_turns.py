"""Turns: one thread at a time, urgent ones first, and nobody is forgotten."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from groundfloor.web.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Sequence

WAIT = 30


def order_of_turns(turns: Turns, asked: Sequence[tuple[str, bool]]) -> list[str]:
    """Has threads ask one after the other for the turn that is taken, ends that turn, and returns who came when."""
    came: list[str] = []

    def work(name: str, is_urgent: bool) -> None:
        assert turns.take(WAIT, is_urgent=is_urgent)
        came.append(name)
        turns.give_back()

    threads = [threading.Thread(target=work, args=each) for each in asked]
    for number, thread in enumerate(threads, 1):
        thread.start()
        ends = time.monotonic() + WAIT
        while len(turns) < number:
            assert time.monotonic() < ends
            time.sleep(0.001)
    turns.give_back()
    for thread in threads:
        thread.join(WAIT)
    return came


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    turns = Turns()
    assert turns.take(0)
    assert order_of_turns(turns, [("a", False), ("b", False), ("c", False)]) == ["a", "b", "c"]


def test_urgent_turns_come_first() -> None:
    turns = Turns()
    assert turns.take(0)
    assert order_of_turns(turns, [("a", False), ("b", False), ("urgent 1", True), ("urgent 2", True)]) == ["urgent 1", "urgent 2", "a", "b"]


def test_turn_that_does_not_come_in_time_is_not_waited_for_any_more() -> None:
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.001, is_urgent=True) and not turns.take(0.001)
    assert len(turns) == 0
    turns.give_back()
    assert turns.take(0), "nobody has it"


def test_only_one_thread_has_a_turn() -> None:
    turns = Turns()
    inside, most = [0], [0]

    def work(is_urgent: bool) -> None:
        for _ in range(50):
            assert turns.take(WAIT, is_urgent=is_urgent)
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.0001)
            inside[0] -= 1
            turns.give_back()

    threads = [threading.Thread(target=work, args=(number % 2 == 0,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert most == [1] and inside == [0] and turns.take(0)
